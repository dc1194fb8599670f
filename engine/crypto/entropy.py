"""Entropy as an argument. Pure: the machine's own generator is handed in by ``app``."""

from __future__ import annotations

from collections.abc import Callable

from engine.crypto.blake2b import hash32, hash_of_size

Entropy = Callable[[int], bytes]
"""``entropy(n)`` gives n unpredictable bytes, never the same ones twice."""

_FRACTION_BYTES = 4
_BLOCK_BYTES = 64
_COUNTER_BYTES = 8


def fraction(entropy: Entropy) -> float:
    """A number from 0 up to, but never, 1: any of 2^32, each as likely."""
    drawn = entropy(_FRACTION_BYTES)
    return int.from_bytes(drawn, "big") / (1 << 8 * _FRACTION_BYTES)


class SeededEntropy:
    """One endless stream of bytes from a seed, for tests and simulation; never for real keys.

    BLAKE2b in counter mode. How the stream is cut into calls does not matter: two calls for 16
    bytes give what one call for 32 would have given.
    """

    __slots__ = ("_counter", "_key", "_rest")

    def __init__(self, seed: bytes) -> None:
        """``seed``: any length; the same seed gives the same stream on every machine, for ever."""
        self._key = hash32(seed)
        self._counter = 0
        self._rest = b""

    def __call__(self, size: int) -> bytes:
        """The next ``size`` bytes of the stream."""
        blocks = [self._rest]
        held = len(self._rest)
        while held < size:
            blocks.append(self._next_block())
            held += _BLOCK_BYTES
        stream = b"".join(blocks)
        self._rest = stream[size:]
        return stream[:size]

    def fork(self, label: str) -> SeededEntropy:
        """A stream of the seed and ``label`` alone: what was drawn here before does not matter.

        So a simulated peer's keys stay the same when another peer draws more.
        """
        return SeededEntropy(hash32(label.encode("utf-8"), key=self._key))

    def _next_block(self) -> bytes:
        counter = self._counter.to_bytes(_COUNTER_BYTES, "big")
        self._counter += 1
        return hash_of_size(counter, _BLOCK_BYTES, key=self._key)
