"""How much one peer may ask of us (reliability L-9). Pure.

A bucket of tokens that fills evenly. Beyond it a peer runs up a debt, which an honest one in a long
reconciliation may; only a debt no honest peer reaches is too many.
"""

from __future__ import annotations

from engine.protocols.peerlinks.limits import (
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
