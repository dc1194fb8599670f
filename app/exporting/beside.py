"""Exports for the window: on a thread of their own, so that neither it nor the engine waits.

Implements ``ui.services.Exports``.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

from app.exporting.history import SUFFIXES, Told, export_history
from app.exporting.writing import whole_file
from engine.api import Engine
from engine.model.ids import SpaceId


class Exports:
    """``engine`` may be awaited from any loop (``EngineThread``)."""

    def __init__(self, engine: Engine) -> None:
        """Borrows ``engine``."""
        self._engine = engine

    @property
    def suffixes(self) -> tuple[str, ...]:
        """See ``ui.services.Exports``."""
        return SUFFIXES

    async def export(self, space: SpaceId, file: Path, told: Told) -> int:
        """See ``ui.services.Exports``."""
        loop = asyncio.get_running_loop()
        job = _Job(self._engine, space, file, lambda *counts: _tell(loop, told, counts))
        work = asyncio.ensure_future(asyncio.to_thread(job.run))
        try:
            written = await asyncio.shield(work)
        except asyncio.CancelledError:
            job.cancel()
            await asyncio.gather(work, return_exceptions=True)  # it takes its file away first
            raise
        assert written is not None, "only we call it off"
        return written

    async def write(self, file: Path, content: bytes) -> None:
        """See ``ui.services.Exports``."""
        await asyncio.to_thread(_write, file, content)


def _write(file: Path, content: bytes) -> None:
    with whole_file(file) as opened:
        opened.write(content)


def _tell(loop: asyncio.AbstractEventLoop, told: Told, counts: tuple[int, int]) -> None:
    with suppress(RuntimeError):  # the window has just closed
        loop.call_soon_threadsafe(told, *counts)


class _Job:
    """One export, on the thread that calls ``run``; ``cancel`` comes from another."""

    def __init__(self, engine: Engine, space: SpaceId, file: Path, told: Told) -> None:
        self._work = (engine, space, file, told)
        self._gate = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[int] | None = None
        self._is_called_off = False

    def run(self) -> int | None:
        """How many posts were written; None: it was called off. Raises as ``export_history``."""
        try:
            return asyncio.run(self._run())
        except asyncio.CancelledError:
            return None

    def cancel(self) -> None:
        """It ends as soon as it can, and leaves nothing behind."""
        with self._gate:
            self._is_called_off = True
            if self._loop is not None and self._task is not None:
                with suppress(RuntimeError):  # it has just ended
                    self._loop.call_soon_threadsafe(self._task.cancel)

    async def _run(self) -> int:
        with self._gate:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.ensure_future(export_history(*self._work))
            if self._is_called_off:
                self._task.cancel()
        return await self._task
