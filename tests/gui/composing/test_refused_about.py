"""An answer or a change that is refused comes back as what it was."""

from __future__ import annotations

from typing import Any

from engine.errors import Refusal, Refused
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run


def test_a_refused_change_is_a_change_again_and_waits_below_what_was_begun_since(
    run: Run[Any], desk: Desk
) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.type(" today")
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.press(ENTER)
        desk.type("something new")
        await desk.settled()
        assert desk.text() == "something new"
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.text() == "I did so today"
    assert desk.composer._writing.about.edits == own


def test_a_change_that_was_refused_once_the_channel_was_left_is_no_new_message(
    run: Run[Any], desk: Desk
) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.type(" today")
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.press(ENTER)
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "I did so today"
    assert desk.composer._writing.about.edits == own


def test_an_answer_that_was_refused_once_the_channel_was_left_is_still_an_answer(
    run: Run[Any], desk: Desk
) -> None:
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("soon")
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.press(ENTER)
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "soon"
    assert desk.composer._writing.about.reply == asked
