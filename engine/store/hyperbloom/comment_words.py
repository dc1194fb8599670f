"""Comments in the word index of the timelines, by which search finds them.

They are put in some at a time, whenever there is nothing else to do: so are those of a profile that
an earlier program has filled, and nobody who takes comments waits for it. A comment, or a change of
one, stands there by its value's number, above the numbers of all posts.
"""

from __future__ import annotations

from engine.protocols.hyperbloom.comments.value import comment_id
from engine.store.database import Database
from engine.store.settings import set_setting, setting
from engine.store.timeline.words import erase_texts

FIRST_NUMBER = 1 << 62
"""What is added to a value's number: no space has a number from which posts could reach it."""
ADDED_AT_ONCE = 200  # ours: some 20 ms
_STATE = "comment_words"  # the number of the last value that was looked at
_STATE_BYTES = 8


class CommentWords:
    """Of all ledgers. ``erase`` needs an open transaction, ``add_some`` makes its own."""

    def __init__(self, database: Database) -> None:
        """Borrows it."""
        self._database = database
        self._last: int | None = None
        database.on_transaction_end(lambda: None, self._look_anew)

    @property
    def last(self) -> int:
        """Values up to this number were looked at; the number is not to be given anew."""
        if self._last is None:
            self._last = int.from_bytes(setting(self._database, _STATE) or b"", "big")
        return self._last

    def add_some(self) -> bool:
        """Puts in a bounded part; whether there was any. Raises Fault."""
        rows = self._database.rows(
            "SELECT number, ledger, value FROM hyperbloom_value WHERE number > ?"
            " ORDER BY number LIMIT ?",
            (self.last, ADDED_AT_ONCE),
        )
        if not rows:
            return False
        last: int = rows[-1][0]
        with self._database.atomic():
            self._database.run_many(
                "INSERT INTO timeline_words (rowid, text)"
                " SELECT ?, searched_text(text) FROM hyperbloom_comment"
                " WHERE ledger = ? AND id = ? AND text <> ''",
                [
                    (FIRST_NUMBER + number, ledger, comment_id(value))
                    for number, ledger, value in rows
                ],
            )
            set_setting(self._database, _STATE, last.to_bytes(_STATE_BYTES, "big"))
        self._last = last
        return True

    def erase(self, texts: list[tuple[int, str]]) -> None:
        """What is said by values of those numbers, whose rows are about to go."""
        known = [(FIRST_NUMBER + n, text) for n, text in texts if text and n <= self.last]
        if known:
            erase_texts(self._database, known)

    def _look_anew(self) -> None:
        self._last = None
