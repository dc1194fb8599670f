"""The HyperBloom repository: ``Records`` over SQLite (engine/protocols/hyperbloom/records.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.model.ids import PostId, SpaceId
from engine.protocols.contract import Record
from engine.protocols.hyperbloom.commands import OwnKeys
from engine.protocols.hyperbloom.packets import Bounds
from engine.protocols.hyperbloom.recon.coded import ID_BYTES
from engine.protocols.hyperbloom.recon.packets import value_hash
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    CommenterHidden,
    HyperbloomRecord,
    Ledger,
    LedgerForgotten,
    LedgerStored,
    Summary,
    ValuesStored,
)
from engine.store.database import ERASED_ROWS, Database, array_of
from engine.store.hyperbloom.comment_rows import CommentRows
from engine.store.hyperbloom.ledgers import Ledgers


class HyperbloomRepository:
    """Reads see what the running transaction has applied. Writes need an open one."""

    def __init__(self, database: Database, own_keys: OwnKeys) -> None:
        """Borrows ``database``. ``own_keys``: of our own feeds."""
        self._database = database
        self._ledgers = Ledgers(database, own_keys)
        self._comments = CommentRows(database)

    # ---- writes -------------------------------------------------------------------------------

    def apply(self, record: Record) -> None:
        """Stores one record of this protocol."""
        if not isinstance(record, HyperbloomRecord):
            raise TypeError(record)
        match record:
            case ValuesStored():
                self._add(record)
            case LedgerStored():
                self._ledgers.store(record)
            case ChainSeen():
                self._ledgers.see(record)
            case CommenterHidden():
                self._comments.hide(self._ledgers.number(record.space), record)
            case LedgerForgotten(space):
                self._ledgers.forget(space)
            case _:
                assert_never(record)

    def _add(self, record: ValuesStored) -> None:
        ledger = self._ledgers.ledger(record.space)
        assert ledger is not None, "values of a ledger that we have"
        number = self._ledgers.number(record.space)
        values = record.values
        hashes = [value_hash(ledger.feed, value) for value in values]
        first = 1 + (self._database.value("SELECT max(number) FROM hyperbloom_value") or 0)
        self._database.run_many(
            "INSERT INTO hyperbloom_value VALUES (?, ?, ?, ?)",
            [
                (first + place, number, hashed[:ID_BYTES], value)
                for place, (hashed, value) in enumerate(zip(hashes, values, strict=True))
            ],
        )
        self._ledgers.add(record.space, hashes)
        self._comments.add(number, record, first)

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

    def ids(self, space: SpaceId) -> bytes:
        """See ``Records``."""
        rows = self._database.rows(
            "SELECT id FROM hyperbloom_value WHERE ledger = ?", (self._ledgers.number(space),)
        )
        return b"".join(one for (one,) in rows)

    def of_ids(self, space: SpaceId, ids: Sequence[bytes]) -> Sequence[bytes]:
        """See ``Records``."""
        rows = self._database.rows(
            "SELECT value FROM hyperbloom_value WHERE ledger = ? AND id IN carray(?)",
            (self._ledgers.number(space), array_of(ids)),
        )
        return [value for (value,) in rows]

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
        if self._comments.erase_some(number):
            return True
        self._database.run("DELETE FROM hyperbloom_chain WHERE ledger = ?", (number,))
        self._database.run("DELETE FROM hyperbloom_ledger WHERE space = ?", (number,))
        return bool(self._database.changes())
