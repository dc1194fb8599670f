"""What feeds' conversations may rely on when they read, whoever keeps the records.

The same is done to the twin in memory and to the database; then both say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.crypto.ed25519 import KeyPair, from_seed, sign
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.keys import discovery_keys
from engine.protocols.hypercore.records import (
    Appended,
    ContinuedHere,
    Copied,
    Evicted,
    Evidence,
    Feed,
    FeedForgotten,
    FeedLeft,
    FeedStored,
    Filled,
    Forked,
    ForkNarrowed,
    HypercoreRecord,
    OwnElsewhere,
    Received,
    Reclaimed,
    Records,
    RunReceived,
    Sought,
    SoughtBytes,
)
from engine.protocols.hypercore.tree import flat, verification
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed, prove, prove_at
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.store.hypercore.parts import repository
from engine.store.opening import open_memory_store
from tests.unit.hypercore.memory_feeds import MemoryFeeds

SUITE = SUITES[SuiteName.BLAKE2B]
LENGTH = 24
SIZE = 4_096  # four of them are worth being copied
STEPS = 120


def keys(number: int) -> KeyPair:
    return from_seed(bytes([number]) * 32)


def feed_of(number: int) -> Feed:
    key = PublicKey(keys(number).public_key)
    return Feed(SpaceId(key), key, SuiteName.BLAKE2B)


class Both:
    """The twin and the database, told the same."""

    def __init__(self) -> None:
        store = open_memory_store()
        self.database = store.database
        self.stored = repository(store)
        self.twin = MemoryFeeds()
        self.number = 0

    def apply(self, *records: HypercoreRecord) -> None:
        with self.database.atomic():
            for record in records:
                self.stored.apply(record)
                self.twin.apply(record)


def appended(records: Records, number: int, blocks: Sequence[bytes]) -> Appended:
    feed = records.feed(feed_of(number).space)
    assert feed is not None
    nodes = [records.tree(feed.space).node(index) for index in flat.full_roots(feed.length)]
    grown = grow(SUITE, [node for node in nodes if node is not None], feed.length, blocks)
    signed = Signed(grown.length, sign(SUITE.tree(grown.roots), keys(number).secret_key))
    size = grown.byte_length
    return Appended(feed.space, feed.length, tuple(blocks), grown.nodes, signed, size, at=0.0)


def author_of(number: int) -> MemoryFeeds:
    """All the same blocks in each feed: so they are copies of each other."""
    feeds, feed = MemoryFeeds(), feed_of(number)
    feeds.apply(FeedStored(feed.space, feed, at=0.0))
    random = Random(1)
    for count in (5, 7, LENGTH - 12):
        blocks = [random.randbytes(SIZE) for _ in range(count)]
        feeds.apply(appended(feeds, number, blocks))
    return feeds


AUTHORS = {number: author_of(number) for number in (1, 2)}


def seen(records: Records, number: int) -> object:
    """All that can be read of a feed."""
    space = feed_of(number).space
    feed = records.feed(space)
    named = [records.named(key) for key in discovery_keys(space).values()]
    if feed is None:
        return feed, named
    tree = records.tree(space)
    return (
        feed,
        named,
        list(records.held(space, 3, 1 << 40)),
        [records.next_held(space, block) for block in (*range(LENGTH + 2), 1 << 40)],
        records.bits(space, 2, 2 * LENGTH).rstrip(b"\0"),
        list(records.let_go(space, 0, 1 << 40)),
        list(records.sought(space)),
        list(records.sought_bytes(space)),
        [records.block(space, block) for block in range(LENGTH + 2)],
        [tree.node(index) for index in range(4 * LENGTH)],
        list(tree.signed(2, 1 << 40)),
        records.evidence(space),
    )


def received(both: Both, number: int, random: Random) -> HypercoreRecord:
    space, block = feed_of(number).space, random.randrange(LENGTH)
    author = AUTHORS[number]
    hash_only = random.random() < 0.2
    proof = prove(author.tree(space), block, 0, hash_only=hash_only)
    assert proof is not None
    value = None if hash_only else author.block(space, block)
    came = verification.Received(block, value, proof)
    tree = both.twin.tree(space)
    return Received(space, block, value, verification.verify(SUITE, tree, came, _believed), at=0.0)


def run_received(both: Both, number: int, random: Random) -> HypercoreRecord:
    """Some of the blocks below a node; what of them is here already makes no difference."""
    space, author = feed_of(number).space, AUTHORS[number]
    node = random.choice([3, 7, 11, 2 * 8 + 3])
    start, end = flat.blocks_below(node)
    values = {block: author.block(space, block) or b"" for block in range(start, end)}
    proof = prove_at(author.tree(space), node, 0)
    assert proof is not None
    came = verification.ReceivedRun(node, tuple(values.values()), proof)
    verified = verification.verify(SUITE, both.twin.tree(space), came, _believed)
    kept = sorted(random.sample(range(start, end), random.randrange(1, end - start + 1)))
    return RunReceived(space, tuple((block, values[block]) for block in kept), verified, at=0.0)


def _believed(_hash: bytes, _signed: Signed) -> bool:
    return True


def forked(space: SpaceId, random: Random) -> tuple[Evidence, Evidence]:
    signed = Signed(2, random.randbytes(64))
    return Evidence(signed, (Node(1, bytes(32), 7),)), Evidence(signed, (), 1, ())


def changes(both: Both, number: int, random: Random) -> list[HypercoreRecord]:
    """What may happen to a feed that is there, the more frequent more than once."""
    space, start = feed_of(number).space, random.randrange(LENGTH)
    end = start + random.randrange(1, 6)
    known = both.twin.feed(space)
    assert known is not None
    changed = replace(known, whole=random.random() < 0.5, paused=random.random() < 0.5)
    of_forks: list[HypercoreRecord] = [
        Forked(space, start, forked(space, random), at=0.0)
        if known.common is None
        else ForkNarrowed(space, start, forked(space, random))
    ]
    rare: list[HypercoreRecord] = [FeedForgotten(space)] if start < 3 else []
    return [
        *(received(both, number, random) for _ in range(6)),
        *(run_received(both, number, random) for _ in range(3)),
        Evicted(space, start, end),
        Sought(space, start, end, wanted=random.random() < 0.7),
        SoughtBytes(space, start, end, wanted=random.random() < 0.7),
        FeedStored(space, replace(changed, limit_bytes=random.randrange(9)), at=0.0),
        Filled(space, full=True, gathers_from=start),
        Filled(space, full=False),
        Reclaimed(space),
        OwnElsewhere(space, start, 0.0),
        ContinuedHere(space),
        *of_forks,
        *rare,
    ]


@pytest.mark.parametrize("seed", range(20))
def test_both_say_the_same_whatever_was_stored(seed: int) -> None:
    random, both = Random(seed), Both()
    for _ in range(STEPS):
        number = random.choice((1, 2))
        space = feed_of(number).space
        if space not in both.twin.shelves:
            both.apply(FeedStored(space, feed_of(number), at=0.0))
        elif both.twin.feed(space) is None:
            both.apply(FeedLeft(space, left=False))
        elif random.random() < 0.05:
            both.apply(FeedLeft(space))
        else:
            both.apply(random.choice(changes(both, number, random)))
        assert seen(both.stored, number) == seen(both.twin, number)
        followed = {feed.space for feed in both.twin.feeds()}
        assert {feed.space for feed in both.stored.feeds()} == followed


def test_a_feed_of_which_nothing_came_may_prove_itself_in_another_way() -> None:
    both, feed = Both(), feed_of(1)
    fixed = replace(feed, suite=SuiteName.SHA256_TYPED, signed=False)
    both.apply(FeedStored(feed.space, feed, at=0.0), FeedStored(feed.space, fixed, at=0.0))
    assert both.stored.feed(feed.space) == both.twin.feed(feed.space) == fixed


@pytest.mark.parametrize("seed", range(10))
def test_both_find_the_same_copies(seed: int) -> None:
    random, both = Random(seed), Both()
    one, other = feed_of(1).space, feed_of(2).space
    both.apply(FeedStored(one, feed_of(1), at=0.0), FeedStored(other, feed_of(2), at=0.0))
    for _ in range(LENGTH):
        both.apply(received(both, 1, random))
    for index in range(2 * LENGTH):
        node = AUTHORS[2].tree(other).node(index)
        found = None if node is None else both.stored.copy_of(SuiteName.BLAKE2B, node)
        assert found == (None if node is None else both.twin.copy_of(SuiteName.BLAKE2B, node))
        if found is not None:
            assert node is not None
            both.apply(Copied(other, node.index, *found, at=0.0))
            assert seen(both.stored, 2) == seen(both.twin, 2)
