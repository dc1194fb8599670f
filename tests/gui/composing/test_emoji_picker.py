"""The picker of emoji: searched, walked through by keys, and pressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.fake_settings import FakeSettings
from tests.gui.composing.desk import DOWN, ENTER, ESCAPE, LEFT, UP, Desk
from tests.gui.conftest import Run
from ui.emoji.choices import EmojiChoices
from ui.emoji.picker import CATEGORIES, EmojiPicker
from ui.emoji.shown import ShownEmoji
from ui.look.theme import Theme

THUMB, HEART, PARTY = "\U0001f44d", "\u2764\ufe0f", "\U0001f389"


@pytest.fixture(autouse=True)
def _every_emoji_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that tests may have no font of emoji."""
    monkeypatch.setattr(ShownEmoji, "shows", lambda self, characters: True)


@pytest.fixture
def picker(qtbot: QtBot, theme: Theme, settings: FakeSettings) -> Iterator[EmojiPicker]:
    around = QWidget()
    qtbot.addWidget(around)
    around.resize(600, 500)
    around.show()
    yield EmojiPicker(theme, EmojiChoices(settings, settings.store_text), around)
    around.hide()  # it owns the picker, and must live as long


def opened(picker: EmojiPicker) -> list[str]:
    """What is chosen from now on."""
    chosen: list[str] = []
    picker.chosen.connect(chosen.append)
    picker.open_at(QRect(300, 400, 32, 32))
    return chosen


def signs(picker: EmojiPicker) -> list[str]:
    model = picker.grid.emoji
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_it_opens_on_its_first_category_with_the_focus_in_the_search(picker: EmojiPicker) -> None:
    opened(picker)
    assert picker.search.hasFocus()
    assert "\U0001f600" in signs(picker)
    assert picker.categories.button(1).isChecked()
    assert not picker.categories.button(0).isEnabled()


def test_what_is_searched_for_is_found_in_both_languages_and_enter_takes_the_first(
    picker: EmojiPicker,
) -> None:
    chosen = opened(picker)
    QTest.keyClicks(picker.search, "konfetti")
    assert PARTY in signs(picker)
    picker.search.clear()
    QTest.keyClicks(picker.search, "party popper")
    QTest.keyClick(picker.search, ENTER)
    assert chosen == [PARTY]
    assert not picker.isVisible()


def test_a_search_without_result_says_so(picker: EmojiPicker) -> None:
    chosen = opened(picker)
    QTest.keyClicks(picker.search, "qqqq")
    assert picker.nothing.isVisible()
    QTest.keyClick(picker.search, ENTER)
    assert chosen == []


def test_whatever_is_searched_for_it_keeps_its_width_and_stays_above_what_it_was_opened_from(
    picker: EmojiPicker,
) -> None:
    opened(picker)
    width, foot = picker.width(), picker.geometry().bottom()
    QTest.keyClicks(picker.search, "beaming face with smiling")
    assert picker.name.text().startswith("beaming face with smiling eyes")
    assert (picker.width(), picker.geometry().bottom()) == (width, foot)
    picker.search.clear()
    QTest.keyClicks(picker.search, "qqqq")
    assert picker.nothing.isVisible()
    assert not picker.name.text()
    assert (picker.width(), picker.geometry().bottom()) == (width, foot)


def test_arrows_walk_the_grid_and_back_and_enter_takes(picker: EmojiPicker) -> None:
    chosen = opened(picker)
    QTest.keyClick(picker.search, DOWN)
    assert picker.grid.hasFocus()
    QTest.keyClick(picker.grid, Qt.Key.Key_Right)
    assert picker.grid.currentIndex().row() == 1
    QTest.keyClick(picker.grid, DOWN)
    below = picker.grid.currentIndex().row()
    assert below == 1 + picker.grid._columns()
    assert picker.name.text()
    QTest.keyClick(picker.grid, UP)
    QTest.keyClick(picker.grid, UP)
    assert picker.search.hasFocus()
    QTest.keyClick(picker.search, DOWN)
    QTest.keyClick(picker.grid, ENTER)
    assert chosen == signs(picker)[:1]


