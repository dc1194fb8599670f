"""The composer: Enter sends, Shift+Enter begins a line, and no text is ever lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.model.ids import SpaceId
from tests.fake_engine import FakeSettings
from ui.channel.composer import LINES_MAX, Composer
from ui.channel.drafts import Drafts
from ui.look.theme import Theme, Type

ONE, TWO = SpaceId(b"1" * 32), SpaceId(b"2" * 32)
ENTER, SHIFT = Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def composer(qtbot: QtBot, theme: Theme, settings: FakeSettings) -> Composer:
    made = Composer(theme, Drafts(settings, lambda fault: pytest.fail(fault.reason)))
    qtbot.addWidget(made)
    made.resize(600, 80)
    made.open(ONE, "Garden")
    made.show()
    return made


def sent_by(composer: Composer) -> list[tuple[SpaceId, str]]:
    sent: list[tuple[SpaceId, str]] = []
    composer.submitted.connect(lambda space, text: sent.append((space, text)))
    return sent


def test_enter_sends_what_was_written_and_empties_the_field(composer: Composer) -> None:
    sent = sent_by(composer)
    QTest.keyClicks(composer.edit, "hello")
    QTest.keyClick(composer.edit, ENTER)
    assert sent == [(ONE, "hello")]
    assert not composer.edit.toPlainText()


def test_shift_and_enter_begin_a_line(composer: Composer) -> None:
    sent = sent_by(composer)
    QTest.keyClicks(composer.edit, "one")
    QTest.keyClick(composer.edit, ENTER, SHIFT)
    QTest.keyClicks(composer.edit, "two")
    QTest.keyClick(composer.edit, ENTER)
    assert sent == [(ONE, "one\ntwo")]


def test_the_button_sends_too_and_only_if_there_is_something(composer: Composer) -> None:
    sent = sent_by(composer)
    assert not composer.send.isEnabled()
    composer.edit.setPlainText("  \n ")
    assert not composer.send.isEnabled()
    composer.edit.setPlainText("hello")
    composer.send.click()
    assert sent == [(ONE, "hello")]


def test_the_field_grows_with_its_lines_up_to_eight(composer: Composer) -> None:
    heights = []
    for _line in range(LINES_MAX + 3):
        heights.append(composer.edit.height())
        QTest.keyClick(composer.edit, ENTER, SHIFT)
    assert heights[:LINES_MAX] == sorted(set(heights[:LINES_MAX]))
    assert heights[LINES_MAX - 1] == heights[-1]
    composer.edit.clear()
    assert composer.edit.height() == heights[0]


def test_each_space_has_a_draft_of_its_own(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "for one")
    composer.open(TWO, "Other")
    assert not composer.edit.toPlainText()
    QTest.keyClicks(composer.edit, "for two")
    composer.open(ONE, "Garden")
    assert composer.edit.toPlainText() == "for one"
    composer.open(TWO, "Other")
    assert composer.edit.toPlainText() == "for two"


def test_a_refused_text_stands_before_what_was_written_since(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "later")
    composer.give_back(ONE, "earlier", "That was refused.")
    assert composer.edit.toPlainText() == "earlier\nlater"
    assert composer.trouble.isVisible()
    assert composer.trouble.text() == "That was refused."


def test_a_text_refused_for_a_space_that_was_left_waits_there(composer: Composer) -> None:
    composer.open(TWO, "Other")
    composer.give_back(ONE, "earlier", "That was refused.")
    assert not composer.edit.toPlainText()
    composer.open(ONE, "Garden")
    assert composer.edit.toPlainText() == "earlier"


def test_where_one_may_not_write_a_sentence_says_why_and_offers_to_ask(
    composer: Composer,
) -> None:
    asked: list[bool] = []
    composer.invite_wanted.connect(lambda: asked.append(True))
    composer.forbid("You follow this channel.", can_ask=True)
    assert not composer.edit.isVisible()
    assert composer.reason.text() == "You follow this channel."
    composer.ask.click()
    assert asked == [True]
    composer.allow()
    assert composer.edit.isVisible()


def test_paths_that_are_dropped_are_not_read(composer: Composer) -> None:
    data = QMimeData()
    data.setUrls([QUrl("file:///etc/passwd")])
    data.setText("file:///etc/passwd")
    composer.edit.insertFromMimeData(data)
    assert composer.edit.toPlainText() == "file:///etc/passwd"
    html = QMimeData()
    html.setHtml("<b>x</b>")
    html.setText("x")
    composer.edit.clear()
    composer.edit.insertFromMimeData(html)
    assert composer.edit.toPlainText() == "x"


@pytest.mark.parametrize(
    ("reason", "sign"),
    [
        (Qt.FocusReason.TabFocusReason, "ring"),
        (Qt.FocusReason.BacktabFocusReason, "ring"),
        (Qt.FocusReason.MouseFocusReason, "frame"),
        (Qt.FocusReason.ShortcutFocusReason, "frame"),
    ],
)
def test_the_frame_shows_the_focus_only_where_the_ring_of_the_keys_does_not(
    composer: Composer, reason: Qt.FocusReason, sign: str
) -> None:
    composer.activateWindow()
    composer.send.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    composer.edit.clearFocus()
    composer.edit.setFocus(reason)
    assert bool(composer._field.property("focused")) == (sign == "frame")
    QTest.mouseClick(composer.edit.viewport(), Qt.MouseButton.LeftButton)
    assert composer._field.property("focused") is True


def test_its_placeholder_grows_with_the_text(composer: Composer, theme: Theme) -> None:
    for _ in range(4):
        theme.step_text(1)
    wanted = theme.font(Type.BODY).pixelSize()
    assert composer.edit.font().pixelSize() == wanted
    assert composer.edit.viewport().font().pixelSize() == wanted
