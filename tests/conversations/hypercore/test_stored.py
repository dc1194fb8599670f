"""The same conversations where feeds lie in a database: what they store is what they read again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from engine.crypto.ed25519 import from_seed
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.manner import DEP0010
from engine.protocols.hypercore.records import (
    Feed,
    FeedStored,
    HypercoreRecord,
    SoughtBytes,
)
from engine.protocols.hypercore.tree.suites import SUITES
from engine.store.hypercore.parts import repository
from engine.store.opening import open_memory_store
from tests.conversations.hypercore.test_conversations import EVERY_WIRE, feed_of, program
from tests.conversations.hypercore.test_copies import BLOCKS as LARGE
from tests.conversations.hypercore.test_forks import AUTHOR, BLOCKS, FEED, history
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.feeds import giant
from tests.unit.hypercore.memory_feeds import MemoryFeeds, append
from tests.work import ENDLESS, steps_of


def stored(number: int, *feeds: Feed) -> Program:
    """A program whose feeds lie in a database in memory; each record is a transaction."""
    store = open_memory_store()
    kept = repository(store)
    apply: Callable[[HypercoreRecord], None] = kept.apply

    def in_a_turn(record: HypercoreRecord) -> None:
        store.database.begin()
        apply(record)
        store.database.commit()

    kept.apply = in_a_turn  # type: ignore[method-assign,assignment]  # as a runtime would
    for feed in feeds:
        in_a_turn(FeedStored(feed.space, feed, at=0.0, seed=bytes(32) if feed.own else None))
    return Program(cast("MemoryFeeds", kept), Random(number))  # cast: only ``Records`` is read


def blocks(one: Program, feed: Feed) -> dict[int, bytes]:
    known = one.feeds.feed(feed.space)
    assert known is not None
    found = {n: one.feeds.block(feed.space, n) for n in range(known.length)}
    return {n: block for n, block in found.items() if block is not None}


def feed_in(one: Program) -> Feed:
    known = one.feeds.feed(FEED.space)
    assert known is not None
    return known


@EVERY_WIRE
def test_a_fork_is_found_to_the_block_and_its_evidence_convinces_others(wire: NewWire) -> None:
    one = stored(1, FEED)
    Pipe(one, history(2, 20), FEED, wire)
    Pipe(one, history(3, 30, since=7), FEED, wire)
    assert feed_in(one).common == 7
    assert blocks(one, FEED) == dict(enumerate(BLOCKS[:20]))
    for newcomer in (program(4, FEED), stored(5, FEED), history(6, 13)):
        Pipe(newcomer, one, FEED, wire)
        assert feed_in(newcomer).common == 7


@EVERY_WIRE
def test_our_key_in_use_elsewhere_is_remembered(wire: NewWire) -> None:
    one = stored(1, replace(FEED, own=True))
    assert feed_in(one).own
    Pipe(one, history(2, 20), FEED, wire)
    assert feed_in(one).elsewhere
    assert blocks(one, FEED) == dict(enumerate(BLOCKS[:20]))


@EVERY_WIRE
def test_a_feed_that_was_signed_for_2_62_blocks_is_talked_about_as_one_of_one_block(
    wire: NewWire,
) -> None:
    """H-4: also by who opens it again, after a start; the length is in the database."""
    one, other = (stored(number, FEED) for number in (1, 2))
    lane = Lane(one.feeds, one.downloads, FEED.space, DEP0010)
    lane.receive(packets.Have(((0, 1),)), 0.0)
    for said in lane.receive(giant(SUITES[FEED.suite], 62, AUTHOR), 0.0):
        if isinstance(said, Store):
            one.feeds.apply(cast("HypercoreRecord", said.record))  # cast: a feed's
    assert feed_in(one).length == 1 << 62
    pipes: list[Pipe] = []
    assert steps_of(lambda: pipes.append(Pipe(other, one, FEED, wire))) < ENDLESS
    assert feed_in(other).length == 1 << 62
    assert other.feeds.held(FEED.space, 0, 1 << 62) == [(0, 1)]
    pipes[0].pass_time(30.0)
    assert pipes[0].endings() == [None, None]


@EVERY_WIRE
def test_bytes_are_found(wire: NewWire) -> None:
    one = stored(1, replace(FEED, whole=False))
    pipe = Pipe(one, history(2, 60), FEED, wire)
    start = sum(map(len, BLOCKS[:23])) + 1
    record = SoughtBytes(FEED.space, start, start + 1)
    one.feeds.apply(record)
    pipe.stored(0, record)
    assert blocks(one, FEED)[23] == BLOCKS[23]
    assert not one.feeds.sought_bytes(FEED.space)
    assert not one.feeds.sought(FEED.space)


@pytest.mark.parametrize("same", [48, 63])
def test_blocks_of_another_feed_are_copied(same: int) -> None:
    second = feed_of(2)
    one = stored(1, FEED, second)
    new = WIRES["dep0010"]
    writer = program(2, FEED)
    append(writer.feeds, FEED.space, LARGE, from_seed(bytes([1]) * 32))
    Pipe(one, writer, FEED, new)
    assert len(blocks(one, FEED)) == len(LARGE)
    other = program(3, second)
    theirs = [*LARGE[:same], *(b"!" + block for block in LARGE[same:])]
    append(other.feeds, second.space, theirs, from_seed(bytes([2]) * 32))
    pipe = Pipe(one, other, second, new)
    pipe.pass_time(20.0)
    assert blocks(one, second) == dict(enumerate(theirs))
