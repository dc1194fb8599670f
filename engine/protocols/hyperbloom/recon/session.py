"""How two of ours find what differs: a summary each, then cells, then the values themselves. Pure.

Both tell their summary. Where they are equal, that was all. Else whoever dialled reads the
difference from the other's cells: it asks for what it lacks, and gives what the other lacks. Where
one side has nothing, or too much differs, or what comes cannot be read, filters do it
(protocols/hyperbloom.md 7).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.hyperbloom.recon.coded import Cells, CodedSet, Difference, Peeling
from engine.protocols.hyperbloom.recon.packets import (
    CELLS_MAX,
    WANTED_MAX,
    Done,
    More,
    Recon,
    Want,
)
from engine.protocols.hyperbloom.records import Records, Summary

_FIRST_CELLS = 64
_WORTH_CELLS = 14  # of so many values one may differ, and cells still cost less than filters
_TRIES_MAX = 3  # ours: then filters


@dataclass(frozen=True, slots=True)
class Filters:
    """Go on as the document says: we ask, and the peer does the same."""


@dataclass(frozen=True, slots=True)
class Give:
    """The peer lacks these values of ours."""

    values: tuple[bytes, ...]


Step = Recon | Filters | Give


class Session:
    """One side of it, over and over while the connection lasts."""

    __slots__ = (
        "_cells",
        "_coded",
        "_drives",
        "_given_cells",
        "_peeling",
        "_records",
        "_space",
        "_tries",
        "_waits",
        "_wanted",
        "looked_at",
    )  # fmt: skip

    def __init__(self, records: Records, space: SpaceId, *, drives: bool) -> None:
        """``drives``: we dialled."""
        self._records = records
        self._space = space
        self._drives = drives
        self._peeling: Peeling | None = None
        self._coded: CodedSet | None = None
        self._given_cells: CodedSet | None = None
        self._cells = 0
        self._tries = 0
        self._wanted: list[bytes] = []
        self._waits = False
        self.looked_at = 0.0
        """Values that were gone through for what was heard last."""

    @property
    def is_busy(self) -> bool:
        """Whether a difference is being read, or what it was is on its way."""
        return self._peeling is not None or self._waits

    def begin(self) -> list[Step]:
        """What we hold, in short."""
        self._tries = 0
        return [self._records.summary(self._space)]

    def hear(self, said: Recon) -> list[Step]:
        """What the peer said. Raises PeerViolation for what nobody asked for."""
        self.looked_at = 0.0
        match said:
            case Summary():
                return self._compare(said)
            case More(first, count):
                return [self._make(first, count)]
            case Cells():
                return self._read(said)
            case Want(ids):
                self.looked_at = float(len(ids))
                return [Give(tuple(self._records.of_ids(self._space, ids))), Done()]
            case Done():
                return self._go_on()

    def _compare(self, theirs: Summary) -> list[Step]:
        ours = self._records.summary(self._space)
        if ours == theirs or self.is_busy:
            return []
        larger, difference = max(ours.count, theirs.count), abs(ours.count - theirs.count)
        if not ours.count or not theirs.count or difference * _WORTH_CELLS > larger:
            return [Filters()] if theirs.count else []
        if not self._drives:
            return [ours]  # so that whoever dialled begins
        self._tries += 1
        if self._tries > _TRIES_MAX:
            return [Filters()]
        self._coded = self._made()
        self._peeling, self._cells = Peeling(), _FIRST_CELLS
        return [More(0, _FIRST_CELLS)]

    def _make(self, first: int, count: int) -> Cells:
        """The peer reads ours: of the set as it was when it began to."""
        if first == 0:
            self._given_cells = self._made()
        if self._given_cells is None or self._given_cells.made != first:
            raise PeerViolation("cells out of order", "tidings/recon/1")
        return self._given_cells.more(count)

    def _made(self) -> CodedSet:
        made = CodedSet(self._records.ids(self._space))
        self.looked_at = float(len(made))
        return made

    def _read(self, theirs: Cells) -> list[Step]:
        peeling, coded = self._peeling, self._coded
        if peeling is None or coded is None or (theirs.first, len(theirs)) != self._asked(coded):
            raise PeerViolation("cells that nobody asked for", "tidings/recon/1")
        peeling.take(theirs.minus(coded.more(len(theirs))))
        if peeling.is_done:
            return self._settle(peeling.difference)
        if self._cells >= CELLS_MAX:
            self._stop()
            return [Filters()]
        first, self._cells = self._cells, min(self._cells * 2, CELLS_MAX)
        return [More(first, self._cells - first)]

    def _asked(self, coded: CodedSet) -> tuple[int, int]:
        return coded.made, self._cells - coded.made

    def _settle(self, difference: Difference) -> list[Step]:
        self._stop()
        self._wanted = list(difference.theirs)
        given = self._records.of_ids(self._space, difference.ours)
        steps: list[Step] = [Give(tuple(given))] if given else []
        return [*steps, *self._go_on(is_first=True)]

    def _go_on(self, *, is_first: bool = False) -> list[Step]:
        """Asks for more of what we lack; when all of it was asked for, both look once more."""
        if not is_first and not self._waits:
            return []
        wanted, self._wanted = self._wanted[:WANTED_MAX], self._wanted[WANTED_MAX:]
        self._waits = bool(wanted)
        return [Want(tuple(wanted))] if wanted else [self._records.summary(self._space)]

    def _stop(self) -> None:
        self._peeling = self._coded = None
        self._cells = 0
