"""The notice board of a simulated local network. Names no protocol.

A notice is seen a little later. Whoever leaves politely is taken off at once; a notice of somebody
whose power went hangs there until it is too old.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.model.address import Address
from engine.runtime.surroundings import Finder
from tests.simulation.agenda import Agenda
from tests.simulation.seeds import Seed

SEEN_SECONDS = (0.05, 5.0)
STALE_SECONDS = 120.0


@dataclass(slots=True)
class Board:
    """Shared by all stations on it."""

    agenda: Agenda
    seed: Seed
    _stations: dict[int, Station] = field(default_factory=dict)
    _count: int = 0

    def hang(self, station: Station) -> None:
        """Others come to see it, and it sees theirs."""
        if station.number is None:
            self._count += 1
            station.number = self._count
            self._stations[self._count] = station
        for other in list(self._stations.values()):
            if other is not station:
                self._show(station, other)
                self._show(other, station)

    def take_down(self, station: Station, *, silently: bool) -> None:
        """Others come to miss it."""
        if station.number is None:
            return
        del self._stations[station.number]
        self.agenda.after(STALE_SECONDS if silently else 0.0, lambda: self._miss(station))

    def _show(self, shown: Station, to: Station) -> None:
        if not shown.addresses:
            return
        dice = (self.seed / shown.number / to.number / self.agenda.now).dice()
        self.agenda.after(dice.uniform(*SEEN_SECONDS), lambda: to.sees(shown))

    def _miss(self, station: Station) -> None:
        back = any(other.mark == station.mark for other in self._stations.values())
        if not back:
            for other in list(self._stations.values()):
                other.misses(station)


@dataclass(slots=True, eq=False)
class Station:
    """Implements ``Discovery`` for one life of one computer."""

    board: Board
    host: str
    number: int | None = None
    mark: bytes = b""
    addresses: tuple[Address, ...] = ()
    _finder: Finder | None = None

    def start(self, mark: bytes, finder: Finder, done: Callable[[str | None], None]) -> None:
        """See ``Discovery``."""
        self.mark, self._finder = mark, finder
        self.board.hang(self)
        done(None)

    def announce(self, addresses: Sequence[Address]) -> None:
        """See ``Discovery``."""
        self.addresses = tuple(addresses)
        if self._finder is not None:
            self.board.hang(self)

    def stop(self) -> None:
        """See ``Discovery``."""
        self.leave(silently=False)
        self.number = None

    def leave(self, *, silently: bool) -> None:
        """The computer is off."""
        self._finder = None
        self.board.take_down(self, silently=silently)

    def sees(self, other: Station) -> None:
        """Its notice."""
        if self._finder is not None:
            self._finder.found(other.mark, other.addresses)

    def misses(self, other: Station) -> None:
        """It is gone."""
        if self._finder is not None:
            self._finder.lost(other.mark)