def test_letters_typed_in_the_grid_search(picker: EmojiPicker) -> None:
    opened(picker)
    QTest.keyClick(picker.search, DOWN)
    QTest.keyClick(picker.grid, Qt.Key.Key_T)
    assert picker.search.text() == "t"
    assert picker.search.hasFocus()


def test_the_mouse_opens_a_category_and_takes_an_emoji(picker: EmojiPicker) -> None:
    chosen = opened(picker)
    flags = len(CATEGORIES) - 1
    QTest.mouseClick(picker.categories.button(flags), LEFT)
    assert picker.categories.button(flags).isChecked()
    assert not picker.categories.button(1).isChecked()
    first = picker.grid.visualRect(picker.grid.emoji.index(0, 0)).center()
    QTest.mouseClick(picker.grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, first)
    assert chosen == [signs(picker)[0]]


def test_a_skin_tone_is_chosen_and_kept(picker: EmojiPicker, settings: FakeSettings) -> None:
    chosen = opened(picker)
    QTest.mouseClick(picker.tones.button(3), LEFT)
    QTest.keyClicks(picker.search, "thumbs up")
    QTest.keyClick(picker.search, ENTER)
    assert chosen == [f"{THUMB}\U0001f3fd"]
    assert settings.texts["emoji.tone"] == "3"


def test_what_was_taken_last_comes_first_the_next_time(picker: EmojiPicker) -> None:
    opened(picker)
    QTest.keyClicks(picker.search, "red heart")
    QTest.keyClick(picker.search, ENTER)
    opened(picker)
    assert signs(picker)[0] == HEART
    assert picker.categories.button(0).isChecked()
    assert len(signs(picker)) == len(set(signs(picker)))


def test_escape_closes_it(picker: EmojiPicker) -> None:
    chosen = opened(picker)
    QTest.keyClick(picker, ESCAPE)
    assert not picker.isVisible()
    assert chosen == []


def test_every_control_and_every_emoji_has_a_name(picker: EmojiPicker) -> None:
    opened(picker)
    buttons = [*picker.categories.buttons(), *picker.tones.buttons(), picker.search, picker.grid]
    assert all(button.accessibleName() for button in buttons)
    model = picker.grid.emoji
    role = Qt.ItemDataRole.AccessibleTextRole
    assert all(model.index(row, 0).data(role) for row in range(model.rowCount()))


def test_it_stays_on_the_screen(picker: EmojiPicker) -> None:
    room = picker.screen().availableGeometry()
    for corner in (room.topLeft(), room.bottomRight()):
        picker.open_at(QRect(corner, corner))
        assert room.contains(picker.geometry())
        picker.close()


def test_what_the_fonts_cannot_draw_is_left_out_and_that_is_said(
    picker: EmojiPicker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ShownEmoji, "shows", lambda self, characters: characters == PARTY)
    opened(picker)
    assert picker.nothing.isVisible()
    QTest.keyClicks(picker.search, "tada")
    assert signs(picker) == [PARTY]
    assert not picker.nothing.isVisible()


def test_in_the_composer_the_emoji_comes_to_the_cursor(run: Run[Any], desk: Desk) -> None:
    run(desk.opened())
    desk.type("well  done")
    for _ in range(5):
        desk.press(Qt.Key.Key_Left)
    desk.click(desk.composer.face.emoji)
    picker = desk.composer.findChild(EmojiPicker)
    assert isinstance(picker, EmojiPicker)
    QTest.keyClicks(picker.search, "tada")
    QTest.keyClick(picker.search, ENTER)
    assert desk.text() == f"well {PARTY} done"
    assert desk.composer.edit.hasFocus()
