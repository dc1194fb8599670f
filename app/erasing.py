"""Erases what was forgotten while the engine runs: a part, a pause for everybody else, a part.

On the engine's own loop, between its turns. Where nothing is to be erased, what else can wait is
done in the same way. What is left when the program ends is done by the next one; only erasing goes
on for a moment, for who forgets something wants it gone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Protocol

from engine.errors import Fault
from engine.model.events import Event

PAUSE_SECONDS = 0.05  # ours: several turns
LEAVING_SECONDS = 1.0  # ours: enough for some ten thousand posts

_log = logging.getLogger(__name__)


class Storage(Protocol):
    """See ``engine.store.storage.Storage``."""

    def erase_some(self) -> bool: ...

    def do_further(self) -> bool: ...


class Erasing:
    """``run`` it as a task, tell it what happens (``hear``), and ``finish`` at the end."""

    def __init__(self, storage: Storage) -> None:
        """Borrows ``storage``."""
        self._storage = storage
        self._something_happened = asyncio.Event()

    def hear(self, _events: Sequence[Event]) -> None:
        """Something was stored: perhaps it is to be erased."""
        self._something_happened.set()

    async def run(self) -> None:
        """Until cancelled. What a former run left comes first."""
        while True:
            self._something_happened.clear()
            if self._do_some(further=True):
                await asyncio.sleep(PAUSE_SECONDS)
            else:
                await self._something_happened.wait()

    def finish(self) -> None:
        """Erases on without pause, for a moment."""
        deadline = time.monotonic() + LEAVING_SECONDS
        while self._do_some(further=False) and time.monotonic() < deadline:
            pass

    def _do_some(self, *, further: bool) -> bool:
        failed = "what was forgotten could not be erased yet"
        try:
            is_more = self._storage.erase_some()
            if further and not is_more:
                failed = "what else waits could not be done yet"
                is_more = self._storage.do_further()
        except Fault as fault:
            _log.warning("%s: %s", failed, fault.reason)
            return False
        return is_more
