"""Cancel, Pause, Info, and what our user may choose: the smaller rules of both documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from typing_extensions import override

from engine.crypto.ed25519 import from_seed
from engine.model.ids import ConnectionId
from engine.protocols.contract import Ending, Role, Send
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.heard import without_cancelled
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.keys import discovery_key
from engine.protocols.hypercore.limits import (
    KEEP_ALIVE_SECONDS,
    RELAXED_KEEP_ALIVE_SECONDS,
    REQUESTS_IN_FLIGHT_MAX,
    REQUESTS_IN_FLIGHT_MIN,
    REQUESTS_LOOKED_OVER_MAX,
    SOUGHT_IN_FLIGHT_MAX,
)
from engine.protocols.hypercore.records import FeedStored, Naming, Sought
from engine.protocols.hypercore.wire import KeyOf, Said, Wire
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
SECRET = from_seed(bytes([1]) * 32)
DEP0010 = WIRES["dep0010"]


def change(pipe: Pipe, side: int, **changes: object) -> None:
    """That side's user chooses otherwise."""
    feeds = pipe.programs[side].feeds
    feed = replace(feeds.shelves[FEED.space].feed, **changes)  # type: ignore[arg-type]  # real fields
    record = FeedStored(FEED.space, feed, at=0.0)
    feeds.apply(record)
    pipe.stored(side, record)


class Overheard(Pipe):
    """A pipe that keeps what each side says, as packets."""

    said: tuple[list[packets.Packet], list[packets.Packet]]

    def __init__(self, *ends: Program, wire: NewWire = DEP0010) -> None:
        self.said = ([], [])
        super().__init__(ends[0], ends[1], FEED, wire)

    def listen(self) -> None:
        for side, end in enumerate(self.ends):
            say = end._wire.say

            def tapped(
                lane: int,
                *said: packets.Packet,
                say: Callable[..., bytes] = say,
                side: int = side,
            ) -> bytes:
                self.said[side].extend(said)
                return say(lane, *said)

            end._wire.say = tapped  # type: ignore[method-assign]  # we only listen


def silence(pipe: Pipe, side: int) -> None:
    """That side answers no requests."""
    giving = pipe.ends[side]._lanes.open[FEED.space]._giving
    giving.hear = lambda *_: []  # type: ignore[method-assign]  # as a program that hangs


def kinds(said: list[packets.Packet], *kind: type) -> list[packets.Packet]:
    return [one for one in said if isinstance(one, kind)]


# ---- Cancel -------------------------------------------------------------------------------------


def said_on(lane: int, *all_said: packets.Packet) -> list[Said]:
    return [Said(lane, one) for one in all_said]


def test_a_request_that_is_taken_back_before_it_is_answered_is_not_answered() -> None:
    """By block, offset and kind, and on the same lane."""
    requests = [packets.Request(n, digest=n) for n in range(5)]
    hashes = [packets.Request(2, hash_only=True), packets.Request(2, offset=9)]
    heard = said_on(0, *requests, *hashes, packets.Cancel(2), packets.Have(((0, 1),)))
    left = [one.packet for one in without_cancelled(iter(heard))]
    assert left == [*requests[:2], *requests[3:], *hashes, packets.Have(((0, 1),))]
    for cancel in (packets.Cancel(2, hash_only=True), packets.Cancel(2, offset=9)):
        left = [one.packet for one in without_cancelled(iter(said_on(0, *hashes, cancel)))]
        assert len(left) == 1
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


@EVERY_WIRE
def test_a_block_that_came_from_somebody_else_is_cancelled(wire: NewWire) -> None:
    reader, silent, author = program(2, FEED), program(3, FEED), program(1, FEED)
    write(author, 1, 5)
    slow = Overheard(reader, silent, wire=wire)
    slow.listen()
    silence(slow, 1)
    lane = slow.ends[0]._lanes.open[FEED.space]
    slow._do(0, slow.ends[0]._do(FEED.space, lane.receive(packets.Have(((0, 5),)), 0.0), 0.0))
    slow.settle()
    slow.pass_time(4.0)
    quick = Pipe(reader, author, FEED, wire)
    assert len(blocks_of(reader, FEED)) == 5
    for block in range(5):
        slow._do(0, slow.ends[0]._do(FEED.space, lane.arrived([block], slow.now), slow.now))
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
    pipe._do(0, pipe.ends[0]._do(FEED.space, lane.receive(packets.Have(((0, 9),)), 0.0), 0.0))
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
    pipe._do(1, pipe.ends[1]._do(FEED.space, [packets.Request(2)], 0.0))
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
    pipe._do(0, pipe.ends[0]._do(FEED.space, lane.receive(packets.Have(((0, 4),)), 0.0), 0.0))
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
    pipe._do(0, pipe.ends[0]._do(FEED.space, lane.receive(packets.Have(((0, 4),)), 0.0), 0.0))
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


