"""Cancel, Pause, Info, and what our user may choose: the smaller rules of both documents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.ed25519 import from_seed
from engine.protocols.contract import Charge, Ending
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.draft1 import messages as draft1
from engine.protocols.hypercore.exchange.heard import without_cancelled
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.limits import (
    REQUESTS_LOOKED_OVER_MAX,
)
from engine.protocols.hypercore.records import FeedStored, Sought
from engine.protocols.hypercore.wire import Said
from tests.conversations.hypercore.overheard import Overheard, kinds, silence
from tests.conversations.hypercore.test_conversations import (
    BLOCKS,
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
    write,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe
from tests.unit.hypercore.memory_feeds import append
from tests.work import steps_of

FEED = feed_of(1)
SECRET = from_seed(bytes([1]) * 32)
DEP0010 = WIRES["dep0010"]


def change(pipe: Pipe, side: int, **changes: object) -> None:
    """That side's user chooses otherwise."""
    feeds = pipe.programs[side].feeds
    feed = replace(feeds.shelves[FEED.space].feed, **changes)  # type: ignore[arg-type]  # real fields
    record = FeedStored(FEED.space, feed, at=0.0)
    feeds.apply(record)
    pipe.stored(side, record)


# ---- Cancel -------------------------------------------------------------------------------------


def said_on(lane: int, *all_said: packets.Packet) -> list[Said]:
    return [Said(lane, one) for one in all_said]


def test_a_request_that_is_taken_back_before_it_is_answered_is_not_answered() -> None:
    """By block, offset and kind, and on the same lane."""
    requests = [packets.Request(n, digest=n) for n in range(5)]
    hashes = [packets.Request(2, hash_only=True), packets.Request(2, offset=9)]
    rest = packets.Cancel(2), packets.Have(((0, 1),))
    heard = said_on(0, *requests, *hashes, *rest)
    left = [one.packet for one in without_cancelled(iter(heard))]
    assert left == [*requests[:2], *requests[3:], *hashes, *rest]
    for cancel in (packets.Cancel(2, hash_only=True), packets.Cancel(2, offset=9)):
        left = [one.packet for one in without_cancelled(iter(said_on(0, *hashes, cancel)))]
        assert len(left) == 2
    drafted = draft1.decode(draft1.encode(packets.Cancel(2)))
    left = [one.packet for one in without_cancelled(iter(said_on(0, *hashes, drafted)))]
    assert left == [hashes[1], drafted], "the draft has no kinds: it means either"
    other = [*said_on(0, *requests), *said_on(1, packets.Cancel(2))]
    assert list(without_cancelled(iter(other))) == other


def test_looking_ahead_for_cancels_has_a_bound_and_keeps_the_order() -> None:
    heard = said_on(0, *(packets.Request(n) for n in range(2 * REQUESTS_LOOKED_OVER_MAX)))
    assert list(without_cancelled(iter(heard))) == heard
    taken: list[Said] = []

    def endless() -> object:
        for said in heard:
            taken.append(said)
            yield said

    first = next(without_cancelled(endless()))  # type: ignore[arg-type]  # an iterator
    assert first == heard[0]
    assert len(taken) <= REQUESTS_LOOKED_OVER_MAX + 1


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_cancel_counts_where_it_comes_soon_enough_behind_its_request(beyond: int) -> None:
    between = [packets.Request(9)] * (REQUESTS_LOOKED_OVER_MAX - 2 + beyond)
    heard = said_on(0, packets.Request(1), *between, packets.Cancel(1))
    left = list(without_cancelled(iter(heard)))
    assert left == (heard if beyond else heard[1:])


