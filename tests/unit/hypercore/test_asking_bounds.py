"""Numbers that bound what we ask, answer, copy and wait for: at each of them, and one beyond."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.protocols.contract import Close, Effect, Ending, WakeAt
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.asking.copies import Copies, _Piece
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.asking.pace import Pace
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.exchange.asking.requests import Asked
from engine.protocols.hypercore.exchange.asking.seeking import Seeking
from engine.protocols.hypercore.exchange.asking.wanting import Wanting
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.serving import answer, answer_run, replies
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.exchange.trust.extensions import RUN, Terms
from engine.protocols.hypercore.limits import (
    CANCELLED_KEPT,
    CLAIMED_BLOCKS_MAX,
    COPIED_BLOCKS_MAX,
    COPIED_BYTES_MAX,
    COPIED_BYTES_MIN,
    COPIES_LOOKED_FOR_MAX,
    FRAME_BYTES_MAX,
    HAVE_SPAN_MAX,
    IN_FLIGHT_BYTES_AIMED,
    IN_FLIGHT_IN_RUNS_MAX,
    LANES_MAX,
    LONG_LINE_SECONDS,
    LOOKED_AHEAD_BLOCKS,
    OPENING_SECONDS,
    PATIENCE_SECONDS,
    QUICK_SECONDS,
    RELAXED_SILENCE_SECONDS_MAX,
    REQUEST_SECONDS_MAX,
    REQUESTS_IN_FLIGHT_FAR_MAX,
    REQUESTS_IN_FLIGHT_MAX,
    REQUESTS_IN_FLIGHT_MIN,
    ROOM_SHARE,
    RUN_BYTES_MAX,
    SAID_NODES_MAX,
    SEEKS_PENDING_MAX,
    SERVED_OVERHEAD_BYTES,
    SILENCE_SECONDS_MAX,
    SOUGHT_IN_FLIGHT_MAX,
    STRETCHES_LOOKED_AT,
    WAKE_SECONDS,
    WINDOW_FACTOR_MAX,
)
from engine.protocols.hypercore.manner import DEP0010, KIN, Doing
from engine.protocols.hypercore.reception import Reception
from engine.protocols.hypercore.records import Naming, Sought, SoughtBytes
from engine.protocols.hypercore.tree.node import HASH_BYTES, Node
from engine.protocols.hypercore.tree.suites import SuiteName
from tests.conversations.hypercore.test_conversations import EVERY_WIRE, feed_of, program
from tests.conversations.hypercore_pipe import NewWire, Pipe
from tests.unit.hypercore.feeds import MemoryTree
from tests.unit.hypercore.memory_feeds import MemoryFeeds, append, followed

FEED = feed_of(1)
MOMENT = 0.001


def reader_of(*, mean: int, whole: bool = True, blocks: int = 10_000) -> tuple[MemoryFeeds, Lane]:
    """Who follows a feed of so many blocks, of which it holds none, and asks for runs.

    Nobody signs it: then no hash is asked for to compare histories.
    """
    feeds, space = followed(whole=whole)
    shelf = feeds.shelves[space]
    shelf.feed = replace(shelf.feed, signed=False, length=blocks, byte_length=mean * blocks)
    names = (KIN, RUN)
    lane = Lane(feeds, Downloads(feeds), space, DEP0010, Terms(ours=names, theirs=names))
    lane.open(0.0)
    return feeds, lane


def under_way(lane: Lane) -> int:
    return len(lane._requests._asked)


def asked(doings: list[Doing]) -> list[int]:
    return [one.block for one in doings if isinstance(one, packets.Request)]


ALL = packets.Have(((0, 10_000),))


# ---- what is on its way -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mean", "window"),
    [
        (10 * IN_FLIGHT_BYTES_AIMED, REQUESTS_IN_FLIGHT_MIN),
        (IN_FLIGHT_BYTES_AIMED // REQUESTS_IN_FLIGHT_MIN, REQUESTS_IN_FLIGHT_MIN),
        (IN_FLIGHT_BYTES_AIMED // (REQUESTS_IN_FLIGHT_MIN + 1), REQUESTS_IN_FLIGHT_MIN + 1),
        (IN_FLIGHT_BYTES_AIMED // (REQUESTS_IN_FLIGHT_MAX - 1), REQUESTS_IN_FLIGHT_MAX - 1),
        (IN_FLIGHT_BYTES_AIMED // REQUESTS_IN_FLIGHT_MAX, REQUESTS_IN_FLIGHT_MAX),
        (IN_FLIGHT_BYTES_AIMED // (REQUESTS_IN_FLIGHT_MAX + 1), REQUESTS_IN_FLIGHT_MAX),
    ],
)
def test_about_so_many_bytes_are_on_their_way_in_no_more_and_no_fewer_blocks(
    mean: int, window: int
) -> None:
    feeds, _ = reader_of(mean=mean)
    (feed,) = feeds.feeds()
    lane = Lane(feeds, Downloads(feeds), feed.space, DEP0010)  # one block at a time
    lane.open(0.0)
    lane.receive(ALL, 0.0)
    assert under_way(lane) == window


@pytest.mark.parametrize(
    ("waited", "window"),
    [(QUICK_SECONDS, IN_FLIGHT_IN_RUNS_MAX), (QUICK_SECONDS + MOMENT, REQUESTS_IN_FLIGHT_MAX)],
)
def test_of_small_blocks_in_runs_more_are_asked_for_where_they_come_quickly(
    waited: float, window: int
) -> None:
    _, lane = reader_of(mean=1)
    lane._requests._pace.came(0.0, waited)
    lane.receive(ALL, 0.0)
    assert under_way(lane) == window


def test_more_is_asked_for_when_a_share_of_it_was_answered() -> None:
    _, lane = reader_of(mean=IN_FLIGHT_BYTES_AIMED)
    assert len(asked(lane.receive(ALL, 0.0))) == REQUESTS_IN_FLIGHT_MIN
    share = REQUESTS_IN_FLIGHT_MIN // ROOM_SHARE
    more = [len(asked(lane.receive(packets.Unhave(n, n + 1), 0.0))) for n in range(share)]
    assert more == [0] * (share - 1) + [share]


def test_of_what_somebody_waits_for_so_many_more_are_asked_for_and_no_more() -> None:
    feeds, lane = reader_of(mean=IN_FLIGHT_BYTES_AIMED, whole=False)
    feeds.apply(Sought(lane.space, 0, 10_000))
    most = REQUESTS_IN_FLIGHT_MIN + SOUGHT_IN_FLIGHT_MAX
    assert len(asked(lane.receive(ALL, 0.0))) == most
    assert asked(lane.receive(ALL, 0.0)) == []


@pytest.mark.parametrize(
    ("least", "factor"), [(LONG_LINE_SECONDS, 2), (LONG_LINE_SECONDS - MOMENT, 1)]
)
def test_a_line_is_long_from_so_many_seconds_on(least: float, factor: int) -> None:
    pace = Pace()
    for _ in range(4):
        pace.came(0.0, least)
    assert pace.factor == factor


def test_a_long_line_has_so_many_times_as_much_on_it_and_no_more() -> None:
    pace, factors = Pace(), list[int]()
    for second in range(20):
        pace.came(second, second + 0.25)
        factors.append(pace.factor)
    assert factors[3::4] == [2, 4, 8, 8, 8]
    assert factors[-1] == WINDOW_FACTOR_MAX
    usual = REQUESTS_IN_FLIGHT_FAR_MAX // WINDOW_FACTOR_MAX
    assert pace.window(usual - 1) == REQUESTS_IN_FLIGHT_FAR_MAX - WINDOW_FACTOR_MAX
    assert pace.window(usual) == pace.window(usual + 1) == REQUESTS_IN_FLIGHT_FAR_MAX


@pytest.mark.parametrize(
    ("held", "found"), [(STRETCHES_LOOKED_AT - 1, True), (STRETCHES_LOOKED_AT, False)]
)
def test_so_many_stretches_are_looked_at_in_one_go_and_no_more(held: int, *, found: bool) -> None:
    """A peer has single blocks here and there, all of which we hold but the last."""
    feeds, space = followed()
    lane = Lane(feeds, Downloads(feeds), space, DEP0010)
    lane.open(0.0)
    places = [number * LOOKED_AHEAD_BLOCKS for number in range(held + 1)]
    for place in places[:-1]:
        feeds.shelves[space].held.add(place, place + 1)
    said = lane.receive(packets.Have(tuple((n, n + 1) for n in places)), 0.0)
    assert asked(said) == (places[-1:] if found else [])
    assert lane.is_looking() is not found
    assert asked(lane.wake(0.0)) == ([] if found else places[-1:])


@pytest.mark.parametrize(("more", "asked_about"), [(-1, 0), (0, 1), (1, 1)])
def test_of_what_is_merely_claimed_so_much_is_asked_about(more: int, asked_about: int) -> None:
    """Stretch by stretch, and one behind: there it may grow."""
    feeds, _ = reader_of(mean=1)
    (feed,) = feeds.feeds()
    remote = Remote()
    wanting = Wanting(DEP0010, remote)
    remote.has.add(0, CLAIMED_BLOCKS_MAX + more * HAVE_SPAN_MAX)
    wants = list(iter(lambda: wanting.more(feed), []))
    assert len(wants) == CLAIMED_BLOCKS_MAX // HAVE_SPAN_MAX + asked_about


@pytest.mark.parametrize("beyond", [0, 1])
def test_so_many_requests_that_were_taken_back_are_remembered(beyond: int) -> None:
    """Their answers may have crossed with that."""
    feeds, lane = reader_of(mean=1)
    (feed,) = feeds.feeds()
    requests = lane._requests
    requests._asked.update({block: Asked(0.0) for block in range(CANCELLED_KEPT + beyond)})
    requests.cancel_unwanted(replace(feed, paused=True))
    assert requests.take_late(0) is not bool(beyond)
    assert requests.take_late(CANCELLED_KEPT - 1 + beyond)


@pytest.mark.parametrize("beyond", [0, 1])
def test_so_many_hashes_whose_sizes_nobody_signed_are_remembered(beyond: int) -> None:
    _, lane = reader_of(mean=1)
    for index in range(SAID_NODES_MAX + beyond):
        lane._taking._remember([Node(index, bytes(HASH_BYTES), 1)])
    assert len(lane._taking.said) == (1 if beyond else SAID_NODES_MAX)


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_peer_is_asked_for_so_many_places_at_a_time(beyond: int) -> None:
    feeds, lane = reader_of(mean=100, whole=False)
    (feed,) = feeds.feeds()
    for number in range(SEEKS_PENDING_MAX + beyond):
        feeds.apply(SoughtBytes(lane.space, 500 * number + 100, 500 * number + 101))
    said = Seeking(feeds, lane.space).look(feed, 0.0, may_ask=True)
    assert len([one for one in said if isinstance(one, packets.Request)]) == SEEKS_PENDING_MAX


# ---- what is given ------------------------------------------------------------------------------


@pytest.mark.parametrize("beyond", [0, 1])
def test_one_answer_to_a_want_speaks_of_so_many_blocks(beyond: int) -> None:
    feeds, space = followed()
    shelf = feeds.shelves[space]
    length = HAVE_SPAN_MAX + beyond
    shelf.feed = replace(shelf.feed, length=length)
    shelf.held.add(0, length)
    first = packets.Bitfield((0, HAVE_SPAN_MAX), b"\xff" * (HAVE_SPAN_MAX // 8))
    rest = [packets.Have(((HAVE_SPAN_MAX, length),))] if beyond else []
    assert list(replies(feeds, shelf.feed, (0, length))) == [first, *rest]


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_run_has_so_many_bytes_and_what_has_more_comes_block_by_block(beyond: int) -> None:
    feeds, space = followed()
    append(feeds, space, [bytes(RUN_BYTES_MAX - 1), b"x" * (1 + beyond)])
    (feed,) = feeds.feeds()
    said = answer_run(feeds, feed, packets.RunRequest(1, 0), None)
    assert [type(one) for one in said] == ([packets.Data] * 2 if beyond else [packets.Run])


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_block_is_given_where_a_frame_holds_it_and_what_proves_it(beyond: int) -> None:
    feeds, space = followed()
    append(feeds, space, [bytes(FRAME_BYTES_MAX - SERVED_OVERHEAD_BYTES + beyond)])
    (feed,) = feeds.feeds()
    said = answer(feeds, feed, packets.Request(0), None)
    assert isinstance(said, packets.Unhave if beyond else packets.Data)


# ---- what is copied -----------------------------------------------------------------------------


def pieces(feeds: MemoryFeeds, space: SpaceId, node: int) -> list[int]:
    """What the blocks below that node are copied as."""
    copies = Copies(feeds, space, BlockRanges(), lambda _block: None)
    return [piece.node for piece in copies._pieces(_Piece(node, space, node))]


@pytest.mark.parametrize("beyond", [0, 1])
def test_so_many_bytes_are_copied_at_a_time(beyond: int) -> None:
    feeds, space = followed()
    append(feeds, space, [bytes(COPIED_BYTES_MAX - 1), b"x" * (1 + beyond)])
    assert pieces(feeds, space, 1) == ([0, 2] if beyond else [1])


def test_so_many_blocks_are_copied_at_a_time() -> None:
    feeds, space = followed()
    append(feeds, space, [b""] * (2 * COPIED_BLOCKS_MAX))
    half = COPIED_BLOCKS_MAX - 1
    assert pieces(feeds, space, half) == [half]
    assert pieces(feeds, space, 2 * half + 1) == [half, 3 * COPIED_BLOCKS_MAX - 1]


class Counting(MemoryFeeds):
    """Has copies of nothing, and counts how often that is asked."""

    asked = 0

    @override
    def copy_of(self, suite: SuiteName, node: Node) -> None:
        self.asked += 1


@pytest.mark.parametrize("blocks", [COPIES_LOOKED_FOR_MAX // 2, COPIES_LOOKED_FOR_MAX])
def test_of_a_tree_so_many_nodes_are_looked_for_elsewhere(blocks: int) -> None:
    feeds, found = Counting(), followed()
    feeds.shelves = found[0].shelves
    shelf = feeds.shelves[found[1]]
    shelf.feed = replace(shelf.feed, length=blocks)
    nodes = 2 * blocks - 1
    shelf.tree = MemoryTree(Node(n, bytes(HASH_BYTES), COPIED_BYTES_MIN) for n in range(nodes))
    Copies(feeds, found[1], BlockRanges(), lambda _block: None).look_at_all(shelf.feed)
    assert feeds.asked == min(nodes, COPIES_LOOKED_FOR_MAX)


# ---- how long is waited -------------------------------------------------------------------------


def endings(effects: list[Effect]) -> list[Ending]:
    return [one.ending for one in effects if isinstance(one, Close)]


@EVERY_WIRE
@pytest.mark.parametrize(
    ("relaxed", "seconds"), [(False, SILENCE_SECONDS_MAX), (True, RELAXED_SILENCE_SECONDS_MAX)]
)
def test_a_peer_may_be_silent_for_so_long(wire: NewWire, *, relaxed: bool, seconds: float) -> None:
    ours = program(1, FEED)
    ours.settings = Settings(relaxed=relaxed)
    end = Pipe(ours, program(2, FEED), FEED, wire).ends[0]
    assert endings(end.wake(seconds - MOMENT)) == []
    assert endings(end.wake(seconds)) == [Ending.TIMED_OUT]


@EVERY_WIRE
def test_an_answer_may_take_so_long(wire: NewWire) -> None:
    end = Pipe(program(2, FEED), program(3, FEED), FEED, wire).ends[0]
    assert asked(end._lanes.open[FEED.space].receive(packets.Have(((0, 5),)), 0.0))
    assert endings(end.wake(REQUEST_SECONDS_MAX - MOMENT)) == []
    assert endings(end.wake(REQUEST_SECONDS_MAX)) == [Ending.TIMED_OUT]


def test_others_are_asked_for_what_one_peer_owes_us_after_so_long_and_not_before() -> None:
    feeds, space = followed()
    downloads = Downloads(feeds)
    one, other = (Lane(feeds, downloads, space, DEP0010) for _ in range(2))
    for lane in (one, other):
        lane.open(0.0)
    have = packets.Have(((0, 5),))
    assert asked(one.receive(have, 0.0)) == list(range(5))
    for at, is_due in ((PATIENCE_SECONDS - MOMENT, False), (PATIENCE_SECONDS, True)):
        one.wake(at)
        assert asked(other.receive(have, at)) == (list(range(5)) if is_due else [])


@EVERY_WIRE
def test_both_sides_have_so_long_to_open_and_are_looked_after_from_then_on(wire: NewWire) -> None:
    ends = program(1, FEED), program(2, FEED)
    for first in (FEED, None):
        started = ends[0].conversation(wire, first, lambda _space: False).start(1.0)
        assert started[-1] == WakeAt(1.0 + OPENING_SECONDS)
    assert Pipe(*ends, FEED, wire).wake_at == [WAKE_SECONDS] * 2


def test_a_first_frame_may_take_so_long() -> None:
    def unused(_: Naming) -> Reception:
        raise AssertionError

    reception = Reception(lambda _: None, unused)
    assert reception.start(1.0) == [WakeAt(1.0 + OPENING_SECONDS)]
    assert endings(reception.wake(1.0 + OPENING_SECONDS)) == [Ending.TIMED_OUT]


# ---- lanes of draft 1 ---------------------------------------------------------------------------


def test_lanes_of_draft_1_are_opened_to_the_same_bound() -> None:
    author, attacker = program(1, FEED), program(2, FEED)
    pipe = Pipe(attacker, author, FEED, Draft1Wire)
    stranger = feed_of(200)
    wire = Draft1Wire(Random(7).randbytes, attacker.key_of)
    for lane in range(1, LANES_MAX):
        pipe.hear(1, wire.open(lane, stranger, None))
    assert pipe.endings() == [None, None]
    pipe.hear(1, wire.open(LANES_MAX, stranger, None))
    assert pipe.endings() == [None, Ending.VIOLATION]
