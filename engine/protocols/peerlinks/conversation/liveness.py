"""Pings and pongs (protocols/peerlinks.md sections 1 and 3, row 7; the document has neither). Pure.

We answer every Ping. We send our own only to a peer that surely knows them: one marked as ours, or
one that has sent a Ping. Anything heard since a ping counts as life: on a slow line the pong waits
behind a large answer.
"""

from __future__ import annotations

from engine.crypto.entropy import Entropy, fraction
from engine.protocols.peerlinks.limits import (
    PING_SECONDS_MAX,
    PING_SECONDS_MIN,
    PONG_TIMEOUT_SECONDS,
    PONGS_MISSED_MAX,
)
from engine.protocols.peerlinks.packets import Ping, Pong

_SEQ_LIMIT = 1 << 32  # a uint32


class Liveness:
    """Whether the peer is there. ``deadline`` is when ``wake`` wants to be called (None: never)."""

    __slots__ = ("_entropy", "_heard", "_missed", "_seq", "_waits_for_pong", "deadline")

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._seq = 0
        self._missed = 0
        self._waits_for_pong = False
        self._heard = False
        self.deadline: float | None = None

    def begin(self, now: float) -> None:
        """The peer knows pings. Harmless when it was known before."""
        if self.deadline is None:
            self.deadline = now + self._pause()

    def hear(self) -> None:
        """Bytes have come, whatever they are."""
        self._heard = True

    def take_pong(self, pong: Pong, now: float) -> None:
        """One that answers our last ping ends the waiting; any other is ignored."""
        if self._waits_for_pong and pong.seq == self._seq:
            self._rest(now)

    def wake(self, now: float) -> Ping | None:
        """The ping to send now, if any. Call when ``deadline`` has come, then see ``given_up``."""
        if not self._waits_for_pong:
            return self._ping(now)
        if self._heard:
            self._rest(now)
        else:
            self._waits_for_pong = False
            self._missed += 1
            self.deadline = now + PING_SECONDS_MIN
        return None

    @property
    def given_up(self) -> bool:
        """Whether as many pings in a row went unanswered as we let pass."""
        return self._missed >= PONGS_MISSED_MAX

    def _ping(self, now: float) -> Ping:
        self._seq = (self._seq + 1) % _SEQ_LIMIT
        self._waits_for_pong = True
        self._heard = False
        self.deadline = now + PONG_TIMEOUT_SECONDS
        return Ping(self._seq)

    def _rest(self, now: float) -> None:
        self._waits_for_pong = False
        self._missed = 0
        self.deadline = now + self._pause()

    def _pause(self) -> float:
        return PING_SECONDS_MIN + fraction(self._entropy) * (PING_SECONDS_MAX - PING_SECONDS_MIN)
