"""A search that somebody wants to wait for: nothing else does, and it ends when nobody does."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.control import server
from app.control.client import RemoteEngine, connect
from app.control.server import Door, open_control
from app.searching import PatientlySearched
from engine.errors import Fault, FaultReason
from engine.model.hits import FoundPosts
from engine.model.queries import Search, Spaces
from tests.fake_engine import FakeEngine

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure
PATIENT = Search("rain", patience=3)
CUT = FoundPosts(is_cut=True)


class Looking:
    """A search in which there is always more to look through."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = threading.Event()
        self.threads: set[str] = set()

    def find(self, _query: Search, is_to_end: Callable[[], bool]) -> FoundPosts:
        self.threads.add(threading.current_thread().name)
        self.begun.set()
        while not is_to_end():
            os.sched_yield()
        self.ended.set()
        return CUT

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, PATIENCE_SECONDS)


@pytest.mark.asyncio
async def test_other_questions_are_answered_meanwhile() -> None:
    inner, looking = FakeEngine(), Looking()
    engine = PatientlySearched(inner, looking.find)
    patient = asyncio.create_task(engine.ask(PATIENT))
    await looking.has_begun()
    assert await engine.ask(Spaces()) == ()
    assert not (await engine.ask(Search("rain"))).is_cut
    assert [one for one in inner.asked if isinstance(one, Search)] == [Search("rain")]
    assert not patient.done()
    engine.stop()
    assert await patient == CUT


@pytest.mark.asyncio
async def test_what_nobody_waits_for_any_more_ends() -> None:
    looking = Looking()
    engine = PatientlySearched(FakeEngine(), looking.find)
    patient = asyncio.create_task(engine.ask(PATIENT))
    await looking.has_begun()
    patient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await patient
    assert await asyncio.to_thread(looking.ended.wait, PATIENCE_SECONDS)
    engine.stop()


@pytest.mark.asyncio
async def test_whoever_closes_waits_for_no_search() -> None:
    """Not for those either that wait for a thread: they are told that it is closed."""
    looking = Looking()
    engine = PatientlySearched(FakeEngine(), looking.find)
    patient = [asyncio.create_task(engine.ask(PATIENT)) for _ in range(9)]
    await looking.has_begun()
    engine.stop()
    assert all(name.startswith("searches") for name in looking.threads)
    for outcome in await asyncio.gather(*patient, return_exceptions=True):
        assert outcome == CUT or (
            isinstance(outcome, Fault) and outcome.reason is FaultReason.ENGINE_CLOSED
        )
    with pytest.raises(Fault) as caught:
        await engine.ask(PATIENT)
    assert caught.value.reason is FaultReason.ENGINE_CLOSED


# ---- over the control socket --------------------------------------------------------------------


@asynccontextmanager
async def searched_from_beside(looking: Looking, path: Path) -> AsyncIterator[RemoteEngine]:
    """The other program, which has begun to search and waits for the answer."""
    engine = PatientlySearched(FakeEngine(), looking.find)
    async with open_control(engine, Door(stop=lambda: None), path):
        remote = await connect(path)
        assert remote is not None
        asking = asyncio.create_task(remote.ask(PATIENT))
        await looking.has_begun()
        yield remote
    with pytest.raises(Fault) as caught:
        await asking
    assert caught.value.reason is FaultReason.PROFILE_IN_USE
    assert await asyncio.to_thread(looking.ended.wait, PATIENCE_SECONDS)
    await remote.close()
    engine.stop()


@pytest.mark.asyncio
async def test_a_program_that_has_gone_waits_for_no_search(short: Path) -> None:
    looking = Looking()
    async with searched_from_beside(looking, short / "control.sock") as remote:
        await remote.close()
        assert await asyncio.to_thread(looking.ended.wait, PATIENCE_SECONDS)


@pytest.mark.asyncio
async def test_the_socket_closes_while_a_program_beside_searches(
    short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LAST_ANSWERS_SECONDS", 3_600.0)  # for commands alone
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with searched_from_beside(Looking(), short / "control.sock"):
            pass
