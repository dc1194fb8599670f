"""Whether the profile that is open is locked: shown and told to nobody before its passphrase.

The engine goes on while it is locked: messages arrive, what waits is sent, and so the database's
key stays in this process's memory, as it does while a window is open. Locking protects against who
sits down at the computer, by the window and by the command line; whoever has switched it off, or
takes its disk, needs the passphrase in any case. Any thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from engine.errors import Refusal, Refused
from engine.store import keys
from engine.store.migrate import latest_format


class Gate:
    """``ui.services.Gate`` of one profile."""

    def __init__(self, profile: Path) -> None:
        """Open. ``profile`` is its folder, whose key file is asked each time."""
        self._profile = profile
        self._is_locked = threading.Event()
        self._listeners: tuple[Callable[[], object], ...] = ()

    @property
    def is_locked(self) -> bool:
        """See ``ui.services.Gate``."""
        return self._is_locked.is_set()

    @property
    def can_lock(self) -> bool:
        """See ``ui.services.Gate``. Raises Fault."""
        return keys.needs_passphrase(self._profile, latest_format())

    def lock(self) -> None:
        """See ``ui.services.Gate``."""
        if not self.can_lock:
            raise Refused(Refusal.NOTHING_TO_LOCK)
        self._is_locked.set()
        self._tell()

    def unlock(self, passphrase: str) -> None:
        """See ``ui.services.Gate``."""
        keys.unlock(self._profile, passphrase, latest_format())
        self._is_locked.clear()
        self._tell()

    def subscribe(self, listener: Callable[[], object]) -> Callable[[], None]:
        """See ``ui.services.Gate``."""
        self._listeners = (*self._listeners, listener)

        def stop_listening() -> None:
            self._listeners = tuple(one for one in self._listeners if one is not listener)

        return stop_listening

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
