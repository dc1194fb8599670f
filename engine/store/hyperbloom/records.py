"""The HyperBloom repository: ``Records`` over SQLite (engine/protocols/hyperbloom/records.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.model.events import Event
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.contract import Record
from engine.protocols.hyperbloom.commands import OwnKeys
from engine.protocols.hyperbloom.comments.value import Comment, Kind
from engine.protocols.hyperbloom.packets import Bounds
from engine.protocols.hyperbloom.recon.ids import ID_BYTES, value_hash
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    CommenterHidden,
    HyperbloomRecord,
    LatestChange,
    Ledger,
    LedgerForgotten,
    LedgerHushed,
    LedgerStored,
    Summary,
    ValuesStored,
)
from engine.store.database import ERASED_ROWS, Database, array_of
from engine.store.hyperbloom.comment_rows import CommentRows
from engine.store.hyperbloom.comment_words import CommentWords
from engine.store.hyperbloom.ledgers import Ledgers
from engine.store.hyperbloom.news import CommentNews
from engine.store.hyperbloom.seen_chains import SeenChains

_IDS_AT_ONCE = 16_384


class HyperbloomRepository:
    """Reads see what the running transaction has applied. Writes need an open one."""

    def __init__(self, database: Database, own_keys: OwnKeys) -> None:
        """Borrows ``database``. ``own_keys``: of our own feeds."""
        self._database = database
        self._ledgers = Ledgers(database, own_keys)
        self._words = CommentWords(database)
        self._comments = CommentRows(database, self._words)
        self._chains = SeenChains(database)
        self._news = CommentNews()
        database.on_transaction_end(lambda: None, self._news.forget)

    # ---- writes -------------------------------------------------------------------------------

    def apply(self, record: Record) -> None:
        """Stores one record of this protocol."""
        if not isinstance(record, HyperbloomRecord):
            raise TypeError(record)
        match record:
            case ValuesStored():
                self._add(record)
            case LedgerStored(space):
                self._ledgers.store(record)
                self._news.changed(space)
            case ChainSeen(space):
                self._see(record)
            case CommenterHidden(space):
                self._comments.hide(self._ledgers.number(space), record)
                self._news.changed(space)
            case LedgerHushed(space):
                self._news.changed(space)
            case LedgerForgotten(space):
                self._ledgers.forget(space)
                self._news.forget_space(space)
            case _:
                assert_never(record)

    def _add(self, record: ValuesStored) -> None:
        ledger = self._ledgers.ledger(record.space)
        assert ledger is not None, "values of a ledger that we have"
        number = self._ledgers.number(record.space)
        values = record.values
        hashes = [value_hash(ledger.feed, value) for value in values]
        there: int = self._database.value("SELECT max(number) FROM hyperbloom_value") or 0
        first = 1 + max(there, self._words.last)
        self._database.run_many(
            "INSERT INTO hyperbloom_value VALUES (?, ?, ?, ?)",
            [
                (first + place, number, hashed[:ID_BYTES], value)
                for place, (hashed, value) in enumerate(zip(hashes, values, strict=True))
            ],
        )
        self._ledgers.add(record.space, hashes)
        self._comments.add(number, record, first)
        own = ledger.own
        for one in record.taken:
            if one.comment is not None:
                self._tell_of(record.space, one.comment, None if own is None else own.chain.holder)

    def _see(self, record: ChainSeen) -> None:
        ledger, number = self._ledgers.ledger(record.space), self._ledgers.number(record.space)
        own = None if ledger is None else ledger.chain
        if self._chains.see(number, record, own):
            self._news.changed(record.space)

    def _tell_of(self, space: SpaceId, comment: Comment, own: PublicKey | None) -> None:
        if comment.kind is Kind.COMMENT:
            self._news.came(space, comment.entry, own=comment.author == own)
        elif comment.reference is not None:
            number = self._ledgers.number(space)
            for entry in self._comments.entry_of(number, comment.reference):
                self._news.touched(space, entry)

    def take_news(self) -> Sequence[Event]:
        """See ``NewsSource``."""
        return self._news.take()

    # ---- reads --------------------------------------------------------------------------------

    def ledger(self, space: SpaceId) -> Ledger | None:
        """See ``Records``."""
        return self._ledgers.ledger(space)

    def ledgers(self) -> Sequence[Ledger]:
        """See ``Records``."""
        return self._ledgers.ledgers()

    def named(self, discovery_key: bytes) -> Ledger | None:
        """See ``Records``."""
        return self._ledgers.named(discovery_key)

    def summary(self, space: SpaceId) -> Summary:
        """See ``Records``."""
        return self._ledgers.summary(space)

    def values(self, space: SpaceId, bounds: Bounds, limit: int) -> Sequence[bytes]:
        """See ``Records``."""
        sql = "SELECT value FROM hyperbloom_value WHERE ledger = ? AND value >= ?"
        asked: list[int | bytes] = [self._ledgers.number(space), bounds.start]
        if bounds.end is not None:
            sql += " AND value < ?"
            asked.append(bounds.end)
        rows = self._database.rows(f"{sql} ORDER BY value LIMIT ?", (*asked, limit))
        return [value for (value,) in rows]

    def unknown(self, space: SpaceId, values: Sequence[bytes]) -> Sequence[bytes]:
        """See ``Records``."""
        if not values:
            return []
        rows = self._database.rows(
            "SELECT value FROM hyperbloom_value WHERE ledger = ? AND value IN carray(?)",
            (self._ledgers.number(space), array_of(values)),
        )
        known = frozenset(value for (value,) in rows)
        return [value for value in dict.fromkeys(values) if value not in known]

    def comment(self, space: SpaceId, comment: PostId) -> bytes | None:
        """See ``Records``."""
        value: bytes | None = self._database.value(
            "SELECT value FROM hyperbloom_comment JOIN hyperbloom_value ON number = value_number"
            " WHERE hyperbloom_comment.ledger = ? AND hyperbloom_comment.id = ? AND kind = 1",
            (self._ledgers.number(space), comment),
        )
        return value

    def latest_change(self, space: SpaceId, comment: PostId) -> LatestChange | None:
        """See ``Records``."""
        return self._comments.latest_change(self._ledgers.number(space), comment)

    def has_comment_of(self, space: SpaceId, author: PublicKey) -> bool:
        """See ``Records``."""
        return self._comments.has_comment_of(self._ledgers.number(space), author)

    def written_by(self, space: SpaceId, author: PublicKey) -> int:
        """See ``Records``."""
        return self._comments.written_by(self._ledgers.number(space), author)

    def ids(self, space: SpaceId) -> bytes:
        """See ``Records``."""
        number, last = self._ledgers.number(space), b""
        pages: list[bytes] = []
        while True:  # by pages: rows take ten times as much memory as what is in them
            rows = self._database.rows(
                "SELECT id FROM hyperbloom_value WHERE ledger = ? AND id > ? ORDER BY id LIMIT ?",
                (number, last, _IDS_AT_ONCE),
            )
            pages.append(b"".join(one for (one,) in rows))
            if len(rows) < _IDS_AT_ONCE:
                return b"".join(pages)
            (last,) = rows[-1]

    def of_ids(self, space: SpaceId, ids: Sequence[bytes]) -> Sequence[bytes]:
        """See ``Records``."""
        if not ids:
            return []
        rows = self._database.rows(
            "SELECT value FROM hyperbloom_value WHERE ledger = ? AND id IN carray(?)",
            (self._ledgers.number(space), array_of(ids)),
        )
        return [value for (value,) in rows]

    # ---- words --------------------------------------------------------------------------------

    def add_some_words(self) -> bool:
        """Has some of the comments found by their words; whether there were any that are not."""
        return self._words.add_some()

    # ---- forgetting ---------------------------------------------------------------------------

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        self._database.run(
            "DELETE FROM hyperbloom_value WHERE number IN"
            " (SELECT number FROM hyperbloom_value WHERE ledger = ? LIMIT ?)",
            (number, ERASED_ROWS),
        )
        if self._database.changes():
            return True
        if self._comments.erase_some(number) or self._chains.erase_some(number):
            return True
        self._database.run("DELETE FROM hyperbloom_ledger WHERE space = ?", (number,))
        return bool(self._database.changes())
