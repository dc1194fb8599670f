"""As whom one writes in a channel holds when one comes back to it, with a draft or without."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.views import DraftView, IdentityView
from tests.fake_history import key_of
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.composing.several import (
    GONE,
    kept_as,
    may_not_post,
    pick,
    posted_as,
    start_anew,
    use_last,
)
from tests.gui.conftest import Run


@pytest.fixture(autouse=True)
def two_identities(desk: Desk) -> None:
    """Benno is the one used last."""
    names = ("Ben", "Benno")
    desk.engine.identities += [IdentityView(name, key_of(name), None) for name in names]


@pytest.mark.parametrize("draft", ["", "as Ben "])
def test_who_was_picked_in_a_channel_still_posts_there_after_another_was_open(
    run: Run[Any], desk: Desk, draft: str
) -> None:
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        desk.type(draft)
        await desk.opened(desk.boats)
        assert choice.identity == "Benno"
        await desk.opened(desk.garden)
        assert desk.text() == draft
        assert choice.accessibleName() == "Post as Ben"
        desk.type("hello")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


def test_who_was_picked_posts_even_before_it_is_known_who_may(run: Run[Any], desk: Desk) -> None:
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        await desk.opened(desk.boats)
        desk.turn(desk.garden)
        assert choice.isVisible()
        assert choice.accessibleName() == "Post as Ben"
        desk.type("at once")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


def test_who_was_picked_and_may_not_post_there_any_more_is_told_on_coming_back(
    run: Run[Any], desk: Desk
) -> None:
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        desk.type("secret")
        await desk.opened(desk.boats)
        del desk.engine.identities[0]
        await desk.opened(desk.garden)
        assert choice.accessibleName() == GONE
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == []
    assert desk.note == GONE


def test_who_was_shown_while_something_was_written_is_not_followed_by_another(
    run: Run[Any], desk: Desk
) -> None:
    choice = desk.composer.face.identities

    async def scene() -> None:
        await desk.opened()
        desk.type("as Benno")
        await desk.opened(desk.boats)
        use_last(desk, "Ben")
        await desk.opened(desk.garden)
        assert choice.identity == "Benno"
        await desk.opened(desk.boats)
        assert choice.identity == "Ben"

    run(scene())


def test_where_nobody_was_picked_and_nothing_written_the_engines_choice_is_shown(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        await desk.opened(desk.boats)
        use_last(desk, "Ben")
        await desk.opened(desk.garden)

    run(scene())
    assert desk.composer.face.identities.identity == "Ben"


def test_of_a_space_that_was_forgotten_no_pick_is_kept(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        await desk.opened(desk.boats)
        desk.composer.forget(desk.garden)
        await desk.opened(desk.garden)

    run(scene())
    assert desk.composer.face.identities.identity == "Benno"


def test_another_window_over_the_same_engine_knows_who_was_picked(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        desk.replace_window()
        await desk.opened()

    run(scene())
    assert desk.composer.face.identities.identity == "Ben"


# ---- after a start anew -------------------------------------------------------------------------


@pytest.mark.parametrize("draft", ["", "as Ben"])
def test_who_was_picked_posts_there_after_a_start_anew(
    run: Run[Any], desk: Desk, draft: str
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type(draft)
        pick(desk, "Ben")
        await kept_as(desk, "Ben")
        start_anew(desk)
        await desk.opened()
        assert desk.text() == draft
        desk.type(" hello")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


def test_who_was_shown_while_a_draft_was_written_posts_it_after_a_start_anew(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("as Benno")
        await kept_as(desk, "Benno")
        use_last(desk, "Ben")
        start_anew(desk)
        await desk.opened()
        assert desk.composer.face.identities.identity == "Benno"
        await desk.opened(desk.boats)
        assert desk.composer.face.identities.identity == "Ben"

    run(scene())


def test_the_words_of_a_draft_never_stand_there_under_another_name(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "as Ben", identity=key_of("Ben"))
    names = []

    async def scene() -> None:
        choice = desk.composer.face.identities
        desk.composer.edit.textChanged.connect(lambda: names.append(choice.identity))
        await desk.opened()

    run(scene())
    assert desk.text() == "as Ben"
    assert set(names) == {"Ben"}


def test_one_that_may_not_post_any_more_is_told_after_a_start_anew(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "as Ben", identity=key_of("Ben"))
    may_not_post(desk, "Ben")

    async def scene() -> None:
        await desk.opened()
        desk.press(ENTER)  # it had been waiting
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == []
    assert (desk.text(), desk.note) == ("as Ben", GONE)


def test_a_draft_of_one_that_is_no_longer_ours_is_posted_by_whoever_is_shown(
    run: Run[Any], desk: Desk
) -> None:
    desk.drafts[desk.garden] = DraftView(desk.garden, "as Kim", identity=key_of("Kim"))
    run(desk.opened())
    assert desk.composer.face.identities.accessibleName() == "Post as Benno"


def test_a_pick_of_a_space_that_was_forgotten_is_not_stored_again(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        await kept_as(desk, "Ben")
        await desk.opened(desk.boats)
        desk.composer.forget(desk.garden)
        del desk.drafts[desk.garden]
        await desk.opened(desk.garden)
        desk.type("hm")
        await kept_as(desk, "Benno")

    run(scene())
