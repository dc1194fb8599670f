"""What another feed has already is copied, not fetched (draft 1, "Merkle Tree Deduplication")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.ed25519 import from_seed
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import COPIED_BLOCKS_MAX
from engine.protocols.hypercore.records import Evicted, Feed, FeedStored, Sought
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.suites import SuiteName
from tests.conversations.hypercore.test_conversations import (
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.conversations.hypercore_runs import blocks_asked
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import append

FIRST, SECOND = feed_of(1), feed_of(2)
FIRST_AUTHOR, SECOND_AUTHOR = (from_seed(bytes([n]) * 32) for n in (1, 2))
BLOCKS = [block_of("copies", n, 2_000 + n) for n in range(64)]
DEP0010 = WIRES["dep0010"]


def held(number: int, blocks: list[bytes], *also: Feed, first: Feed = FIRST) -> Program:
    """Somebody with the first feed."""
    one = program(number, first, *also)
    append(one.feeds, first.space, blocks, FIRST_AUTHOR)
    return one


def writes(blocks: list[bytes], second: Feed = SECOND) -> Program:
    """The author of the second feed."""
    one = program(9, second)
    append(one.feeds, second.space, blocks, SECOND_AUTHOR)
    return one


def fetched(pipe: Pipe) -> list[int]:
    """Blocks that are asked for from now on, by side 0, with their content."""
    asked: list[int] = []
    say = pipe.ends[0]._wire.say

    def tapped(lane: int, *all_said: packets.Packet) -> bytes:
        for one in all_said:
            asked.extend(blocks_asked(pipe.ends[0]._speech.terms, one))
        return say(lane, *all_said)

    pipe.ends[0]._wire.say = tapped  # type: ignore[method-assign]  # we only listen
    return asked


def follows(reader: Program, author: Program, wire: NewWire = DEP0010) -> tuple[Pipe, list[int]]:
    """The reader begins with one block, so that what comes with it can be looked at."""
    author_shelf = author.feeds.shelves[SECOND.space]
    reader.feeds.shelves[SECOND.space].feed = replace(
        reader.feeds.shelves[SECOND.space].feed, paused=True
    )
    pipe = Pipe(reader, author, author_shelf.feed, wire)
    asked = fetched(pipe)
    feed = replace(reader.feeds.shelves[SECOND.space].feed, paused=False, whole=False)
    tell(pipe, feed)
    sought = Sought(SECOND.space, 0, 1)
    reader.feeds.apply(sought)
    pipe.stored(0, sought)
    tell(pipe, replace(reader.feeds.shelves[SECOND.space].feed, whole=True))
    pipe.pass_time(20.0)
    return pipe, asked


def tell(pipe: Pipe, feed: Feed) -> None:
    record = FeedStored(feed.space, feed, at=0.0)
    pipe.programs[0].feeds.apply(record)
    pipe.stored(0, record)


@EVERY_WIRE
def test_the_same_blocks_at_the_beginning_are_copied(wire: NewWire) -> None:
    reader = held(1, BLOCKS, SECOND)
    author = writes([*BLOCKS[:48], *(b"!" + one for one in BLOCKS[48:])])
    follows(reader, author, wire)
    assert blocks_of(reader, SECOND) == blocks_of(author, SECOND)
    shelf, theirs = (one.feeds.shelves[SECOND.space] for one in (reader, author))
    assert all(theirs.tree.nodes[index] == node for index, node in shelf.tree.nodes.items())
    assert len(shelf.held) == 1


@EVERY_WIRE
def test_most_of_them_are_never_asked_for(wire: NewWire) -> None:
    reader = held(1, BLOCKS, SECOND)
    _, asked = follows(reader, writes([*BLOCKS[:63], b"another end"]), wire)
    assert blocks_of(reader, SECOND).keys() == set(range(64))
    assert len(asked) < 40


def test_what_was_asked_for_before_it_was_found_is_copied_and_taken_back() -> None:
    """Of a feed that is had whole from the beginning many blocks are asked for at once."""
    many = [block_of("many", n, 900) for n in range(2_000)]
    reader = held(1, many, SECOND)
    author = writes([*many[:-1], b"another end"])
    pipe = Pipe(reader, author, SECOND, DEP0010, cut=lambda: 3_000)
    asked = fetched(pipe)
    pipe.pass_time(20.0)
    assert blocks_of(reader, SECOND) == blocks_of(author, SECOND)
    assert len(asked) < 1_000


def test_they_may_stand_elsewhere_in_the_other_feed() -> None:
    """A subtree is the same wherever it stands, if it begins at a multiple of its size."""
    reader = held(1, BLOCKS, SECOND)
    author = writes([*(b"?" + one for one in BLOCKS[:32]), *BLOCKS[:32]])
    _, _ = follows(reader, author)
    assert blocks_of(reader, SECOND) == blocks_of(author, SECOND)


def test_a_copy_is_given_to_others_as_what_was_received() -> None:
    reader = held(1, BLOCKS, SECOND)
    author = writes([*BLOCKS[:48], *(b"!" + one for one in BLOCKS[48:])])
    follows(reader, author)
    other = program(5, SECOND)
    Pipe(other, reader, SECOND, DEP0010)
    assert blocks_of(other, SECOND) == blocks_of(author, SECOND)


def test_feeds_of_another_suite_have_nothing_in_common() -> None:
    second = replace(SECOND, suite=SuiteName.SHA256_TYPED)
    reader = held(1, BLOCKS, second)
    _, asked = follows(reader, writes(BLOCKS, second), WIRES["draft1"])
    assert set(asked) >= set(range(1, 64))


def test_what_is_gone_from_there_by_now_is_fetched() -> None:
    reader = held(1, BLOCKS, SECOND)
    gone = Evicted(FIRST.space, 0, 64)
    reader.feeds.apply(gone)
    _, asked = follows(reader, writes(BLOCKS))
    assert set(asked) == set(range(64))
    assert blocks_of(reader, SECOND).keys() == set(range(64))


def test_what_goes_while_it_waits_is_fetched_too() -> None:
    reader = held(1, BLOCKS, SECOND)
    author = writes(BLOCKS)
    copies = reader.downloads.of(SECOND.space).copies
    find = copies._find

    def finds_and_loses(feed: Feed, node: Node) -> bool:
        is_found = find(feed, node)
        reader.feeds.apply(Evicted(FIRST.space, 0, 64))
        return is_found

    copies._find = finds_and_loses  # type: ignore[method-assign]  # the user evicts meanwhile
    pipe, _ = follows(reader, author)
    pipe.pass_time(40.0)
    assert blocks_of(reader, SECOND) == blocks_of(author, SECOND)


@pytest.mark.parametrize("count", [3 * COPIED_BLOCKS_MAX])
def test_a_long_copy_is_cut_into_pieces(count: int) -> None:
    many = [block_of("many", n, 64) for n in range(count)]
    reader = held(1, many, SECOND)
    author = writes([*many[:-1], b"another end"])
    follows(reader, author)
    assert blocks_of(reader, SECOND) == blocks_of(author, SECOND)


def test_a_conversation_that_ends_gives_up_its_copies() -> None:
    reader = held(1, BLOCKS, SECOND)
    author = writes([*BLOCKS[:48], *(b"!" + one for one in BLOCKS[48:])])
    download = reader.downloads.of(SECOND.space)
    pipe, _ = follows(reader, author)
    list(pipe.ends[0].receive(b"", pipe.now))
    assert download.asked.blocks == 0
