"""Whether a peer is still there: a ping every 20 to 40 s, from both sides (1). Pure."""

from __future__ import annotations

from engine.crypto.entropy import Entropy, fraction
from engine.protocols.tidings.port.limits import (
    PING_SECONDS_MAX,
    PING_SECONDS_MIN,
    PONG_SECONDS,
    PONGS_MISSED_MAX,
)

_NUMBERS = 1 << 32  # a u32


class Liveness:
    """``deadline``: when ``wake`` is to be called. Whatever is heard counts as life."""

    __slots__ = ("_entropy", "_heard", "_missed", "_number", "_waiting", "deadline")

    def __init__(self, entropy: Entropy, now: float) -> None:
        self._entropy = entropy
        self._number = 0
        self._waiting = False
        self._heard = False
        self._missed = 0
        self.deadline = now + self._pause()

    @property
    def given_up(self) -> bool:
        """Whether as many pings in a row went unanswered as we let pass."""
        return self._missed >= PONGS_MISSED_MAX

    def hear(self) -> None:
        """Something has come."""
        self._heard = True

    def wake(self, now: float) -> int | None:
        """The number of the ping to send now, if any; then see ``given_up``."""
        if self._waiting and self._heard:
            self._waiting = False
            self._missed = 0
            self.deadline = now + self._pause()
            return None
        if self._waiting:
            self._missed += 1
        self._number = (self._number + 1) % _NUMBERS
        self._waiting = True
        self._heard = False
        self.deadline = now + PONG_SECONDS
        return None if self.given_up else self._number

    def _pause(self) -> float:
        # The wait for the pong is a part of the 20 to 40 s.
        least = PING_SECONDS_MIN - PONG_SECONDS
        return least + fraction(self._entropy) * (PING_SECONDS_MAX - PING_SECONDS_MIN)
