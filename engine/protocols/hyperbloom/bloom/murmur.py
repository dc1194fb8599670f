"""MurmurHash3_x86_32 of many values under many seeds ("Bloom Filter"). Pure.

Values of one length are hashed together, column by column: the words of a value are mixed once,
since that does not depend on the seed (protocols/hyperbloom.md 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from engine.protocols.hyperbloom.arrays import np

if TYPE_CHECKING:
    import numpy.typing as npt

Words: TypeAlias = "npt.NDArray[np.uint32]"

_C1, _C2 = 0xCC9E2D51, 0x1B873593
_ADDED = 0xE6546B64
_FIVE = 5
_WORD_BYTES = 4


class Batch:
    """Values of one length, prepared to be hashed under seed after seed."""

    __slots__ = ("_length", "_tail", "_words")

    def __init__(self, values: Sequence[bytes]) -> None:
        """``values``: at least one, all of the same length."""
        self._length = len(values[0])
        whole = self._length // _WORD_BYTES * _WORD_BYTES
        table = np.frombuffer(b"".join(values), np.uint8).reshape(len(values), self._length)
        words = np.ascontiguousarray(table[:, :whole]).view("<u4").astype(np.uint32)
        self._words = np.ascontiguousarray(_mixed(words).T)  # a row for each place in the values
        self._tail = _mixed(_tails(table[:, whole:]))

    def __len__(self) -> int:
        return len(self._tail)

    def hashes(self, seed: int) -> Words:
        """One unsigned number of 32 bits a value, in order. ``seed``: unsigned, 32 bits."""
        state = np.full(len(self), seed, np.uint32)
        for words in self._words:
            state ^= words
            state = _rotated(state, 13) * np.uint32(_FIVE) + np.uint32(_ADDED)
        state ^= self._tail
        state ^= np.uint32(self._length)
        return _avalanched(state)

    def keep(self, kept: npt.NDArray[np.bool_]) -> None:
        """Goes on with those values alone."""
        self._words = self._words[:, kept]
        self._tail = self._tail[kept]


def _tails(rest: npt.NDArray[np.uint8]) -> Words:
    """What is behind the last whole word, as a number whose first byte is the least."""
    tails = np.zeros(len(rest), np.uint32)
    for place in range(rest.shape[1]):
        tails |= rest[:, place].astype(np.uint32) << np.uint32(8 * place)
    return tails


def _mixed(words: Words) -> Words:
    return _rotated(words * np.uint32(_C1), 15) * np.uint32(_C2)


def _rotated(words: Words, bits: int) -> Words:
    return (words << np.uint32(bits)) | (words >> np.uint32(32 - bits))


def _avalanched(state: Words) -> Words:
    state ^= state >> np.uint32(16)
    state *= np.uint32(0x85EBCA6B)
    state ^= state >> np.uint32(13)
    state *= np.uint32(0xC2B2AE35)
    state ^= state >> np.uint32(16)
    return state
