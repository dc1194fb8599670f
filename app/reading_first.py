"""What the window paints first, read before there is an engine.

All that an engine speaks takes longer to load than a page takes to read, and nothing of it is seen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeVar, cast

from app.engine_thread import EngineThread
from engine.api import Unsubscribe
from engine.model.commands import Command
from engine.model.community_queries import Communities
from engine.model.events import Event
from engine.model.queries import (
    Drafts,
    Extent,
    Identities,
    Members,
    PostingIdentities,
    Query,
    Space,
    Spaces,
    Timeline,
)
from engine.runtime.surroundings import Moment
from engine.store.reading import Reader

R = TypeVar("R")

# What a channel is opened with. The database alone answers all of them while nobody is connected.
FIRST = (
    *(Communities, Drafts, Extent, Identities, Members, PostingIdentities),
    *(Space, Spaces, Timeline),
)


class ReadingFirst:
    """An ``Engine``, from any loop: that of a thread, started by the first wish that needs it.

    ``end`` it before the thread is stopped.
    """

    def __init__(self, thread: EngineThread, open_reader: Callable[[], Reader]) -> None:
        """``open_reader`` is called on the thread that reads, if anything is asked for."""
        self._thread = thread
        self._open_reader = open_reader
        self._reader: Reader | None = None
        self._queries = ThreadPoolExecutor(1, thread_name_prefix="first queries")
        self._gate = Lock()  # over the two below
        self._has_begun = False
        self._is_over = False

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        self._begin()
        return await self._thread.perform(command)

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``."""
        if isinstance(query, FIRST) and (reading := self._read(query)) is not None:
            # A reader answers as the query's parameter says.
            return cast("R", await asyncio.wrap_future(reading))
        self._begin()
        return await self._thread.ask(query)

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``."""
        return self._thread.subscribe(listener)

    def end(self) -> None:
        """What was asked for is read, no more. An engine that nobody needed is opened all the same:
        it closes the profile.
        """
        self._begin()
        self._give_over()
        self._queries.shutdown()

    def _begin(self) -> None:
        with self._gate:
            if self._has_begun:
                return
            self._has_begun = True
        self._thread.once_open(self._give_over)
        self._thread.start()

    def _give_over(self) -> None:
        """From now on the engine answers, or says why there is none."""
        with self._gate:
            if not self._is_over:
                self._is_over = True
                self._queries.submit(self._close)
                self._queries.shutdown(wait=False)

    def _read(self, query: Query[R]) -> Future[object] | None:
        """None once the engine is there to be asked."""
        with self._gate:
            return None if self._is_over else self._queries.submit(self._answer, query)

    def _answer(self, query: Query[object]) -> object:
        self._reader = self._reader or self._open_reader()
        return self._reader.answer(query, Moment(time.time(), {}, ()))

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.close()
