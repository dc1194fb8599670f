"""Waiting for something: everything that either side tells wakes whoever waits, and is kept.

Nothing is slept through. A deadline is far beyond what anything takes; only a defect reaches it,
and then all that was told is shown.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")

DEADLINE_SECONDS = 30.0
SHOWN_MAX = 80  # ours: the last things told, on a failure


class News:
    """One for all peers of a test."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._count = 0
        self._told: deque[str] = deque(maxlen=SHOWN_MAX)

    def tell(self, who: str, what: object) -> None:
        """Something happened at ``who``. From any thread."""
        with self._condition:
            self._count += 1
            self._told.append(f"{who}: {what}")
            self._condition.notify_all()

    def wait_until(self, look: Callable[[], R | None], what: str) -> R:
        """What ``look`` finds (anything true). It looks at once, and after everything told."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while True:
            with self._condition:
                seen = self._count
            if found := look():
                return found
            rest = deadline - time.monotonic()
            if rest <= 0 or not self._wait_for_more(seen, rest):
                raise AssertionError("\n".join((f"never came: {what}", *self._told)))

    def _wait_for_more(self, seen: int, seconds: float) -> bool:
        with self._condition:
            return self._condition.wait_for(lambda: self._count != seen, seconds)
