"""The engine, with searches that somebody wants to wait for on threads of their own.

Such a search may take seconds: no page, no other search and no closing waits for it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, cast

from engine.api import Engine, Unsubscribe
from engine.errors import Fault, FaultReason
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.hits import FoundPosts
from engine.model.queries import Query, Search

R = TypeVar("R")

AT_ONCE = 4  # ours: of the window, and of the command line beside it

Find = Callable[[Search, Callable[[], bool]], FoundPosts]
"""Searches, on any thread; once the second is true, the answer is cut. Raises Refused or Fault."""


class PatientlySearched:
    """An ``Engine``; all but a ``Search`` with patience is the other's business. ``stop`` it at the
    end.
    """

    def __init__(self, engine: Engine, find: Find) -> None:
        self._engine = engine
        self._find = find
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="searches")
        self._is_stopped = threading.Event()

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        return await self._engine.perform(command)

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``. A search that nobody waits for any more ends soon."""
        if isinstance(query, Search) and query.patience > 0:
            return cast("R", await self._found(query))  # what Search is a query for
        return await self._engine.ask(query)

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``."""
        return self._engine.subscribe(listener)

    def stop(self) -> None:
        """Waits until none is searched any more, which is soon: they end with what they found."""
        self._is_stopped.set()
        self._threads.shutdown()

    async def _found(self, query: Search) -> FoundPosts:
        has_gone = threading.Event()

        def is_to_end() -> bool:
            return has_gone.is_set() or self._is_stopped.is_set()

        def find() -> FoundPosts:
            self._demand_running()  # also of one that has waited for a thread
            return self._find(query, is_to_end)

        self._demand_running()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, find)
        finally:
            has_gone.set()

    def _demand_running(self) -> None:
        if self._is_stopped.is_set():
            raise Fault(FaultReason.ENGINE_CLOSED)
