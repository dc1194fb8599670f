"""Nonces that were used: twice under the same key is the same keystream (reliability H-7)."""

from __future__ import annotations

from collections import OrderedDict

from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.protocols.hypercore.limits import NONCE_BYTES, NONCES_KEPT


class Nonces:
    """Of all connections, in both directions: the latest of them."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._seen)

    def drawing(self, entropy: Entropy) -> Entropy:
        """``entropy``, of which all that is drawn becomes a nonce of ours."""

        def draw(size: int) -> bytes:
            drawn = entropy(size)
            self._note(drawn[:NONCE_BYTES])
            return drawn

        return draw

    def hear(self, nonce: bytes) -> None:
        """A peer's. PeerViolation if it was used before."""
        if nonce in self._seen:
            raise PeerViolation("a nonce that was used before", "Encryption Scheme")
        self._note(nonce)

    def _note(self, nonce: bytes) -> None:
        self._seen[nonce] = None
        if len(self._seen) > NONCES_KEPT:
            self._seen.popitem(last=False)  # of a plain dict the first is looked for ever longer
