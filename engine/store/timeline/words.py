"""The word index over the timeline's texts: what is put in, and how it is taken out again.

The index stores no text of its own; it is told the very same text, by the view
``timeline_words_source``, when a row comes and when it goes. What is erased must be gone from the
file: the words of a few posts are cut out one by one, those of many are marked, and left behind by
writing the index anew, some pages at a time (``tidy_some``), once all of them are marked.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.store.database import Database
from engine.store.settings import set_setting, setting

CUT_OUT_AT_ONCE = 50  # ours: posts; cutting out takes about half a millisecond for each
TIDIED_PAGES = 128  # ours: half a megabyte of the index at a time

_ROWS = "FROM timeline_words_source WHERE number >= ? AND number < ?"
_STATE = "words_untidy"
_MARKED, _MERGING = b"marked", b"merging"
_CHANGES_OF_A_COMMAND = 1  # by itself, whatever it leads to


def add_words(database: Database, first: int, end: int) -> None:
    """Of the timeline's rows from ``first`` up to ``end``, which were just written."""
    database.run(
        f"INSERT INTO timeline_words (rowid, text) SELECT number, text {_ROWS}",
        (first, end),
    )


def erase_words(database: Database, first: int, end: int, *, cut_out: bool) -> None:
    """Of the rows from ``first`` up to ``end``, which are still there. ``cut_out``: they are few,
    and nothing else is to be done.
    """
    _choose(database, cut_out=cut_out)
    database.run(
        "INSERT INTO timeline_words (timeline_words, rowid, text)"
        f" SELECT 'delete', number, text {_ROWS}",
        (first, end),
    )


def erase_texts(database: Database, texts: Sequence[tuple[int, str]]) -> None:
    """Texts that are of no timeline, by the numbers under which they were put in."""
    _choose(database, cut_out=len(texts) <= CUT_OUT_AT_ONCE)
    database.run_many(
        "INSERT INTO timeline_words (timeline_words, rowid, text)"
        " VALUES ('delete', ?, searched_text(?))",
        texts,
    )


def _choose(database: Database, *, cut_out: bool) -> None:
    database.run(
        "INSERT INTO timeline_words (timeline_words, rank) VALUES ('secure-delete', ?)",
        (cut_out,),
    )
    if not cut_out:
        set_setting(database, _STATE, _MARKED)


def is_untidy(database: Database) -> bool:
    """Whether words that were only marked are still in the file."""
    return setting(database, _STATE) is not None


def tidy_some(database: Database) -> bool:
    """Writes some pages of the index anew; whether more are left. In an open transaction."""
    # A negative number takes up all of the index, a positive one goes on with what was taken up.
    is_new = setting(database, _STATE) == _MARKED
    before = database.total_changes()
    database.run(
        "INSERT INTO timeline_words (timeline_words, rank) VALUES ('merge', ?)",
        (-TIDIED_PAGES if is_new else TIDIED_PAGES,),
    )
    is_done = database.total_changes() - before <= _CHANGES_OF_A_COMMAND
    set_setting(database, _STATE, None if is_done else _MERGING)
    return not is_done
