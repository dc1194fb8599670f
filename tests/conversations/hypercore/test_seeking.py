"""Bytes that somebody waits for, of a feed that is not here (Request by byte offset)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.ed25519 import from_seed
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import SEEKS_MAX
from engine.protocols.hypercore.records import Evicted, FeedStored, Sought, SoughtBytes
from tests.conversations.hypercore.test_conversations import (
    BLOCKS,
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
    write,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.memory_feeds import append

FEED = feed_of(1)
SPARSE = replace(FEED, whole=False)
MANY = [bytes([n % 251]) for n in range(3_000)]
STARTS = [sum(map(len, BLOCKS[:n])) for n in range(len(BLOCKS) + 1)]


def sparse(number: int) -> Program:
    one = program(number, SPARSE)
    one.feeds.apply(FeedStored(SPARSE.space, SPARSE, at=0.0))
    return one


def seek(pipe: Pipe, start: int, end: int) -> None:
    """The reader's user (side 0) wants these bytes."""
    record = SoughtBytes(FEED.space, start, end)
    pipe.programs[0].feeds.apply(record)
    pipe.stored(0, record)


def requests_by_byte(pipe: Pipe) -> list[packets.Request]:
    said: list[packets.Request] = []
    say = pipe.ends[0]._wire.say

    def tapped(lane: int, *all_said: packets.Packet) -> bytes:
        said.extend(one for one in all_said if isinstance(one, packets.Request) and one.offset)
        return say(lane, *all_said)

    pipe.ends[0]._wire.say = tapped  # type: ignore[method-assign]  # we only listen
    return said


@EVERY_WIRE
@given(st.data())
def test_the_blocks_that_hold_them_are_found_and_come(wire: NewWire, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, 60))
    end = data.draw(st.integers(1, max(1, STARTS[length])))
    start = data.draw(st.integers(0, end - 1))
    author, reader = program(1, FEED), sparse(2)
    write(author, 1, length)
    pipe = Pipe(reader, author, FEED, wire)
    seek(pipe, start, end)
    wanted = {
        n for n in range(length) if STARTS[n] < min(end, STARTS[length]) and start < STARTS[n + 1]
    }
    got = blocks_of(reader, FEED)
    assert wanted <= got.keys()
    assert all(got[n] == BLOCKS[n] for n in got)
    if STARTS[length]:
        assert not reader.feeds.shelves[FEED.space].sought_bytes, "what is found is blocks then"
    assert pipe.endings() == [None, None]


@EVERY_WIRE
def test_a_byte_in_the_middle_of_a_long_feed_costs_one_request(wire: NewWire) -> None:
    author, reader = program(1, FEED), sparse(2)
    write(author, 1, 60)
    pipe = Pipe(reader, author, FEED, wire)
    asked = requests_by_byte(pipe)
    seek(pipe, STARTS[23] + 1, STARTS[23] + 2)
    assert [one.offset for one in asked] == [STARTS[23] + 1]
    assert blocks_of(reader, FEED).keys() - {59} == {23}
    seek(pipe, STARTS[23], STARTS[24])
    assert len(asked) == 1, "now the tree tells"


@EVERY_WIRE
def test_what_was_wanted_before_anybody_was_there_is_asked_for_then(wire: NewWire) -> None:
    author, reader = program(1, FEED), sparse(2)
    write(author, 1, 60)
    reader.feeds.apply(SoughtBytes(FEED.space, STARTS[20] + 1, STARTS[22]))
    pipe = Pipe(reader, author, FEED, wire)
    pipe.pass_time(4.0)
    assert {20, 21} <= blocks_of(reader, FEED).keys()


def test_bytes_that_the_feed_does_not_have_yet_are_waited_for() -> None:
    author, reader = program(1, FEED), sparse(2)
    write(author, 1, 10)
    pipe = Pipe(reader, author, FEED, WIRES["dep0010"])
    asked = requests_by_byte(pipe)
    seek(pipe, STARTS[10], STARTS[11])
    assert not asked
    assert reader.feeds.shelves[FEED.space].sought_bytes


@EVERY_WIRE
def test_who_cannot_find_them_is_not_asked_for_ever(wire: NewWire) -> None:
    """One who holds nothing but the roots."""
    author, middle, reader = program(1, FEED), sparse(3), sparse(2)
    write(author, 1, 60)
    Pipe(middle, author, FEED, wire)
    Pipe(reader, author, FEED, wire)
    pipe = Pipe(reader, middle, FEED, wire)
    asked = requests_by_byte(pipe)
    seek(pipe, STARTS[5] + 1, STARTS[30])
    for _ in range(20):
        pipe.pass_time(10.0)
    assert len(asked) <= 2 * SEEKS_MAX
    assert pipe.endings() == [None, None]


@pytest.mark.parametrize("paused", [True])
def test_a_paused_feed_asks_for_no_bytes(*, paused: bool) -> None:
    author, reader = program(1, FEED), sparse(2)
    write(author, 1, 60)
    pipe = Pipe(reader, author, FEED, WIRES["dep0010"])
    asked = requests_by_byte(pipe)
    feeds = reader.feeds
    stopped = FeedStored(FEED.space, replace(feeds.shelves[FEED.space].feed, paused=paused), at=0.0)
    feeds.apply(stopped)
    pipe.stored(0, stopped)
    seek(pipe, STARTS[23] + 1, STARTS[23] + 2)
    assert not asked


@EVERY_WIRE
def test_many_files_that_do_not_touch_come_to_the_last_and_come_again(wire: NewWire) -> None:
    """Far more than are on their way at once; also when what was looked through is forgotten."""
    author, reader = program(1, FEED), sparse(2)
    append(author.feeds, FEED.space, MANY, from_seed(bytes([1]) * 32))
    for block in reversed(range(0, 3_000, 2)):
        reader.feeds.apply(Sought(FEED.space, block, block + 1))
    pipe = Pipe(reader, author, FEED, wire)
    assert blocks_of(reader, FEED).keys() == set(range(0, 3_000, 2))
    for record in (Evicted(FEED.space, 0, 9), Sought(FEED.space, 4, 5)):
        reader.feeds.apply(record)
        pipe.stored(0, record)
    assert blocks_of(reader, FEED).keys() == {4, *range(10, 3_000, 2)}
