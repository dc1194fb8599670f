"""The running engine: the thin shell of asyncio around the node. The only module here that waits.

Runs turns on the loop it is entered on, gives that loop a chance after each, and asks the database
on one thread of its own, so that a query never holds up a turn nor a turn a query.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeVar, cast

from engine.api import Unsubscribe
from engine.errors import Fault, FaultReason, Refused
from engine.model.commands import Command
from engine.model.events import EngineClosed, Event
from engine.model.queries import Connections, Query
from engine.runtime.clock import Clock
from engine.runtime.node import Node
from engine.runtime.surroundings import Moment

R = TypeVar("R")

Ask = Callable[[Query[object], Moment], object]
"""Answers a query from the database, on the queries' thread. Raises Refused or Fault."""

MakeNode = Callable[[Callable[[], None]], Node]
"""Makes the node, given what it calls when something came from outside (its ``attention``)."""

_Listener = Callable[[tuple[Event, ...]], None]


class Closable(Protocol):
    """Something of the transport that has to be closed."""

    async def close(self) -> None: ...


class RunningEngine:
    """Implements ``Engine`` while it is entered (``async with``). All calls on that loop."""

    def __init__(
        self, make_node: MakeNode, ask: Ask, clock: Clock, transports: tuple[Closable, ...]
    ) -> None:
        """``transports`` are closed, in order, once the node has ended its conversations."""
        self._attention = asyncio.Event()
        self._node = make_node(self._attention.set)
        self._ask = ask
        self._clock = clock
        self._transports = transports
        self._listeners: dict[int, _Listener] = {}
        self._last_listener = 0
        self._replies: set[asyncio.Future[object]] = set()
        self._outcomes: list[tuple[asyncio.Future[object], object]] = []
        self._queries = ThreadPoolExecutor(1, thread_name_prefix="queries")
        self._reads: set[asyncio.Future[object]] = set()
        self._turns: asyncio.Task[None] | None = None
        self._errands = ThreadPoolExecutor(1, thread_name_prefix="errands")
        self._closed = False

    async def __aenter__(self) -> Self:
        """Reads the peer book and begins to work. Raises Fault."""
        self._node.employ(self._do_errand)
        self._node.start()
        self._turns = asyncio.get_running_loop().create_task(self._run(), name="turns")
        self._turns.add_done_callback(self._stopped)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends all conversations, does what was asked for, and lets what was sent go out."""
        self._closed = True
        assert self._turns is not None, "left before it was entered"
        if not self._turns.done():
            self._turns.cancel()
            await asyncio.wait([self._turns])
            self._node.stop()
            self._tell()
        for transport in self._transports:
            await transport.close()
        self._fail_all(_closed())
        # Listeners and whoever waits for a result get it before the loop ends; some by a query.
        await asyncio.sleep(0)
        if self._reads:
            await asyncio.wait(self._reads)
        self._queries.shutdown()
        # What is still done there was called in by the node, or is in vain.
        self._errands.shutdown(wait=False, cancel_futures=True)

    # ---- Engine ---------------------------------------------------------------------------------

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        if self._closed:
            raise _closed()
        outcome: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._replies.add(outcome)
        outcome.add_done_callback(self._replies.discard)
        # A command's parameter is the type of its result only; the node does not look at it.
        self._node.perform(cast("Command[object]", command), _Reply(outcome, self._outcomes))
        result = await outcome
        if isinstance(result, Query):  # what was done is answered, also while the engine closes
            result = await self._read(result)
        return cast("R", result)  # a performer answers as the command's parameter says

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``."""
        if self._closed:
            raise _closed()
        return await self._read(query)

    def subscribe(self, listener: _Listener) -> Unsubscribe:
        """See ``Engine``."""
        self._last_listener += 1
        number = self._last_listener
        self._listeners[number] = listener
        return lambda: self._listeners.pop(number, None) and None

    def _do_errand(
        self, work: Callable[[], object], done: Callable[[Callable[[], object]], None]
    ) -> None:
        """A ``Worker``: on a thread of its own."""
        loop = asyncio.get_running_loop()

        def ended(outcome: Future[object]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
                loop.call_soon_threadsafe(done, outcome.result)

        self._errands.submit(work).add_done_callback(ended)

    # ---- its own --------------------------------------------------------------------------------

    async def _read(self, query: Query[R]) -> R:
        if isinstance(query, Connections):
            return cast("R", self._node.connections())  # what Connections is a query for
        read = asyncio.get_running_loop().run_in_executor(
            self._queries, self._ask, cast("Query[object]", query), self._node.moment()
        )
        self._reads.add(read)
        read.add_done_callback(self._reads.discard)
        return cast("R", await read)  # the store answers as the query's parameter says

    async def _run(self) -> None:
        while True:
            self._attention.clear()
            self._node.advance()
            self._tell()
            if self._node.pending:
                await asyncio.sleep(0)
            else:
                await self._wait()

    async def _wait(self) -> None:
        deadline = self._node.next_deadline()
        if deadline is None:
            await self._attention.wait()
            return
        seconds = max(0.0, deadline - self._clock.monotonic())
        timer = asyncio.get_running_loop().call_later(seconds, self._attention.set)
        try:
            await self._attention.wait()
        finally:
            timer.cancel()

    def _tell(self) -> None:
        """Events first, then answers: who gets an answer has heard what led to it."""
        if events := self._node.outbox.take():
            loop = asyncio.get_running_loop()
            for listener in tuple(self._listeners.values()):
                # Not called here: what is wrong with a listener must not stop the turns.
                loop.call_soon(listener, events)
        outcomes = tuple(self._outcomes)
        self._outcomes.clear()
        for future, outcome in outcomes:
            if future.done():  # whoever asked has gone
                continue
            if isinstance(outcome, Refused | Fault):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    def _stopped(self, turns: asyncio.Task[None]) -> None:
        if turns.cancelled() or (error := turns.exception()) is None:
            return
        self._closed = True
        self._node.outbox.put(EngineClosed())
        self._tell()
        self._fail_all(Fault(FaultReason.BUG, type(error).__name__))
        turns.get_loop().call_exception_handler(
            {"message": "the engine has stopped", "exception": error, "task": turns}
        )

    def _fail_all(self, fault: Fault) -> None:
        for outcome in tuple(self._replies):
            if not outcome.done():
                outcome.set_exception(fault)


@dataclass(frozen=True, slots=True)
class _Reply:
    """Implements ``Reply``: keeps the outcome until events that came before it are told."""

    future: asyncio.Future[object]
    outcomes: list[tuple[asyncio.Future[object], object]]

    def answer(self, result: object) -> None:
        """See ``Reply``."""
        self.outcomes.append((self.future, result))

    def fail(self, error: Refused | Fault) -> None:
        """See ``Reply``."""
        self.outcomes.append((self.future, error))


def _closed() -> Fault:
    return Fault(FaultReason.ENGINE_CLOSED)
