"""Bloom filters: made of what we hold, and asked what somebody else lacks ("Bloom Filter"). Pure.

Bit ``b`` is the bit of value ``1 << (b & 7)`` of byte ``b >> 3``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import mmh3

from engine.errors import PeerViolation
from engine.protocols.hyperbloom.arrays import np
from engine.protocols.hyperbloom.bloom.murmur import Batch
from engine.protocols.hyperbloom.limits import (
    FILL_MAX,
    FILTER_BYTES_ADVISED,
    FILTER_BYTES_MAX,
    HASHES_MAX,
)
from engine.protocols.hyperbloom.packets import BloomFilter, FilterOptions

if TYPE_CHECKING:
    import numpy.typing as npt

_STEP = 0xFA68676F
_WORD = 0xFFFFFFFF
_PIECE = 4_096  # values at a time: they stay in the processor's cache
_BATCH_BYTES_MAX = 128  # longer values are hashed one by one, which then is as quick
_BATCHED_MIN = 8  # so few of one length as well

SMALL_SET = 2_000
"""Below, chance hides one value in a million; from there on, one in a thousand."""
_SMALL = (28.76, 20)  # bits a value, hashes: one in a million hidden
_LARGE = (14.38, 10)  # one in a thousand
_ROUNDED_BITS = 32


def dimensions(count: int) -> tuple[int, int]:
    """Size in bits, a multiple of 32, and number of hashes, for ``count`` values."""
    bits, hashes = _SMALL if count < SMALL_SET else _LARGE
    size = math.ceil(max(1, count) * bits / _ROUNDED_BITS) * _ROUNDED_BITS
    return size, hashes


def values_within(size: int) -> int:
    """For how many values a filter of ``size`` bits is large enough."""
    size = size // _ROUNDED_BITS * _ROUNDED_BITS  # as ours are
    return max(1, int(size / _SMALL[0]) if size < SMALL_SET * _SMALL[0] else int(size / _LARGE[0]))


def cost(n: int) -> float:
    """What a value costs under ``n`` hashes, beside that of reading it."""
    return max(1.0, n / _LARGE[1])


def make_filter(values: Sequence[bytes], size: int, n: int, seed: int) -> BloomFilter:
    """A filter of ``size`` bits that holds ``values``; its bytes fill up whole words of 32 bits."""
    words = -(-size // _ROUNDED_BITS)
    bits = np.zeros(words * _ROUNDED_BITS, np.bool_)
    for places in _pieces(values):
        piece = [values[place] for place in places]
        for batch in _hashed(piece, n, seed):
            bits[batch % np.uint32(size)] = True
    return BloomFilter(np.packbits(bits, bitorder="little").tobytes(), size, n, seed)


def holds(known: BloomFilter, value: bytes) -> bool:
    """Whether that filter of ours hides ``value``: it was put in, or looks so by chance."""
    places = (
        mmh3.mmh3_32_uintdigest(value, _seed_of(known.seed, number)) % known.size
        for number in range(known.n)
    )
    return all(known.bits[place >> 3] & 1 << (place & 7) for place in places)


class FilterRefused(Exception):  # noqa: N818 - the peer is told, and may ask otherwise
    """A filter that costs more than we give for one. ``ADVISED`` is what we would rather have."""


ADVISED = FilterOptions(8 * FILTER_BYTES_ADVISED, _SMALL[1] + _LARGE[1])


class Sieve:
    """A peer's filter, ready to be asked.

    Raises PeerViolation for one that is none, FilterRefused for one that is too much.
    """

    __slots__ = ("_bits", "_n", "_seed", "_size", "says_nothing")

    def __init__(self, known: BloomFilter, *, document: bool = False) -> None:
        """``document``: its length by the letter (protocols/hyperbloom.md 10)."""
        demand_filter(known, document=document)
        bits = np.unpackbits(np.frombuffer(known.bits, np.uint8), bitorder="little")
        self._bits = bits.view(np.bool_)
        self._size, self._n, self._seed = np.uint32(known.size), known.n, known.seed
        self.says_nothing = bool(self._bits[: known.size].mean() > FILL_MAX)
        """So full that it would hide most values: answered as if it were empty."""

    @property
    def held_bytes(self) -> int:
        """What it takes: a byte a bit."""
        return len(self._bits)

    @property
    def cost(self) -> float:
        """Of a value that is held, beside that of reading it."""
        return cost(self._n)

    def lacking(self, values: Sequence[bytes]) -> Iterator[bytes]:
        """Those it does not hold, in order. Some are hidden by chance."""
        if self.says_nothing:
            yield from values
            return
        for places in _pieces(values):
            piece = [values[place] for place in places]
            held = self._held(piece)
            yield from (value for value, is_held in zip(piece, held, strict=True) if not is_held)

    def _held(self, values: Sequence[bytes]) -> npt.NDArray[np.bool_]:
        held = np.zeros(len(values), np.bool_)
        for places in _by_length(values):
            if _is_batched(len(places), len(values[places[0]])):
                held[self._held_of_batch([values[place] for place in places], places)] = True
            else:
                for place in places:
                    held[place] = self._has(values[place])
        return held

    def _held_of_batch(
        self, values: Sequence[bytes], places: Sequence[int]
    ) -> npt.NDArray[np.int_]:
        """Which of ``places``: after each hash only those are looked at that may still be held."""
        batch, alive = Batch(values), np.array(places, np.int_)
        for number in range(self._n):
            kept = self._bits[batch.hashes(_seed_of(self._seed, number)) % self._size]
            batch.keep(kept)
            alive = alive[kept]
            if not len(alive):
                break
        return alive

    def _has(self, value: bytes) -> bool:
        return all(
            self._bits[mmh3.mmh3_32_uintdigest(value, _seed_of(self._seed, number)) % self._size]
            for number in range(self._n)
        )


def demand_filter(known: BloomFilter, *, document: bool = False) -> None:
    """As ``Sieve``, without making one."""
    length, size = len(known.bits), known.size
    longest = size // 8 + 1 if document else -(-size // _ROUNDED_BITS) * 4
    if not 1 <= size <= 8 * length or length > longest:
        raise PeerViolation("a filter whose size is not that of its bytes", "Sync")
    if not known.n:
        raise PeerViolation("a filter of no hashes", "Sync")
    if length > FILTER_BYTES_MAX or known.n > HASHES_MAX:
        raise FilterRefused


def _seed_of(seed: int, number: int) -> int:
    return (number * _STEP + seed) & _WORD


def _pieces(values: Sequence[bytes]) -> Iterator[range]:
    for start in range(0, len(values), _PIECE):
        yield range(start, min(start + _PIECE, len(values)))


def _hashed(values: Sequence[bytes], n: int, seed: int) -> Iterator[npt.NDArray[np.uint32]]:
    """All hashes of all values, in any order."""
    for places in _by_length(values):
        alike = [values[place] for place in places]
        seeds = [_seed_of(seed, number) for number in range(n)]
        if _is_batched(len(alike), len(alike[0])):
            batch = Batch(alike)
            yield from (batch.hashes(one) for one in seeds)
        else:
            digest = mmh3.mmh3_32_uintdigest
            yield np.array([digest(value, one) for value in alike for one in seeds], np.uint32)


def _is_batched(count: int, length: int) -> bool:
    return count >= _BATCHED_MIN and length <= _BATCH_BYTES_MAX


def _by_length(values: Sequence[bytes]) -> Iterator[list[int]]:
    """The places of values of each length."""
    groups: dict[int, list[int]] = {}
    for place, value in enumerate(values):
        groups.setdefault(len(value), []).append(place)
    yield from groups.values()
