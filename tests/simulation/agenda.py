"""What happens when: one virtual clock, ties by order of scheduling, never by identity. Pure."""

from __future__ import annotations

import heapq
from collections.abc import Callable

Deed = Callable[[], None]


class Agenda:
    """``now`` is the true time, in seconds since the world began, without the days that everybody
    slept through: those are ``skipped``.
    """

    __slots__ = ("_count", "_heap", "now", "skipped")

    def __init__(self) -> None:
        self.now = 0.0
        self.skipped = 0.0
        self._heap: list[tuple[float, int, Deed]] = []
        self._count = 0

    def at(self, when: float, deed: Deed) -> None:
        """Then, or now if that is over."""
        self._count += 1
        heapq.heappush(self._heap, (max(when, self.now), self._count, deed))

    def after(self, seconds: float, deed: Deed) -> None:
        """That much later."""
        self.at(self.now + seconds, deed)

    def run_until(self, end: float) -> None:
        """All that is due before ``end``, in order; then it is ``end``."""
        while self._heap and self._heap[0][0] < end:
            self.now, _, deed = heapq.heappop(self._heap)
            deed()
        self.now = end
