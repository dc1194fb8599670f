"""The composer: Enter sends, Shift+Enter begins a line, and no text is ever lost."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QFocusEvent, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.contents import Words
from tests.gui.composing.desk import ENTER, LEFT, SHIFT, Desk
from tests.gui.conftest import Run
from ui.composing.field import (
    CHARACTERS_MAX,
    LINE_CHARACTERS_MAX,
    LINES_MAX,
    MessageEdit,
)
from ui.look.theme import Theme, Type
from ui.widgets.focus import FocusRing
from ui.wording.states import WayIn


def test_enter_sends_what_was_written_and_empties_the_field(run: Run[Any], desk: Desk) -> None:
    sent: list[object] = []
    desk.composer.sent.connect(sent.append)

    async def scene() -> None:
        await desk.opened()
        desk.type("hello")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("hello")]
    assert not desk.text()
    assert sent == [desk.garden]


def test_shift_and_enter_begin_a_line(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("one")
        desk.press(ENTER, SHIFT)
        desk.type("two")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("one\ntwo")]


def test_the_button_sends_too_and_only_if_there_is_something(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        assert not desk.composer.send.isEnabled()
        desk.composer.edit.setPlainText("  \n ")
        assert not desk.composer.send.isEnabled()
        desk.composer.edit.setPlainText("hello")
        desk.click(desk.composer.send)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("hello")]


def test_two_messages_sent_at_once_keep_their_order(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        for text in ("one", "two", "three"):
            desk.type(text)
            desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("one"), Words("two"), Words("three")]


def test_the_field_grows_with_its_lines_up_to_eight(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    edit, heights = desk.composer.edit, []
    for _line in range(LINES_MAX + 3):
        heights.append(edit.height())
        desk.press(ENTER, SHIFT)
    assert heights[:LINES_MAX] == sorted(set(heights[:LINES_MAX]))
    assert heights[LINES_MAX - 1] == heights[-1]
    edit.clear()
    assert edit.height() == heights[0]


@pytest.mark.parametrize("problem", [Refused(Refusal.TEXT_TOO_LONG), Fault(FaultReason.DISK_FULL)])
def test_a_refused_text_stands_before_what_was_written_since(
    run: Run[Any], desk: Desk, problem: Refused | Fault
) -> None:
    refused: list[object] = []
    desk.composer.refused.connect(refused.append)

    async def scene() -> None:
        await desk.opened()
        desk.engine.next_failure = problem
        desk.type("earlier")
        desk.press(ENTER)
        desk.type("later")
        await desk.settled()

    run(scene())
    assert desk.text() == "earlier\nlater"
    assert desk.note
    assert refused == [desk.garden]
    desk.type("!")
    assert not desk.note


def test_a_text_refused_for_a_space_that_was_left_waits_there(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.engine.next_failure = Refused(Refusal.TEXT_TOO_LONG)
        desk.type("earlier")
        desk.press(ENTER)
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        assert not desk.text()
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "earlier"


def test_where_one_may_not_write_a_sentence_says_why_and_offers_to_ask(
    run: Run[Any], desk: Desk
) -> None:
    asked: list[WayIn] = []
    desk.composer.way_wanted.connect(asked.append)
    run(desk.opened())
    desk.composer.forbid("You follow this channel.", WayIn.ASK)
    assert not desk.composer.edit.isVisible()
    assert desk.composer.reason.text() == "You follow this channel."
    desk.click(desk.composer.way_in)
    assert asked == [WayIn.ASK]
    desk.composer.allow(desk.engine.view(desk.garden))
    assert desk.composer.edit.isVisible()


def test_formatted_text_is_pasted_as_its_words(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    html = QMimeData()
    html.setHtml("<b>x</b><img src='http://127.0.0.1:9/a.png'>")
    html.setText("x")
    desk.composer.edit.insertFromMimeData(html)
    assert desk.text() == "x"


@pytest.mark.parametrize(
    ("longest", "more"),
    [
        ("x" * LINE_CHARACTERS_MAX, "x"),
        ("word\n" * (CHARACTERS_MAX // 5), "\n"),
    ],
)
def test_a_text_that_no_field_can_hold_is_attached_as_a_file(
    run: Run[Any], desk: Desk, longest: str, more: str
) -> None:
    async def scene() -> None:
        await desk.opened()
        pasted = QMimeData()
        pasted.setText(longest)
        desk.composer.edit.insertFromMimeData(pasted)
        assert desk.text() == longest
        desk.composer.edit.clear()
        pasted.setText(longest + more)
        desk.composer.edit.insertFromMimeData(pasted)
        await desk.settled()

    run(scene())
    assert not desk.text()
    assert desk.note
    (waiting,) = desk.composer.attachments.waiting
    assert waiting.attachment.data.decode() == longest + more


def test_what_is_pasted_piece_by_piece_is_no_more_than_the_field_can_hold(
    run: Run[Any], desk: Desk
) -> None:
    piece = "x" * (LINE_CHARACTERS_MAX - 1)
    pieces = CHARACTERS_MAX // len(piece)

    async def scene() -> None:
        await desk.opened()
        pasted = QMimeData()
        pasted.setText(piece)
        for _ in range(pieces + 1):
            desk.composer.edit.insertFromMimeData(pasted)
        await desk.settled()

    run(scene())
    assert desk.text() == piece * pieces
    (waiting,) = desk.composer.attachments.waiting
    assert waiting.attachment.data.decode() == piece


def test_what_is_pasted_in_the_place_of_a_selection_makes_nothing_longer(
    run: Run[Any], desk: Desk
) -> None:
    run(desk.opened())
    desk.composer.edit.write("word\n" * (CHARACTERS_MAX // 5))
    desk.composer.edit.selectAll()
    pasted = QMimeData()
    pasted.setText("another")
    desk.composer.edit.insertFromMimeData(pasted)
    assert desk.text() == "another"


def test_a_very_long_line_is_broken_anywhere_for_its_words_take_too_long_to_look_for(
    run: Run[Any], desk: Desk
) -> None:
    edit, longest = desk.composer.edit, "x" * LINE_CHARACTERS_MAX
    at_words = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    run(desk.opened())
    assert edit.wordWrapMode() == at_words
    edit.write(longest)
    assert edit.wordWrapMode() == at_words
    edit.insertPlainText("x")
    assert edit.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    edit.clear()
    assert edit.wordWrapMode() == at_words


def test_a_very_long_line_that_is_put_into_the_field_is_never_broken_at_words(
    run: Run[Any], desk: Desk
) -> None:
    edit, anywhere = desk.composer.edit, QTextOption.WrapMode.WrapAnywhere
    modes: list[QTextOption.WrapMode] = []
    run(desk.opened())
    edit.textChanged.connect(lambda: modes.append(edit.wordWrapMode()))
    edit.write(f"short\n{'x' * 2 * LINE_CHARACTERS_MAX}\nshort")
    edit.selectAll()
    desk.press(Qt.Key.Key_Delete)
    edit.undo()  # which brings the line back
    assert set(modes) == {anywhere}
    for no_line_end in ("words ", "words\x0b", "words\x85"):
        edit.write(no_line_end * LINE_CHARACTERS_MAX)
        assert edit.wordWrapMode() == anywhere
    edit.write("words\n" * LINE_CHARACTERS_MAX)
    assert edit.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


@pytest.mark.parametrize(
    ("reason", "sign"),
    [
        (Qt.FocusReason.TabFocusReason, "ring"),
        (Qt.FocusReason.BacktabFocusReason, "ring"),
        (Qt.FocusReason.MouseFocusReason, "frame"),
        # What had the focus was hidden: Qt chose by itself, and no key was pressed.
        (Qt.FocusReason.TabFocusReason, "frame"),
        (Qt.FocusReason.ShortcutFocusReason, "frame"),
    ],
)
def test_the_frame_shows_the_focus_only_where_the_ring_of_the_keys_does_not(
    run: Run[Any], desk: Desk, theme: Theme, reason: Qt.FocusReason, sign: str
) -> None:
    run(desk.opened())
    composer = desk.composer
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    ring = FocusRing(theme, desk.host, app)
    composer.edit.clearFocus()
    with ring.moved_by_keys() if sign == "ring" else nullcontext():
        composer.edit.setFocus(reason)
    assert ring.isVisible() is (sign == "ring")
    assert bool(composer.face.field.property("focused")) == (sign == "frame")
    QTest.mouseClick(composer.edit.viewport(), LEFT)
    assert not ring.isVisible()
    assert composer.face.field.property("focused") is True


def test_the_frame_is_there_again_when_a_popup_has_gone_that_had_the_focus(
    run: Run[Any], desk: Desk
) -> None:
    run(desk.opened())
    composer = desk.composer
    composer.edit.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.mouseClick(composer.face.emoji, LEFT)
    picker = QApplication.activePopupWidget()
    assert picker is not None
    QApplication.sendEvent(composer.edit, QFocusEvent(QEvent.Type.FocusOut))
    picker.close()
    back = QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.PopupFocusReason)
    QApplication.sendEvent(composer.edit, back)
    assert composer.face.field.property("focused") is True


def test_its_placeholder_names_the_channel_and_grows_with_the_text(
    run: Run[Any], desk: Desk, theme: Theme
) -> None:
    run(desk.opened())
    theme.choose_text_percent(175)
    edit = desk.composer.edit
    wanted = theme.font(Type.BODY).pixelSize()
    assert edit.placeholderText() == "Message Garden"
    assert edit.font().pixelSize() == edit.viewport().font().pixelSize() == wanted


def test_every_control_has_a_name_and_is_reached_by_tab(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    face = desk.composer.face
    desk.type("hello")
    reached = []
    for _step in range(4):
        focus = desk.host.focusWidget()
        assert focus is not None
        reached.append(focus)
        assert focus.accessibleName()
        focus.focusNextPrevChild(True)  # noqa: FBT003 - Qt's own
    assert set(reached) == {face.attach, face.edit, face.emoji, face.send}


def test_the_empty_field_says_in_fewer_words_what_has_no_room(theme: Theme, qtbot: QtBot) -> None:
    edit = MessageEdit(theme)
    qtbot.addWidget(edit)
    edit.show()
    edit.resize(900, 40)
    edit.say_when_empty("Write an entry; Markdown is shown as such", "Write an entry")
    assert edit.placeholderText() == "Write an entry; Markdown is shown as such"
    edit.resize(200, 40)
    assert edit.placeholderText() == "Write an entry"


def test_a_long_name_in_the_empty_field_stays_on_its_one_line(theme: Theme, qtbot: QtBot) -> None:
    edit = MessageEdit(theme)
    qtbot.addWidget(edit)
    edit.show()
    words = f"Message {'Neighbourhood ' * 9}"
    edit.resize(900, 40)
    edit.say_when_empty(words)
    wide = edit.placeholderText()
    edit.resize(160, 40)
    narrow = edit.placeholderText()
    assert len(narrow) < len(wide) < len(words)
    for text, width in ((wide, 900), (narrow, 160)):
        assert text.endswith("…")
        assert edit.viewport().fontMetrics().horizontalAdvance(text) < width
    edit.resize(5_000, 40)
    assert edit.placeholderText() == words
