"""Moves as the window has them: each on a thread of its own, over an engine on another one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.engine_thread import EngineThread
from app.moving import giving
from app.moving.beside import MovesBeside
from app.moving.line import Line
from app.profile.paths import Paths
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.backup_commands import WriteBackup
from engine.store.backup import writing
from engine.store.backup.beside import FOLDER_PREFIX
from engine.store.backup.placing import OUTGOING_NAME, has_staged
from tests.full_profile import fill_private, opened, paths_in
from tests.unit.backup.test_calling_off import HeldUp

HOST = "127.0.0.1"
PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure
NEVER_ALL = 1 << 40  # pieces: what is called off reaches the writing long before the last one

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def moves_of(paths: Paths) -> AsyncIterator[MovesBeside]:
    """Of a profile with something in it, its engine on a thread of its own."""

    @asynccontextmanager
    async def running() -> AsyncIterator[Engine]:
        async with opened(paths) as there:
            await fill_private(there.engine, files=False)
            yield there.engine

    thread = EngineThread(running)
    thread.start()
    try:
        yield MovesBeside(thread, paths, HOST)
    finally:
        thread.stop()
        assert await asyncio.to_thread(thread.join, PATIENCE_SECONDS)


def left_beside(paths: Paths) -> list[str]:
    beside = [path.name for path in paths.profile.parent.iterdir()]
    return [name for name in beside if name.startswith(FOLDER_PREFIX)]


def there_in(folder: Path) -> Paths:
    paths = paths_in(folder / "there")
    paths.profile.mkdir(mode=0o700, parents=True)
    return paths


async def test_a_profile_moves_and_both_hear_how_far_it_is(tmp_path: Path) -> None:
    there, told = there_in(tmp_path), list[tuple[int, int]]()
    async with moves_of(paths_in(tmp_path / "here")) as moves:
        shown: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        given = asyncio.create_task(moves.give(shown.set_result, lambda *_: None))
        taking = MovesBeside(moves._engine, there)
        await taking.take(await shown, "new words", lambda *counts: told.append(counts))
        await given
    assert has_staged(there.profile)
    assert told[-1][0] == told[-1][1] > 0


async def test_who_calls_it_off_when_all_is_sent_hears_that_it_may_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, all_sent = asyncio.get_running_loop(), asyncio.Event()

    async def forever(_line: Line) -> None:
        loop.call_soon_threadsafe(all_sent.set)
        await asyncio.Event().wait()

    monkeypatch.setattr(giving, "_demand_receipt", forever)
    there = there_in(tmp_path)
    async with moves_of(paths_in(tmp_path / "here")) as moves:
        shown: asyncio.Future[str] = loop.create_future()
        given = asyncio.create_task(moves.give(shown.set_result, lambda *_: None))
        taking = MovesBeside(moves._engine, there)
        taken = asyncio.create_task(taking.take(await shown, None, lambda *_: None))
        await all_sent.wait()
        given.cancel()
        with pytest.raises(Refused) as refused:
            await given
        assert refused.value.reason is Refusal.MOVE_UNSURE
        await asyncio.wait([taken])


async def test_who_calls_it_off_before_leaves_nothing(tmp_path: Path) -> None:
    here = paths_in(tmp_path / "here")
    async with moves_of(here) as moves:
        shown: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        given = asyncio.create_task(moves.give(shown.set_result, lambda *_: None))
        await shown
        given.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given
    assert left_beside(here) == []


async def test_who_calls_it_off_while_the_file_is_written_ends_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, here = HeldUp(NEVER_ALL), paths_in(tmp_path / "here")
    monkeypatch.setattr(writing, "_file_member", held.member)
    async with moves_of(here) as moves:
        shown: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        given = asyncio.create_task(moves.give(shown.set_result, lambda *_: None))
        taking = MovesBeside(moves._engine, there_in(tmp_path))
        taken = asyncio.create_task(taking.take(await shown, None, lambda *_: None))
        await held.began.wait()
        given.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given
        held.goes_on.set()
        with pytest.raises(Refused):
            await taken
        with pytest.raises(Refused):  # one at a time: then the other has ended
            await moves._engine.perform(WriteBackup(str(tmp_path / "nowhere" / "saved"), "words"))
    assert held.read < NEVER_ALL
    assert left_beside(here) == []
    assert not (here.profile / OUTGOING_NAME).exists()
