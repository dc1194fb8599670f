"""An index of format 9 had ß, and scripts without blanks between words, as they are written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.store.connection import MEMORY, Location
from engine.store.database import Database, Row
from engine.store.hyperbloom.comment_words import FIRST_NUMBER
from engine.store.migrate import migrate, shipped_steps
from engine.store.timeline.search import match_expression
from engine.store.timeline.words import is_untidy, tidy_some

FORMAT = 9
TEXTS = [
    "私は東京に住んでいます",
    "안녕하세요",
    "eine Straße",
    "in the garden",
    "schöne Gärten",
    "",
]
DETAIL = '{"files": [["東京駅.png", "image/png", 1]]}'
COMMENTS = ["東京タワー", "in the city", "", "東京は遠い"]
INDEXED_COMMENTS = 3
"""Before the last one the program was ended."""
POST_COLUMNS = "number, kind, text, aside, detail"
POST = (
    "INSERT INTO timeline (number, space, channel, order_key, height, parents, at, received_at,"
    " author, kind, ours, quiet, text, aside, detail)"
    " VALUES (?1, 1, '', CAST(printf('%032d', ?1) AS BLOB), 0, x'', 0, 0, 1, ?2, 0, 0, ?3, ?4, ?5)"
)
COMMENT = (
    "INSERT INTO hyperbloom_comment VALUES"
    " (1, CAST(printf('%032d', ?1) AS BLOB), 1, zeroblob(32), 0, NULL, NULL, ?2, x'', NULL, 0, ?1)"
)


def at_format_9(texts: list[str]) -> Database:
    database = Database(Location(MEMORY, None))
    migrate(database, None, shipped_steps()[:FORMAT])
    database.run("PRAGMA foreign_keys = OFF")
    posts = [(number, "message", text, None, None) for number, text in enumerate(texts, 1)]
    database.run_many(POST, posts)
    return database


def index(database: Database) -> None:
    """As a program of that format did."""
    database.run(
        "INSERT INTO timeline_words (rowid, text)"
        " SELECT number, text FROM timeline_words_source WHERE text <> ''"
    )


@pytest.fixture
def older() -> Iterator[Database]:
    database = at_format_9(TEXTS)
    marks = [(50, "message", "", None, DETAIL), (51, "mark", "東", "reaction", None)]
    database.run_many(POST, [*marks, (52, "mark", "直した東京", "edit", None)])
    index(database)
    database.run_many(COMMENT, list(enumerate(COMMENTS, 1)))
    database.run_many(
        "INSERT INTO timeline_words (rowid, text) VALUES (?, ?)",
        [
            (FIRST_NUMBER + number, text)
            for number, text in enumerate(COMMENTS[:INDEXED_COMMENTS], 1)
            if text
        ],
    )
    yield database
    database.close()


def found(database: Database, words: str) -> list[int]:
    sql = "SELECT rowid FROM timeline_words WHERE timeline_words MATCH ? ORDER BY rowid"
    return [number for (number,) in database.rows(sql, (match_expression(words),))]


def tidy(database: Database) -> None:
    with database.atomic():
        while tidy_some(database):
            pass


def test_posts_and_comments_are_found_as_those_of_today(older: Database) -> None:
    migrate(older, None, shipped_steps())
    assert found(older, "東京") == [1, 50, 52, FIRST_NUMBER + 1]
    assert found(older, "하세요") == [2]
    assert found(older, "strasse") == found(older, "straße") == [3]
    assert found(older, "garden") == [4]
    assert found(older, "garten") == [5]
    assert found(older, "in the city") == [FIRST_NUMBER + 2]


def test_the_index_says_what_one_made_anew_would_say() -> None:
    database = at_format_9(TEXTS)
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


def words_of(database: Database) -> list[Row]:
    """Where each of them stands, and how many each post has."""
    database.run(
        "CREATE VIRTUAL TABLE temp.places USING fts5vocab (main, timeline_words, instance)"
    )
    return [
        *database.rows("SELECT * FROM timeline_words_docsize ORDER BY id"),
        *database.rows("SELECT term, doc, offset FROM temp.places ORDER BY term, doc, offset"),
    ]


def test_what_a_post_was_found_by_is_left_behind(older: Database) -> None:
    kept = "SELECT count(*) FROM timeline_words_data WHERE instr(block, CAST(? AS BLOB))"
    assert older.value(kept, ("東京に",)) > 0
    migrate(older, None, shipped_steps())
    assert is_untidy(older)
    tidy(older)
    assert not is_untidy(older)
    assert older.value(kept, ("東京に",)) == 0


def test_an_index_without_such_letters_is_left_alone() -> None:
    database = at_format_9(["in the garden", "schöne Gärten"])
    index(database)
    segments = "SELECT id, block FROM timeline_words_data WHERE id > 10"  # before: its settings
    before = database.rows(segments)
    migrate(database, None, shipped_steps())
    assert database.rows(segments) == before
    assert not is_untidy(database)
    database.close()
