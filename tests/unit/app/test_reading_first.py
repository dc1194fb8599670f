"""What the window paints first: read before there is an engine, and by the engine once it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.compose import open_engine, run_engine
from app.engine_thread import EngineThread
from app.profile.opening import open_profile
from app.profile.paths import Paths
from app.profile.settings import Settings
from app.reading_first import ReadingFirst
from app.reading_parts import reading_parts
from engine.api import Engine
from engine.errors import Fault, FaultReason
from engine.model.commands import CreateIdentity
from engine.model.events import EngineClosed, Event, FaultRaised
from engine.model.queries import Connections, Identities, Spaces

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure


class Start:
    """A window begins with a profile that knows ann. ``course``: what became of its engine."""

    def __init__(self, paths: Paths) -> None:
        self.course: list[str] = []
        self.failure: Fault | None = None
        self._store = open_profile(paths, without)
        self._thread = EngineThread(self._opened)
        self.engine = ReadingFirst(self._thread, lambda: self._store.reader(reading_parts))

    def end(self) -> None:
        """As the window does."""
        self.engine.end()
        self._thread.stop()
        assert self._thread.join(PATIENCE_SECONDS)

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Engine]:
        self.course.append("opened")
        async with run_engine(self._store, Settings()) as running:
            if self.failure is not None:
                raise self.failure
            yield running.engine
        self.course.append("closed")


def without(*, is_new: bool) -> str | None:
    """No passphrase."""


def bounded(work: Callable[[], Coroutine[object, object, Any]]) -> Any:  # what the test returns
    async def within() -> Any:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await work()

    return asyncio.run(within())


@pytest.fixture
def start(paths: Paths) -> Iterator[Start]:
    async def prepare() -> None:
        async with open_engine(paths, without) as opened:
            await opened.engine.perform(CreateIdentity("ann"))

    bounded(prepare)
    began = Start(paths)
    yield began
    began.end()
    if began.failure is None:
        assert not paths.database.with_name("tidings.db-wal").exists(), "something is left open"


async def names(engine: Engine) -> list[str]:
    return [one.name for one in await engine.ask(Identities())]


def test_what_is_painted_first_is_read_before_there_is_an_engine(start: Start) -> None:
    assert bounded(lambda: names(start.engine)) == ["ann"]
    assert len(bounded(lambda: start.engine.ask(Spaces()))) == 1
    assert start.course == []


def test_the_first_command_opens_the_engine_which_answers_from_then_on(start: Start) -> None:
    async def act() -> None:
        assert await names(start.engine) == ["ann"]
        await start.engine.perform(CreateIdentity("ben"))
        assert sorted(await names(start.engine)) == ["ann", "ben"]
        await start.engine.perform(CreateIdentity("eve"))
        assert sorted(await names(start.engine)) == ["ann", "ben", "eve"]

    bounded(act)
    assert start.course == ["opened"]


def test_a_question_that_the_database_alone_cannot_answer_opens_it(start: Start) -> None:
    assert bounded(lambda: start.engine.ask(Connections())).peers == ()
    assert start.course == ["opened"]


def test_an_engine_that_nobody_needed_is_opened_and_closed_at_the_end(start: Start) -> None:
    start.end()
    assert start.course == ["opened", "closed"]


def test_after_the_end_nothing_is_answered(start: Start) -> None:
    bounded(lambda: names(start.engine))
    start.end()
    with pytest.raises(Fault) as refused:
        bounded(lambda: names(start.engine))
    assert refused.value.reason is FaultReason.ENGINE_CLOSED


def test_where_no_engine_can_be_opened_all_that_is_wished_for_then_says_why(start: Start) -> None:
    start.failure = Fault(FaultReason.DISK_FULL)
    heard: list[Event] = []
    start.engine.subscribe(heard.extend)

    async def act() -> None:
        assert await names(start.engine) == ["ann"]
        for wish in (
            lambda: start.engine.perform(CreateIdentity("ben")),
            lambda: names(start.engine),
        ):
            with pytest.raises(Fault) as told:
                await wish()
            assert told.value is start.failure

    bounded(act)
    start.end()
    assert FaultRaised(FaultReason.DISK_FULL, "") in heard


def test_who_has_read_already_hears_all_that_the_engine_tells(start: Start) -> None:
    heard: list[Event] = []
    start.engine.subscribe(heard.extend)
    bounded(lambda: start.engine.perform(CreateIdentity("ben")))
    start.end()
    assert heard[-1] == EngineClosed()
