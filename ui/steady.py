"""The clock for how long something has lasted: nobody sets it, and it goes on in a sleep."""

from __future__ import annotations

import time

# Linux has one of its own for it; of the others' own, CLOCK_MONOTONIC counts the sleep on macOS,
# where Python's ``monotonic`` does not, and Windows has only that, which counts it there.
_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def steady() -> float:
    """Seconds since some moment, never fewer than before; only their differences mean anything."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)
