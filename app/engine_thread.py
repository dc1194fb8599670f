"""The engine's own thread with its own plain asyncio loop (D3); its calls may be awaited elsewhere.

The window's loop paints, this one works: neither waits for the other. The command line needs no
thread: it runs the same engine on its own loop.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, TypeVar

from engine.api import Engine, Unsubscribe
from engine.errors import Fault, FaultReason
from engine.model.commands import Command
from engine.model.events import Event, FaultRaised
from engine.model.queries import Query

R = TypeVar("R")

OpenEngine = Callable[[], AbstractAsyncContextManager[Engine]]
"""Opens the engine on the loop it is entered on, and closes it there."""


class EngineThread:
    """An ``Engine`` on its own thread. Start it once; ``stop`` it before the process ends."""

    def __init__(
        self,
        open_engine: OpenEngine,
        prepare_loop: Callable[[asyncio.AbstractEventLoop], None] = lambda _: None,
    ) -> None:
        """``prepare_loop`` is called on the thread, before anything else runs there."""
        self._open_engine = open_engine
        self._prepare_loop = prepare_loop
        self._opened: Future[Engine] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._is_stopping = threading.Event()  # also before there is a loop to tell
        self._gate = threading.Lock()  # over the two below
        self._has_ended = False
        self._outstanding: set[Future[Any]] = set()  # of any answer
        # Replaced whole, never changed: it is read on the engine's thread.
        self._listeners: tuple[Callable[[tuple[Event, ...]], None], ...] = ()
        self._is_hearing = False
        self._thread = threading.Thread(target=self._run, name="engine")

    def start(self) -> None:
        """Returns at once; ``opened`` says when the engine is there, or why it is not."""
        self._thread.start()

    async def opened(self) -> None:
        """Waits until the engine takes commands. Raises what opening it raised."""
        await self._once_open()

    def once_open(self, call: Callable[[], object]) -> None:
        """``call`` is made, on any thread, once the engine is open or cannot be opened."""
        self._opened.add_done_callback(lambda _: call())

    def hear(self, engine: Engine) -> None:
        """While ``engine`` is still being opened: nothing that it tells is missed."""
        if not self._is_hearing:
            self._is_hearing = True
            engine.subscribe(self._tell)

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``; from any loop."""
        engine = await self._once_open()
        return await self._there(engine.perform(command))

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``; from any loop."""
        engine = await self._once_open()
        return await self._there(engine.ask(query))

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``; from any thread, also before the engine is open."""
        self._listeners = (*self._listeners, listener)

        def stop_listening() -> None:
            self._listeners = tuple(one for one in self._listeners if one is not listener)

        return stop_listening

    def stop(self) -> None:
        """Asks the engine to close and returns at once; ``join`` waits for it."""
        self._is_stopping.set()
        loop, stop = self._loop, self._stop
        if loop is not None and stop is not None:
            with suppress(RuntimeError):  # its loop has just closed: then it has stopped
                loop.call_soon_threadsafe(stop.set)

    def join(self, seconds: float) -> bool:
        """Whether the thread has ended within ``seconds``."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _tell(self, events: tuple[Event, ...]) -> None:
        for listener in self._listeners:
            listener(events)

    async def _once_open(self) -> Engine:
        # Shielded: many wait for this one answer, and who gives up must not take it from the rest.
        return await asyncio.shield(asyncio.wrap_future(self._opened))

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        assert self._loop is not None, "the engine thread was not started"
        return self._loop

    async def _there(self, work: Coroutine[object, object, R]) -> R:
        """Cancelling this cancels the work there. Raises Fault once the engine has ended."""
        answer: Future[R] = Future()
        with self._gate:
            if self._has_ended:
                work.close()
                raise _ended()
            try:
                sent = asyncio.run_coroutine_threadsafe(work, self._running_loop())
            except RuntimeError as error:  # its loop has just closed
                work.close()
                raise _ended() from error
            self._outstanding.add(answer)
        sent.add_done_callback(lambda done: self._settle(answer, done))
        try:
            return await asyncio.wrap_future(answer)
        finally:
            sent.cancel()

    def _settle(self, answer: Future[R], done: Future[R]) -> None:
        with self._gate:
            if answer not in self._outstanding:
                return
            self._outstanding.remove(answer)
        if not answer.set_running_or_notify_cancel():
            return
        if done.cancelled():  # by the loop's end, as nobody else still waits
            answer.set_exception(_ended())
        elif (error := done.exception()) is not None:
            answer.set_exception(error)
        else:
            answer.set_result(done.result())

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                self._loop = runner.get_loop()
                self._prepare_loop(self._loop)
                runner.run(self._live())
        finally:
            self._end()

    def _end(self) -> None:
        """Nobody waits any longer for a loop that is gone."""
        with self._gate:
            self._has_ended = True
            left, self._outstanding = self._outstanding, set()
        if not self._opened.done():
            self._opened.set_exception(_ended())
        for answer in left:
            if answer.set_running_or_notify_cancel():
                answer.set_exception(_ended())

    async def _live(self) -> None:
        self._stop = asyncio.Event()
        if self._is_stopping.is_set():
            self._stop.set()
        try:
            async with self._open_engine() as engine:
                self.hear(engine)
                self._opened.set_result(engine)
                await self._stop.wait()
        except BaseException as error:
            if self._opened.done():
                raise
            self._opened.set_exception(error)
            if isinstance(error, Fault):  # whoever has read already would hear it only in passing
                self._tell((FaultRaised(error.reason, error.detail),))


def _ended() -> Fault:
    return Fault(FaultReason.ENGINE_CLOSED)
