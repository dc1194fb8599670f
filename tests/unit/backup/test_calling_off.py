"""A backup that its person calls off: it stops at its next step, and there is nothing of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.model.backup_commands import WriteBackup
from engine.store.backup import writing
from engine.store.backup.course import Course
from engine.store.backup.placing import OUTGOING_NAME
from engine.store.backup.sealed_file import Member
from engine.store.backup.writing import Backups
from tests.full_profile import opened, paths_in

PIECES = 50
WORDS = "correct horse"

pytestmark = pytest.mark.asyncio


class HeldUp:
    """A database that is read piece by piece; after the first one it waits until ``goes_on``."""

    def __init__(self, pieces: int = PIECES) -> None:
        self.began, self.goes_on = asyncio.Event(), threading.Event()
        self.read = 0
        self._count = pieces
        self._loop = asyncio.get_running_loop()

    def member(self, name: str, _path: Path) -> Member:
        return Member(name, self._count, self._pieces())

    def _pieces(self) -> Iterator[bytes]:
        for _ in range(self._count):
            self.read += 1
            yield b"x"
            self._loop.call_soon_threadsafe(self.began.set)
            self.goes_on.wait()


def waiting(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set once a backup looks whether it is still to wait for another one; now none does."""
    waits, loop, look = asyncio.Event(), asyncio.get_running_loop(), Backups._demand_going

    def looks(self: Backups, course: Course) -> None:
        loop.call_soon_threadsafe(waits.set)
        look(self, course)

    monkeypatch.setattr(Backups, "_demand_going", looks)
    return waits


async def test_what_is_called_off_stops_and_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, here = HeldUp(), paths_in(tmp_path / "here")
    place = tmp_path / "disk"
    place.mkdir()
    file = place / "saved"
    file.write_text("an older one")
    monkeypatch.setattr(writing, "_file_member", held.member)
    async with opened(here) as there:
        task = asyncio.create_task(there.engine.perform(WriteBackup(str(file), WORDS)))
        await held.began.wait()
        task.cancel()
        asyncio.get_running_loop().call_soon(held.goes_on.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [path.name for path in place.iterdir()] == ["saved"]
        assert file.read_text() == "an older one"
        assert held.read <= 2, "not one piece more than the next"
        assert not (here.profile / OUTGOING_NAME).exists()


async def test_one_that_waits_for_another_is_called_off_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = HeldUp()
    monkeypatch.setattr(writing, "_file_member", held.member)
    async with opened(paths_in(tmp_path / "here")) as there:
        # The second only then: of two that begin at once the first may be the one that waits.
        first = asyncio.create_task(
            there.engine.perform(WriteBackup(str(tmp_path / "first"), WORDS))
        )
        await held.began.wait()
        waits = waiting(monkeypatch)
        second = asyncio.create_task(
            there.engine.perform(WriteBackup(str(tmp_path / "second"), WORDS))
        )
        await waits.wait()
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        held.goes_on.set()
        await first
    assert (tmp_path / "first").exists()
    assert not (tmp_path / "second").exists()
