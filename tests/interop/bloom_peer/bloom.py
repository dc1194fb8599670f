"""A Bloom filter in plain Python ("Bloom Filter"), with MurmurHash3 as it was published."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_WORD = 0xFFFFFFFF


def murmur(value: bytes, seed: int) -> int:
    """MurmurHash3, 32 bits, x86."""
    state = seed
    whole = len(value) // 4 * 4
    for at in range(0, whole, 4):
        state ^= _mixed(int.from_bytes(value[at : at + 4], "little"))
        state = (_turned(state, 13) * 5 + 0xE6546B64) & _WORD
    if value[whole:]:
        state ^= _mixed(int.from_bytes(value[whole:], "little"))
    state ^= len(value)
    state = (state ^ state >> 16) * 0x85EBCA6B & _WORD
    state = (state ^ state >> 13) * 0xC2B2AE35 & _WORD
    return state ^ state >> 16


def _mixed(word: int) -> int:
    return _turned(word * 0xCC9E2D51 & _WORD, 15) * 0x1B873593 & _WORD


def _turned(word: int, by: int) -> int:
    return (word << by | word >> 32 - by) & _WORD


@dataclass(frozen=True)
class Bloom:
    """``size`` bits; each value has set ``n`` of them."""

    bits: bytes
    size: int
    n: int
    seed: int

    def has(self, value: bytes) -> bool:
        """Whether it may hold it."""
        return all(self.bits[at >> 3] >> (at & 7) & 1 for at in _places(value, self))

    @property
    def is_lawful(self) -> bool:
        """``filter.length * 8 >= size >= (filter.length - 1) * 8``."""
        return 8 * len(self.bits) >= self.size >= 8 * (len(self.bits) - 1)


def _places(value: bytes, of: Bloom) -> list[int]:
    seeds = [(number * 0xFA68676F + of.seed) & _WORD for number in range(of.n)]
    return [murmur(value, seed) % of.size for seed in seeds]


def bloom_of(values: Iterable[bytes], size: int = 1_003, n: int = 7, seed: int = 5) -> Bloom:
    """Of a size that is no multiple of anything."""
    bits = bytearray(-(-size // 8))
    for value in values:
        for at in _places(value, Bloom(b"", size, n, seed)):
            bits[at >> 3] |= 1 << (at & 7)
    return Bloom(bytes(bits), size, n, seed)
