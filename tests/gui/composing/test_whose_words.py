"""What is written is somebody's from its first letter on: it never becomes another's unasked."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.model.queries import Drafts as AllDrafts
from engine.model.queries import PostingIdentities
from engine.model.views import DraftView
from tests.fake_history import key_of
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.composing.several import (
    GONE,
    WAITING,
    Held,
    Refusing,
    button,
    kept_as,
    kept_as_whole,
    may_not_post,
    own,
    pick,
    posted_as,
    start_anew,
    told,
    use_last,
)
from tests.gui.conftest import Run, until

# ---- whose they are -----------------------------------------------------------------------------


@pytest.mark.parametrize("anew", [False, True])
def test_what_the_only_one_wrote_stays_theirs_when_another_is_let_in(
    run: Run[Any], desk: Desk, *, anew: bool
) -> None:
    own(desk, "Ben")

    async def scene() -> None:
        await desk.opened()
        desk.type("as Ben")
        await kept_as(desk, "Ben")
        if anew:
            start_anew(desk)
        else:
            await desk.opened(desk.boats)
        own(desk, "Benno")
        await desk.opened()
        assert (desk.text(), button(desk)) == ("as Ben", "Post as Ben")
        desk.type("!")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


def test_what_was_typed_before_it_was_known_who_may_post_is_theirs_who_then_stood_there(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    held = Held(desk, PostingIdentities)

    async def scene() -> None:
        desk.turn(desk.garden)
        desk.type("words")
        held.go_on.set()
        await desk.settled()
        assert button(desk) == "Post as Benno"
        may_not_post(desk, "Benno")
        await told(desk)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == []
    assert (desk.text(), desk.note) == ("words", GONE.replace("Ben", "Benno"))


@pytest.mark.parametrize("others", [("Ben",), ("Ben", "Kim")])
def test_a_draft_that_does_not_say_whose_it_is_becomes_theirs_who_stand_beside_it(
    run: Run[Any], desk: Desk, others: tuple[str, ...]
) -> None:
    own(desk, *others, "Benno")
    desk.drafts[desk.garden] = DraftView(desk.garden, "old words")

    async def scene() -> None:
        await desk.opened()
        may_not_post(desk, "Benno")
        await told(desk)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == []
    assert desk.note == GONE.replace("Ben", "Benno")


def test_whoever_is_picked_over_words_has_them_from_then_on(run: Run[Any], desk: Desk) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        desk.type("as Ben after all")
        pick(desk, "Ben")
        await kept_as(desk, "Ben")
        start_anew(desk)
        await desk.opened()

    run(scene())
    assert button(desk) == "Post as Ben"


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("draft", ["", "from before"])
def test_whoever_is_picked_before_the_drafts_are_known_stays_picked(
    run: Run[Any], desk: Desk, draft: str, *, fails: bool
) -> None:
    own(desk, "Ben", "Benno")
    desk.drafts[desk.garden] = DraftView(desk.garden, draft, identity=key_of("Benno"))
    held = Held(desk, AllDrafts, fails=fails)

    async def scene() -> None:
        desk.turn(desk.garden)
        await until(lambda: button(desk) == "Post as Benno")
        pick(desk, "Ben")
        desk.type("as Ben")
        held.go_on.set()
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)
        assert desk.text() == f"{draft}\nas Ben".strip()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


# ---- until there are none -----------------------------------------------------------------------


def test_letters_that_were_erased_pin_nobody(run: Run[Any], desk: Desk) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        desk.type("x")
        await kept_as(desk, "Benno")
        desk.press(Qt.Key.Key_Backspace)
        await until(lambda: desk.garden not in desk.drafts)
        use_last(desk, "Ben")
        start_anew(desk)
        await desk.opened()

    run(scene())
    assert button(desk) == "Post as Ben"


def test_who_may_not_post_any_more_and_wrote_nothing_is_followed_by_another(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        desk.type("x")
        may_not_post(desk, "Benno")
        await told(desk)
        assert button(desk) == GONE.replace("Ben", "Benno")
        desk.press(Qt.Key.Key_Backspace)
        desk.type("as Ben")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Ben"]


def test_letters_for_a_space_that_is_not_open_yet_are_nobodys_of_the_one_before(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")

    async def scene() -> None:
        await desk.opened()
        pick(desk, "Ben")
        desk.composer.turn_to(desk.boats)
        desk.type("for the boats")
        await desk.opened(desk.boats)
        assert button(desk) == "Post as Benno"
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk) == ["Benno"]


def test_a_draft_that_is_known_before_its_space_is_open_stays_its_writers(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    desk.drafts[desk.boats] = DraftView(desk.boats, "as Ben", identity=key_of("Ben"))

    async def scene() -> None:
        await desk.opened()
        desk.composer.turn_to(desk.boats)
        await until(lambda: desk.text() == "as Ben")
        await desk.opened(desk.boats)

    run(scene())
    assert button(desk) == "Post as Ben"


# ---- what comes back ----------------------------------------------------------------------------


def test_what_was_refused_comes_back_as_whose_it_was(run: Run[Any], desk: Desk) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("as Benno")
        desk.press(ENTER)
        pick(desk, "Ben")
        await kept_as_whole(desk, desk.garden, "as Benno", "Benno")
        refusing.go_on.set()
        await until(lambda: desk.text() == "as Benno")
        assert button(desk) == "Post as Benno"

    run(scene())


def test_where_another_has_written_since_nothing_goes_out_before_that_was_seen(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("as Benno")
        desk.press(ENTER)
        pick(desk, "Ben")
        desk.type("as Ben")
        refusing.go_on.set()
        await until(lambda: desk.text() == "as Benno\nas Ben")
        assert button(desk) == "Post as Benno"
        desk.press(ENTER)
        assert desk.note == WAITING
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert posted_as(desk)[-1:] == ["Benno"]


def test_a_second_one_that_comes_back_lets_nothing_out_before_that_was_seen(
    run: Run[Any], desk: Desk
) -> None:
    own(desk, "Ben", "Benno")
    refusing = Refusing(desk, 2)

    async def scene() -> None:
        await desk.opened()
        for text in ("one", "two"):
            desk.type(text)
            desk.press(ENTER)
        pick(desk, "Ben")
        desk.type("as Ben")
        refusing.go_on.set()
        await until(lambda: {"one", "two", "as Ben"} == set(desk.text().split("\n")))
        desk.press(ENTER)
        assert desk.note == WAITING

    run(scene())


def test_what_waits_below_a_change_that_was_sent_still_waits_when_more_comes_back(
    run: Run[Any], desk: Desk
) -> None:
    refusing = Refusing(desk)

    async def scene() -> None:
        await desk.opened()
        desk.type("first")
        desk.press(ENTER)
        desk.type("waits")
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" more")
        desk.press(ENTER)
        refusing.go_on.set()
        await until(lambda: desk.text() == "first\nwaits")
        desk.press(ENTER)
        assert desk.note == WAITING

    run(scene())
