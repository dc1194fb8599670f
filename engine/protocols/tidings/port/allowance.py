"""How much a peer may say in ``tidings/1``: a flood of well-formed messages ends it. Pure."""

from __future__ import annotations

from engine.protocols.tidings.port.limits import MESSAGES_A_SECOND, MESSAGES_BURST


class Allowance:
    """Fills up with time, is spent by messages."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._at = now
        self._left = MESSAGES_BURST

    def spend(self, now: float) -> bool:
        """Takes one message off; False where none is left."""
        gained = max(0.0, now - self._at) * MESSAGES_A_SECOND
        self._at = now
        self._left = min(MESSAGES_BURST, self._left + gained) - 1.0
        return self._left >= 0.0
