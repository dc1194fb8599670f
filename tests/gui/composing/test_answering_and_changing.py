"""Answers and changes: what they are about stands over the field, and Escape leaves them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from engine.errors import Refusal, Refused
from engine.model.contents import Edit, Words
from engine.model.views import FileView
from tests.fake_history import EPOCH, Said, author
from tests.gui.composing.desk import ENTER, ESCAPE, PLAIN, UP, Desk, sent_names
from tests.gui.conftest import Run


def test_an_answer_quotes_what_it_answers_and_names_who_wrote_it(run: Run[Any], desk: Desk) -> None:
    asked = desk.posts()[0]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        bar = desk.composer.face.bar
        assert bar.isVisible()
        assert (bar.title.text(), bar.quote.text()) == ("Replying to Wren", "Shall we water?")
        assert "Wren" in bar.accessibleName()
        desk.type("yes")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("yes", asked.id)]
    assert not desk.composer.face.bar.isVisible()


@pytest.mark.parametrize("way", ["key", "button"])
def test_an_answer_is_left_by_escape_and_by_its_button_and_the_words_stay(
    run: Run[Any], desk: Desk, way: str
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        desk.composer.begin_reply(desk.posts()[0])
        if way == "key":
            desk.press(ESCAPE)
        else:
            desk.click(desk.composer.face.bar.close_button)
        assert not desk.composer.face.bar.isVisible()
        assert desk.composer.edit.hasFocus()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("hello")]


def test_an_answer_to_the_owner_names_them_by_the_channel(run: Run[Any], desk: Desk) -> None:
    desk.engine.receive(desk.garden, Said("Welcome", EPOCH + 9, author()))
    run(desk.opened())
    desk.composer.begin_reply(desk.posts()[-1])
    assert desk.composer.face.bar.title.text() == "Replying to Garden (owner)"
    desk.composer.begin_reply(desk.posts()[1])
    assert desk.composer.face.bar.title.text() == "Replying to your own message"


def test_up_in_the_empty_field_asks_for_the_last_own_post(run: Run[Any], desk: Desk) -> None:
    wanted: list[bool] = []
    desk.composer.last_own_wanted.connect(lambda: wanted.append(True))
    run(desk.opened())
    desk.type("x")
    desk.press(UP)
    assert not wanted
    desk.composer.edit.clear()
    desk.press(UP)
    assert wanted == [True]


def test_a_change_begins_with_the_old_text_and_is_sent_as_one(run: Run[Any], desk: Desk) -> None:
    own = desk.posts()[1]
    sent: list[object] = []
    desk.composer.sent.connect(sent.append)

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        assert desk.text() == "I did so"
        assert desk.composer.face.bar.title.text() == "Editing your message"
        desk.type(" twice")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Edit(own.id, "I did so twice")]
    assert not desk.text()
    assert desk.posts()[1].text == "I did so twice"
    assert not sent, "the timeline stays where the changed post is"


def test_a_change_that_changes_nothing_is_not_sent(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(desk.posts()[1])
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == []
    assert not desk.composer.face.bar.isVisible()


def test_a_change_to_nothing_cannot_be_sent(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    desk.composer.begin_edit(desk.posts()[1])
    desk.composer.edit.clear()
    assert not desk.composer.send.isEnabled()
    desk.press(ENTER)
    assert desk.contents == []
    assert desk.composer._writing.is_change


def test_what_was_changed_already_stays_when_the_same_change_is_begun_again(
    run: Run[Any], desk: Desk
) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.type(" twice")
        desk.composer.begin_edit(own)
        assert desk.text() == "I did so twice"
        desk.press(ESCAPE)

    run(scene())
    assert not desk.text()


def test_what_was_being_written_waits_until_a_change_is_left(run: Run[Any], desk: Desk) -> None:
    asked, own = desk.posts()

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(asked)
        desk.type("half a thought")
        desk.composer.begin_edit(own)
        assert desk.text() == "I did so"
        desk.composer.keep_draft()
        await desk.settled()
        assert desk.drafts[desk.garden].text == "half a thought"
        desk.press(ESCAPE)
        await desk.settled()

    run(scene())
    assert desk.text() == "half a thought"
    assert desk.composer.face.bar.title.text() == "Replying to Wren"


def test_a_slash_in_a_change_is_no_command(run: Run[Any], desk: Desk) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.composer.edit.setPlainText("/leave it be")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Edit(own.id, "/leave it be")]


def test_a_caption_can_be_removed(run: Run[Any], desk: Desk) -> None:
    captioned = replace(desk.posts()[1], files=(FileView("a.txt", "text/plain", 2),))

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(captioned)
        desk.composer.edit.clear()
        assert desk.composer.send.isEnabled()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Edit(captioned.id, "")]
    assert not desk.composer.face.bar.isVisible()


def test_who_removes_all_words_of_a_message_hears_how_it_is_taken_back(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(desk.posts()[1])
        desk.composer.edit.clear()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == []
    assert desk.composer.face.bar.isVisible()
    assert "Take back" in desk.note


def test_a_refused_answer_comes_back_with_what_it_answers(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_reply(desk.posts()[0])
        desk.type("yes")
        desk.engine.next_failure = Refused(Refusal.POST_UNKNOWN)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.text() == "yes"
    assert desk.composer.face.bar.title.text() == "Replying to Wren"
    assert desk.note


def test_a_change_of_what_was_taken_back_meanwhile_comes_back_with_the_reason(
    run: Run[Any], desk: Desk
) -> None:
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.begin_edit(own)
        desk.composer.edit.setPlainText("I did so twice")
        desk.engine.talk.change(desk.garden, own.id, text="", retracted=True)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.text() == "I did so twice"
    assert "taken back" in desk.note


@pytest.mark.parametrize("way", ["key", "button"])
def test_a_second_press_that_ends_a_change_does_not_send_what_waited(
    run: Run[Any], desk: Desk, way: str
) -> None:
    """It says so; who means it presses again."""
    own = desk.posts()[1]

    def press() -> None:
        desk.press(ENTER) if way == "key" else desk.click(desk.composer.send)

    async def scene() -> None:
        await desk.opened()
        desk.type("half a thought")
        desk.composer.begin_edit(own)
        desk.type(" twice")
        press()
        press()
        assert desk.text() == "half a thought"
        assert "had been waiting" in desk.note
        await desk.settled()
        assert desk.contents == [Edit(own.id, "I did so twice")]
        press()
        await desk.settled()

    run(scene())
    assert desk.contents[1:] == [Words("half a thought")]


@pytest.mark.parametrize("reads_on", [False, True])
def test_a_second_press_that_ends_a_change_does_not_send_the_files_that_waited(
    run: Run[Any], desk: Desk, note: Path, *, reads_on: bool
) -> None:
    """Even those that were not read yet."""
    own = desk.posts()[1]

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note])
        if not reads_on:
            await desk.settled()
        desk.composer.begin_edit(own)
        desk.type(" today")
        desk.press(ENTER)
        await desk.settled()
        desk.press(ENTER)
        await desk.settled()
        assert desk.contents == [Edit(own.id, "I did so today")]
        assert "was not sent" in desk.note
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert sent_names(desk) == ["plan.txt"]


@pytest.mark.parametrize("adds", [False, True])
def test_files_that_waited_for_a_change_are_sent_at_once_by_who_adds_one_or_takes_one_out(
    run: Run[Any], desk: Desk, note: Path, photo: Path, *, adds: bool
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo, note])
        await desk.settled()
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" today")
        desk.press(ENTER)
        if adds:
            desk.composer.attach([note])
        else:
            desk.click(desk.composer.face.chips.chips[0].remove)
        await desk.settled()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert len(sent_names(desk)) == (3 if adds else 1)


def test_what_waited_for_a_change_is_sent_at_once_by_who_goes_on_writing_it(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("half")
        desk.composer.begin_edit(desk.posts()[1])
        desk.press(ENTER)
        desk.type(" a thought")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("half a thought")]


def test_a_key_that_is_held_down_sends_once(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("half a thought")
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" twice")
        desk.press(ENTER)
        for _repeat in range(3):
            held = QKeyEvent(QEvent.Type.KeyPress, ENTER, PLAIN, "\r", autorep=True)
            QApplication.sendEvent(desk.composer.edit, held)
        await desk.settled()

    run(scene())
    assert desk.contents == [Edit(desk.posts()[1].id, "I did so twice")]
    assert desk.text() == "half a thought"
    assert not desk.note, "nobody pressed anything"


@pytest.mark.parametrize(
    "text",
    ["<b>x</b>\n<img src=x>", "\u202eevil", "x" * 100_000, "\n" * 5_000, "&amp; & &", "\ud800"],
)
def test_a_hostile_quote_is_one_plain_line(run: Run[Any], desk: Desk, text: str) -> None:
    desk.engine.receive(desk.garden, Said(text, EPOCH + 9, author("<i>Eve</i>\n\u202e")))
    run(desk.opened())
    width = desk.host.width()
    desk.composer.begin_reply(desk.posts()[-1])
    quote, title = desk.composer.face.bar.quote, desk.composer.face.bar.title
    assert "\n" not in quote.text() + title.text()
    assert "\u202e" not in quote.text() + title.text()
    assert len(quote.text()) <= 200
    assert desk.host.width() == width
    desk.host.grab()
