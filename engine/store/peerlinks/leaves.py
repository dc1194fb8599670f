"""Which written messages of a channel nothing builds on. Channels go by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from engine.model.ids import PostId
from engine.protocols.peerlinks.records import Place
from engine.store.database import ERASED_ROWS, Database, Row

_SELECTING = "SELECT hash, height, timestamp FROM peerlinks_leaf WHERE channel = ?"


class Leaves:
    """An unknown channel (None) has no leaves."""

    def __init__(self, database: Database) -> None:
        """Borrows it."""
        self._database = database
        self._newest: dict[int, float] = {}

    # ---- writes -----------------------------------------------------------------------------

    def note_time(self, number: int, timestamp: float) -> None:
        """A message of that time will be written there. It may be taken back with its transaction:
        then it is merely looked for in vain.
        """
        self._newest[number] = max(self._newest_of(number), timestamp)

    def write(self, number: int, built_upon: Iterable[PostId], added: Iterable[Place]) -> None:
        """Those are leaves no more, and these are from now on."""
        self._database.run_many(
            "DELETE FROM peerlinks_leaf WHERE channel = ? AND hash = ?",
            [(number, parent) for parent in built_upon],
        )
        self._database.run_many(
            "INSERT INTO peerlinks_leaf VALUES (?, ?, ?, ?)",
            [(number, place.hash, place.height, place.timestamp) for place in added],
        )

    def erase_some(self, number: int) -> bool:
        """Whether there were any."""
        self._database.run(
            "DELETE FROM peerlinks_leaf WHERE channel = ?1 AND hash IN"
            " (SELECT hash FROM peerlinks_leaf WHERE channel = ?1 LIMIT ?2)",
            (number, ERASED_ROWS),
        )
        return bool(self._database.changes())

    # ---- reads ------------------------------------------------------------------------------

    def lowest(self, number: int | None, limit: int) -> Sequence[Place]:
        """In the order (height, hash)."""
        sql = f"{_SELECTING} ORDER BY height, hash LIMIT ?"
        return _places(self._database.rows(sql, (number, max(0, limit))))

    def highest(self, number: int | None, limit: int) -> Sequence[Place]:
        """In the same order."""
        sql = f"{_SELECTING} ORDER BY height DESC, hash DESC LIMIT ?"
        return _places(self._database.rows(sql, (number, max(0, limit)))[::-1])

    def may_be_after(self, number: int, timestamp: float) -> bool:
        """Whether any may be dated later, those included that are yet to be written."""
        return self._newest_of(number) > timestamp

    def after(self, number: int | None, timestamp: float, limit: int) -> Sequence[Place]:
        """Those dated later, earliest first. It looks at all leaves there."""
        sql = f"{_SELECTING} AND timestamp > ? ORDER BY timestamp, height, hash LIMIT ?"
        return _places(self._database.rows(sql, (number, timestamp, max(0, limit))))

    def min_height(self, number: int | None) -> int:
        """0 where there are none."""
        sql = "SELECT min(height) FROM peerlinks_leaf WHERE channel = ?"
        return self._database.value(sql, (number,)) or 0

    def _newest_of(self, number: int) -> float:
        """No leaf is dated later. It is read once, for it is asked with every request."""
        if number not in self._newest:
            sql = "SELECT max(timestamp) FROM peerlinks_leaf WHERE channel = ?"
            found: float | None = self._database.value(sql, (number,))
            self._newest[number] = -inf if found is None else found
        return self._newest[number]


def _places(rows: Iterable[Row]) -> list[Place]:
    return [Place(PostId(hash_), height, timestamp) for hash_, height, timestamp in rows]
