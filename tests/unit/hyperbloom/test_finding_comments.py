"""Comments by their words: under what they show now, in the order in which they came."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.reading_parts import reading_parts
from engine.model.comment_commands import (
    ChangeComment,
    HideCommenter,
    RetractComment,
    WriteComment,
)
from engine.model.hits import SearchHit
from engine.model.ids import OrderKey, PublicKey, SpaceId
from engine.model.queries import Search
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.records import LedgerForgotten
from engine.store.hyperbloom import comment_words
from engine.store.hyperbloom.finding import CommentFinder
from engine.store.hypercore.parts import order_of_entry
from engine.store.timeline.search import Searched, find
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of, comment_by
from tests.unit.hyperbloom.home import OTHER, Around, Home, author


def searched(
    home: Home,
    words: str,
    space: SpaceId = SPACE,
    limit: int = 50,
    before: SearchHit | None = None,
) -> list[SearchHit]:
    number = home.spaces.number(space)
    assert number is not None
    spaces = [Searched(number, space, lambda _: None)]
    query = Search(words, None, limit, before, comments=True)
    finder = CommentFinder(home.database, order_of_entry)
    return list(find(home.database, query, spaces, finder=finder).hits)


def found(home: Home, words: str) -> list[SearchHit]:
    while home.sets.add_some_words():
        pass
    return searched(home, words)


def test_a_comment_on_an_entry_is_found_with_the_place_of_the_entry() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "The tulips are out", entry=3))
    (hit,) = found(home, "tul")
    assert (hit.space, hit.comment, hit.entry, hit.at) == (SPACE, said.id, 3, said.at)
    assert (hit.order, hit.id) == (order_of_entry(SPACE, 3), hit.order[-32:])
    assert (hit.author.public_key, hit.author.path) == (FEED, ())
    assert hit.snippet == "The tulips are out"


def test_one_on_the_feed_as_a_whole_has_no_place() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "tulips"))
    (hit,) = found(home, "tulips")
    assert (hit.entry, hit.order, hit.id) == (None, OrderKey(b""), said.id)


def test_all_words_have_to_be_there() -> None:
    home = author()
    home.does(WriteComment(SPACE, "red tulips"))
    assert found(home, "red tulips")
    assert not found(home, "blue tulips")


def test_other_spaces_comments_are_not_found() -> None:
    home = author()
    home.does(WriteComment(SPACE, "tulips"))
    assert found(home, "tulips")
    assert searched(home, "tulips", OTHER) == []


def test_one_that_was_changed_is_found_by_its_newest_text_alone() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "tulips"))
    for text in ("roses", "lilies"):
        home.does(ChangeComment(SPACE, said.id, text))
    assert found(home, "tulips") == found(home, "roses") == []
    (hit,) = found(home, "lilies")
    assert (hit.comment, hit.at, hit.snippet) == (said.id, said.at, "lilies")


def test_one_that_was_taken_back_is_not_found() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "tulips"))
    home.does(ChangeComment(SPACE, said.id, "roses"))
    home.does(RetractComment(SPACE, said.id))
    assert found(home, "tulips") == found(home, "roses") == []


def test_a_change_by_somebody_else_is_none() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "tulips"))
    forged = Comment(Kind.EDIT, chain_of(2), NOON, "roses", None, said.id)
    home.takes(write_comment(forged, KEYS[2].secret_key))
    assert found(home, "roses") == []
    assert len(found(home, "tulips")) == 1


def test_what_somebody_says_whom_we_hide_is_not_found() -> None:
    home = author()
    home.takes(comment_by(chain_of(2), KEYS[2], "tulips"))
    assert found(home, "tulips")
    home.does(HideCommenter(SPACE, PublicKey(KEYS[2].public_key)))
    assert not found(home, "tulips")


def test_who_is_patient_is_shown_the_same() -> None:
    home = author()
    said = home.does(WriteComment(SPACE, "The tulips are out", entry=3))
    assert found(home, "tulips")
    query = Search("tulips", comments=True)
    at_once = home.store.reader(reading_parts).answer(query, Around(NOON))
    patiently = home.store.find(reading_parts, replace(query, patience=1), lambda: False)
    assert [hit.comment for hit in patiently.hits] == [said.id]
    assert patiently == at_once


def test_pages_follow_each_other_the_latest_to_come_first() -> None:
    home = author()
    said = []
    for number in range(5):
        home.now = NOON + number
        said.append(home.does(WriteComment(SPACE, f"tulips {number}")))
    home.does(ChangeComment(SPACE, said[1].id, "tulips again"))
    wanted = [said[number].id for number in (1, 4, 3, 2, 0)]
    whole = found(home, "tulips")
    assert [hit.comment for hit in whole] == wanted
    paged: list[SearchHit] = []
    while page := searched(home, "tulips", limit=2, before=paged[-1] if paged else None):
        paged += page
    assert paged == whole


def test_they_are_put_in_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comment_words, "ADDED_AT_ONCE", 2)
    home = author()
    for number in range(3):
        home.does(WriteComment(SPACE, f"tulips {number}"))
    assert [home.sets.add_some_words() for _ in range(3)] == [True, True, False]
    assert len(searched(home, "tulips")) == 3


def erased(home: Home) -> None:
    """The feed's comments are forgotten; the feed itself stays."""
    number = home.spaces.number(SPACE)
    assert number is not None
    home.database.begin()
    home.sets.apply(LedgerForgotten(SPACE))
    home.database.commit()
    more = True
    while more:
        home.database.begin()
        more = home.sets.erase_some(number)
        home.database.commit()


def test_of_what_is_forgotten_no_word_is_left() -> None:
    home = author()
    home.does(WriteComment(SPACE, "tulips"))
    assert found(home, "tulips")
    home.does(WriteComment(SPACE, "roses"))  # not in the index yet
    erased(home)
    assert home.database.rows("SELECT id FROM timeline_words_docsize") == []
    assert home.database.rows("SELECT term FROM timeline_words_known") == []
    home.database.run("INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')")


def test_letters_without_blanks_between_them_are_found_and_forgotten() -> None:
    home = author()
    home.does(WriteComment(SPACE, "私は東京に住んでいます"))
    assert found(home, "東京")
    assert not found(home, "京東")
    erased(home)
    assert home.database.rows("SELECT term FROM timeline_words_known") == []
    home.database.run("INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')")


def test_what_is_written_afterwards_is_found() -> None:
    home = author()
    home.does(WriteComment(SPACE, "tulips"))
    assert found(home, "tulips")
    erased(home)
    said = home.does(WriteComment(SPACE, "roses"))
    assert [hit.comment for hit in found(home, "roses")] == [said.id]
