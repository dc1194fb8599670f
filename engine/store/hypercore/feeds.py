"""The feeds that we have or follow: few, so all of them are kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.keys import discovery_keys
from engine.protocols.hypercore.records import (
    Evidence,
    Feed,
    FeedStored,
    Forked,
    ForkNarrowed,
    Naming,
)
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.store.database import Database, Reading, Row, Value
from engine.store.spaces import SpaceRepository

_COLUMNS = (
    "space.number, space.id, space.public_key, suite, is_signed, length, byte_length, is_whole,"
    " paused, common, beside, seed IS NOT NULL, elsewhere, is_left, limit_bytes, kind"
)
_NAME_DIGITS = 8  # ours: of the key, until it has a name of ours


@dataclass(frozen=True, slots=True)
class FeedRow:
    """``number`` stands for the feed inside the file. ``kind``: of what it is a part of."""

    number: int
    feed: Feed
    kind: SpaceKind

    @property
    def has_posts(self) -> bool:
        """Whether its blocks are rows of a timeline."""
        return self.kind is SpaceKind.FEED and self.feed.beside is None


class FeedRows:
    """Rows of feeds."""

    def __init__(self, database: Database, spaces: SpaceRepository) -> None:
        """Borrows both."""
        self._database = database
        self._spaces = spaces
        self._rows: dict[SpaceId, FeedRow] | None = None
        self._followed: list[Feed] | None = None
        self._names: dict[bytes, tuple[SpaceId, Naming]] = {}
        self._grown: dict[SpaceId, None] = {}
        self._full: dict[SpaceId, int] = {}
        database.on_transaction_end(self.flush, self._forget)

    def feed(self, space: SpaceId) -> Feed | None:
        """None if we do not have it, or have left it."""
        row = self._all().get(space)
        return None if row is None or row.feed.left else row.feed

    def known(self, space: SpaceId) -> Feed | None:
        """Also one that was left."""
        row = self._all().get(space)
        return None if row is None else row.feed

    def is_free(self, space: SpaceId) -> bool:
        """Whether no space of any kind has that id."""
        return self._spaces.number(space) is None

    def row(self, space: SpaceId) -> FeedRow:
        """It must be there."""
        return self._all()[space]

    def number(self, space: SpaceId) -> int:
        """What stands for it inside the file; it must be there."""
        return self._all()[space].number

    def feeds(self) -> Sequence[Feed]:
        """Those that were not left, oldest first."""
        if self._followed is None:
            self._followed = [row.feed for row in self._all().values() if not row.feed.left]
        return self._followed

    def all_known(self) -> Sequence[Feed]:
        """All, oldest first."""
        return [row.feed for row in self._all().values()]

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        """See ``Records``."""
        rows = self._all()
        found = self._names.get(discovery_key)
        if found is None:
            return None
        space, naming = found
        feed = rows[space].feed
        return None if feed.left else (feed, naming)

    def store(self, record: FeedStored) -> None:
        """Inserts the feed, or changes what our user has chosen for it."""
        feed = record.feed
        self.flush()
        if feed.space in self._all():
            self._database.run(
                "UPDATE hypercore_feed SET is_whole = ?, paused = ?, limit_bytes = ?, suite = ?,"
                " is_signed = ? WHERE space = ?",
                (
                    feed.whole,
                    feed.paused,
                    feed.limit_bytes,
                    feed.suite.value,
                    feed.signed,
                    self.number(feed.space),
                ),
            )
        else:
            self._insert(record)
        self._read_anew()

    def _insert(self, record: FeedStored) -> None:
        feed = record.feed
        if feed.beside is not None:
            number = self._spaces.store_inner(feed.space, record.kind, feed.key, record.at)
        else:
            name = record.name or feed.key.hex()[:_NAME_DIGITS]
            number = self._spaces.store(feed.space, record.kind, name, feed.key, record.at)
        keys = discovery_keys(feed.key)
        self._database.run(
            "INSERT INTO hypercore_feed (space, published_key, written_key, older_key, suite,"
            " is_signed, length, byte_length, is_whole, paused, beside, seed, limit_bytes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                *(keys[naming] for naming in Naming),
                feed.suite.value,
                feed.signed,
                feed.length,
                feed.byte_length,
                feed.whole,
                feed.paused,
                feed.beside,
                record.seed,
                feed.limit_bytes,
            ),
        )

    def leave(self, space: SpaceId, *, left: bool) -> None:
        """It is followed no more, or again."""
        self.flush()
        self._spaces.set_left(space, left=left)
        self._read_anew()

    def fill(self, space: SpaceId, gathers_from: int | None) -> None:
        """It takes as much of our disk as it may, and only blocks from there on come unasked; or
        it does not (None). Not stored: it is found out anew.
        """
        if gathers_from is None:
            self._full.pop(space, None)
        else:
            self._full[space] = gathers_from
        self._put(self._filled(self._all()[space].feed))

    def _filled(self, feed: Feed) -> Feed:
        gathers_from = self._full.get(feed.space)
        return replace(feed, is_full=gathers_from is not None, gathers_from=gathers_from or 0)

    def elsewhere(self, space: SpaceId) -> int:
        """How many blocks our own key has signed somewhere else; 0: none, or out of a backup."""
        sql = "SELECT coalesce(elsewhere, 0) FROM hypercore_feed WHERE space = ?"
        return int(self._database.value(sql, (self.number(space),)))

    def set_elsewhere(self, space: SpaceId, length: int | None) -> None:
        """Our own key has signed so many blocks somewhere else, or that is settled (None)."""
        self._database.run(
            "UPDATE hypercore_feed SET elsewhere = ? WHERE space = ?", (length, self.number(space))
        )
        feed = self._all()[space].feed
        self._put(replace(feed, elsewhere=length is not None, restored=length == 0))

    def see_author(self, space: SpaceId, at: float) -> None:
        """A device of its author is, or was, connected."""
        self._database.run(
            "UPDATE hypercore_feed SET author_seen_at = ? WHERE space = ?"
            " AND coalesce(author_seen_at, 0) < ?",
            (at, self.number(space), at),
        )

    def grow(self, space: SpaceId, length: int, byte_length: int) -> bool:
        """The longest tree that is verified has so many blocks and bytes; whether it is longer."""
        feed = self._all()[space].feed
        if length <= feed.length:
            return False
        self._put(replace(feed, length=length, byte_length=byte_length))
        self._grown[space] = None
        return True

    def shorten(self, space: SpaceId, length: int, byte_length: int) -> None:
        """Its longest tree has no more blocks and bytes than those."""
        self._put(replace(self._all()[space].feed, length=length, byte_length=byte_length))
        self._grown[space] = None

    def fork(self, record: Forked) -> bool:
        """Two histories were found; the first evidence is kept. Whether it is news."""
        self.flush()
        self._database.run(
            "UPDATE hypercore_feed SET common = ?, evidence = ?, noticed_at = ?"
            " WHERE space = ? AND common IS NULL",
            (
                record.common,
                msgspec.json.encode(record.evidence),
                record.at,
                self.number(record.space),
            ),
        )
        is_news = self._database.changes() > 0
        self._read_anew()
        return is_news

    def narrow_fork(self, record: ForkNarrowed) -> None:
        """It is known now where the two histories part; what shows it is kept instead."""
        self._database.run(
            "UPDATE hypercore_feed SET common = max(common, ?), evidence = ? WHERE space = ?"
            " AND common IS NOT NULL",
            (record.common, msgspec.json.encode(record.evidence), self.number(record.space)),
        )
        self.flush()
        self._read_anew()

    def evidence(self, space: SpaceId) -> tuple[Evidence, Evidence] | None:
        """Of a fork; None if none was found."""
        kept: bytes | None = self._database.value(
            "SELECT evidence FROM hypercore_feed WHERE space = ?", (self.number(space),)
        )
        return decoded_evidence(kept)

    def seed(self, space: SpaceId) -> bytes | None:
        """Of our own feed's key; None if it is not ours."""
        seed: bytes | None = self._database.value(
            "SELECT seed FROM hypercore_feed WHERE space = ?", (self.number(space),)
        )
        return seed

    def flush(self) -> None:
        """Writes how far feeds have grown."""
        grown, self._grown = self._grown, {}
        rows = self._rows or {}
        for row in (rows[space] for space in grown):
            self._database.run(
                "UPDATE hypercore_feed SET length = ?, byte_length = ? WHERE space = ?",
                (row.feed.length, row.feed.byte_length, row.number),
            )

    def forget(self, space: SpaceId) -> None:
        """Its row is gone, with its secret; the rest is erased later."""
        self.flush()
        number = self.number(space)
        self._database.run("DELETE FROM hypercore_feed WHERE space = ?", (number,))
        self._spaces.forget(space)
        self._full.pop(space, None)
        self._read_anew()

    # ---- memory -------------------------------------------------------------------------------

    def _put(self, feed: Feed) -> None:
        rows = self._all()
        rows[feed.space] = replace(rows[feed.space], feed=feed)
        self._followed = None

    def _all(self) -> dict[SpaceId, FeedRow]:
        if self._rows is None:
            rows = self._database.rows(
                f"SELECT {_COLUMNS} FROM hypercore_feed JOIN space"  # noqa: S608 - fixed columns
                " ON space.number = hypercore_feed.space ORDER BY space.number"
            )
            self._rows = {SpaceId(row[1]): self._row(row) for row in rows}
            self._names = {
                name: (space, naming)
                for space, row in self._rows.items()
                for naming, name in discovery_keys(row.feed.key).items()
            }
        return self._rows

    def _row(self, row: Row) -> FeedRow:
        return FeedRow(row[0], self._filled(feed_of(row)), SpaceKind(row[-1]))

    def _read_anew(self) -> None:
        assert not self._grown, "what has grown is written first"
        self._rows = self._followed = None

    def _forget(self) -> None:
        self._rows = self._followed = None
        self._names.clear()
        self._grown.clear()


def read_feeds(reading: Reading, where: str, values: Sequence[Value]) -> list[FeedRow]:
    """Those that ``where`` means, oldest first."""
    rows = reading.rows(
        f"SELECT {_COLUMNS} FROM hypercore_feed JOIN space"  # noqa: S608 - of fixed texts
        f" ON space.number = hypercore_feed.space WHERE {where} ORDER BY space.number",
        values,
    )
    return [FeedRow(row[0], feed_of(row), SpaceKind(row[-1])) for row in rows]


def decoded_evidence(kept: bytes | None) -> tuple[Evidence, Evidence] | None:
    """As it was stored."""
    return None if kept is None else msgspec.json.decode(kept, type=tuple[Evidence, Evidence])


def feed_of(row: Row) -> Feed:
    """Of the columns that are selected here."""
    _, space, key, suite, signed, length, byte_length, whole, paused, common, beside, *more = row
    own, elsewhere, left, limit_bytes, _ = more
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
        own=bool(own),
        elsewhere=elsewhere is not None,
        restored=elsewhere == 0,
        left=bool(left),
        limit_bytes=limit_bytes,
    )
