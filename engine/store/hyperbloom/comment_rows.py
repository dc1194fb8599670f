"""What values say, written as rows when they are stored: comments, and changes of comments."""

from __future__ import annotations

import math
from collections import Counter

from engine.model.ids import PostId, PublicKey
from engine.protocols.hyperbloom.comments.value import Comment, Kind, comment_id
from engine.protocols.hyperbloom.records import CommenterHidden, LatestChange, ValuesStored
from engine.store.database import ERASED_ROWS, Database, Value
from engine.store.hyperbloom.comment_words import CommentWords

_AUTHORS_COUNTED_MAX = 4_096  # ours: those who wrote of late


class CommentRows:
    """Of all ledgers. Writes need an open transaction."""

    def __init__(self, database: Database, words: CommentWords) -> None:
        """Borrows both."""
        self._database = database
        self._words = words
        self._written: dict[tuple[int, PublicKey], int] = {}
        database.on_transaction_end(lambda: None, self._written.clear)

    def add(self, ledger: int, record: ValuesStored, first: int) -> None:
        """A row for each comment among the values, which are numbered from ``first`` on."""
        self._database.run_many(
            "INSERT INTO hyperbloom_comment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (*_row(ledger, one.value, one.comment, record.at), number)
                for number, one in enumerate(record.taken, first)
                if one.comment is not None
            ],
        )
        authors = [one.comment.author for one in record.taken if one.comment is not None]
        for author, count in Counter(authors).items():
            if (ledger, author) in self._written:
                self._written[ledger, author] += count

    def written_by(self, ledger: int, author: PublicKey) -> int:
        """How many rows are theirs; counted once, for whoever writes much is asked about often."""
        count = self._written.get((ledger, author))
        if count is None:
            if len(self._written) >= _AUTHORS_COUNTED_MAX:
                self._written.clear()
            count = self._written[ledger, author] = int(
                self._database.value(
                    "SELECT count(*) FROM hyperbloom_comment WHERE ledger = ? AND author = ?",
                    (ledger, author),
                )
            )
        return count

    def entry_of(self, ledger: int, comment: PostId) -> list[int | None]:
        """What that comment is about; empty where it is not known."""
        rows = self._database.rows(
            "SELECT entry FROM hyperbloom_comment WHERE ledger = ? AND id = ? AND kind = 1",
            (ledger, comment),
        )
        return [entry for (entry,) in rows]

    def latest_change(self, ledger: int, comment: PostId) -> LatestChange | None:
        """What its author changed of it; None: nothing."""
        row = self._database.row(
            "SELECT max(change.at), max(change.kind) FROM hyperbloom_comment AS change"
            " JOIN hyperbloom_comment AS said ON said.ledger = change.ledger"
            " AND said.author = change.author AND said.id = change.reference"
            " WHERE change.ledger = ? AND change.reference = ? AND change.kind > 1",
            (ledger, comment),
        )
        if row is None or row[0] is None:
            return None
        at, kind = row
        return LatestChange(at, kind == Kind.RETRACTION)

    def has_comment_of(self, ledger: int, author: PublicKey) -> bool:
        """Whether one of theirs is there that they did not take back."""
        sql = (
            "SELECT EXISTS (SELECT 1 FROM hyperbloom_comment AS said"
            " WHERE said.ledger = ? AND said.author = ? AND said.kind = 1 AND NOT EXISTS"
            " (SELECT 1 FROM hyperbloom_comment AS change WHERE change.ledger = said.ledger"
            " AND change.reference = said.id AND change.author = said.author AND change.kind = 3))"
        )
        return bool(self._database.value(sql, (ledger, author)))

    def hide(self, ledger: int, record: CommenterHidden) -> None:
        """For ourselves."""
        sql = (
            "INSERT OR IGNORE INTO hyperbloom_hidden VALUES (?, ?)"
            if record.hidden
            else "DELETE FROM hyperbloom_hidden WHERE ledger = ? AND author = ?"
        )
        self._database.run(sql, (ledger, record.author))

    def erase_some(self, ledger: int) -> bool:
        """See ``Eraser``."""
        self._written.clear()
        rows = self._database.rows(
            "SELECT id, value_number, text FROM hyperbloom_comment WHERE ledger = ? LIMIT ?",
            (ledger, ERASED_ROWS),
        )
        if rows:
            self._words.erase([(number, text) for _, number, text in rows])
            self._database.run_many(
                "DELETE FROM hyperbloom_comment WHERE ledger = ? AND id = ?",
                [(ledger, one) for one, *_ in rows],
            )
            return True
        self._database.run(
            "DELETE FROM hyperbloom_hidden WHERE ledger = ?1 AND author IN"
            " (SELECT author FROM hyperbloom_hidden WHERE ledger = ?1 LIMIT ?2)",
            (ledger, ERASED_ROWS),
        )
        return bool(self._database.changes())


def _row(ledger: int, value: bytes, comment: Comment, at: float) -> tuple[Value, ...]:
    expiration = comment.chain.expiration
    return (
        ledger,
        comment_id(value),
        comment.kind,
        comment.author,
        comment.at,
        comment.entry,
        comment.reference,
        comment.text,
        b"".join(link.trustee for link in comment.chain.links),
        None if math.isinf(expiration) else expiration,
        at,
    )
