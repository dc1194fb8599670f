"""Two programs talk about one feed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.manner import DEP0010, DRAFT1, Manner
from engine.protocols.hypercore.records import Evicted, FeedStored, Sought
from engine.protocols.hypercore.tree.suites import SuiteName
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import Talk, append, followed

MANNERS = pytest.mark.parametrize("manner", [DEP0010, DRAFT1])
BLOCKS = [block_of("lanes", n, (37 * n) % 101) for n in range(300)]


@MANNERS
@pytest.mark.parametrize("length", [0, 1, 2, 5, 8, 40, 300])
def test_a_feed_is_had_whole(manner: Manner, length: int) -> None:
    author, space = followed()
    if length:
        append(author, space, BLOCKS[:length])
    reader, _ = followed()
    Talk(author, reader, space, manner)
    assert reader.shelves[space].blocks == author.shelves[space].blocks
    feed, known = author.shelves[space].feed, reader.shelves[space].feed
    assert (known.length, known.byte_length) == (feed.length, feed.byte_length)


@MANNERS
def test_what_is_appended_later_follows(manner: Manner) -> None:
    author, space = followed()
    append(author, space, BLOCKS[:3])
    reader, _ = followed()
    talk = Talk(author, reader, space, manner)
    for end in (4, 9, 40):
        talk.stored(0, append(author, space, BLOCKS[len(author.shelves[space].blocks) : end]))
        assert reader.shelves[space].blocks == dict(enumerate(BLOCKS[:end]))


@MANNERS
@given(have=st.sets(st.integers(0, 39)), other=st.sets(st.integers(0, 39)))
def test_each_gets_what_the_other_has(manner: Manner, have: set[int], other: set[int]) -> None:
    """Readers of one feed who hold some of it give each other what they hold."""
    author, space = followed()
    append(author, space, BLOCKS[:40])
    readers = []
    for wanted in (have, other):
        reader, _ = followed(whole=False)
        talk = Talk(author, reader, space, manner)
        for block in sorted(wanted):
            record = Sought(space, block, block + 1)
            reader.apply(record)
            talk.stored(1, record)
        shelf = reader.shelves[space]
        assert set(shelf.blocks) == wanted
        assert shelf.feed.length == 40, "a feed that is not had whole is measured"
        shelf.feed = replace(shelf.feed, whole=True)
        shelf.sought.clear()
        readers.append(reader)
    Talk(readers[0], readers[1], space, manner)
    for reader in readers:
        assert set(reader.shelves[space].blocks) == have | other
        for block, value in reader.shelves[space].blocks.items():
            assert value == BLOCKS[block]


def test_what_our_user_waits_for_comes_first() -> None:
    author, space = followed()
    append(author, space, BLOCKS)
    reader, _ = followed()
    reader.apply(Sought(space, 250, 260))
    talk = Talk(author, reader, space)
    asked = [said.block for side, said in talk.said if isinstance(said, packets.Request) and side]
    assert asked[0] == 299, "the block that tells the length is heard of first"
    assert asked[1:11] == list(range(250, 260))
    assert len(asked) == len(set(asked)) == 300, "each block is asked for once"


def test_a_paused_feed_neither_asks_nor_gives_and_goes_on_afterwards() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:10])
    reader, _ = followed()
    shelf = author.shelves[space]
    shelf.feed = replace(shelf.feed, paused=True)
    talk = Talk(author, reader, space)
    assert reader.shelves[space].blocks == {}
    assert not [said for _, said in talk.said if isinstance(said, packets.Data | packets.Request)]
    shelf.feed = replace(shelf.feed, paused=False)
    talk.stored(0, FeedStored(space, shelf.feed, at=0.0))
    talk.say(1, packets.Want(0, 1 << 20))
    assert len(reader.shelves[space].blocks) == 10


def test_what_was_evicted_is_told_and_not_given() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:10])
    reader, _ = followed(whole=False)
    talk = Talk(author, reader, space)
    gone = Evicted(space, 2, 5)
    author.apply(gone)
    talk.stored(0, gone)
    assert (0, packets.Unhave(2, 5)) in talk.said
    talk.say(1, packets.Request(3))
    assert talk.said[-1] == (0, packets.Unhave(3, 4))


def test_a_block_is_found_by_its_byte() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:10])
    reader, _ = followed(whole=False)
    talk = Talk(author, reader, space)
    offset = sum(map(len, BLOCKS[:7])) + 1
    talk._waiting.clear()
    said = talk.lanes[0].receive(packets.Request(0, offset=offset), 0.0)
    assert isinstance(said[0], packets.Data)
    assert said[0].block == 7


@pytest.mark.parametrize("suite", list(SuiteName))
def test_each_suite_is_spoken(suite: SuiteName) -> None:
    author, space = followed(suite=suite)
    append(author, space, BLOCKS[:20])
    reader, _ = followed(suite=suite)
    Talk(author, reader, space, DRAFT1)
    assert reader.shelves[space].blocks == dict(enumerate(BLOCKS[:20]))


def test_data_that_nobody_asked_for_is_not_taken() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:5])
    reader, _ = followed(whole=False)
    talk = Talk(author, reader, space)
    (data,) = talk.lanes[0].receive(packets.Request(3), 0.0)
    assert isinstance(data, packets.Data)
    assert talk.lanes[1].receive(data, 0.0) == [packets.Unhave(3, 4)]


def test_a_corrupt_block_behind_a_good_tree_is_not_stored() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:5])
    reader, _ = followed()
    author.shelves[space].blocks[3] = b"something else"
    with pytest.raises(PeerViolation, match=r"not signed by the author|another node"):
        Talk(author, reader, space)
    assert 3 not in reader.shelves[space].blocks


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 29))
def test_two_histories_of_one_author_are_found_and_kept_as_evidence(
    ours: int, theirs: int, since: int
) -> None:
    """H-2. Whichever is longer, and even if neither has more than the other."""
    first, space = followed()
    second, _ = followed()
    append(first, space, BLOCKS[:ours])
    append(second, space, [b + b"!" if n >= since else b for n, b in enumerate(BLOCKS[:theirs])])
    Talk(first, second, space)
    for side in (first, second):
        shelf = side.shelves[space]
        differ = since < min(ours, theirs)
        assert bool(shelf.forks) == differ
        if differ:
            assert shelf.feed.common is not None
            assert shelf.feed.common <= since
            assert len({one.signed.signature for one in shelf.forks[0].evidence}) == 2
        else:
            assert set(shelf.blocks) == set(range(max(ours, theirs)))


def test_a_claim_of_endless_blocks_costs_nothing() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:5])
    reader, _ = followed()
    talk = Talk(author, reader, space)
    (lane,) = talk.lanes[1:]
    said = lane.receive(packets.Have(((0, 1 << 62),)), 0.0)
    assert len(said) <= 300
    said = lane.receive(packets.Have(((1 << 61, (1 << 61) + 1),), replaces=(0, 1 << 62)), 0.0)
    assert len(said) <= 300
