"""The word index over the timeline's texts: what is put in, and how it is taken out again.

The index stores no text of its own; it is told the very same text, by the view
``timeline_words_source``, when a row comes and when it goes. What is erased must be gone from the
file: the few words of a few posts are cut out one by one, those of many are marked and then left
behind by writing the index anew.
"""

from __future__ import annotations

from engine.store.database import Database

CUT_OUT_MAX = 500  # ours: posts; cutting out takes about half a millisecond for each

_ROWS = "FROM timeline_words_source WHERE number >= ? AND number < ? AND text <> ''"


def add_words(database: Database, first: int, end: int) -> None:
    """Of the timeline's rows from ``first`` up to ``end``, which were just written."""
    database.run(
        f"INSERT INTO timeline_words (rowid, text) SELECT number, text {_ROWS}",
        (first, end),
    )


def erase_words(database: Database, first: int, end: int) -> None:
    """Of the rows from ``first`` up to ``end``, which are still there."""
    posts: int = database.value(
        "SELECT count(*) FROM timeline WHERE number >= ? AND number < ?", (first, end)
    )
    is_cut_out = posts <= CUT_OUT_MAX
    database.run(
        "INSERT INTO timeline_words (timeline_words, rank) VALUES ('secure-delete', ?)",
        (is_cut_out,),
    )
    database.run(
        "INSERT INTO timeline_words (timeline_words, rowid, text)"
        f" SELECT 'delete', number, text {_ROWS}",
        (first, end),
    )
    if not is_cut_out:
        database.run("INSERT INTO timeline_words (timeline_words) VALUES ('optimize')")