# ---- frames, first feeds, settings --------------------------------------------------------------


@pytest.mark.parametrize("wire", [Dep0010Wire, Draft1Wire])
def test_a_length_of_five_bytes_ends_the_conversation(wire: NewWire) -> None:
    """Whatever it says: published programs read no more than four."""
    pipe = Pipe(program(2, FEED), program(1, FEED), FEED, wire)
    frame = b"\x82\x80\x80\x80\x00" + b"\x00\x00"
    if wire is Dep0010Wire:
        mine = pipe.ends[0]._wire
        assert isinstance(mine, Dep0010Wire)
        frame = mine._outgoing._encrypt(frame)
    pipe.hear(1, frame)
    assert pipe.endings()[1] is Ending.VIOLATION


def test_who_dials_does_not_begin_with_a_feed_that_is_paused_or_forked() -> None:
    feeds = [feed_of(1, paused=True), feed_of(2, common=4), feed_of(3)]
    one = program(1, *feeds)
    hypercore = Hypercore(records=one.feeds, entropy=Random(1).randbytes)
    for shares in (lambda _space: True, lambda _space: False):
        for _ in range(3):
            end = hypercore.connect(ConnectionId(1), Role.DIALLER, shares)
            (said, *_) = end.start(0.0)
            assert isinstance(said, Send)
            assert discovery_key(feeds[2].key, Naming.PUBLISHED) in said.data


def test_it_begins_with_one_of_those_where_there_is_no_other() -> None:
    one = program(1, feed_of(1, paused=True))
    hypercore = Hypercore(records=one.feeds, entropy=Random(1).randbytes)
    end = hypercore.connect(ConnectionId(1), Role.DIALLER)
    (said, *_) = end.start(0.0)
    assert isinstance(said, Send)
    assert discovery_key(FEED.key, Naming.PUBLISHED) in said.data


def unencrypted(entropy: object, key_of: object) -> Draft1Wire:
    return Draft1Wire(entropy, key_of, unencrypted=True)  # type: ignore[arg-type]  # as a NewWire


def test_draft_1_goes_in_clear_where_both_are_told_to() -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 20)
    heard = bytearray()

    class Tapped(Pipe):
        @override
        def hear(self, side: int, data: bytes) -> None:
            heard.extend(data)
            super().hear(side, data)

    Tapped(reader, author, FEED, unencrypted)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:20]))
    assert BLOCKS[7] in bytes(heard)


@pytest.mark.parametrize("wires", [(unencrypted, Draft1Wire), (Draft1Wire, unencrypted)])
def test_draft_1_in_clear_is_not_understood_where_only_one_is_told_to(
    wires: tuple[NewWire, NewWire],
) -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 20)
    made = iter(wires)

    def each_its_own(entropy: Callable[[int], bytes], key_of: KeyOf) -> Wire:
        return next(made)(entropy, key_of)

    Pipe(reader, author, FEED, each_its_own)
    assert blocks_of(reader, FEED) == {}


@EVERY_WIRE
def test_keep_alives_may_be_as_seldom_as_the_document_has_them(wire: NewWire) -> None:
    for relaxed, seconds in ((False, KEEP_ALIVE_SECONDS), (True, RELAXED_KEEP_ALIVE_SECONDS)):
        ends = program(1, FEED), program(2, FEED)
        for one in ends:
            one.settings = Settings(relaxed=relaxed)
        pipe = Pipe(*ends, FEED, wire)
        sent: list[float] = []
        keep_alive = pipe.ends[0]._wire.keep_alive

        def tapped(
            sent: list[float] = sent,
            pipe: Pipe = pipe,
            keep_alive: Callable[[], bytes] = keep_alive,
        ) -> bytes:
            sent.append(pipe.now)
            return keep_alive()

        pipe.ends[0]._wire.keep_alive = tapped  # type: ignore[method-assign]  # we only listen
        pipe.pass_time(1_000.0)
        assert pipe.endings() == [None, None]
        assert len(sent) == pytest.approx(1_000.0 / seconds, abs=2)


