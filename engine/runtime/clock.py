"""The two clocks. What is written down uses the one on the wall, what waits uses the steady one."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> float:
        """Unix seconds. May jump when the computer's clock is set."""

    def monotonic(self) -> float:
        """Seconds since some moment. Never goes back, never jumps."""

    def worked(self) -> float:
        """Seconds for which a processor has worked for the calling thread.

        What is charged to a peer: it shall not pay for what else the computer has to do.
        """


class SystemClock:
    """The computer's own clocks."""

    __slots__ = ()

    def now(self) -> float:
        """See ``Clock``."""
        return time.time()

    def monotonic(self) -> float:
        """See ``Clock``."""
        return time.monotonic()

    def worked(self) -> float:
        """See ``Clock``."""
        return time.thread_time()
