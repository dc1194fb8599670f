"""Our own key in use elsewhere: two copies of a profile, or a backup that came back (rule 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.crypto.ed25519 import from_seed
from engine.model.ids import SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.records import Feed, Forked
from tests.conversations.hypercore.test_conversations import (
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
)
from tests.conversations.hypercore.test_forks import (
    BLOCKS,
    FEED,
    evidence_in,
    history,
    shelf_of,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.memory_feeds import append

AUTHOR = from_seed(bytes([1]) * 32)
CONTENTS = feed_of(2, beside=FEED.space)


def own(number: int, length: int, since: int | None = None, *, whole: bool = True) -> Program:
    """A program that holds the key's secret, and so many blocks."""
    one = history(number, length, since)
    shelf_of(one).feed = replace(shelf_of(one).feed, own=True, whole=whole)
    return one


@EVERY_WIRE
@pytest.mark.parametrize("length", [0, 1, 13])
def test_what_our_key_signed_elsewhere_is_noticed_and_the_rest_downloaded(
    wire: NewWire, length: int
) -> None:
    ours, other = own(1, length), history(2, 20)
    Pipe(ours, other, FEED, wire)
    assert shelf_of(ours).feed.elsewhere
    assert blocks_of(ours, FEED) == dict(enumerate(BLOCKS[:20]))
    assert shelf_of(ours).feed.common is None


@EVERY_WIRE
def test_a_feed_that_is_not_had_whole_notices_as_well(wire: NewWire) -> None:
    ours, other = own(1, 5, whole=False), history(2, 20)
    Pipe(ours, other, FEED, wire)
    assert shelf_of(ours).feed.elsewhere
    assert shelf_of(ours).feed.length == 20


@EVERY_WIRE
def test_another_history_by_our_key_is_a_fork(wire: NewWire) -> None:
    ours, other = own(1, 15), history(2, 20, since=9)
    Pipe(ours, other, FEED, wire)
    assert shelf_of(ours).feed.common == 9
    assert blocks_of(ours, FEED) == dict(enumerate(BLOCKS[:15]))


@EVERY_WIRE
def test_a_copy_that_appends_while_connected_is_noticed(wire: NewWire) -> None:
    ours, other = own(1, 8), history(2, 8)
    pipe = Pipe(ours, other, FEED, wire)
    assert not shelf_of(ours).feed.elsewhere
    pipe.stored(1, append(other.feeds, FEED.space, BLOCKS[8:9], AUTHOR))
    assert shelf_of(ours).feed.elsewhere


@EVERY_WIRE
def test_what_we_wrote_ourselves_is_not_elsewhere(wire: NewWire) -> None:
    """Readers hold less than we, or as much, and give us back what we lost."""
    ours, reader = own(1, 20), history(2, 11)
    pipe = Pipe(ours, reader, FEED, wire)
    assert len(blocks_of(reader, FEED)) == 20
    assert not shelf_of(ours).feed.elsewhere
    pipe.stored(0, append(ours.feeds, FEED.space, BLOCKS[20:25], AUTHOR))
    assert len(blocks_of(reader, FEED)) == 25
    assert not shelf_of(ours).feed.elsewhere


def test_a_claim_that_there_is_more_is_not_believed() -> None:
    """Only what our key has signed counts; anybody can say that he has more."""
    ours, liar = own(1, 8), program(2, feed_of(1))
    pipe = Pipe(ours, liar, FEED, WIRES["dep0010"])
    wire = pipe.ends[1]._wire
    pipe.hear(0, wire.say(0, packets.Have(((0, 1_000),))))
    assert not shelf_of(ours).feed.elsewhere


def restored(one: Program, *spaces: SpaceId) -> Program:
    """The same out of a backup: how far those of its feeds have gone since nobody knows."""
    for space in spaces:
        shelf = one.feeds.shelves[space]
        shelf.feed = replace(shelf.feed, own=True, elsewhere=True, restored=True)
    return one


def folder(number: int, blocks: Sequence[bytes] = BLOCKS[:20]) -> Program:
    """Names, and contents of as many blocks beside them."""
    one = program(number, FEED, CONTENTS)
    append(one.feeds, FEED.space, blocks, AUTHOR)
    contents = [block + b"?" for block in blocks]
    append(one.feeds, CONTENTS.space, contents, from_seed(bytes([2]) * 32))
    return one


@EVERY_WIRE
def test_a_restored_feed_that_forked_waits_no_more_and_gives_what_both_share(wire: NewWire) -> None:
    ours = restored(own(1, 20), FEED.space)
    Pipe(ours, history(2, 30, since=7), FEED, wire)
    reader = program(3, FEED)
    Pipe(reader, ours, FEED, wire)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:7]))


@EVERY_WIRE
def test_who_is_connected_when_a_restored_feed_forks_is_told_what_is_given_now(
    wire: NewWire,
) -> None:
    ours, reader = restored(own(1, 20), FEED.space), program(3, FEED)
    pipe = Pipe(reader, ours, FEED, wire)
    assert not blocks_of(reader, FEED), "it waits"
    Pipe(ours, history(2, 30, since=7), FEED, wire)
    pipe.stored(1, Forked(FEED.space, 7, evidence_in(ours), 0.0))
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:7]))


def alone(one: Program, feed: Feed) -> Program:
    """It follows nothing else."""
    one.feeds.shelves = {feed.space: one.feeds.shelves[feed.space]}
    return one


@EVERY_WIRE
@pytest.mark.parametrize(("forked", "other"), [(FEED, CONTENTS), (CONTENTS, FEED)])
def test_of_a_restored_folder_no_part_waits_once_one_has_forked(
    wire: NewWire, forked: Feed, other: Feed
) -> None:
    """None of it can be continued then: it would wait for good."""
    ours, reader = folder(1), program(3, FEED, CONTENTS)
    restored(ours, FEED.space, CONTENTS.space)
    pipe = Pipe(reader, ours, FEED, wire)
    assert not blocks_of(reader, FEED)
    assert not blocks_of(reader, CONTENTS)
    Pipe(ours, alone(folder(2, [*BLOCKS[:7], b"else"]), forked), forked, wire)
    pipe.stored(1, ours.feeds.shelves[forked.space].forks[0])
    newcomer = program(4, FEED, CONTENTS)
    Pipe(newcomer, ours, FEED, wire)
    for one in (reader, newcomer):
        assert len(blocks_of(one, other)) == 20
        assert len(blocks_of(one, forked)) == 7