def test_who_asks_and_takes_back_again_and_again_is_looked_over_packet_by_packet() -> None:
    """H-5: as long as that was one step, nobody else had a turn and nobody paid for it."""
    pipe = Pipe(program(2, FEED), program(1, FEED), FEED, DEP0010)
    one, other = pipe.ends
    again: list[packets.Packet] = [packets.Request(5), packets.Cancel(5)] * 500
    data = one._wire.say(0, *(packets.Request(n) for n in range(255)), *again)
    steps = other.receive(data, 1.0)
    begun = steps_of(lambda: next(steps))
    assert begun < 100 * REQUESTS_LOOKED_OVER_MAX, "not all that was said"
    charges = [other.charge for _ in steps]
    assert len(charges) >= 255 + 500 - 1
    assert charges[-1] is Charge.FULL
    nothing = other.receive(b"".join(one._wire.keep_alive() for _ in range(3)), 1.0)
    assert list(nothing) == [[]] * 3, "each is a step, which others may have their turn behind"


@EVERY_WIRE
def test_a_block_that_came_from_somebody_else_is_cancelled(wire: NewWire) -> None:
    reader, silent, author = program(2, FEED), program(3, FEED), program(1, FEED)
    write(author, 1, 5)
    slow = Overheard(reader, silent, wire=wire)
    slow.listen()
    silence(slow, 1)
    lane = slow.ends[0]._lanes.open[FEED.space]
    slow._do(
        0, slow.ends[0]._speech.do(FEED.space, lane.receive(packets.Have(((0, 5),)), 0.0), 0.0)
    )
    slow.settle()
    slow.pass_time(4.0)
    quick = Pipe(reader, author, FEED, wire)
    assert len(blocks_of(reader, FEED)) == 5
    for block in range(5):
        slow._do(0, slow.ends[0]._speech.do(FEED.space, lane.arrived([block], slow.now), slow.now))
    cancelled = kinds(slow.said[0], packets.Cancel)
    assert cancelled == [packets.Cancel(n) for n in range(5)]
    slow.pass_time(60.0)
    assert slow.endings() == [None, None], "nothing is awaited any more"
    assert quick.endings() == [None, None]


@EVERY_WIRE
def test_what_nobody_waits_for_any_more_is_cancelled(wire: NewWire) -> None:
    reader, silent = program(2, FEED), program(3, FEED)
    reader.feeds.shelves[FEED.space].feed = replace(FEED, whole=False)
    pipe = Overheard(reader, silent, wire=wire)
    pipe.listen()
    silence(pipe, 1)
    reader.feeds.apply(Sought(FEED.space, 3, 6))
    lane = pipe.ends[0]._lanes.open[FEED.space]
    pipe._do(
        0, pipe.ends[0]._speech.do(FEED.space, lane.receive(packets.Have(((0, 9),)), 0.0), 0.0)
    )
    pipe.settle()
    no_more = Sought(FEED.space, 3, 6, wanted=False)
    reader.feeds.apply(no_more)
    pipe.stored(0, no_more)
    assert kinds(pipe.said[0], packets.Cancel) == [packets.Cancel(n) for n in (3, 4, 5)]
    assert reader.downloads.of(FEED.space).asked.blocks == 0


def test_an_answer_that_crosses_with_its_cancel_is_taken_where_it_is_wanted_again() -> None:
    reader, author = program(2, FEED), program(1, FEED)
    write(author, 1, 5)
    pipe = Pipe(reader, author, FEED, DEP0010)
    assert len(blocks_of(reader, FEED)) == 5
    lane = pipe.ends[0]._lanes.open[FEED.space]
    lane._requests._cancelled[6] = None
    (stored,) = (append(author.feeds, FEED.space, BLOCKS[5:8], SECRET),)
    pipe.stored(1, stored)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:8]))


# ---- Pause --------------------------------------------------------------------------------------


@EVERY_WIRE
def test_a_pause_of_ours_stops_everything_both_ways_and_at_once(wire: NewWire) -> None:
    reader, author = program(2, FEED), program(1, FEED)
    write(author, 1, 5)
    pipe = Overheard(reader, author, wire=wire)
    pipe.listen()
    change(pipe, 0, paused=True)
    pipe.stored(1, append(author.feeds, FEED.space, BLOCKS[5:9], SECRET))
    assert len(blocks_of(reader, FEED)) == 5
    assert not kinds(pipe.said[0], packets.Request, packets.Data)
    lane = pipe.ends[1]._lanes.open[FEED.space]
    pipe._do(1, pipe.ends[1]._speech.do(FEED.space, [packets.Request(2)], 0.0))
    pipe.settle()
    assert not kinds(pipe.said[0], packets.Data), "nor is anything given"
    assert not lane.remote.gives
    change(pipe, 0, paused=False)
    pipe.pass_time(10.0)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:9]))


