"""``tidings comment``: what is typed, what the engine does, what is told of it."""

from __future__ import annotations

import math
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.cli.arguments import moment_of
from app.cli.printing import moment
from engine.model.ids import SpaceId
from tests.unit.app.terminal import Terminal

FRUITS = 4  # entries of her feed
COMMENT = {"id", "author", "path", "at", "text", "entry", "reply_to"}
NETWORK = {
    "feed", "own_key", "own_path", "may_comment", "may_trust", "expires_at", "shortens",
    "comments", "trusted", "further", "authorless", "left", "refused",
}  # fmt: skip


@pytest.fixture
def ann(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Somebody with a feed of her own."""
    person = Terminal(tmp_path / "ann", capsys)
    person.do("feed", "new", "Orchard")
    for number in range(FRUITS):
        person.do("feed", "post", "Orchard", f"fruit {number}")
    return person


@pytest.fixture
def ben(ann: Terminal, tmp_path: Path) -> Terminal:
    """Somebody who follows it."""
    person = Terminal(tmp_path / "ben", ann.captured)
    person.do("feed", "follow", ann.do("feed", "info", "Orchard")["link"])
    return person


def lets_in(giver: Terminal, taker: Terminal, *words: str) -> Any:  # the command's document
    link = taker.do("comment", "key", "Orchard")["link"]
    given = giver.do("comment", "trust", "Orchard", link, *words)
    taker.do("comment", "accept", "Orchard", given["link"])
    return given


def test_a_feed_that_was_left_is_followed_again_for_a_permission_that_counts(
    ann: Terminal, ben: Terminal
) -> None:
    ben.do("feed", "unfollow", "Orchard")
    key = ann.do("comment", "key", "Orchard")["link"]
    assert ben.fail("comment", "accept", "Orchard", key)[1] == "link_of_other_type"
    assert ben.do("feed", "list")[0]["state"] == "left"
    lets_in(ann, ben)
    assert ben.do("feed", "list")[0]["state"] != "left"
    assert ben.do("comment", "network", "Orchard")["may_comment"]


def test_the_author_comments_and_sees_it_listed(ann: Terminal) -> None:
    said = ann.do("comment", "add", "Orchard", "ripe", "--entry", "3")
    assert set(said) >= COMMENT
    assert (said["text"], said["entry"], said["path"], said["ours"]) == ("ripe", 3, [], True)
    about_all = ann.do("comment", "add", "Orchard", "a nice feed")
    assert about_all["entry"] is None
    assert ann.do("comment", "list", "Orchard") == [said, about_all]
    assert ann.do("comment", "list", "Orchard", "--entry", "3") == [said]
    assert ann.do("comment", "list", "Orchard", "--entry", str(10**20)) == []
    assert ann.do("comment", "list", "Orchard", "--feed") == [about_all]
    assert ann.do("comment", "list", "Orchard", "--before", about_all["id"][:8]) == [said]
    assert ann.do("comment", "list", "Orchard", "--limit", "1") == [about_all]


def test_what_is_said_about_a_paused_feed_waits_and_that_is_told(ann: Terminal) -> None:
    def told(*words: str) -> str:
        status, _, notes = ann.run("comment", *words, as_json=False)
        assert status == 0
        return str(notes)

    said = ann.do("comment", "add", "Orchard", "ripe")["id"]
    ann.do("feed", "pause", "Orchard")
    for words in (
        ("add", "Orchard", "riper"),
        ("edit", "Orchard", said, "ripest"),
        ("retract", "Orchard", said),
    ):
        assert "is paused" in told(*words)
    ann.do("feed", "resume", "Orchard")
    assert "is paused" not in told("add", "Orchard", "fallen")


def test_a_list_says_that_there_are_older_ones(ann: Terminal) -> None:
    for text in ("one", "two", "three"):
        ann.do("comment", "add", "Orchard", text)
    newest = ann.do("comment", "list", "Orchard")[-2]
    _, _, told = ann.run("comment", "list", "Orchard", "--limit", "2", as_json=False)
    assert f"--before {newest['id'][:12]}" in told
    _, _, told = ann.run("comment", "list", "Orchard", "--limit", "3", as_json=False)
    assert "--before" not in told


def test_an_entry_that_ones_own_feed_does_not_have_is_refused(ann: Terminal, ben: Terminal) -> None:
    assert ann.fail("comment", "add", "Orchard", "x", "--entry", "4") == (1, "entry_unknown")
    lets_in(ann, ben)
    status, _, told = ben.run("comment", "add", "Orchard", "x", "--entry", "4", as_json=False)
    assert status == 0  # it may be there already, elsewhere
    assert "known to have 0 entries" in told


@pytest.mark.parametrize("text", [" ", "\u200b", "\u3164"])
def test_a_comment_needs_words_that_can_be_seen(ann: Terminal, text: str) -> None:
    assert ann.fail("comment", "add", "Orchard", text) == (1, "text_empty")


def test_a_search_finds_comments_beside_posts(ann: Terminal) -> None:
    said = ann.do("comment", "add", "Orchard", "ripe tulips", "--entry", "3")
    (hit,) = ann.do("search", "tulips")
    assert (hit["comment"], hit["entry"], hit["snippet"]) == (said["id"], 3, "ripe tulips")
    assert ann.do("search", "tulips", "--in", "Orchard") == [hit]


def test_an_answer_is_about_what_it_answers_is_about(ann: Terminal) -> None:
    said = ann.do("comment", "add", "Orchard", "ripe", "--entry", "3")
    answer = ann.do("comment", "add", "Orchard", "indeed", "--reply-to", said["id"][:6])
    assert (answer["reply_to"], answer["entry"]) == (said["id"], 3)


def test_a_comment_is_edited_and_taken_back(ann: Terminal) -> None:
    said = ann.do("comment", "add", "Orchard", "rype")
    edited = ann.do("comment", "edit", "Orchard", said["id"], "ripe")
    assert (edited["id"], edited["text"], edited["edited_at"] is None) == (
        said["id"],
        "ripe",
        False,
    )
    gone = ann.do("comment", "retract", "Orchard", said["id"])
    assert (gone["text"], gone["retracted"]) == ("", True)
    assert "taken back" in ann.run("comment", "list", "Orchard", as_json=False)[1]
    refused = (1, "comment_taken_back")
    assert ann.fail("comment", "edit", "Orchard", said["id"], "ripest") == refused
    assert ann.fail("comment", "add", "Orchard", "why?", "--reply-to", said["id"]) == refused


def test_where_none_is_listed_it_is_said_of_what_there_is_none(ann: Terminal) -> None:
    def told(*words: str) -> str:
        return str(ann.run("comment", "list", "Orchard", *words, as_json=False)[1])

    assert "No comment yet" in told()
    assert "No comment on that entry yet." in told("--entry", "0")
    oldest = ann.do("comment", "add", "Orchard", "ripe")["id"]
    for words in ((), ("--feed",)):
        assert "None before that one." in told("--before", oldest, *words)


def test_who_is_let_in_comments_under_a_key_of_their_own(ann: Terminal, ben: Terminal) -> None:
    assert ben.fail("comment", "add", "Orchard", "hello") == (1, "comment_not_allowed")
    key = ben.do("comment", "key", "Orchard")
    assert (key["may_comment"], ben.do("comment", "key", "Orchard")["key"]) == (False, key["key"])
    given = lets_in(ann, ben, "--until", "2199-12-31")
    assert (given["public_key"], given["links"]) == (key["key"], 1)
    assert given["valid_to"] == moment_of("2199-12-31")
    said = ben.do("comment", "add", "Orchard", "hello")
    assert (said["author"], said["path"]) == (key["key"], [key["key"]])
    network = ben.do("comment", "network", "Orchard")
    assert set(network) == NETWORK
    assert (network["may_comment"], network["may_trust"]) == (True, True)
    assert network["expires_at"] == given["valid_to"]
    assert ben.do("comment", "key", "Orchard")["may_comment"]


def test_who_was_let_in_is_listed_before_they_have_said_anything(
    ann: Terminal, ben: Terminal
) -> None:
    key = lets_in(ann, ben)["public_key"]
    (listed,) = ann.do("comment", "network", "Orchard")["trusted"]
    assert (listed["public_key"], listed["by_us"], listed["comments"]) == (key, True, 0)


def test_a_bare_key_and_a_code_in_a_picture_do_as_well(
    ann: Terminal, ben: Terminal, tmp_path: Path
) -> None:
    key = ben.do("comment", "key", "Orchard", "--qr", str(tmp_path / "key.png"))["key"]
    by_key = ann.do("comment", "trust", "Orchard", key)
    out = tmp_path / "trust.png"
    picture = str(tmp_path / "key.png")
    by_code = ann.do("comment", "trust", "Orchard", "--qr", picture, "--out-qr", str(out))
    assert by_key["public_key"] == by_code["public_key"] == key
    assert ben.do("comment", "accept", "Orchard", "--qr", str(out))["may_comment"]


def test_trust_that_is_for_somebody_or_something_else_is_refused(
    ann: Terminal, ben: Terminal, tmp_path: Path
) -> None:
    key = ben.do("comment", "key", "Orchard")["link"]
    ann.do("feed", "new", "Meadow")
    assert ann.fail("comment", "trust", "Meadow", key) == (1, "key_invalid")
    link = ann.do("comment", "trust", "Orchard", key)["link"]
    assert ann.fail("comment", "accept", "Meadow", link) == (1, "trust_invalid")
    cleo = Terminal(tmp_path / "cleo", ann.captured)
    cleo.do("feed", "follow", ann.do("feed", "info", "Orchard")["link"])
    assert cleo.fail("comment", "accept", "Orchard", link) == (1, "trust_not_for_us")
    assert cleo.fail("comment", "accept", "Orchard", key) == (1, "link_of_other_type")
    assert cleo.fail("comment", "trust", "Orchard", key) == (1, "comment_not_allowed")


def test_who_was_let_in_is_hidden_for_oneself_alone(ann: Terminal, ben: Terminal) -> None:
    key = lets_in(ann, ben)["public_key"]

    def hidden(network: Any) -> list[bool]:  # the command's document
        return [one["hidden"] for one in network["trusted"]]

    assert hidden(ann.do("comment", "hide", "Orchard", key[:6])) == [True]
    assert hidden(ben.do("comment", "network", "Orchard")) in ([], [False])
    assert hidden(ann.do("comment", "unhide", "Orchard", key)) == [False]
    assert ann.fail("comment", "hide", "Orchard", "ab" * 32) == (1, "member_unknown")


def test_what_somebody_hidden_says_is_not_listed(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an earlier version let a person hide themself, who can be shown again."""
    ann.do("comment", "add", "Orchard", "loud words")
    key = ann.do("feed", "info", "Orchard")["key"]
    with monkeypatch.context() as earlier:
        earlier.setattr("engine.protocols.hyperbloom.commands._keys_of", lambda _: set())
        ann.do("comment", "hide", "Orchard", key[:6])
    assert [one["hidden"] for one in ann.do("comment", "list", "Orchard")] == [True]
    assert "loud" not in ann.run("comment", "list", "Orchard", as_json=False)[1]
    ann.do("comment", "unhide", "Orchard", key)
    assert [one["hidden"] for one in ann.do("comment", "list", "Orchard")] == [False]
    assert ann.fail("comment", "hide", "Orchard", key) == (1, "key_own")


def test_an_answer_stands_where_the_answered_comment_does(ann: Terminal) -> None:
    said = ann.do("comment", "add", "Orchard", "ripe", "--entry", "0")["id"]
    answer = ("comment", "add", "Orchard", "indeed", "--reply-to", said)
    assert ann.fail(*answer, "--entry", "5") == (1, "comment_elsewhere")
    assert ann.do(*answer, "--entry", "0")["entry"] == 0


def test_neither_oneself_nor_the_author_is_let_in(ann: Terminal, ben: Terminal) -> None:
    author = ann.do("feed", "info", "Orchard")["key"]
    own = lets_in(ann, ben)["public_key"]
    assert ann.fail("comment", "trust", "Orchard", author) == (1, "key_own")
    assert ben.fail("comment", "trust", "Orchard", own) == (1, "key_own")
    assert ben.fail("comment", "trust", "Orchard", author) == (1, "trust_needless")


def test_a_list_says_what_is_answered_and_by_whose_trust(
    ann: Terminal, ben: Terminal, tmp_path: Path
) -> None:
    cleo = Terminal(tmp_path / "cleo", ann.captured)
    cleo.do("feed", "follow", ann.do("feed", "info", "Orchard")["link"])
    through = lets_in(ann, ben)["public_key"]
    own = lets_in(ben, cleo)["public_key"]
    said = cleo.do("comment", "add", "Orchard", "ripe", "--entry", "3")["id"]
    told = cleo.run("comment", "list", "Orchard", as_json=False)[1]
    assert through[:12] in told
    assert "through" in told
    assert own[:12] not in told  # “you”
    assert "answers" not in told
    answer = ("comment", "add", "Orchard", "indeed", "--reply-to", said)
    assert said in cleo.run(*answer, as_json=False)[1]
    told = cleo.run("comment", "list", "Orchard", as_json=False)[1]
    assert "answers" in told
    assert told.count(said[:12]) == 2  # its own id, and what answers it


def test_a_list_says_until_when_the_authors_of_comments_may_write(
    ann: Terminal, ben: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> str:
        return " ".join(ben.run("comment", "list", "Orchard", as_json=False)[1].split())

    monkeypatch.setenv("COLUMNS", "200")
    ends = lets_in(ann, ben)["valid_to"]
    ben.do("comment", "add", "Orchard", "ripe")
    assert f"until {moment(ends)}" in told()
    monkeypatch.setattr("app.cli.comment.time.time", lambda: ends + 1)
    assert f"ended {moment(ends)}" in told()


def test_of_whoever_may_comment_for_good_a_list_says_no_end(ann: Terminal) -> None:
    ann.do("comment", "add", "Orchard", "ripe")
    assert "until" not in ann.run("comment", "list", "Orchard", as_json=False)[1]


def test_comments_and_feeds_are_named_where_they_are_refused(ann: Terminal) -> None:
    def told(*words: str) -> str:
        status, _, sentence = ann.run("comment", *words, as_json=False)
        assert status == 1
        return sentence

    for words in (("add", "Orchard", " "), ("edit", "Orchard", "ab" * 32, "")):
        assert "A comment needs words." in told(*words)
        assert "file" not in told(*words)
    assert "There is no feed “Nowhere”." in told("list", "Nowhere")
    ended = told("trust", "Orchard", "ab" * 32, "--until", "1999-01-01")
    assert "post" not in ended


def test_shorter_ways_are_given_when_asked_for_and_no_more(ann: Terminal) -> None:
    assert not ann.do("comment", "network", "Orchard")["shortens"]
    assert ann.do("comment", "shorten", "Orchard")["shortens"]
    assert not ann.do("comment", "shorten", "Orchard", "--off")["shortens"]


def test_of_a_feed_without_an_author_that_is_said(ann: Terminal, tmp_path: Path) -> None:
    (tmp_path / "apple.txt").write_text("an apple")
    ann.do("feed", "new", "Fixed", "--static", str(tmp_path / "apple.txt"))
    network = ann.do("comment", "network", "Fixed")
    assert (network["authorless"], network["may_comment"]) == (True, False)
    assert "no author" in ann.run("comment", "network", "Fixed", as_json=False)[1]
    told = " ".join(ann.run("comment", "key", "Fixed", as_json=False)[1:])
    assert "no author" in told
    assert "Show it to" not in told


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (("add", "Orchard", " "), 1, "text_empty"),
        (("add", "Orchard", "x" * 5_000), 1, "text_too_long"),
        (("add", "Nowhere", "x"), 1, "space_unknown"),
        (("add", "Orchard", "x", "--entry", "-1"), 2, "usage"),
        (("add", "Orchard", "x", "--entry", str(1 << 64)), 1, "entry_unknown"),
        (("add", "Orchard", "x", "--reply-to", "ab" * 32), 1, "comment_unknown"),
        (("add", "Orchard", "x", "--reply-to", "zz"), 1, "comment_unknown"),
        (("list", "Orchard", "--entry", "1", "--feed"), 2, "usage"),
        (("trust", "Orchard", "ab" * 32, "--until", "1999-01-01"), 1, "validity_invalid"),
        (("trust", "Orchard"), 2, "usage"),
    ],
)
def test_what_cannot_be_is_refused(
    ann: Terminal, words: tuple[str, ...], status: int, code: str
) -> None:
    assert ann.fail("comment", *words) == (status, code)


