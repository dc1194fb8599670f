"""XSalsa20 in plain Python, from Bernstein's papers: a key stream that is taken bit by bit."""

from __future__ import annotations

import struct

_MASK = 0xFFFFFFFF
_SIGMA = struct.unpack("<4I", b"expand 32-byte k")
_ROUNDS = 10
_QUARTERS = (
    (0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11),
    (0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14),
)  # fmt: skip


class XSalsa20:
    """One direction of a connection: every byte that was sent moves it on."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        """``nonce``: 24 bytes, of a longer one the first 24."""
        mixed = _double_rounds(_words(key, nonce[:16]))
        picked = [mixed[place] for place in (0, 5, 10, 15, 6, 7, 8, 9)]
        self._key = struct.pack("<8I", *picked)
        self._nonce = nonce[16:24]
        self._block = 0
        self._rest = b""

    def over(self, content: bytes) -> bytes:
        """``content`` in cipher, or in clear again."""
        stream = bytearray(self._rest)
        while len(stream) < len(content):
            stream += self._next()
        self._rest = bytes(stream[len(content) :])
        return bytes(a ^ b for a, b in zip(content, stream, strict=False))

    def _next(self) -> bytes:
        words = _words(self._key, self._nonce + struct.pack("<Q", self._block))
        self._block += 1
        mixed = _double_rounds(words)
        return struct.pack("<16I", *((a + b) & _MASK for a, b in zip(words, mixed, strict=True)))


def _words(key: bytes, middle: bytes) -> list[int]:
    first, last = struct.unpack("<4I", key[:16]), struct.unpack("<4I", key[16:])
    inner = struct.unpack("<4I", middle)
    return [_SIGMA[0], *first, _SIGMA[1], *inner, _SIGMA[2], *last, _SIGMA[3]]


def _double_rounds(words: list[int]) -> list[int]:
    x = list(words)
    for _ in range(_ROUNDS):
        for a, b, c, d in _QUARTERS:
            x[b] ^= _turned(x[a] + x[d], 7)
            x[c] ^= _turned(x[b] + x[a], 9)
            x[d] ^= _turned(x[c] + x[b], 13)
            x[a] ^= _turned(x[d] + x[c], 18)
    return x


def _turned(word: int, by: int) -> int:
    word &= _MASK
    return (word << by | word >> 32 - by) & _MASK
