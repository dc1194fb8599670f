"""Says when something has changed in a directory, as the system tells it (watchdog).

Where the system cannot, or has no more watches to give, nothing is said: whoever asks looks anew
from time to time in any case.
"""

from __future__ import annotations

import logging
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
        self._observer: BaseObserver | None = Observer()
        try:
            self._observer.schedule(
                _Handler(changed), str(directory), recursive=True, event_filter=_TOLD
            )
            self._observer.start()
        except (OSError, RuntimeError) as error:
            _log.warning("a directory is only looked at from time to time: %s", error)
            self._observer = None

    @property
    def is_on(self) -> bool:
        """Whether the system tells us."""
        return self._observer is not None

    def stop(self) -> None:
        """Nothing is said any more."""
        observer, self._observer = self._observer, None
        if observer is not None:
            with suppress(OSError, RuntimeError):
                observer.stop()
                observer.join(_STOPPING_SECONDS)


class _Handler(FileSystemEventHandler):
    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    @override
    def on_any_event(self, event: FileSystemEvent) -> None:
        self._changed()