@pytest.mark.parametrize("seconds", [1e13, 1e300, math.inf])
def test_a_time_beyond_all_calendars_never_comes(seconds: float) -> None:
    """Other programs write “for ever” as any number."""
    assert moment(seconds) == "never"


def test_a_person_is_told_in_words(ann: Terminal, ben: Terminal) -> None:
    lets_in(ann, ben)
    ben.do("comment", "add", "Orchard", "hello", "--entry", "0")
    listed = ben.run("comment", "list", "Orchard", as_json=False)[1]
    assert "entry 0" in listed
    assert "you" in listed
    told = ben.run("comment", "network", "Orchard", as_json=False)[1]
    assert "1 from the feed's author" in told
    assert "No comment yet" in ann.run("comment", "list", "Orchard", as_json=False)[1]


def test_who_is_let_in_may_for_a_year_unless_something_else_is_said(
    ann: Terminal, ben: Terminal
) -> None:
    key = ben.do("comment", "key", "Orchard")["key"]
    a_year_on = ann.do("comment", "trust", "Orchard", key)["valid_to"]
    assert (a_year_on - time.time()) / 86_400 == pytest.approx(365.5, abs=0.6)
    assert ann.do("comment", "trust", "Orchard", key, "--until", "never")["valid_to"] is None
    told = ann.run("comment", "trust", "Orchard", key, "--until", "never", as_json=False)[1]
    assert "it does not end" in told
    assert ann.fail("comment", "trust", "Orchard", key, "--until", "ever") == (
        1,
        "validity_invalid",
    )


