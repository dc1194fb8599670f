"""Events cross threads, at most one of a kind a frame; failures of tasks end in one place."""

from __future__ import annotations

import asyncio
import re
import threading
import warnings
from typing import Any, get_args

import pytest

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.address import Address
from engine.model.commands import CreateChannel
from engine.model.events import (
    BlocksArrived,
    CommentsChanged,
    CommunityChanged,
    CommunityForgotten,
    EngineClosed,
    Event,
    FaultRaised,
    FeedForked,
    FolderChanged,
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
from engine.model.ids import CommunityId, OrderKey, PeerId, PostId, ProtocolName, RequestId, SpaceId
from engine.model.peers import PortMappingView
from engine.model.queries import Spaces
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from ui.bridge import CHANGED_POSTS_MAX, Bridge, Waiting

SPACE = SpaceId(b"s" * 32)
COMMUNITY = CommunityId(bytes(32))
OTHER = SpaceId(b"o" * 32)


def arrival(number: int, space: SpaceId = SPACE, own: int = 0) -> PostsArrived:
    key = OrderKey(number.to_bytes(8, "big"))
    return PostsArrived(space, 1, key, key, own)


def test_a_thousand_arrivals_in_one_space_become_one_with_their_range() -> None:
    waiting = Waiting()
    for number in (500, *range(1_000)):
        waiting.add(arrival(number, own=number % 2))
    (event,) = waiting.events()
    assert event == PostsArrived(
        SPACE, 1_001, OrderKey(bytes(8)), OrderKey((999).to_bytes(8, "big")), 500
    )


def test_arrivals_in_two_spaces_stay_two() -> None:
    waiting = Waiting()
    for event in (arrival(1), arrival(2, OTHER), arrival(3)):
        waiting.add(event)
    assert [event.space for event in waiting.events() if isinstance(event, PostsArrived)] == [
        OTHER,
        SPACE,
    ]


def test_changes_of_posts_are_joined_and_too_many_mean_any() -> None:
    def changed(*numbers: int) -> PostsChanged:
        return PostsChanged(SPACE, tuple(PostId(number.to_bytes(32, "big")) for number in numbers))

    waiting = Waiting()
    for event in (changed(1, 2), changed(2, 3)):
        waiting.add(event)
    assert waiting.events() == (changed(1, 2, 3),)
    for number in range(CHANGED_POSTS_MAX + 1):
        waiting.add(changed(number))
    assert waiting.events() == (PostsChanged(SPACE, ()),)
    waiting.add(changed(1))
    assert waiting.events() == (PostsChanged(SPACE, ()),)


def test_changes_that_are_joined_keep_which_posts_call() -> None:
    first, second = (PostId(bytes([number]) * 32) for number in (1, 2))
    waiting = Waiting()
    waiting.add(PostsChanged(SPACE, (first,), (first,)))
    waiting.add(PostsChanged(SPACE, ()))
    waiting.add(PostsChanged(SPACE, (second,), (second,)))
    assert waiting.events() == (PostsChanged(SPACE, (), (first, second)),)


def test_a_space_that_was_forgotten_and_made_anew_ends_as_made() -> None:
    waiting = Waiting()
    for event in (SpaceChanged(SPACE), SpaceForgotten(SPACE), SpaceChanged(SPACE)):
        waiting.add(event)
    assert waiting.events() == (SpaceForgotten(SPACE), SpaceChanged(SPACE))


def test_counts_of_reconciliations_with_one_peer_are_added() -> None:
    waiting = Waiting()
    peer = PeerId(b"p" * 32)
    waiting.add(ReconciliationDone(SPACE, peer, 3, 1))
    waiting.add(ReconciliationDone(SPACE, peer, 4, 0))
    assert waiting.events() == (ReconciliationDone(SPACE, peer, 7, 1),)


def test_what_waits_is_bounded_by_things_not_by_events() -> None:
    waiting = Waiting()
    address = Address("127.0.0.1", 1)
    noise: list[Event] = [
        PeersChanged(),
        PeerGone(ProtocolName.TIDINGS, address, "ended"),
        arrival(1),
    ]
    for _round in range(10_000):
        for event in noise:
            waiting.add(event)
    assert len(waiting.events()) == 3
    assert waiting.added == 30_000


def test_every_event_comes_by_the_signal_named_like_it(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    home, address = ProtocolName.TIDINGS, Address("127.0.0.1", 1)
    peer, request = PeerId(bytes(32)), RequestId(bytes(32))
    events: tuple[Event, ...] = (
        Listening(home, address),
        PeerReady(home, address, peer),
        PeerGone(home, address, "ended"),
        PeerViolated(home, address, "a rule", "a section"),
        arrival(1),
        SpaceChanged(SPACE),
        SpaceForgotten(SPACE),
        Reconciling(SPACE, peer, 1),
        ReconciliationDone(SPACE, peer, 1, 1),
        InviteArrived(SPACE, request),
        InviteDelivered(SPACE, request, taken=True),
        PostsChanged(SPACE, ()),
        BlocksArrived(SPACE, 2, 2_048),
        FeedForked(SPACE, 1),
        FolderChanged(SPACE),
        RequestsChanged(),
        CommunityChanged(COMMUNITY),
        CommunityForgotten(COMMUNITY),
        CommentsChanged(SPACE, (1,)),
        PeersChanged(),
        PortMappingChanged(PortMappingView()),
        FaultRaised(FaultReason.DISK_FULL, ""),
        EngineClosed(),
    )
    assert {type(event) for event in events} == set(get_args(Event)), "one of each"
    heard: list[Event] = []
    for event in events:
        name = re.sub("(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower()
        getattr(bridge, name).connect(heard.append)

    async def scene() -> None:
        engine.tell(*events)
        await until(lambda: len(heard) == len(events))

    run(scene())
    assert heard == list(events)


def test_events_told_on_another_thread_arrive_on_ours_in_few_flushes(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    heard: list[tuple[int, int]] = []
    bridge.posts_arrived.connect(lambda event: heard.append((event.count, threading.get_ident())))

    def flood() -> None:
        for number in range(1_000):
            engine.tell(arrival(number))

    async def scene() -> None:
        thread = threading.Thread(target=flood)
        thread.start()
        await until(lambda: sum(count for count, _thread in heard) == 1_000)
        thread.join()

    run(scene())
    assert {thread for _count, thread in heard} == {threading.get_ident()}
    assert len(heard) < 500


def test_commands_and_queries_are_answered(run: Run[Any], bridge: Bridge) -> None:
    async def scene() -> list[str]:
        await bridge.perform(CreateChannel("Garden"))
        return [view.name for view in await bridge.ask(Spaces())]

    assert run(scene()) == ["Garden"]


@pytest.mark.parametrize(
    "problem", [Refused(Refusal.NAME_TAKEN, "Garden"), Fault(FaultReason.DISK_FULL)]
)
def test_what_a_task_raises_reaches_the_one_place(
    run: Run[Any], bridge: Bridge, engine: FakeEngine, problem: Refused | Fault
) -> None:
    failures: list[object] = []
    bridge.failed.connect(failures.append)

    async def scene() -> None:
        engine.next_failure = problem
        bridge.start(bridge.perform(CreateChannel("Garden")))
        await until(lambda: bool(failures))

    run(scene())
    assert failures == [problem]


def test_a_bug_in_a_task_reaches_the_crash_hook_which_tells_it(
    qloop: asyncio.AbstractEventLoop, run: Run[Any], bridge: Bridge
) -> None:
    caught: list[dict[str, Any]] = []
    failures: list[object] = []
    bridge.failed.connect(failures.append)

    async def bug() -> None:
        raise ZeroDivisionError

    async def scene() -> None:
        usual = qloop.get_exception_handler()
        qloop.set_exception_handler(lambda _loop, context: caught.append(context))
        bridge.start(bug())
        await until(lambda: bool(caught))
        qloop.set_exception_handler(usual)

    run(scene())
    assert [type(one["exception"]) for one in caught] == [ZeroDivisionError]
    assert failures == [], "it would be told twice"


def test_closing_cancels_what_is_under_way_and_hears_no_more(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    heard: list[object] = []
    bridge.space_changed.connect(heard.append)

    async def scene() -> bool:
        task = bridge.start(asyncio.Event().wait())
        await asyncio.sleep(0)
        await bridge.close()
        return task.cancelled()

    assert run(scene())
    assert engine._hearing == []


def test_what_was_handed_over_before_closing_reaches_nobody_after_it(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    """A page asked again because of it, would ask with nobody left to own its question."""
    heard: list[object] = []
    bridge.space_changed.connect(heard.append)

    async def scene() -> None:
        engine.tell(SpaceChanged(SPACE))
        await bridge.close()
        other = bridge.anew()
        later: list[object] = []
        other.space_changed.connect(later.append)
        engine.tell(SpaceChanged(SPACE))
        await until(lambda: bool(later))
        await other.close()

    run(scene())
    assert heard == []


def test_a_retired_one_hears_no_more_and_waits_for_all_that_was_begun(
    run: Run[Any], qloop: asyncio.AbstractEventLoop, engine: FakeEngine
) -> None:
    bridge = Bridge(engine, qloop)
    done: list[str] = []

    async def second() -> None:
        await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        await asyncio.sleep(0)
        done.append("first")
        bridge.start(second())

    async def scene() -> None:
        bridge.start(first())
        retiring = bridge.start(bridge.retire())  # as the window's last work
        await asyncio.sleep(0)
        assert engine._hearing == []
        await retiring
        done.append("retired")

    run(scene())
    assert done == ["first", "second", "retired"]


def test_another_one_hears_of_the_same_engine(
    run: Run[Any], bridge: Bridge, engine: FakeEngine
) -> None:
    other = bridge.anew()
    heard: list[object] = []
    other.space_changed.connect(heard.append)

    async def scene() -> None:
        await bridge.close()
        engine.tell(SpaceChanged(SPACE))
        await until(lambda: bool(heard))
        await other.close()

    run(scene())


def test_closing_waits_also_for_what_is_begun_by_what_it_waits_for(
    run: Run[Any], qloop: asyncio.AbstractEventLoop, engine: FakeEngine
) -> None:
    bridge = Bridge(engine, qloop)
    done: list[str] = []

    async def stored() -> None:
        await asyncio.sleep(0)
        done.append("stored")

    async def loaded() -> None:
        await asyncio.sleep(0)
        bridge.see_through(stored())

    async def scene() -> None:
        bridge.see_through(loaded())
        await bridge.close()

    run(scene())
    assert done == ["stored"]


def test_two_who_wait_for_all_others_do_not_wait_for_each_other(
    run: Run[Any], bridge: Bridge
) -> None:
    done: list[str] = []

    async def after_all(name: str) -> None:
        await bridge.settle()
        done.append(name)

    async def scene() -> None:
        bridge.start(after_all("one"))
        bridge.start(after_all("other"))
        bridge.start(asyncio.sleep(0))
        await until(lambda: len(done) == 2)

    run(scene())


def test_what_is_cancelled_before_it_began_leaves_nothing_unawaited(
    run: Run[Any], bridge: Bridge
) -> None:
    async def work() -> None:
        """It never comes to this."""

    async def scene() -> None:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            bridge.start(work()).cancel()
            await bridge.settle()
        assert [str(one.message) for one in warned] == []

    run(scene())
