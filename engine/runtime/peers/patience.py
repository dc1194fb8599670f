"""Waits that double each time. Pure."""

from __future__ import annotations

_DOUBLINGS_MAX = 32  # far beyond any last wait; so that no number grows without end


def doubled(first: float, times: int, last: float) -> float:
    """``first`` doubled so many times, but no more than ``last``."""
    return min(last, first * (1 << min(times, _DOUBLINGS_MAX)))
