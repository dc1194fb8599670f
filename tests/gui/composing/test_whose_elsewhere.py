"""Whose what is written is holds over other spaces, other windows and answers that come late."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.queries import Drafts as AllDrafts
from engine.model.queries import PostingIdentities
from engine.model.views import DraftView
from tests.fake_history import key_of
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.composing.several import (
    Held,
    Refusing,
    button,
    kept_as_whole,
    may_not_post,
    own,
    pick,
    posted_as,
    told,
    use_last,
)
from tests.gui.conftest import Run, until


@pytest.mark.parametrize("stored", [False, True])
def test_words_stay_theirs_when_another_space_was_left_before_it_was_open(
    run: Run[Any], desk: Desk, *, stored: bool
) -> None:
    own(desk, "Ben", "Benno")
    if stored:
        desk.drafts[desk.garden] = DraftView(desk.garden, "words", identity=key_of("Benno"))

    async def scene() -> None:
        await desk.opened()
        if not stored:
            desk.type("words")
        desk.composer.turn_to(desk.boats)
        await desk.settled()
        use_last(desk, "Ben")
        desk.composer.turn_to(desk.garden)
        await until(lambda: desk.text() == "words")
        await desk.opened(desk.garden)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Benno"]


def test_new_words_where_a_draft_was_erased_before_its_space_was_open_are_not_its_writers(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    desk.drafts[desk.boats] = DraftView(desk.boats, "as Ben", identity=key_of("Ben"))

    async def scene() -> None:
        await desk.opened()
        desk.composer.turn_to(desk.boats)
        await until(lambda: desk.text() == "as Ben")
        desk.composer.edit.clear()
        desk.type("new")
        await desk.opened(desk.boats)

    run(scene())
    assert button(desk) == "Post as Benno"


def test_what_was_handed_back_stays_theirs_in_another_window(run: Run[Any], desk: Desk) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("as Benno")
        desk.press(ENTER)
        pick(desk, "Ben")
        refusing.go_on.set()
        await kept_as_whole(desk, desk.garden, "as Benno", "Benno")
        desk.replace_window()
        await desk.opened()

    run(scene())
    assert (desk.text(), button(desk)) == ("as Benno", "Post as Benno")


def test_who_was_picked_before_a_start_has_the_letters_that_came_before_all_answers(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    desk.drafts[desk.garden] = DraftView(desk.garden, "", identity=key_of("Ben"))
    posters, drafts = Held(desk, PostingIdentities), Held(desk, AllDrafts)

    async def scene() -> None:
        desk.turn(desk.garden)
        desk.type("x")
        drafts.go_on.set()
        await until(lambda: desk.garden in desk.equipment.posting)
        posters.go_on.set()
        await desk.settled()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


def test_once_what_came_back_was_erased_whoever_was_picked_posts_again(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("as Benno")
        desk.press(ENTER)
        pick(desk, "Ben")
        may_not_post(desk, "Benno")
        refusing.go_on.set()
        await until(lambda: desk.text() == "as Benno")
        await told(desk)
        desk.composer.edit.clear()
        await desk.settled()

    run(scene())
    assert button(desk) == "Post as Ben"
