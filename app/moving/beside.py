"""Moves from the window: ``ui.services.Moves``, each on a thread and loop of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress

from app.moving.code import PREFIX, decode_code
from app.moving.giving import Giving, Stage
from app.moving.taking import take
from app.profile.paths import Paths
from engine.api import Engine
from engine.errors import Refused

Told = Callable[[int, int], object]


class MovesBeside:
    """``engine`` may be awaited from any loop (``EngineThread``)."""

    def __init__(self, engine: Engine, paths: Paths, host: str | None = None) -> None:
        """``host``: the one address of this computer to listen at; None: all."""
        self._engine = engine
        self._paths = paths
        self._host = host

    @property
    def prefix(self) -> str:
        """See ``Moves``."""
        return PREFIX

    async def give(self, show: Callable[[str], object], told: Told) -> None:
        """See ``Moves``."""
        loop = asyncio.get_running_loop()

        def hear(stage: Stage, done: int, of: int) -> None:
            if stage is Stage.SENDING:
                _call(loop, told, done, of)

        async def work() -> None:
            giving = Giving(self._engine, self._paths.profile, hear)
            await giving.open(self._host)
            try:
                _call(loop, show, giving.code)
                await giving.wait()
            finally:
                giving.close()

        await _Job(work).done()

    async def take(self, code: str, passphrase: str | None, told: Told) -> None:
        """See ``Moves``."""
        loop, read = asyncio.get_running_loop(), decode_code(code)

        async def work() -> None:
            await take(self._paths, read, passphrase, lambda *counts: _call(loop, told, *counts))

        await _Job(work).done()


def _call(
    loop: asyncio.AbstractEventLoop, listener: Callable[..., object], *values: object
) -> None:
    with suppress(RuntimeError):  # the window has just closed
        loop.call_soon_threadsafe(listener, *values)


class _Job:
    """``work`` on a thread and loop of its own."""

    def __init__(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        self._work = work
        self._gate = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_called_off = False

    async def done(self) -> None:
        """Raises what the work raises. Cancelling this cancels it there, and waits for its end; a
        ``Refused`` that it ends with is told all the same.
        """
        running = asyncio.ensure_future(asyncio.to_thread(self._run))
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            self._call_off()
            (ended,) = await asyncio.gather(running, return_exceptions=True)
            if isinstance(ended, Refused):
                raise ended from None
            raise

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._live())

    def _call_off(self) -> None:
        with self._gate:
            self._is_called_off = True
            if self._loop is not None and self._task is not None:
                with suppress(RuntimeError):  # it has just ended
                    self._loop.call_soon_threadsafe(self._task.cancel)

    async def _live(self) -> None:
        with self._gate:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.ensure_future(self._work())
            if self._is_called_off:
                self._task.cancel()
        await self._task
