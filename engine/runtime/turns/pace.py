"""How fast a peer sends: a mean over the last seconds in which older bytes count less. Pure."""

from __future__ import annotations

from math import exp

PACE_SECONDS = 10.0  # ours: a sudden burst is soon forgotten, and so is a short pause


class Pace:
    """One conversation's. Times are on the steady clock."""

    __slots__ = ("_at", "_bytes")

    def __init__(self) -> None:
        self._bytes = 0.0
        self._at = 0.0

    def hear(self, size: int, monotonic: float) -> None:
        """So many bytes came."""
        self._bytes = self._faded(monotonic) + size
        self._at = monotonic

    def bytes_a_second(self, monotonic: float) -> float:
        """As it stands now."""
        return self._faded(monotonic) / PACE_SECONDS

    @property
    def when_last_heard(self) -> float:
        """Bytes a second as it stood then: for whom we kept waiting since."""
        return self._bytes / PACE_SECONDS

    def _faded(self, monotonic: float) -> float:
        return self._bytes * exp(min(0.0, self._at - monotonic) / PACE_SECONDS)
