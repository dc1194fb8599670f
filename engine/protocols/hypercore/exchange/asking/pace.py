"""How much may be on its way from one peer: more where the line is long, and not yet full. Pure.

A line that takes 200 ms there and back, with a megabyte on it, brings five a second, however wide
it is. So we ask for more as long as answers come about as soon as the quickest ever did: then
nothing waits on the way. Where they come later, it is full, and more would only wait.
"""

from __future__ import annotations

from engine.protocols.hypercore.limits import (
    LONG_LINE_SECONDS,
    REQUESTS_IN_FLIGHT_FAR_MAX,
    WINDOW_FACTOR_MAX,
)

_FREE = 1.5  # of the least delay: the line is not full
_FULL = 3.0


class Pace:
    """One lane's. ``factor``: how many usual windows may be on their way."""

    __slots__ = ("_least", "_quickest", "_round_ends", "factor")

    def __init__(self) -> None:
        self.factor = 1
        self._least: float | None = None
        self._quickest: float | None = None
        self._round_ends = 0.0

    def came(self, asked_at: float, now: float) -> None:
        """What was asked for at ``asked_at`` is here."""
        waited = now - asked_at
        self._least = waited if self._least is None else min(self._least, waited)
        self._quickest = waited if self._quickest is None else min(self._quickest, waited)
        if now >= self._round_ends:
            self._judge(self._least, self._quickest)
            self._quickest = None
            self._round_ends = now + waited  # then all that comes was asked for since

    def window(self, usual: int) -> int:
        """How many requests, where ``usual`` are on a short line."""
        return max(usual, min(usual * self.factor, REQUESTS_IN_FLIGHT_FAR_MAX))

    def _judge(self, least: float, quickest: float) -> None:
        if least < LONG_LINE_SECONDS or quickest > _FULL * least:
            self.factor = max(1, self.factor // 2)
        elif quickest <= _FREE * least:
            self.factor = min(2 * self.factor, WINDOW_FACTOR_MAX)
