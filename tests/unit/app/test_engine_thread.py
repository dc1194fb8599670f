"""The engine on its own thread: asked from another loop, stopped, and failing to open."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from typing_extensions import override

from app.engine_thread import EngineThread
from engine.api import Engine
from engine.errors import Fault, FaultReason, Refused
from engine.model.commands import Command, CreateIdentity
from engine.model.events import EngineClosed, Event, PeersChanged
from engine.model.queries import Identities
from tests.fake_engine import FakeEngine

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure


class ThreadedEngine(FakeEngine):
    """Notes on which thread it works; a command of the name "slow" never ends."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: set[str] = set()
        self.begun = threading.Event()
        self.cancelled = threading.Event()

    @override
    async def perform(self, command: Command[Any]) -> Any:  # any command's answer
        self.threads.add(threading.current_thread().name)
        if command == CreateIdentity("slow"):
            self.begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.cancelled.set()
        return await super().perform(command)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Engine]:
        yield self
        self.tell(EngineClosed())


@contextmanager
def running(engine: ThreadedEngine) -> Iterator[EngineThread]:
    thread = EngineThread(engine.opened)
    thread.start()
    try:
        yield thread
    finally:
        thread.stop()
        assert thread.join(PATIENCE_SECONDS)


def bounded(work: Callable[[], Any]) -> Any:
    """Runs a coroutine function on a loop of this thread."""

    async def within() -> Any:  # what the test returns
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await work()

    return asyncio.run(within())


def test_commands_and_queries_of_another_loop_are_worked_on_the_engines_thread() -> None:
    engine = ThreadedEngine()
    with running(engine) as thread:

        async def act() -> None:
            await thread.opened()
            made = await thread.perform(CreateIdentity("ann"))
            assert await thread.ask(Identities()) == (made,)
            with pytest.raises(Refused):
                await thread.perform(CreateIdentity("ann"))

        bounded(act)
    assert engine.threads == {"engine"}


def test_a_command_given_before_the_engine_is_open_waits_for_it() -> None:
    engine = ThreadedEngine()
    may_open = threading.Event()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        await asyncio.to_thread(may_open.wait, PATIENCE_SECONDS)
        yield engine

    thread = EngineThread(opened)
    thread.start()

    async def act() -> None:
        asking = asyncio.create_task(thread.ask(Identities()))
        await asyncio.sleep(0)
        may_open.set()
        assert await asking == ()

    bounded(act)
    thread.stop()
    assert thread.join(PATIENCE_SECONDS)


def test_what_an_engine_tells_while_it_is_opened_is_heard_and_nothing_twice() -> None:
    engine = ThreadedEngine()
    heard: list[Event] = []

    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        thread.hear(engine)
        engine.tell(PeersChanged())
        yield engine
        engine.tell(EngineClosed())

    thread = EngineThread(opened)
    thread.subscribe(heard.extend)
    thread.start()
    bounded(thread.opened)
    thread.stop()
    assert thread.join(PATIENCE_SECONDS)
    assert heard == [PeersChanged(), EngineClosed()]


def test_cancelling_the_wait_cancels_the_work_there() -> None:
    engine = ThreadedEngine()
    with running(engine) as thread:

        async def act() -> None:
            asking = asyncio.create_task(thread.perform(CreateIdentity("slow")))
            await asyncio.to_thread(engine.begun.wait, PATIENCE_SECONDS)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

        bounded(act)
        assert engine.cancelled.wait(PATIENCE_SECONDS)


def test_events_are_heard_until_unsubscribed_and_the_last_one_is_the_end() -> None:
    engine = ThreadedEngine()
    heard: list[Event] = []
    unheard: list[Event] = []
    stop_hearing: list[Callable[[], None]] = []
    with running(engine) as thread:

        async def act() -> None:
            await thread.opened()
            stop_hearing.append(thread.subscribe(heard.extend))
            stop_listening = thread.subscribe(unheard.extend)
            await thread.ask(Identities())  # both have been taken in by now
            stop_listening()
            await thread.ask(Identities())
            engine.tell(PeersChanged())

        bounded(act)
    assert heard == [PeersChanged(), EngineClosed()]
    assert unheard == []
    stop_hearing[0]()  # harmless once all has ended


def _raise(problem: Exception) -> None:
    raise problem


@pytest.mark.parametrize("problem", [Fault(FaultReason.DISK_FULL), RuntimeError("unforeseen")])
def test_what_opening_raises_is_raised_to_who_waits_and_to_who_asks(problem: Exception) -> None:
    @asynccontextmanager
    async def failing() -> AsyncIterator[Engine]:
        _raise(problem)
        yield FakeEngine()

    thread = EngineThread(failing)
    thread.start()
    for act in (thread.opened, lambda: thread.ask(Identities())):
        with pytest.raises(type(problem)):
            bounded(act)
    assert thread.join(PATIENCE_SECONDS)
    thread.stop()


def test_the_loop_is_prepared_before_the_engine_is_opened() -> None:
    happened: list[str] = []

    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        happened.append("opened")
        yield FakeEngine()

    thread = EngineThread(opened, lambda _: happened.append(threading.current_thread().name))
    thread.start()
    bounded(thread.opened)
    thread.stop()
    assert thread.join(PATIENCE_SECONDS)
    assert happened == ["engine", "opened"]


def test_a_stop_right_after_the_start_is_not_lost() -> None:
    for _ in range(50):
        thread = EngineThread(ThreadedEngine().opened)
        thread.start()
        thread.stop()
        assert thread.join(PATIENCE_SECONDS)


def test_once_the_engine_has_ended_a_command_is_a_fault() -> None:
    with running(ThreadedEngine()) as thread:
        bounded(thread.opened)
    with pytest.raises(Fault):
        bounded(lambda: thread.ask(Identities()))


def test_a_command_under_way_at_the_end_is_a_fault() -> None:
    engine = ThreadedEngine()
    with running(engine) as thread:

        async def act() -> None:
            asking = asyncio.create_task(thread.perform(CreateIdentity("slow")))
            await asyncio.to_thread(engine.begun.wait, PATIENCE_SECONDS)
            thread.stop()
            with pytest.raises(Fault):
                await asking

        bounded(act)


def test_who_gives_up_waiting_for_the_engine_takes_it_from_nobody_else() -> None:
    may_open = threading.Event()

    class Slow(ThreadedEngine):
        @override
        @asynccontextmanager
        async def opened(self) -> AsyncIterator[Engine]:
            await asyncio.to_thread(may_open.wait, PATIENCE_SECONDS)
            yield self

    with running(Slow()) as thread:

        async def act() -> None:
            impatient = [
                asyncio.ensure_future(wait) for wait in (thread.opened(), thread.ask(Identities()))
            ]
            await asyncio.wait(impatient, timeout=0)
            for one in impatient:
                one.cancel()
            gone = await asyncio.gather(*impatient, return_exceptions=True)
            assert all(isinstance(one, asyncio.CancelledError) for one in gone)
            may_open.set()
            await thread.opened()
            assert await thread.ask(Identities()) == ()

        bounded(act)
