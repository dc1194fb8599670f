"""How much one peer may ask of us (reliability L-9). Pure.

A bucket of tokens that fills evenly. Beyond it a peer runs up a debt, which an honest one in a long
reconciliation may; only a debt no honest peer reaches is too many. Posts that a peer needed cost it
nothing, however fast it takes them: else the fastest readers would be those that are sent away.

``Needs`` tells what a peer may read for nothing: as much as reading a whole channel takes, some
times over, and as much as follows news that never ends. The runtime slows down who goes on beyond
that.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.model.ids import SpaceId
from engine.protocols.peerlinks.limits import (
    NEEDS_A_MESSAGE,
    NEEDS_A_REQUEST,
    NEEDS_A_SECOND,
    NEEDS_ALWAYS,
    NEEDS_BYTES,
    REQUESTS_BURST,
    REQUESTS_DEBT_MAX,
    REQUESTS_PER_SECOND,
)


class Allowance:
    """One conversation's."""

    __slots__ = ("_tokens", "_updated_at")

    def __init__(self, now: float) -> None:
        self._tokens = REQUESTS_BURST
        self._updated_at = now

    def spend(self, now: float) -> bool:
        """Takes a token. False if the debt is too large."""
        earned = max(0.0, now - self._updated_at) * REQUESTS_PER_SECOND
        self._updated_at = now
        self._tokens = min(REQUESTS_BURST, self._tokens + earned) - 1.0
        return self._tokens >= -REQUESTS_DEBT_MAX

    def give_back(self) -> None:
        """The token that was taken last: the peer needed what it asked for."""
        self._tokens = min(REQUESTS_BURST, self._tokens + 1.0)


class Needs:
    """What one conversation has given of each channel we share. Bounded by their number."""

    __slots__ = ("_free", "_given")

    def __init__(self) -> None:
        self._given: dict[SpaceId, tuple[float, float]] = {}  # as it stood, and when that was
        self._free: dict[SpaceId, int] = {}

    def covers(
        self, space: SpaceId, question_bytes: int, given: int, now: float, count: Callable[[], int]
    ) -> bool:
        """Takes down a question of so many bytes and its answer of ``given`` messages.

        Whether an honest peer may need that too. ``count``: the channel's messages now; asked only
        where it may matter.
        """
        total, updated_at = self._given.get(space, (0.0, now))
        forgotten = max(0.0, now - updated_at) * NEEDS_A_SECOND
        total = max(0.0, total - forgotten) + given + question_bytes // NEEDS_BYTES
        total += NEEDS_A_REQUEST
        self._given[space] = total, now
        if total > self._free.get(space, NEEDS_ALWAYS):
            self._free[space] = NEEDS_ALWAYS + NEEDS_A_MESSAGE * count()
        return total <= self._free.get(space, NEEDS_ALWAYS)
