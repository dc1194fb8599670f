"""Work of the last minute, second by second. Pure."""

from __future__ import annotations

from collections import deque

WINDOW_SECONDS = 60.0  # reliability L-9

_GRAIN_SECONDS = 1.0  # ours: what is done within one is one entry


class Window:
    """Seconds of work within the last minute."""

    __slots__ = ("_grains",)

    def __init__(self) -> None:
        self._grains: deque[tuple[float, float]] = deque()  # when each began, seconds of work

    def add(self, seconds: float, monotonic: float) -> None:
        """So much more."""
        grains = self._grains
        if grains and monotonic - grains[-1][0] < _GRAIN_SECONDS:
            began, before = grains.pop()
            grains.append((began, before + seconds))
        else:
            grains.append((monotonic, seconds))

    def total(self, monotonic: float) -> float:
        """As it stands now."""
        grains = self._grains
        while grains and grains[0][0] <= monotonic - WINDOW_SECONDS:
            grains.popleft()
        return sum(seconds for _, seconds in grains)