@EVERY_WIRE
def test_what_was_on_its_way_when_we_paused_is_cancelled(wire: NewWire) -> None:
    reader, silent = program(2, FEED), program(3, FEED)
    pipe = Overheard(reader, silent, wire=wire)
    pipe.listen()
    silence(pipe, 1)
    lane = pipe.ends[0]._lanes.open[FEED.space]
    pipe._do(
        0, pipe.ends[0]._speech.do(FEED.space, lane.receive(packets.Have(((0, 4),)), 0.0), 0.0)
    )
    pipe.settle()
    change(pipe, 0, paused=True)
    assert kinds(pipe.said[0], packets.Cancel) == [packets.Cancel(n) for n in range(4)]
    pipe.pass_time(100.0)
    assert pipe.endings() == [None, None]


@EVERY_WIRE
def test_a_pause_of_theirs_ends_the_waiting_and_others_are_asked(wire: NewWire) -> None:
    """Draft 1: Pause and Resume; DEP-0010: Info."""
    reader, pausing, author = program(2, FEED), program(3, FEED), program(1, FEED)
    write(author, 1, 4)
    pipe = Pipe(reader, pausing, FEED, wire)
    silence(pipe, 1)
    lane = pipe.ends[0]._lanes.open[FEED.space]
    pipe._do(
        0, pipe.ends[0]._speech.do(FEED.space, lane.receive(packets.Have(((0, 4),)), 0.0), 0.0)
    )
    pipe.settle()
    change(pipe, 1, paused=True)
    assert reader.downloads.of(FEED.space).asked.blocks == 0
    pipe.pass_time(100.0)
    assert pipe.endings() == [None, None], "who pauses need not answer"
    Pipe(reader, author, FEED, wire)
    assert len(blocks_of(reader, FEED)) == 4


# ---- Info, ending -------------------------------------------------------------------------------


@pytest.mark.parametrize("dials", [0, 1])
@pytest.mark.parametrize("leaves", [0, 1], ids=["who leaves writes", "who leaves reads"])
def test_with_one_that_does_not_stay_it_ends_when_both_have_all(dials: int, leaves: int) -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 30)
    (author, reader)[leaves].settings = Settings(live=False)
    ends = [author, reader] if dials == 0 else [reader, author]
    pipe = Pipe(ends[0], ends[1], FEED, DEP0010)
    pipe.pass_time(12.0)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:30]))
    assert Ending.CLOSED_BY_US in pipe.endings()
    assert set(pipe.endings()) <= {None, Ending.CLOSED_BY_US}


@pytest.mark.parametrize("leaves", [0, 1])
def test_draft_1_ends_it_without_the_words_that_it_lacks(leaves: int) -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 30)
    (author, reader)[leaves].settings = Settings(live=False)
    pipe = Pipe(reader, author, FEED, WIRES["draft1"])
    pipe.pass_time(12.0)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:30]))
    assert set(pipe.endings()) <= {None, Ending.CLOSED_BY_US}


def test_it_does_not_end_while_there_is_more_to_read() -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 30)
    reader.settings = Settings(live=False)
    pipe = Pipe(reader, author, FEED, DEP0010)
    silence(pipe, 1)
    pipe.stored(1, append(author.feeds, FEED.space, BLOCKS[30:31], SECRET))
    pipe.pass_time(12.0)
    assert pipe.endings() == [None, None]


def test_with_a_peer_that_stays_nothing_ends() -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 30)
    pipe = Pipe(reader, author, FEED, DEP0010)
    lane = pipe.ends[0]._lanes.ours[FEED.space]
    done = packets.Info(uploading=True, downloading=False)
    pipe.hear(1, pipe.ends[0]._wire.say(lane, done))
    pipe.pass_time(60.0)
    assert pipe.endings() == [None, None]
