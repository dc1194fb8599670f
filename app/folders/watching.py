"""Says when something has changed in a directory, as the system tells it (watchdog).

Where the system cannot, or has no more watches to give, nothing is said: whoever asks looks anew
from time to time in any case.
"""

from __future__ import annotations

import asyncio
import logging
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from typing_extensions import override
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver

_TOLD = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirModifiedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]
"""Not that something was opened or read: we read ourselves."""

_STOPPING_SECONDS = 5.0  # ours

_log = logging.getLogger(__name__)


class Watch:
    """From its making until ``stop``. Its methods block for a moment: call them on a thread."""

    def __init__(self, directory: Path, changed: Callable[[], None]) -> None:
        """``changed`` is called on a thread of the watch, and must return at once."""
        self._directory = directory
        self._observer = _begun(directory, _Handler(changed), recursive=True)
        self._is_whole = self._observer is not None and _has_watches_left(directory)

    @property
    def has_begun(self) -> bool:
        """Whether the system tells us of something in it."""
        return self._observer is not None

    @property
    def is_on(self) -> bool:
        """Whether the system tells us of all that is in it."""
        return self.has_begun and self._is_whole

    def is_to_stay(self) -> bool:
        """Asks anew whether it ``is_on``: folders made later may have got no watch. False where it
        was not, and one that is made now gets more.
        """
        is_one_left = self.has_begun and _has_watches_left(self._directory)
        was_whole, self._is_whole = self._is_whole, self._is_whole and is_one_left
        return self.has_begun and (was_whole or not is_one_left)

    def stop(self) -> None:
        """Nothing is said any more."""
        observer, self._observer = self._observer, None
        if observer is not None:
            _end(observer)


def _begun(
    directory: Path, handler: FileSystemEventHandler, *, recursive: bool
) -> BaseObserver | None:
    observer: BaseObserver | None = None
    try:
        observer = Observer()
        observer.schedule(handler, str(directory), recursive=recursive, event_filter=_TOLD)
        observer.start()
    except (OSError, RuntimeError) as error:
        _log.warning("a directory is only looked at from time to time: %s", error)
        if observer is not None:
            _end(observer)
        return None
    return observer


def _end(observer: BaseObserver) -> None:
    with suppress(OSError, RuntimeError):
        observer.stop()
        observer.join(_STOPPING_SECONDS)


def _has_watches_left(directory: Path) -> bool:
    """Folders inside for which the system has no watch are passed over without a word: where that
    was so it has none for one more either.
    """
    if sys.platform != "linux":
        return True
    one_more = _begun(directory, FileSystemEventHandler(), recursive=False)
    if one_more is not None:
        _end(one_more)
    return one_more is not None


Root = tuple[int, int]


def root_of(directory: Path) -> Root | None:
    """Which directory lies there: another one once it was moved, replaced, or its disk was taken
    away; None for none. No watch tells so: it goes on watching the one that it was made for.
    """
    try:
        status = directory.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else None


class Watching:
    """A ``Watch`` of whatever lies at that path, made anew as that changes. On an event loop."""

    def __init__(self, directory: Path, changed: Callable[[], None]) -> None:
        """``changed``: see ``Watch``."""
        self._directory = directory
        self._changed = changed
        self._root: Root | None = None
        self._watch: Watch | None = None

    @property
    def is_on(self) -> bool:
        """Whether the system tells us of all that is in it."""
        return self._watch is not None and self._watch.is_on

    async def renew(self) -> None:
        """Watches what lies there now, and all of it if that can be. Before each look."""
        root = await asyncio.to_thread(root_of, self._directory)
        if root != self._root or not await self._is_to_stay():
            await self.stop()
            self._root = root
            if root is not None:
                await self._begin()

    async def is_other(self) -> bool:
        """Whether something else lies there than when it was last renewed."""
        return await asyncio.to_thread(root_of, self._directory) != self._root

    async def stop(self) -> None:
        """Nothing is said any more."""
        watch, self._watch = self._watch, None
        if watch is not None:
            await asyncio.shield(asyncio.to_thread(watch.stop))

    async def _is_to_stay(self) -> bool:
        return self._watch is not None and await asyncio.to_thread(self._watch.is_to_stay)

    async def _begin(self) -> None:
        made = asyncio.ensure_future(asyncio.to_thread(Watch, self._directory, self._changed))
        try:
            self._watch = await asyncio.shield(made)
        except asyncio.CancelledError:
            self._watch = await made  # it is there in a moment, and has to be stopped
            raise


class _Handler(FileSystemEventHandler):
    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    @override
    def on_any_event(self, event: FileSystemEvent) -> None:
        self._changed()
