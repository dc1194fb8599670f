"""Until when somebody may post, and who renews it: the words of window and command line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.views import EndingView, MemberView
from tests.fake_history import EPOCH, key_of
from ui.wording import endings

DAY = 86_400.0
OWN = EndingView(EPOCH + 12 * DAY, ended=False, path=("Wren", "June"), own=True, asked=False)


def bare(words: str) -> str:
    """Without the marks that isolate names."""
    return words.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (83, "until 5 Feb 2024, in 83 days"),
        (1, "until 15 Nov 2023, in 1 day"),
        (0, "ended on 14 Nov 2023"),
    ],
)
def test_a_day_comes_with_how_long_that_still_is(days: int, words: str) -> None:
    assert endings.until_words(EPOCH + days * DAY, EPOCH) == words


def test_our_own_link_is_renewed_by_who_let_us_in() -> None:
    words = bare(endings.own_ending(OWN, EPOCH))
    assert words.startswith("Your right to write here ends on 26 November 2023, in 12 days. ")
    assert "Tidings asks Wren for a fresh link" in words


def test_what_was_asked_is_not_promised_again() -> None:
    words = bare(endings.own_ending(replace(OWN, asked=True), EPOCH))
    assert "You have asked Wren" in words


def test_the_first_member_was_let_in_by_the_owner() -> None:
    words = bare(endings.own_ending(replace(OWN, path=("June",)), EPOCH))
    assert "the channel's owner" in words


def test_where_an_inviters_link_ends_first_that_one_is_to_be_renewed_first() -> None:
    words = bare(endings.own_ending(replace(OWN, path=("Wren",), own=False), EPOCH))
    assert "with the link of Wren" in words
    assert "First the channel's owner renews the link of Wren" in words


def test_where_several_of_ours_may_write_it_is_said_who_may_not_and_who_does_then() -> None:
    as_ben = replace(OWN, identity="ben", successor="ben-work")
    words = bare(endings.own_ending(as_ben, EPOCH))
    assert words.endswith("This is your right as ben; after it you write as ben-work.")
    words = bare(endings.own_ending(replace(as_ben, ended=True), EPOCH + 13 * DAY))
    assert words.endswith("That was your right as ben; you write as ben-work now.")
    assert "new invite" not in words
    words = bare(endings.own_ending(replace(as_ben, successor=None), EPOCH))
    assert words.endswith("This is your right as ben.")


def test_where_another_of_ours_writes_by_now_the_list_does_not_say_that_nobody_may() -> None:
    ended = replace(OWN, ended=True, identity="ben", successor="ben-work")
    assert bare(endings.short_ending(ended)) == "You write as ben-work now"


@pytest.mark.parametrize("own", [True, False])
def test_where_all_has_ended_there_is_another_way_in(own: bool) -> None:  # noqa: FBT001 - a case
    words = endings.own_ending(replace(OWN, ended=True, own=own), EPOCH + 13 * DAY)
    assert "ended on" in words
    assert words.endswith("ask another member for a new invite.")


def test_the_first_who_waits_is_named_and_the_others_are_counted() -> None:
    waiting = [
        MemberView(key_of(name), name, (name,), EPOCH, online=True) for name in ("Moss", "Fern")
    ]
    assert bare(endings.asking(waiting[:1])).startswith("Moss asks you for a fresh link")
    assert endings.asking(waiting).endswith(" 1 more waits.")


def test_several_invites_that_end_are_counted() -> None:
    assert endings.invites_ending(1).startswith("A member whom you let in")
    assert endings.invites_ending(2).startswith("2 members whom you let in")
