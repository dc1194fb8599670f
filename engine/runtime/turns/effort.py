"""How much of our time one peer may cost us, and when it has to rest (reliability L-9). Pure.

Only what its machine calls charged counts: an honest peer that reads a whole space pays nothing.
Beyond a short burst a peer gets a tenth of a core; whoever keeps using that up for a minute rests
for one. While a peer rests, nothing is read from it.

A crowd in which each keeps within that could still take all of our time. So those that have lately
been charged for more than a moment queue by themselves (``Inbox``), and the others do not wait for
them.
"""

from __future__ import annotations

from collections import deque

BURST_SECONDS = 0.5  # ours: of work at once, before a peer is slowed
SHARE = 0.1  # ours: of a core, for one peer
WINDOW_SECONDS = 60.0  # reliability L-9
WINDOW_WORK_SECONDS_MAX = 5.0  # reliability L-9
REST_SECONDS = 60.0  # reliability L-9
SEND_SECONDS = 20e-6  # measured: committing and writing one small frame, which happens later

MOMENT_SECONDS = 0.02  # ours: of charged work; more than a few words between honest peers
REMEMBERED_SECONDS_MAX = 0.1  # ours: of charged work; forgotten within a minute
FORGOTTEN_SHARE = 0.002  # ours: what a crowd of a hundred, among them, gets less than

_GRAIN_SECONDS = 1.0  # ours: what is done within one is one entry


class Effort:
    """One conversation's. Times are on the steady clock."""

    __slots__ = ("_credit", "_lately", "_remembered", "_updated_at")

    def __init__(self) -> None:
        self._credit = BURST_SECONDS
        self._updated_at = 0.0
        self._remembered = 0.0
        self._lately: deque[tuple[float, float]] = deque()  # when it began, seconds of work

    @property
    def is_costly(self) -> bool:
        """Whether it has lately been charged for more than a moment."""
        return self._remembered > MOMENT_SECONDS

    def charge(self, seconds: float, monotonic: float) -> float | None:
        """It has cost so much. Until when it rests, None if it need not."""
        passed = max(0.0, monotonic - self._updated_at)
        self._credit = min(BURST_SECONDS, self._credit + passed * SHARE) - seconds
        remembered = max(0.0, self._remembered - passed * FORGOTTEN_SHARE)
        self._remembered = min(REMEMBERED_SECONDS_MAX, remembered + seconds)
        self._updated_at = monotonic
        if self._in_window(seconds, monotonic) > WINDOW_WORK_SECONDS_MAX:
            self._lately.clear()
            return monotonic + REST_SECONDS
        return None if self._credit >= 0.0 else monotonic - self._credit / SHARE

    def _in_window(self, seconds: float, monotonic: float) -> float:
        lately = self._lately
        if lately and monotonic - lately[-1][0] < _GRAIN_SECONDS:
            began, before = lately.pop()
            lately.append((began, before + seconds))
        else:
            lately.append((monotonic, seconds))
        while lately[0][0] <= monotonic - WINDOW_SECONDS:
            lately.popleft()
        return sum(work for _, work in lately)
