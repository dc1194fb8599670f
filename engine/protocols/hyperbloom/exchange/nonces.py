"""Nonces that were used: twice under the same key is the same keystream (reliability H-7). Pure."""

from __future__ import annotations

from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.protocols.hyperbloom.limits import NONCE_BYTES, NONCES_KEPT


class Nonces:
    """Of all connections of one profile, in both directions: the latest of them."""

    __slots__ = ("_used",)

    def __init__(self) -> None:
        self._used: dict[bytes, None] = {}

    def draw(self, entropy: Entropy) -> bytes:
        """A new one of ours."""
        nonce = entropy(NONCE_BYTES)
        self._note(nonce)
        return nonce

    def hear(self, nonce: bytes) -> None:
        """A peer's. PeerViolation if it was used before, by us (an Open sent back) or by anyone."""
        if nonce in self._used:
            raise PeerViolation("a nonce that was used before", "Open")
        self._note(nonce)

    def _note(self, nonce: bytes) -> None:
        self._used[nonce] = None
        if len(self._used) > NONCES_KEPT:
            del self._used[next(iter(self._used))]
