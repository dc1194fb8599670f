"""How much is said in ``tidings/1``: a flood of well-formed messages ends it. Pure.

What a peer may say grows with the spaces in common, for it acknowledges each of them. What we say
ourselves is paced, far below that.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGES_A_SECOND,
    ACKNOWLEDGES_BURST,
    MESSAGES_A_SECOND,
    MESSAGES_A_SPACE_A_SECOND,
    MESSAGES_A_SPACE_BURST,
    MESSAGES_BURST,
)


class Rate(NamedTuple):
    """``burst`` messages at once, and so many ``a_second`` for good."""

    burst: float
    a_second: float


ACKNOWLEDGES = Rate(ACKNOWLEDGES_BURST, ACKNOWLEDGES_A_SECOND)
"""Those of ours, of all spaces together."""


def messages_of_peer(common: int) -> Rate:
    """What a peer may say with which we share so many spaces."""
    return Rate(
        MESSAGES_BURST + MESSAGES_A_SPACE_BURST * common,
        MESSAGES_A_SECOND + MESSAGES_A_SPACE_A_SECOND * common,
    )


class Allowance:
    """Is spent by messages, and recovers with time. The rate may be another one each time."""

    __slots__ = ("_at", "_spent")

    def __init__(self, now: float) -> None:
        self._at = now
        self._spent = 0.0

    def spend(self, now: float, rate: Rate) -> bool:
        """Whether one more message may be; then it counts."""
        recovered = max(0.0, now - self._at) * rate.a_second
        self._at = now
        self._spent = max(0.0, self._spent - recovered)
        if self._spent + 1.0 > rate.burst:
            return False
        self._spent += 1.0
        return True
