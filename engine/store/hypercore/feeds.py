"""The feeds that we have or follow: few, so all of them are kept in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.keys import discovery_keys
from engine.protocols.hypercore.records import Evidence, Feed, FeedStored, Forked, Naming
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.store.database import Database, Row
from engine.store.spaces import SpaceRepository

_COLUMNS = (
    "space.number, space.id, space.public_key, suite, is_signed, length, byte_length, is_whole,"
    " paused, common, beside"
)


@dataclass(frozen=True, slots=True)
class _Row:
    """``number`` stands for the feed inside the file."""

    number: int
    feed: Feed


class Feeds:
    """Rows of feeds, and what is sought of them."""

    def __init__(self, database: Database, spaces: SpaceRepository) -> None:
        """Borrows both."""
        self._database = database
        self._spaces = spaces
        self._rows: dict[SpaceId, _Row] | None = None
        self._names: dict[bytes, tuple[SpaceId, Naming]] = {}
        self._sought: dict[SpaceId, list[Range]] = {}
        self._grown: set[SpaceId] = set()
        database.on_transaction_end(self.flush, self._forget)

    def feed(self, space: SpaceId) -> Feed | None:
        """None if we do not have it."""
        row = self._all().get(space)
        return None if row is None else row.feed

    def number(self, space: SpaceId) -> int:
        """What stands for it inside the file; it must be there."""
        return self._all()[space].number

    def feeds(self) -> list[Feed]:
        """Oldest first."""
        return [row.feed for row in self._all().values()]

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        """See ``Records``."""
        rows = self._all()
        found = self._names.get(discovery_key)
        return None if found is None else (rows[found[0]].feed, found[1])

    def store(self, record: FeedStored, name: str) -> None:
        """Inserts the feed, or changes what our user has chosen for it."""
        feed = record.feed
        self.flush()
        if feed.space in self._all():
            self._database.run(
                "UPDATE hypercore_feed SET is_whole = ?, paused = ? WHERE space = ?",
                (feed.whole, feed.paused, self.number(feed.space)),
            )
        else:
            self._insert(record, name)
        self._rows = None

    def _insert(self, record: FeedStored, name: str) -> None:
        feed = record.feed
        kind = SpaceKind.FEED
        number = self._spaces.store(feed.space, kind, name, feed.key, record.at)
        keys = discovery_keys(feed.key)
        self._database.run(
            "INSERT INTO hypercore_feed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?)",
            (
                number,
                *(keys[naming] for naming in Naming),
                feed.suite.value,
                feed.signed,
                feed.length,
                feed.byte_length,
                feed.whole,
                feed.paused,
                feed.common,
                feed.beside,
                record.seed,
            ),
        )

    def grow(self, space: SpaceId, length: int, byte_length: int) -> None:
        """The longest tree that is verified has so many blocks and bytes."""
        row = self._all()[space]
        if length > row.feed.length:
            feed = replace(row.feed, length=length, byte_length=byte_length)
            self._all()[space] = replace(row, feed=feed)
            self._grown.add(space)

    def fork(self, record: Forked) -> None:
        """Two histories were found; the first evidence is kept."""
        self.flush()
        self._database.run(
            "UPDATE hypercore_feed SET common = ?, evidence = ? WHERE space = ? AND common IS NULL",
            (record.common, msgspec.json.encode(record.evidence), self.number(record.space)),
        )
        self._rows = None

    def evidence(self, space: SpaceId) -> tuple[Evidence, Evidence] | None:
        """Of a fork; None if none was found."""
        kept: bytes | None = self._database.value(
            "SELECT evidence FROM hypercore_feed WHERE space = ?", (self.number(space),)
        )
        return None if kept is None else msgspec.json.decode(kept, type=tuple[Evidence, Evidence])

    def seed(self, space: SpaceId) -> bytes | None:
        """Of our own feed's key; None if it is not ours."""
        seed: bytes | None = self._database.value(
            "SELECT seed FROM hypercore_feed WHERE space = ?", (self.number(space),)
        )
        return seed

    def flush(self) -> None:
        """Writes how far feeds have grown."""
        grown, self._grown = self._grown, set()
        rows = self._rows or {}
        for row in (rows[space] for space in sorted(grown)):
            self._database.run(
                "UPDATE hypercore_feed SET length = ?, byte_length = ? WHERE space = ?",
                (row.feed.length, row.feed.byte_length, row.number),
            )

    def forget(self, space: SpaceId) -> None:
        """Its row is gone, with its secret; the rest is erased later."""
        self.flush()
        number = self.number(space)
        self._database.run("DELETE FROM hypercore_feed WHERE space = ?", (number,))
        self._database.run("DELETE FROM hypercore_sought WHERE feed = ?", (number,))
        self._spaces.forget(space)
        self._forget()

    # ---- what is sought -----------------------------------------------------------------------

    def sought(self, space: SpaceId) -> list[Range]:
        """See ``Records``."""
        known = self._sought.get(space)
        if known is None:
            rows = self._database.rows(
                "SELECT first_block, end_block FROM hypercore_sought WHERE feed = ?"
                " ORDER BY number DESC",
                (self.number(space),),
            )
            known = self._sought[space] = [(start, end) for start, end in rows]
        return known

    def seek(self, space: SpaceId, start: int, end: int) -> None:
        """Our user waits for these from now on."""
        self._database.run(
            "INSERT OR REPLACE INTO hypercore_sought (feed, first_block, end_block)"
            " VALUES (?, ?, ?)",
            (self.number(space), start, end),
        )
        self._sought.pop(space, None)

    def stop_seeking(self, space: SpaceId, start: int, end: int) -> None:
        """They are there, or are not waited for any more."""
        self._database.run(
            "DELETE FROM hypercore_sought WHERE feed = ? AND first_block = ? AND end_block = ?",
            (self.number(space), start, end),
        )
        self._sought.pop(space, None)

    # ---- memory -------------------------------------------------------------------------------

    def _all(self) -> dict[SpaceId, _Row]:
        if self._rows is None:
            rows = self._database.rows(
                f"SELECT {_COLUMNS} FROM hypercore_feed JOIN space"  # noqa: S608 - fixed columns
                " ON space.number = hypercore_feed.space ORDER BY space.number"
            )
            self._rows = {SpaceId(row[1]): _Row(row[0], _feed(row)) for row in rows}
            self._names = {
                name: (space, naming)
                for space, row in self._rows.items()
                for naming, name in discovery_keys(row.feed.key).items()
            }
        return self._rows

    def _forget(self) -> None:
        self._rows = None
        self._names.clear()
        self._sought.clear()
        self._grown.clear()


def _feed(row: Row) -> Feed:
    _, space, key, suite, signed, length, byte_length, whole, paused, common, beside = row
    return Feed(
        space=SpaceId(space),
        key=PublicKey(key),
        suite=SuiteName(suite),
        signed=bool(signed),
        length=length,
        byte_length=byte_length,
        whole=bool(whole),
        paused=bool(paused),
        common=common,
        beside=None if beside is None else SpaceId(beside),
    )
