"""An index of format 12 had the marks of Greek, Hebrew, Arabic and Cyrillic letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

from engine.store.connection import MEMORY, Location
from engine.store.database import Database
from engine.store.hyperbloom.comment_words import FIRST_NUMBER
from engine.store.migrate import migrate, shipped_steps
from engine.store.timeline.words import is_untidy
from tests.unit.store.test_format_9 import (
    COMMENT,
    POST,
    POST_COLUMNS,
    found,
    index,
    tidy,
    words_of,
)

FORMAT = 12
TEXTS = [
    "στην Ελλάδα",
    "наша ёлка и мой дом",
    "אמר שָׁלוֹם",
    "私は東京に住んでいます",
    "eine Straße, schöne Gärten",
    "in the garden",
    "",
]
BREATHINGS = "ἐν ἀρχῇ ἦν ὁ λόγος"
DETAIL = '{"files": [["مُحَمَّد.png", "image/png", 1]]}'
COMMENTS = ["όλα καλά", "in the city", "", "東京タワー"]


def at_format_12(texts: list[str]) -> Database:
    database = Database(Location(MEMORY, None))
    migrate(database, None, shipped_steps()[:FORMAT])
    database.run("PRAGMA foreign_keys = OFF")
    posts = [(number, "message", text, None, None) for number, text in enumerate(texts, 1)]
    database.run_many(POST, posts)
    return database


@pytest.fixture
def older() -> Iterator[Database]:
    database = at_format_12(TEXTS)
    database.run_many(POST, [(50, "message", "", None, DETAIL), (52, "mark", "ώρα", "edit", None)])
    index(database)
    database.run_many(COMMENT, list(enumerate(COMMENTS, 1)))
    database.run_many(
        "INSERT INTO timeline_words (rowid, text) VALUES (?, indexed_text(?))",
        [(FIRST_NUMBER + number, text) for number, text in enumerate(COMMENTS, 1) if text],
    )
    yield database
    database.close()


def test_posts_and_comments_are_found_as_those_of_today(older: Database) -> None:
    migrate(older, None, shipped_steps())
    assert found(older, "ελλαδα") == found(older, "Ελλάδα") == [1]
    assert found(older, "елка") == found(older, "мой") == [2]
    assert found(older, "мои") == []
    assert found(older, "שלום") == [3]
    assert found(older, "محمد") == [50]
    assert found(older, "ωρα") == [52]
    assert found(older, "καλα") == [FIRST_NUMBER + 1]
    assert found(older, "東京") == [4, FIRST_NUMBER + 4]
    assert found(older, "strasse garten") == [5]
    assert found(older, "in the") == [6, FIRST_NUMBER + 2]


def test_breathings_are_dropped_whether_composed_or_taken_apart() -> None:
    database = at_format_12([BREATHINGS, unicodedata.normalize("NFD", BREATHINGS)])
    index(database)
    migrate(database, None, shipped_steps())
    for words in ("αρχη", "ἀρχῇ", unicodedata.normalize("NFD", "ἀρχῇ")):
        assert found(database, words) == [1, 2]
    database.close()


def test_the_index_says_what_one_made_anew_would_say() -> None:
    database = at_format_12(TEXTS)
    index(database)
    migrate(database, None, shipped_steps())
    tidy(database)
    database.run("INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')")
    made_anew = Database(Location(MEMORY, None))
    migrate(made_anew, None, shipped_steps())
    made_anew.run("PRAGMA foreign_keys = OFF")
    made_anew.run_many(POST, database.rows(f"SELECT {POST_COLUMNS} FROM timeline"))
    index(made_anew)
    assert words_of(database) == words_of(made_anew)
    database.close()
    made_anew.close()


def test_what_a_post_was_found_by_is_left_behind(older: Database) -> None:
    kept = "SELECT count(*) FROM timeline_words_data WHERE instr(block, CAST(? AS BLOB))"
    assert older.value(kept, ("ελλάδα",)) > 0
    migrate(older, None, shipped_steps())
    assert is_untidy(older)
    tidy(older)
    assert older.value(kept, ("ελλάδα",)) == 0


def test_an_index_without_such_letters_is_left_alone() -> None:
    database = at_format_12(["in the garden", "schöne Gärten", "私は東京に", "Straße", "привет"])
    index(database)
    segments = "SELECT id, block FROM timeline_words_data WHERE id > 10"  # before: its settings
    before = database.rows(segments)
    migrate(database, None, shipped_steps())
    assert database.rows(segments) == before
    assert not is_untidy(database)
    database.close()
