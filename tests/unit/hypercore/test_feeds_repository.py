"""Feeds in the database: what was stored is there, what was undone is not, and little is held."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest

from engine.crypto.ed25519 import KeyPair, from_seed, sign
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.limits import BLOCK_ROW_BYTES
from engine.protocols.hypercore.records import (
    Appended,
    Copied,
    Evicted,
    Evidence,
    Feed,
    FeedForgotten,
    FeedStored,
    Forked,
    Received,
    Sought,
)
from engine.protocols.hypercore.tree import flat, verification
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof, Signed, prove
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.store.hypercore import mending
from engine.store.hypercore.pages import PAGE_BLOCKS, PAGES_KEPT_MAX
from engine.store.hypercore.parts import repository
from engine.store.opening import open_memory_store

SUITE = SUITES[SuiteName.BLAKE2B]


class Stored:
    """A repository over a database in memory."""

    def __init__(self, *numbers: int) -> None:
        self.store = open_memory_store()
        self.database = self.store.database
        self.feeds = repository(self.store)
        with self.turn():
            for number in numbers:
                feed = feed_of(number)
                self.feeds.apply(FeedStored(feed.space, feed, at=0.0))

    @contextmanager
    def turn(self, *, fails: bool = False) -> Iterator[None]:
        self.database.begin()
        yield
        if fails:
            self.database.rollback()
        else:
            self.database.commit()


def keys(number: int) -> KeyPair:
    return from_seed(bytes([number]) * 32)


def feed_of(number: int) -> Feed:
    key = PublicKey(keys(number).public_key)
    return Feed(SpaceId(key), key, SuiteName.BLAKE2B)


def known(stored: Stored, number: int) -> Feed:
    feed = stored.feeds.feed(feed_of(number).space)
    assert feed is not None
    return feed


def appended(stored: Stored, number: int, blocks: list[bytes]) -> Appended:
    feed = known(stored, number)
    tree = stored.feeds.tree(feed.space)
    nodes = [tree.node(i) for i in flat.full_roots(feed.length)]
    roots = [node for node in nodes if node is not None]
    grown = grow(SUITE, roots, feed.length, blocks)
    signed = Signed(grown.length, sign(SUITE.tree(grown.roots), keys(number).secret_key))
    return Appended(
        feed.space, feed.length, tuple(blocks), grown.nodes, signed, grown.byte_length, at=0.0
    )


def state(stored: Stored, number: int) -> object:
    feeds, space = stored.feeds, feed_of(number).space
    feed = feeds.feed(space)
    return (
        feed,
        feeds.held(space, 0, 1 << 40),
        [feeds.tree(space).node(n) for n in range(64)],
        list(feeds.tree(space).signed(0, 1 << 40)),
        [feeds.block(space, n) for n in range(32)],
        feeds.sought(space),
        feeds.let_go(space, 0, 1 << 40),
        feeds.holding(space),
    )


def fresh(stored: Stored) -> Stored:
    """The same database, with nothing remembered."""
    again = Stored.__new__(Stored)
    again.store, again.database = stored.store, stored.database
    again.feeds = repository(stored.store)
    return again


@pytest.mark.parametrize("seed", range(30))
def test_what_is_remembered_is_what_the_disk_has_after_any_turns(seed: int) -> None:
    random = Random(seed)
    author, stored = Stored(1, 2), Stored(1, 2)
    for number in (1, 2):
        with author.turn():
            author.feeds.apply(appended(author, number, [random.randbytes(9) for _ in range(20)]))
    for _ in range(30):
        before = [state(stored, n) for n in (1, 2)]
        fails = random.random() < 0.4
        with stored.turn(fails=fails):
            for _ in range(random.randrange(1, 8)):
                step(author, stored, random)
        if fails:
            assert [state(stored, n) for n in (1, 2)] == before
        assert [state(stored, n) for n in (1, 2)] == [state(fresh(stored), n) for n in (1, 2)]


def step(author: Stored, stored: Stored, random: Random) -> None:
    number = random.choice((1, 2))
    space = feed_of(number).space
    match random.randrange(6):
        case 0:
            start = random.randrange(20)
            stored.feeds.apply(Evicted(space, start, start + random.randrange(5)))
        case 1:
            start = random.randrange(20)
            stored.feeds.apply(Sought(space, start, start + 3, wanted=random.random() < 0.7))
        case 2:
            stored.feeds.apply(FeedStored(space, known(stored, number), at=0.0))
        case 3:
            other = feed_of(random.randrange(10, 60))
            stored.feeds.apply(FeedStored(other.space, other, at=0.0))
        case _:
            block = random.randrange(20)
            proof = prove(author.feeds.tree(space), block, 0, hash_only=False)
            value = author.feeds.block(space, block)
            assert proof is not None
            tree = stored.feeds.tree(space)
            received = verification.Received(block, value, proof)
            verified = verification.verify(SUITE, tree, received, lambda *_: True)
            stored.feeds.apply(Received(space, block, value, verified, at=0.0))


def test_a_feed_that_grew_before_another_one_was_followed_has_grown() -> None:
    stored = Stored(1)
    with stored.turn():
        stored.feeds.apply(appended(stored, 1, [b"one", b"two"]))
        stored.feeds.apply(FeedStored(feed_of(2).space, feed_of(2), at=0.0))
        assert known(stored, 1).length == 2
    assert known(fresh(stored), 1).length == 2


def test_a_proof_that_leads_beyond_all_numbers_is_refused() -> None:
    stored = Stored(1)
    nodes = []
    at = 0
    while flat.sibling(at) < 1 << 63:
        nodes.append(Node(flat.sibling(at), bytes(32), 1))
        at = flat.parent(at)
    received = verification.Received(0, b"", Proof(tuple(nodes), bytes(64)))
    tree = stored.feeds.tree(feed_of(1).space)
    with stored.turn(), pytest.raises(verification.ProofFailed):
        verification.verify(SUITE, tree, received, lambda *_: False)


def test_evidence_of_a_fork_is_kept_as_it_was() -> None:
    stored = Stored(1)
    root = Node(1, bytes(32), 7)
    evidence = (Evidence(Signed(2, bytes(64)), (root,)), Evidence(Signed(3, b"\xff" * 64), ()))
    with stored.turn():
        stored.feeds.apply(Forked(feed_of(1).space, 2, evidence, at=0.0))
    assert fresh(stored).feeds.evidence(feed_of(1).space) == evidence
    assert known(stored, 1).common == 2


def test_a_forgotten_feed_leaves_nothing_and_may_be_followed_again() -> None:
    stored = Stored(1)
    space = feed_of(1).space
    number = stored.feeds._feeds.number(space)
    with stored.turn():
        stored.feeds.apply(appended(stored, 1, [b"one", b"two"]))
        stored.feeds.apply(FeedForgotten(space))
    with stored.turn():
        stored.feeds.apply(FeedStored(space, feed_of(1), at=0.0))
    assert stored.feeds.held(space, 0, 10) == []
    assert stored.feeds.tree(space).node(0) is None
    with stored.turn():
        while stored.feeds.erase_some(number):
            pass
    for table in ("node", "signature", "block", "held"):
        assert not stored.database.rows(f"SELECT * FROM hypercore_{table}")


def test_pages_in_memory_are_bounded_after_a_turn_over_many() -> None:
    stored = Stored(1)
    space = feed_of(1).space
    number = stored.feeds._feeds.number(space)
    with stored.turn():
        for page in range(3 * PAGES_KEPT_MAX):
            stored.feeds._blocks.add(number, page * PAGE_BLOCKS, b"", 0.0)
    stored.feeds.held(space, 1, 2)
    stored.feeds.held(
        space, PAGE_BLOCKS * 4 * PAGES_KEPT_MAX + 1, PAGE_BLOCKS * 4 * PAGES_KEPT_MAX + 2
    )
    assert len(stored.feeds._blocks._held._pages) <= PAGES_KEPT_MAX


@pytest.mark.parametrize("seed", range(20))
def test_what_is_held_is_the_same_as_bits(seed: int) -> None:
    random = Random(seed)
    stored = Stored(1)
    space = feed_of(1).space
    number = stored.feeds._feeds.number(space)
    stored.database.begin()
    for turn in range(4):
        for _ in range(200):
            stored.feeds._blocks.add(number, random.randrange(5 * PAGE_BLOCKS), b"", 0.0)
        start = random.randrange(5 * PAGE_BLOCKS)
        stored.feeds._blocks.remove(number, start, start + random.randrange(3_000))
        if turn % 2:
            stored.database.commit()
            stored.database.begin()
        start = random.randrange(6 * PAGE_BLOCKS)
        end = start + random.randrange(3 * PAGE_BLOCKS)
        told = [
            (start + a, start + b) for a, b in rle.ranges_of(stored.feeds.bits(space, start, end))
        ]
        assert told == list(stored.feeds.held(space, start, end))
        held = stored.feeds.held(space, start, 1 << 62)
        assert stored.feeds.next_held(space, start) == (held[0][0] if held else None)
    stored.database.commit()


def test_how_much_is_held_is_the_sum_of_what_is_there() -> None:
    stored = Stored(1)
    space = feed_of(1).space
    with stored.turn():
        stored.feeds.apply(appended(stored, 1, [bytes(n) for n in range(40)]))
    with stored.turn():
        stored.feeds.apply(Evicted(space, 10, 20))
        stored.feeds.apply(Evicted(space, 15, 25))
    held = [n for n in range(40) if not 10 <= n < 25]
    assert stored.feeds.holding(space).blocks == len(held)
    assert stored.feeds.holding(space).bytes == sum(held)
    assert list(stored.feeds.let_go(space, 0, 100)) == [(10, 25)]


def test_what_was_used_longest_ago_is_the_oldest() -> None:
    stored = Stored(1)
    space = feed_of(1).space
    with stored.turn():
        for run in range(4):
            at = (3.0, 1.0, 2.0, 4.0)[run]
            blocks = [bytes(10)] * 256
            stored.feeds.apply(replace(appended(stored, 1, blocks), at=at))
    assert list(stored.feeds.oldest(space, 1)) == [(256, 257)]
    run_bytes = 256 * (10 + BLOCK_ROW_BYTES)
    assert list(stored.feeds.oldest(space, run_bytes)) == [(256, 512)]
    assert list(stored.feeds.oldest(space, run_bytes + 1)) == [(256, 512), (512, 513)]


def test_what_another_feed_holds_is_found_and_copied() -> None:
    stored = Stored(1, 2)
    ours, other = feed_of(1).space, feed_of(2).space
    blocks = [bytes([n]) * 8_192 for n in range(8)]
    with stored.turn():
        stored.feeds.apply(appended(stored, 1, [b"before"] * 8))
        stored.feeds.apply(appended(stored, 1, blocks))
    wanted = stored.feeds.tree(ours).node(19)  # above blocks 8 to 11
    assert wanted is not None
    below = Node(3, wanted.hash, wanted.size)
    assert stored.feeds.copy_of(SuiteName.BLAKE2B, below) == (ours, 19)
    assert stored.feeds.copy_of(SuiteName.SHA256_TYPED, below) is None
    with stored.turn():
        stored.feeds.apply(Copied(other, 3, ours, 19, at=1.0))
    assert [stored.feeds.block(other, n) for n in range(4)] == blocks[:4]
    assert list(stored.feeds.held(other, 0, 100)) == [(0, 4)]
    with stored.turn():
        stored.feeds.apply(Evicted(ours, 9, 10))
        stored.feeds.apply(Evicted(other, 0, 1))
    assert stored.feeds.copy_of(SuiteName.BLAKE2B, below) is None


@pytest.mark.parametrize("index", [16, 17, 23])
def test_what_hashes_the_same_at_another_height_is_no_copy(index: int) -> None:
    """Of a feed that is hashed without types and sizes a block may be the two hashes below a node:
    it then hashes, and says to be as large, as that node.
    """
    stored = Stored(1)
    space = feed_of(1).space
    with stored.turn():
        stored.feeds.apply(appended(stored, 1, [bytes([n]) * 8_192 for n in range(16)]))
    held = stored.feeds.tree(space).node(19)
    assert held is not None
    assert stored.feeds.copy_of(SuiteName.BLAKE2B, replace(held, index=3)) == (space, 19)
    assert stored.feeds.copy_of(SuiteName.BLAKE2B, replace(held, index=index)) is None


def test_a_feed_is_as_long_as_its_author_has_signed() -> None:
    stored = Stored(1, 2)
    for count in (3, 2, 4):
        with stored.turn():
            stored.feeds.apply(appended(stored, 1, [b"block"] * count))
            stored.feeds.apply(appended(stored, 2, [b"block"] * count))
    with stored.turn():  # as no program of ours leaves it
        stored.database.run(
            "UPDATE hypercore_signature SET signature = zeroblob(64) WHERE length = 9 AND feed = ?",
            (stored.feeds._feeds.number(feed_of(1).space),),
        )
    again = fresh(stored)
    assert (known(again, 1).length, known(again, 1).byte_length) == (5, 25)
    assert known(again, 2).length == 9
    with stored.turn():
        stored.database.run("DELETE FROM hypercore_node WHERE size = 20")
    assert (known(fresh(stored), 1).length, known(fresh(stored), 2).length) == (3, 9)


def test_which_blocks_there_are_is_found_anew_where_nothing_is_noted_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mending, "PAGE_BLOCKS", 4)  # read at a time
    stored = Stored(1, 2)
    with stored.turn():
        stored.feeds.apply(appended(stored, 1, [b"block"] * 11))
        stored.feeds.apply(appended(stored, 2, [b"other"] * 9))
        stored.feeds.apply(Evicted(feed_of(1).space, 4, 6))
        stored.feeds.apply(Evicted(feed_of(2).space, 0, 1))
    before = state(stored, 1), state(stored, 2)
    number = stored.feeds._feeds.number(feed_of(1).space)
    with stored.turn():  # as no program of ours leaves it
        stored.database.run("DELETE FROM hypercore_held WHERE feed = ?", (number,))
        stored.database.run("UPDATE hypercore_feed SET held_blocks = 0 WHERE space = ?", (number,))
    again = fresh(stored)
    assert (state(again, 1), state(again, 2)) == before