def test_somebody_far_down_the_list_is_hidden_by_their_whole_key(
    ann: Terminal, ben: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [lets_in(ann, ben)["public_key"], "f" * 64]
    ann.do("comment", "trust", "Orchard", keys[1])
    monkeypatch.setattr("engine.store.hyperbloom.answers.TRUSTEES_MAX", 1)
    (listed,) = ann.do("comment", "network", "Orchard")["trusted"]
    (further,) = set(keys) - {listed["public_key"]}
    assert ann.do("comment", "hide", "Orchard", further)["further"] == 1
    assert ann.fail("comment", "hide", "Orchard", further[:12]) == (1, "member_unknown")
    monkeypatch.undo()
    shown = ann.do("comment", "network", "Orchard")["trusted"]
    assert {one["public_key"] for one in shown if one["hidden"]} == {further}


def test_what_was_dropped_is_told_where_there_is_any(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ann.do("comment", "network", "Orchard")["refused"] == 0
    assert "dropped" not in ann.run("comment", "network", "Orchard", as_json=False)[1]
    space = SpaceId(bytes.fromhex(ann.do("feed", "info", "Orchard")["key"]))
    monkeypatch.setattr("app.speaking.Counter", lambda: Counter({space: 1_234}))
    assert ann.do("comment", "network", "Orchard")["refused"] == 1_234
    told = " ".join(ann.run("comment", "network", "Orchard", as_json=False)[1].split())
    assert "dropped 1,234 since the start: invalid, of a later time than now, or too many" in told
