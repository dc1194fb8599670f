"""Exports for the window: on a thread of their own, over an engine on another one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.engine_thread import EngineThread
from app.exporting.beside import Exports
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EndlessHistory

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure


def folder_of(path: Path) -> list[Path]:
    return list(path.iterdir())


@pytest.fixture
def fake() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def exports(fake: FakeEngine) -> Iterator[Exports]:
    """Over an engine on a thread of its own, as in the program."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        yield fake

    thread = EngineThread(opened)
    thread.start()
    yield Exports(thread)
    thread.stop()
    assert thread.join(PATIENCE_SECONDS)


def test_the_caller_hears_of_it_on_its_own_thread(
    fake: FakeEngine, exports: Exports, tmp_path: Path
) -> None:
    space = fake.add_space("Garden", EndlessHistory(3_000))
    told: list[tuple[int, int]] = []
    threads: set[threading.Thread] = set()

    def hear(done: int, total: int) -> None:
        told.append((done, total))
        threads.add(threading.current_thread())

    async def work() -> int:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await exports.export(space, tmp_path / "out.jsonl", hear)

    assert asyncio.run(work()) == 3_000
    assert told[-1] == (3_000, 3_000)
    assert threads == {threading.main_thread()}
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 3_000


def test_who_calls_it_off_waits_until_nothing_is_left(
    fake: FakeEngine, exports: Exports, tmp_path: Path
) -> None:
    space = fake.add_space("Garden", EndlessHistory(1_000_000))

    async def work() -> None:
        begun = asyncio.Event()
        task = asyncio.ensure_future(
            exports.export(space, tmp_path / "out.jsonl", lambda *_counts: begun.set())
        )
        await asyncio.wait_for(begun.wait(), PATIENCE_SECONDS)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, PATIENCE_SECONDS)
        left.extend(folder_of(tmp_path))

    left: list[Path] = []
    asyncio.run(work())
    assert left == []


def test_what_is_refused_there_is_refused_here(exports: Exports, tmp_path: Path) -> None:
    unknown = SpaceId(bytes(32))

    async def work() -> None:
        await exports.export(unknown, tmp_path / "out.csv", lambda *_counts: None)

    with pytest.raises(Refused) as caught:
        asyncio.run(work())
    assert caught.value.reason is Refusal.SPACE_UNKNOWN
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_whole_for_its_owner_alone(exports: Exports, tmp_path: Path) -> None:
    file = tmp_path / "june.tidings-identity"
    asyncio.run(exports.write(file, b"sealed"))
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"sealed", 0o600)
    with pytest.raises(Refused) as caught:
        asyncio.run(exports.write(tmp_path / "missing" / "june", b"sealed"))
    assert caught.value.reason is Refusal.FILE_UNWRITABLE
