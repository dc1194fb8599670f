"""How much may be on its way from one peer: more where the line is long, and not yet full. Pure.

A line that takes 200 ms there and back, with a megabyte on it, brings five a second, however wide
it is. So we ask for more as long as answers come about as soon as the quickest ever did: then
nothing waits on the way. Where they come later, it is full, and more would only wait.
"""

from __future__ import annotations

from engine.protocols.hypercore.limits import (
    LONG_LINE_SECONDS,
    QUICK_SECONDS,
    REQUESTS_IN_FLIGHT_FAR_MAX,
    WINDOW_FACTOR_MAX,
)

_FREE = 1.5  # of the least delay: the line is not full
_FULL = 3.0
_SAMPLES = 4  # answers, of which the quickest counts


class Pace:
    """One lane's. ``factor``: how many usual windows may be on their way.

    ``is_quick``: what was asked for last came so soon that more of it would keep nobody waiting.
    """

    __slots__ = ("_judged_at", "_least", "_quickest", "_samples", "factor", "is_quick")

    def __init__(self) -> None:
        self.factor = 1
        self.is_quick = False
        self._least: float | None = None
        self._quickest: float | None = None
        self._samples = 0
        self._judged_at = float("-inf")

    def came(self, asked_at: float, now: float, *, was_full: bool = True) -> None:
        """What was asked for at ``asked_at`` is here. ``was_full``: much was on its way then;
        else it shows how long the line is, and not how wide: what goes first comes soon on any.
        """
        waited = now - asked_at
        self._least = waited if self._least is None else min(self._least, waited)
        if not was_full:
            return
        self.is_quick = waited <= QUICK_SECONDS
        if asked_at < self._judged_at:
            return  # it tells nothing of what has become of the last judgement
        self._quickest = waited if self._quickest is None else min(self._quickest, waited)
        self._samples += 1
        if self._samples >= _SAMPLES:
            self._judge(self._least, self._quickest)
            self._quickest, self._samples, self._judged_at = None, 0, now

    def window(self, usual: int) -> int:
        """How many requests, where ``usual`` are on a short line."""
        return max(usual, min(usual * self.factor, REQUESTS_IN_FLIGHT_FAR_MAX))

    def _judge(self, least: float, quickest: float) -> None:
        if least < LONG_LINE_SECONDS or quickest > _FULL * least:
            self.factor = max(1, self.factor // 2)
        elif quickest <= _FREE * least:
            self.factor = min(2 * self.factor, WINDOW_FACTOR_MAX)
