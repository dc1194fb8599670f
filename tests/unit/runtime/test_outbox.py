"""Architecture, section 7: events are few, in order and bounded."""

from __future__ import annotations

import pytest

from engine.errors import FaultReason
from engine.model.address import Address
from engine.model.events import (
    EngineClosed,
    Event,
    FaultRaised,
    InviteArrived,
    InviteDelivered,
    Listening,
    PeerGone,
    PeerReady,
    PeersChanged,
    PeerViolated,
    PortMappingChanged,
    PostsArrived,
    PostsChanged,
    ReconciliationDone,
    Reconciling,
    RequestsChanged,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import OrderKey, PeerId, PostId, ProtocolName, RequestId, SpaceId
from engine.model.peers import PortMappingView
from engine.runtime.turns.outbox import EVENTS_MAX, Outbox

A, B = SpaceId(b"a" * 32), SpaceId(b"b" * 32)
PEER, OTHER = PeerId(b"p" * 32), PeerId(b"q" * 32)
REQUEST = RequestId(b"r" * 32)
CABLE = ProtocolName.CABLE
THERE = Address("127.0.0.5", 7)
GONE = PeerGone(CABLE, THERE, "closed_by_peer")


def posts(space: SpaceId, count: int, first: bytes, last: bytes, own: int = 0) -> PostsArrived:
    return PostsArrived(space, count, OrderKey(first), OrderKey(last), own)


def put(*events: Event, events_max: int = EVENTS_MAX) -> tuple[Event, ...]:
    outbox = Outbox(events_max)
    for event in events:
        outbox.put(event)
    return outbox.take()


def test_changed_posts_of_a_space_are_named_together_as_long_as_they_are_few() -> None:
    names = [PostId(bytes([n // 256, n % 256]) * 16) for n in range(300)]
    few = [PostsChanged(A, (name,)) for name in (*names[:5], names[0])]

    assert put(*few, PostsChanged(B, tuple(names[:1]))) == (
        PostsChanged(A, tuple(names[:5])),
        PostsChanged(B, tuple(names[:1])),
    )
    assert put(*(PostsChanged(A, (name,)) for name in names)) == (PostsChanged(A, ()),)
    assert put(few[0], PostsChanged(A, ()), few[1]) == (PostsChanged(A, ()),)


def test_changed_posts_that_call_are_named_though_any_may_have_changed() -> None:
    names = [PostId(bytes([n // 256, n % 256]) * 16) for n in range(257)]
    first, second = names[:2]
    calls = PostsChanged(A, (first,), (first,))
    (told,) = put(calls, PostsChanged(A, ()), PostsChanged(A, (), (second,)))
    assert told == PostsChanged(A, (), (first, second))
    (told,) = put(*(PostsChanged(A, (name,), (name,)) for name in names))
    assert told == PostsChanged(A, (), tuple(names[1:])), "of too many the latest"


def test_a_thousand_arrivals_of_a_space_are_one_with_the_whole_range_and_count() -> None:
    arrivals = [posts(A, 1, bytes([n % 250]), bytes([n % 250]), own=n % 2) for n in range(1_000)]

    assert put(*arrivals) == (posts(A, 1_000, b"\x00", b"\xf9", own=500),)


def test_arrivals_of_two_spaces_stay_two() -> None:
    assert put(posts(A, 1, b"1", b"1"), posts(B, 1, b"1", b"1"), posts(A, 1, b"0", b"0")) == (
        posts(A, 2, b"0", b"1"),
        posts(B, 1, b"1", b"1"),
    )


def test_only_the_latest_progress_with_a_peer_is_kept_behind_what_came_before() -> None:
    assert put(
        Reconciling(A, PEER, 1),
        Reconciling(A, OTHER, 7),
        ReconciliationDone(A, PEER, 1, 0),
        Reconciling(A, PEER, 2),
    ) == (
        Reconciling(A, OTHER, 7),
        ReconciliationDone(A, PEER, 1, 0),
        Reconciling(A, PEER, 2),
    )


def test_ask_again_is_said_once() -> None:
    assert put(SpaceChanged(A), PeersChanged(), SpaceChanged(A), PeersChanged()) == (
        SpaceChanged(A),
        PeersChanged(),
    )


def test_other_events_keep_their_order_and_number() -> None:
    events = (GONE, PeerReady(CABLE, THERE, PEER), GONE, GONE)

    assert put(*events) == events


def test_what_is_said_of_a_space_that_was_forgotten_and_joined_again_stays_behind_that() -> None:
    events = (
        posts(A, 1, b"1", b"1"),
        SpaceChanged(A),
        SpaceForgotten(A),
        SpaceChanged(A),
        posts(A, 2, b"2", b"2"),
    )

    assert put(*events) == events


def test_taking_leaves_nothing() -> None:
    outbox = Outbox()
    outbox.put(GONE)

    assert outbox.take() == (GONE,)
    assert outbox.take() == ()


def test_the_bound_itself_is_still_told_in_full() -> None:
    events = [GONE] * 4

    assert put(*events, events_max=4) == tuple(events)


@pytest.mark.parametrize(
    ("event", "summary"),
    [
        (posts(A, 1, b"1", b"1"), {SpaceChanged(A)}),
        (Reconciling(A, PEER, 1), {SpaceChanged(A)}),
        (ReconciliationDone(A, PEER, 1, 1), {SpaceChanged(A)}),
        (InviteDelivered(A, REQUEST, taken=True), {SpaceChanged(A)}),
        (InviteArrived(A, REQUEST), {SpaceChanged(A), RequestsChanged()}),
        (SpaceForgotten(A), {SpaceForgotten(A)}),
        (PeerReady(CABLE, THERE, PEER), set()),
        (PeerViolated(CABLE, THERE, "rule", "1"), set()),
        (Listening(CABLE, THERE), set()),
        (PortMappingChanged(PortMappingView()), set()),
        (RequestsChanged(), {RequestsChanged()}),
        (FaultRaised(FaultReason.DISK_FULL, ""), {FaultRaised(FaultReason.DISK_FULL, "")}),
        (EngineClosed(), {EngineClosed()}),
    ],
)
def test_beyond_the_bound_only_what_to_ask_again_is_kept(event: Event, summary: set[Event]) -> None:
    for events in ([event, *[GONE] * 5], [*[GONE] * 5, event]):
        assert set(put(*events, events_max=4)) == summary | {PeersChanged()}


def test_however_much_happens_the_queue_stays_small() -> None:
    outbox = Outbox(events_max=8)
    for number in range(10_000):
        outbox.put(GONE)
        outbox.put(posts(A if number % 2 else B, 1, b"1", b"1"))
        outbox.put(FaultRaised(FaultReason.DISK_FULL, str(number)))

    assert len(outbox) <= 9
    assert set(outbox.take()) == {
        PeersChanged(),
        SpaceChanged(A),
        SpaceChanged(B),
        FaultRaised(FaultReason.DISK_FULL, "9999"),
    }


def test_after_an_overflow_was_taken_events_are_told_in_full_again() -> None:
    outbox = Outbox(events_max=1)
    outbox.put(GONE)
    outbox.put(GONE)
    assert outbox.take() == (PeersChanged(),)

    outbox.put(GONE)

    assert outbox.take() == (GONE,)
