"""Our own key in use elsewhere: two copies of a profile, or a backup that came back (rule 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.ed25519 import from_seed
from engine.protocols.hypercore import packets
from tests.conversations.hypercore.test_conversations import (
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
)
from tests.conversations.hypercore.test_forks import BLOCKS, FEED, history, shelf_of
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.memory_feeds import append

AUTHOR = from_seed(bytes([1]) * 32)


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
