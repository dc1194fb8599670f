"""How two of ours find what differs: a summary each, then cells, then the values themselves. Pure.

Both tell their summary. Where they are equal, that was all. Else whoever dialled reads the
difference from the other's cells: it asks for what it lacks, and gives what the other lacks. Where
one side has nothing, or too much differs, or what comes cannot be read, both ask by filters
(protocols/hyperbloom.md 7); when that is done they tell their summary again.

A difference that is the same as before is one that nobody takes (a disk is full, a clock is
behind): nothing more is done about it until ``begin``. Whose set is full asks for nothing, but
still gives (``room``).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.hyperbloom.recon.coded import Cells, CodedSet, Difference, Peeling
from engine.protocols.hyperbloom.recon.kept import KeptCells
from engine.protocols.hyperbloom.recon.packets import (
    CELLS_MAX,
    ByFilters,
    Done,
    More,
    Recon,
    Want,
)
from engine.protocols.hyperbloom.records import Records, Summary
from engine.protocols.hyperbloom.room import is_full

_FIRST_CELLS = 64
_WORTH_CELLS = 14  # of so many values one may differ, and cells still cost less than filters
_WANTED_AT_ONCE = 1_024  # ours: values of the greatest length, so many, fit one answer
_TRIES_MAX = 3  # ours: then filters
_ASKS_MAX = 2  # ours: by filters, in vain, before the next ``begin``
# What our work with cells costs, in values looked through (measured).
_CELL_COST = 4.0  # to read one, whenever as many again have come
_RUN_COST = 64.0  # to begin a run of them
_RUN_SHARE = 256.0  # of all ids, which are gone by for each run


@dataclass(frozen=True, slots=True)
class Ask:
    """Go on as the document says: ask by filters."""


@dataclass(frozen=True, slots=True)
class Give:
    """The peer lacks our values of these ids. ``Session.given`` is to be told when all are said."""

    ids: tuple[bytes, ...]


Step = Recon | Ask | Give


class Session:
    """One side of it, over and over while the connection lasts."""

    __slots__ = (
        "__weakref__",
        "_asks",
        "_cells",
        "_coded",
        "_compared",
        "_drives",
        "_given_since",
        "_gives",
        "_kept",
        "_peeling",
        "_records",
        "_space",
        "_tries",
        "_waits",
        "_wanted",
        "looked_at",
    )

    def __init__(
        self, records: Records, space: SpaceId, *, drives: bool, kept: KeptCells | None = None
    ) -> None:
        """``drives``: we dialled. ``kept``: where cells of all connections are."""
        self._records = records
        self._space = space
        self._drives = drives
        self._peeling: Peeling | None = None
        self._coded: CodedSet | None = None
        self._kept = KeptCells() if kept is None else kept
        self._given_since = 0.0
        self._cells = 0
        self._tries = self._asks = 0
        self._compared: tuple[Summary, Summary] | None = None
        self._wanted: list[bytes] = []
        self._waits = self._gives = False
        self.looked_at = 0.0
        """Values that were gone through for what was heard last, or work that is worth as many."""

    @property
    def is_busy(self) -> bool:
        """Whether a difference is being read, or what it was is on its way."""
        return self._peeling is not None or self._waits or self._gives

    @property
    def cells_since(self) -> float | None:
        """Since when cells are kept for a peer that may ask for more of them; None: none are."""
        return None if self._kept.of(self) is None else self._given_since

    def begin(self) -> list[Step]:
        """What we hold, in short."""
        self._tries = self._asks = 0
        self._compared = None
        return [self._records.summary(self._space)]

    def asked(self) -> list[Step]:
        """What was asked for by filters has come: was it all?"""
        return [self._records.summary(self._space)]

    def note_progress(self) -> None:
        """Something that we lacked has come: so more may come of asking."""
        self._asks = 0

    def give_up(self) -> list[Step]:
        """The peer says nothing more of it."""
        self._kept.let_go(self)
        if not self.is_busy:
            return []
        self._stop()
        return self._fall_back()

    def hear(self, said: Summary | More | Cells | Done | ByFilters, now: float) -> list[Step]:
        """What the peer said. Raises PeerViolation for what nobody asked for."""
        self.looked_at = 0.0
        match said:
            case Summary():
                return self._compare(said)
            case More(first, count):
                return self._make(first, count, now)
            case Cells():
                return self._read(said)
            case Done():
                return self._go_on()
            case ByFilters():
                self._stop()
                return self._ask()

    # ---- comparing ------------------------------------------------------------------------------

    def _compare(self, theirs: Summary) -> list[Step]:
        self._kept.let_go(self)  # who says this asks for no more of them
        ours = self._records.summary(self._space)
        if ours == theirs:
            self._tries = self._asks = 0
            return []
        if self.is_busy or not theirs.count:
            return []  # who has nothing asks us
        if is_full(ours) and is_full(theirs):
            return []
        larger, difference = max(ours.count, theirs.count), abs(ours.count - theirs.count)
        if not ours.count or difference * _WORTH_CELLS > larger:
            return self._ask()
        if not self._drives:
            return [ours]  # so that whoever dialled begins
        return self._begin_reading((ours, theirs))

    def _begin_reading(self, pair: tuple[Summary, Summary]) -> list[Step]:
        if pair == self._compared:
            return []
        self._compared = pair
        self._tries += 1
        if self._tries > _TRIES_MAX:
            return self._fall_back()
        self._coded = self._made()
        self._peeling, self._cells = Peeling(), _FIRST_CELLS
        return [More(0, _FIRST_CELLS)]

    def _fall_back(self) -> list[Step]:
        self._tries = 0
        return [ByFilters(), *self._ask()]

    def _ask(self) -> list[Step]:
        if self._asks >= _ASKS_MAX or self._is_full():
            return []
        self._asks += 1
        return [Ask()]

    def _is_full(self) -> bool:
        return is_full(self._records.summary(self._space))

    # ---- cells ----------------------------------------------------------------------------------

    def _make(self, first: int, count: int, now: float) -> list[Step]:
        """The peer reads ours: of the set as it was when it began to."""
        if first == 0:
            self._given_since = now if self.cells_since is None else self._given_since
            self._kept.keep(self, self._made())
        coded = self._kept.of(self)
        if coded is None:
            return self._fall_back()  # it took too long, or others took their place
        if coded.made != first:
            raise PeerViolation("cells out of order", "tidings/recon/1")
        self.looked_at += _RUN_COST + len(coded) / _RUN_SHARE
        return [coded.more(count)]

    def _made(self) -> CodedSet:
        made = CodedSet(self._records.ids(self._space))
        self.looked_at = float(len(made))
        return made

    def _read(self, theirs: Cells) -> list[Step]:
        peeling, coded = self._peeling, self._coded
        if peeling is None or coded is None:
            return []  # they come too late: it goes by filters already
        if (theirs.first, len(theirs)) != (coded.made, self._cells - coded.made):
            raise PeerViolation("cells that nobody asked for", "tidings/recon/1")
        self.looked_at = _CELL_COST * self._cells + len(coded) / _RUN_SHARE
        peeling.take(theirs.minus(coded.more(len(theirs))))
        if peeling.is_done:
            return self._settle(peeling.difference)
        if self._cells >= CELLS_MAX:
            self._stop()
            return self._fall_back()
        first, self._cells = self._cells, min(self._cells * 2, CELLS_MAX)
        return [More(first, self._cells - first)]

    def _settle(self, difference: Difference) -> list[Step]:
        self._stop()
        self._wanted = [] if self._is_full() else list(difference.theirs)
        self._gives = bool(difference.ours)
        return [Give(difference.ours)] if self._gives else self._go_on(is_first=True)

    def given(self) -> list[Step]:
        """What the peer lacked is said."""
        if not self._gives:
            return []  # it took too long: it goes by filters already
        self._gives = False
        return self._go_on(is_first=True)

    def _go_on(self, *, is_first: bool = False) -> list[Step]:
        """Asks for more of what we lack; when all of it was asked for, both look once more."""
        if not is_first and not self._waits:
            return []
        wanted, self._wanted = self._wanted[:_WANTED_AT_ONCE], self._wanted[_WANTED_AT_ONCE:]
        self._waits = bool(wanted)
        return [Want(tuple(wanted))] if wanted else [self._records.summary(self._space)]

    def _stop(self) -> None:
        self._peeling = self._coded = None
        self._cells = 0
        self._wanted, self._waits, self._gives = [], False, False
