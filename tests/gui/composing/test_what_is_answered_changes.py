"""The quote over the field is what is answered as it is read now, gone with what was taken back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.commands import HidePost, Say
from engine.model.contents import Retraction, Words
from tests.fake_history import EPOCH, Said, author
from tests.gui.composing.desk import ENTER, Desk
from tests.gui.conftest import Run, until


@pytest.mark.parametrize("how", ["taken back", "hidden", "of somebody hidden"])
def test_what_is_gone_is_quoted_no_more_and_the_words_stay(
    run: Run[Any], desk: Desk, how: str
) -> None:
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("yes")
        match how:
            case "taken back":
                await desk.engine.perform(Say(desk.garden, Retraction(asked.id)))
            case "hidden":
                await desk.engine.perform(HidePost(desk.garden, asked.id))
            case _:
                desk.engine.talk.change(desk.garden, asked.id, hidden=True)
        await until(lambda: not desk.composer.face.bar.isVisible())
        assert desk.text() == "yes"
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents[-1] == Words("yes")


def test_what_was_edited_is_quoted_as_it_is_now(run: Run[Any], desk: Desk) -> None:
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("yes")
        desk.engine.talk.change(desk.garden, asked.id, text="Shall we sow?")
        await until(lambda: desk.composer.face.bar.quote.text() == "Shall we sow?")
        assert desk.text() == "yes"
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("yes", asked.id)]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("*waters the beans*", "waters the beans"),
        ("# Beds\n> rows\n- one\n\n```py\nsow()\n```", "Beds rows • one sow()"),
        ("---", "---"),
    ],
)
def test_what_is_answered_is_quoted_as_it_is_read(
    run: Run[Any], desk: Desk, text: str, quoted: str
) -> None:
    desk.engine.receive(desk.garden, Said(text, EPOCH + 9, author("Wren")))
    run(desk.opened())
    desk.composer.begin_reply(desk.posts()[-1])
    assert desk.composer.face.bar.quote.text() == quoted


def test_what_is_changed_stands_over_the_field_as_it_was_typed(run: Run[Any], desk: Desk) -> None:
    desk.engine.receive(desk.garden, Said("*sows*", EPOCH + 9, author(), ours=True))
    run(desk.opened())
    desk.composer.begin_edit(desk.posts()[-1])
    assert desk.composer.face.bar.quote.text() == "*sows*"


def test_an_answer_that_waits_for_a_change_no_longer_answers_what_was_taken_back(
    run: Run[Any], desk: Desk
) -> None:
    asked, own = desk.posts()

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("yes")
        desk.composer.begin_edit(own)
        await desk.engine.perform(Say(desk.garden, Retraction(asked.id)))
        await until(lambda: not desk.composer._writing._begun.answered)
        assert desk.text() == own.text
        desk.composer._writing.leave()
        assert desk.text() == "yes"
        assert not desk.composer.face.bar.isVisible()

    run(scene())
