"""The thin shell: two whole engines over real sockets, with a machine that does what it is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from typing_extensions import override

from engine.api import Engine
from engine.crypto.entropy import SeededEntropy
from engine.errors import Fault, FaultReason, Refused
from engine.model.address import Address
from engine.model.commands import Command, MarkRead, RenameSpace
from engine.model.events import EngineClosed, Event, PeerReady, SpaceChanged
from engine.model.ids import OrderKey, PeerId
from engine.model.peer_commands import AddPeer, Listen
from engine.model.peers import PeerState
from engine.model.queries import Connections, Query, Space
from engine.runtime.clock import SystemClock
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.runtime.running import RunningEngine
from engine.runtime.surroundings import Moment, Reply
from engine.transport.tcp import Tcp
from tests.unit.runtime.fakes import CABLE, SPACE, FakeBook, FakeClock, FakeProtocol, FakeStorage

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure


class Profile:
    """An engine of real parts around fake protocols and a fake disk."""

    def __init__(self, name: str, on_start: str = "", node: type[Node] = Node) -> None:
        self.happened: list[str] = []
        self.protocol = FakeProtocol(FakeClock(), on_start=on_start)
        self.storage = FakeStorage(self.happened)
        self.events: list[Event] = []
        self.news = asyncio.Event()
        self.asked_on: list[str] = []
        self.moments: list[Moment] = []
        tcp = Tcp()
        clock = SystemClock()

        def make_node(attention: Callable[[], None]) -> Node:
            outfit = Outfit(
                peer_id=PeerId(name.encode() * 32),
                protocols={CABLE: self.protocol},
                storage=self.storage,
                book=FakeBook(),
                network=tcp,
                home=CABLE,
                clock=clock,
                entropy=SeededEntropy(name.encode()),
            )
            return node(outfit, attention)

        self.engine = RunningEngine(make_node, self.answer, clock, (tcp,))
        self.engine.subscribe(self.note)

    def answer(self, query: Query[object], moment: Moment) -> object:
        self.asked_on.append(threading.current_thread().name)
        self.moments.append(moment)
        return query

    def note(self, events: tuple[Event, ...]) -> None:
        self.events += events
        self.happened += [type(event).__name__ for event in events]
        self.news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not condition():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(wait(), PATIENCE_SECONDS)


@pytest.mark.asyncio
async def test_two_engines_greet_each_other_and_say_so_and_say_when_they_close() -> None:
    async with AsyncExitStack() as stack:
        there, here = Profile("t", "send ready;send x"), Profile("h", "ready t")
        await stack.enter_async_context(there.engine)
        await stack.enter_async_context(here.engine)
        listener = await there.engine.perform(Listen(CABLE, Address("127.0.0.41", 0)))
        await here.engine.perform(AddPeer(CABLE, listener.address, remember=False))
        await here.until(lambda: any(isinstance(e, PeerReady) for e in here.events))

        view = await here.engine.ask(Connections())

        assert [peer.state for peer in view.peers] == [PeerState.READY]
        assert [peer.address for peer in view.peers] == [listener.address]
        assert listener.reachable == (listener.address,)
    assert here.events[-1] == EngineClosed()
    assert there.events[-1] == EngineClosed()


@pytest.mark.asyncio
async def test_who_gets_an_answer_has_heard_the_events_that_led_to_it() -> None:
    profile = Profile("p")
    async with profile.engine:
        await profile.engine.perform(RenameSpace(SPACE, "store x;emit"))
        profile.happened.append("answered")

    # On a slow computer the protocol's own first turn is another one, which commits as well.
    stored, told, answered = map(profile.happened.index, ("apply x", "SpaceChanged", "answered"))
    assert stored < told < answered
    assert "commit" in profile.happened[stored:told]
    assert SpaceChanged(SPACE) in profile.events


@pytest.mark.asyncio
async def test_a_query_as_answer_is_asked_in_its_place_on_the_queries_thread() -> None:
    profile = Profile("p")
    profile.protocol.result = Space(SPACE)
    async with profile.engine:
        answer: object = await profile.engine.perform(RenameSpace(SPACE, ""))

    assert answer == Space(SPACE), "the fake database answers with what it was asked"
    assert [name.startswith("queries") for name in profile.asked_on] == [True]
    assert profile.moments[0].peers == ()


@pytest.mark.asyncio
async def test_refusals_are_raised_and_a_closed_engine_takes_nothing_more() -> None:
    profile = Profile("p")
    async with profile.engine:
        with pytest.raises(Refused):
            await profile.engine.perform(MarkRead(SPACE, OrderKey(b"")))

    with pytest.raises(Fault) as performing:
        await profile.engine.perform(RenameSpace(SPACE, ""))
    with pytest.raises(Fault) as asking:
        await profile.engine.ask(Connections())
    assert performing.value.reason is FaultReason.ENGINE_CLOSED
    assert asking.value.reason is FaultReason.ENGINE_CLOSED


@pytest.mark.asyncio
async def test_what_was_asked_for_before_the_end_is_done() -> None:
    profile = Profile("p")
    async with profile.engine:
        asked = asyncio.create_task(profile.engine.perform(RenameSpace(SPACE, "store x")))
        await asyncio.sleep(0)

    answer: object = await asked
    assert answer == "done"
    assert len(profile.storage.committed) == 1


@pytest.mark.asyncio
async def test_what_was_stored_before_the_end_is_answered_though_the_answer_has_to_be_read() -> (
    None
):
    profile = Profile("p")
    profile.protocol.result = Space(SPACE)
    answered: list[object] = []

    async def ask() -> None:
        answered.append(await profile.engine.perform(RenameSpace(SPACE, "store x")))

    async with profile.engine:
        asking = asyncio.create_task(ask())
        await asyncio.sleep(0)

    assert len(profile.storage.committed) == 1
    assert answered == [Space(SPACE)], "whoever asked has it before the loop ends"
    await asking


@pytest.mark.asyncio
async def test_a_deadline_comes_without_anything_else_happening() -> None:
    profile = Profile("p")
    profile.protocol.clock.seconds = 0.0
    profile.protocol.clock.wall_offset = SystemClock().now()
    profile.protocol.on_wake = "emit"
    async with profile.engine:
        await profile.until(lambda: profile.protocol.told == ["wake"])
        await profile.engine.perform(RenameSpace(SPACE, "wake 0.01"))
        await profile.until(lambda: profile.protocol.told == ["wake", "wake"])


@pytest.mark.asyncio
async def test_what_takes_long_is_done_on_a_thread_of_its_own() -> None:
    profile = Profile("a")
    async with profile.engine as engine:
        await engine.perform(RenameSpace(SPACE, "errand store x"))
        with pytest.raises(Refused):
            await engine.perform(RenameSpace(SPACE, "errand refuse"))

    assert [name.split("_")[0] for name in profile.protocol.worked_on] == ["errands", "errands"]
    assert len(profile.storage.committed) == 1


@pytest.mark.asyncio
async def test_who_unsubscribed_hears_nothing() -> None:
    profile = Profile("p")
    engine: Engine = profile.engine  # the shape that the other rooms know
    heard: list[tuple[Event, ...]] = []
    async with profile.engine:
        unsubscribe = engine.subscribe(heard.append)
        unsubscribe()
        unsubscribe()
        await profile.engine.perform(RenameSpace(SPACE, "emit"))

    assert heard == []


@pytest.mark.asyncio
async def test_who_gave_up_waiting_disturbs_nobody() -> None:
    profile = Profile("p")
    async with profile.engine:
        asked = asyncio.create_task(profile.engine.perform(RenameSpace(SPACE, "store x")))
        await asyncio.sleep(0)
        asked.cancel()
        answer: object = await profile.engine.perform(RenameSpace(SPACE, "store y"))

    assert answer == "done"
    assert asked.cancelled()
    assert len(profile.storage.committed) == 2


@pytest.mark.asyncio
async def test_a_listener_that_fails_does_not_stop_the_engine() -> None:
    profile = Profile("p")
    complaints: list[object] = []

    def fail(events: tuple[Event, ...]) -> None:
        raise ZeroDivisionError

    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    async with profile.engine:
        profile.engine.subscribe(fail)
        await profile.engine.perform(RenameSpace(SPACE, "emit"))
        answer: object = await profile.engine.perform(RenameSpace(SPACE, ""))

    assert answer == "done"
    assert complaints


class BreakingNode(Node):
    """Works until something is asked of it."""

    asked = False

    @override
    def perform(self, command: Command[object], reply: Reply) -> None:
        self.asked = True
        super().perform(command, reply)

    @override
    def advance(self) -> None:
        if self.asked:
            raise ZeroDivisionError
        super().advance()


@pytest.mark.asyncio
async def test_a_bug_outside_the_turns_fails_who_waits_and_reaches_the_crash_hook() -> None:
    profile = Profile("p", node=BreakingNode)
    complaints: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))

    async with profile.engine:
        with pytest.raises(Fault):
            await asyncio.wait_for(profile.engine.perform(RenameSpace(SPACE, "")), PATIENCE_SECONDS)

    assert isinstance(complaints[0]["exception"], ZeroDivisionError)
    assert profile.events[-1] == EngineClosed()
    assert profile.events.count(EngineClosed()) == 1
