"""Rateless invertible Bloom lookup tables: an endless row of cells that sums a set of ids up. Pure.

L. Yang, Y. Gilad, M. Alizadeh, "Practical Rateless Set Reconciliation", SIGCOMM 2024. Cell ``i``
holds the sum of the ids that are mapped to it, and each id is mapped to cell ``i`` with probability
``1 / (1 + i / 2)``. The difference of two rows is the row of the sets' difference; about 1.35 to
1.7 cells for each id that differs are enough to read it, and nobody has to guess how many do.

Ids are 16 bytes, equally likely (a keyed hash). Their first half draws the cells they are mapped
to; a number of 64 bits, mixed from both halves, tells a cell of one id from one of several. Who
finds ids that deceive it gains nothing: the difference is not read, and filters are used instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.protocols.hyperbloom.arrays import np

if TYPE_CHECKING:
    import numpy.typing as npt

_U64: TypeAlias = "npt.NDArray[np.uint64]"
_MULTIPLIER = 0xDA942042E4DD58B5  # of the paper's generator, MCG 128's low half
_U64_MAX = (1 << 64) - 1
_PIECE = 65_536  # ours
_TWO_32 = float(1 << 32)

CODED_BYTES = 40
"""What a coded set holds for each id."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A run of cells from number ``first`` on: sums, checks and counts, one a cell.

    ``sums`` has two words a cell; sums and checks are exclusive ors. ``counts`` are signed.
    """

    first: int
    sums: _U64
    checks: _U64
    counts: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.counts)

    def minus(self, other: Cells) -> Cells:
        """The cells of what either set has and the other has not; those of ``other`` count less."""
        assert (self.first, len(self)) == (other.first, len(other))
        return Cells(
            self.first,
            self.sums ^ other.sums,
            self.checks ^ other.checks,
            self.counts - other.counts,
        )


class CodedSet:
    """A set of ids whose cells are made run by run, each once, as far as anybody asks."""

    __slots__ = ("_checks", "_drawn", "_made", "_next", "_words")

    def __init__(self, ids: bytes) -> None:
        """``ids``: of ID_BYTES, one behind the other, each once."""
        # Not copied where numbers lie as in the ids, which is everywhere.
        self._words = np.frombuffer(ids, "<u8").reshape(-1, 2).astype(np.uint64, copy=False)
        pieces = [_checks(self._words[piece]) for piece in self._pieces()]
        self._checks = np.concatenate([*pieces, np.zeros(0, np.uint64)])
        self._drawn = self._words[:, 0].copy()
        self._next = np.zeros(len(self._words), np.int64)  # every id is in cell 0
        self._made = 0

    def __len__(self) -> int:
        return len(self._words)

    @property
    def made(self) -> int:
        """How many cells were made."""
        return self._made

    def more(self, count: int) -> Cells:
        """The next ``count`` cells."""
        first, end = self._made, self._made + count
        sums = np.zeros((count, 2), np.uint64)
        checks = np.zeros(count, np.uint64)
        counts = np.zeros(count, np.int64)
        cells = Cells(first, sums, checks, counts)
        for piece in self._pieces():
            self._add(piece, cells)
        self._made = end
        return cells

    def _pieces(self) -> Iterator[slice]:
        """So many ids at a time that what is made on the way stays small."""
        for start in range(0, len(self._words), _PIECE):
            yield slice(start, start + _PIECE)

    def _add(self, piece: slice, cells: Cells) -> None:
        end = cells.first + len(cells)
        places = piece.start + np.flatnonzero(self._next[piece] < end)
        while len(places):
            numbers = self._next[places] - cells.first
            np.bitwise_xor.at(cells.sums, numbers, self._words[places])
            np.bitwise_xor.at(cells.checks, numbers, self._checks[places])
            np.add.at(cells.counts, numbers, 1)
            self._next[places], self._drawn[places] = _following(
                self._next[places], self._drawn[places]
            )
            places = places[self._next[places] < end]


def _following(cells: npt.NDArray[np.int64], drawn: _U64) -> tuple[npt.NDArray[np.int64], _U64]:
    """The cell after each of these, and the state from which the one after that is drawn."""
    drawn = drawn * np.uint64(_MULTIPLIER)
    chance = (drawn >> np.uint64(32)).astype(np.float64) + 1.0
    gap = np.ceil((cells + 1.5) * (np.sqrt(_TWO_32 / chance) - 1.0))
    return cells + np.maximum(gap, 1.0).astype(np.int64), drawn


def _checks(words: _U64) -> _U64:
    return _scattered(words[:, 0] ^ _scattered(words[:, 1]))


def _scattered(words: _U64) -> _U64:
    """Every bit of a word changes every bit of the result: the mixing of SplitMix64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def _check_of(one: bytes) -> int:
    """``_checks`` of one id: the same in plain numbers, which for so few is quicker."""
    low, high = int.from_bytes(one[:8], "little"), int.from_bytes(one[8:], "little")
    return _scattered_one(low ^ _scattered_one(high))