# ---- what is waited for --------------------------------------------------------------------------


@EVERY_WIRE
def test_what_somebody_waits_for_is_asked_for_at_once_however_much_is_on_its_way(
    wire: NewWire,
) -> None:
    reader, silent = program(2, FEED), program(3, FEED)
    pipe = Overheard(reader, silent, wire=wire)
    silence(pipe, 1)
    pipe.listen()
    lane = pipe.ends[0]._lanes.open[FEED.space]
    offered = packets.Have(((0, 10_000),))
    pipe._do(0, pipe.ends[0]._do(FEED.space, lane.receive(offered, 0.0), 0.0))
    before = len(kinds(pipe.said[0], packets.Request))
    assert before >= REQUESTS_IN_FLIGHT_MIN, "as much as may be on its way is"
    sought = Sought(FEED.space, 7_000, 7_003)
    reader.feeds.apply(sought)
    pipe.stored(0, sought)
    asked = [one.block for one in pipe.said[0] if isinstance(one, packets.Request)]
    assert asked[before:] == [7_000, 7_001, 7_002]


def test_what_is_waited_for_has_a_bound_too() -> None:
    reader, silent = program(2, FEED), program(3, FEED)
    pipe = Overheard(reader, silent)
    silence(pipe, 1)
    lane = pipe.ends[0]._lanes.open[FEED.space]
    lane.receive(packets.Have(((0, 1 << 40),)), 0.0)
    sought = Sought(FEED.space, 7_000, 1 << 40)
    reader.feeds.apply(sought)
    for _ in range(10):
        lane.notice(sought, 0.0)
    assert len(lane._requests._asked) <= REQUESTS_IN_FLIGHT_MAX + SOUGHT_IN_FLIGHT_MAX


def test_a_request_held_for_a_lane_that_is_not_open_can_be_taken_back() -> None:
    """And takes no room any more."""
    author, reader = program(1, FEED), program(2, FEED)
    pipe = Pipe(reader, author, FEED, DEP0010)
    other = feed_of(5)
    wire = pipe.ends[0]._wire
    name = discovery_key(other.key, Naming.PUBLISHED)
    pipe.hear(1, wire.say(1, packets.Feed(name)))
    before = pipe.ends[1].buffered
    for _ in range(100):
        pipe.hear(1, wire.say(1, packets.Request(3)))
        pipe.hear(1, wire.say(1, packets.Cancel(3)))
    assert pipe.endings() == [None, None]
    assert pipe.ends[1].buffered == before


def test_of_draft_1_who_says_nothing_of_what_it_has_is_asked_once() -> None:
    """The draft only calls it a good idea to tell; and a Want is for what was not told about."""
    ends = program(2, FEED), program(3, FEED)
    pipe = Overheard(*ends, wire=Draft1Wire)
    pipe.listen()
    pipe.pass_time(60.0)
    assert kinds(pipe.said[0], packets.Want) == [packets.Want(0, None)]
    author = program(1, FEED)
    write(author, 1, 5)
    telling = Overheard(program(4, FEED), author, wire=Draft1Wire)
    telling.listen()
    telling.pass_time(60.0)
    assert not kinds(telling.said[0], packets.Want)


@EVERY_WIRE
def test_we_are_never_silent_for_longer_than_a_keep_alive(wire: NewWire) -> None:
    """Whenever it was that we spoke last: published programs hang up after 7.5 seconds."""
    ends = program(1, FEED), program(2, FEED)
    heard: list[float] = []

    class Timed(Pipe):
        @override
        def hear(self, side: int, data: bytes) -> None:
            if side == 0:
                heard.append(self.now)
            super().hear(side, data)

    pipe = Timed(*ends, FEED, wire)
    for number in range(20):
        pipe.pass_time(1.7)
        pipe.stored(1, append(ends[1].feeds, FEED.space, BLOCKS[number : number + 1], SECRET))
        pipe.pass_time(10.0)
    assert pipe.endings() == [None, None]
    gaps = [later - before for before, later in pairwise(heard)]
    assert max(gaps) <= KEEP_ALIVE_SECONDS + 0.001