def _scattered_one(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _U64_MAX
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _U64_MAX
    return word ^ (word >> 31)


@dataclass(frozen=True, slots=True)
class Difference:
    """What only the peer has, and what only we have; ids in the order in which they were found."""

    theirs: tuple[bytes, ...]
    ours: tuple[bytes, ...]


class Peeling:
    """Reads a difference from its cells as they come: a cell of one id gives that id away."""

    __slots__ = ("_cells", "_checks", "_counts", "_found", "_sums")

    def __init__(self) -> None:
        self._sums: list[tuple[int, int]] = []
        self._checks: list[int] = []
        self._counts: list[int] = []
        self._found: dict[bytes, int] = {}

    @property
    def is_done(self) -> bool:
        """Whether nothing is left in any cell, the first of which sums all that differs."""
        return bool(self._counts) and not self._counts[0] and not any(self._sums[0])

    @property
    def difference(self) -> Difference:
        """What was found so far: all of it once ``is_done``."""
        theirs = tuple(one for one, sign in self._found.items() if sign > 0)
        return Difference(theirs, tuple(one for one, sign in self._found.items() if sign < 0))

    def take(self, cells: Cells) -> None:
        """The next run: the peer's minus ours. Without them having lied, every cell helps."""
        assert cells.first == len(self._counts)
        self._sums += [(int(low), int(high)) for low, high in cells.sums]
        self._checks += [int(check) for check in cells.checks]
        self._counts += [int(count) for count in cells.counts]
        for one, sign in self._found.items():
            self._remove(one, sign, start=cells.first)
        self._peel(range(cells.first, len(self._counts)))

    def _peel(self, places: Sequence[int]) -> None:
        pending = list(places)
        # Each true one was alone in a cell of its own: of more, a liar has made the cells.
        while pending and len(self._found) < len(self._counts):
            alone = self._alone(pending.pop())
            if alone is not None and alone[0] not in self._found:
                self._found[alone[0]] = alone[1]
                pending += self._remove(*alone, start=0)

    def _alone(self, place: int) -> tuple[bytes, int] | None:
        """The id that stands alone in a cell, and whose it is: 1 the peer's, -1 ours."""
        sign = self._counts[place]
        if sign not in {1, -1}:
            return None
        one = b"".join(word.to_bytes(8, "little") for word in self._sums[place])
        is_one = _check_of(one) == self._checks[place]
        return (one, sign) if is_one else None

    def _remove(self, one: bytes, sign: int, *, start: int) -> list[int]:
        """Takes an id out of the cells from ``start`` on; which cells they are."""
        low, high = int.from_bytes(one[:8], "little"), int.from_bytes(one[8:], "little")
        check = _check_of(one)
        places = [place for place in mapped(one, len(self._counts)) if place >= start]
        for place in places:
            sums = self._sums[place]
            self._sums[place] = (sums[0] ^ low, sums[1] ^ high)
            self._checks[place] ^= check
            self._counts[place] -= sign
        return places


def mapped(one: bytes, end: int) -> list[int]:
    """The cells before number ``end`` to which an id is mapped, in order: as ``_following`` goes.

    In plain numbers, which round in the same way.
    """
    drawn, cell = int.from_bytes(one[:8], "little"), 0
    places: list[int] = []
    while cell < end:
        places.append(cell)
        drawn = (drawn * _MULTIPLIER) & _U64_MAX
        gap = math.ceil((cell + 1.5) * (math.sqrt(_TWO_32 / ((drawn >> 32) + 1.0)) - 1.0))
        cell += max(gap, 1)
    return places
