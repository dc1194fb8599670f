"""In a narrow or low window with larger text every place keeps its words and its width."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QPushButton

from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run
from tests.gui.everywhere.conftest import Build
from tests.gui.everywhere.places import PLACES
from tests.gui.everywhere.test_languages import cut_in
from ui.look.theme import SETTING_TEXT_PERCENT
from ui.main_window.leaving import SETTING_TOLD_OF_END
from ui.widgets import placing

NARROW = (480, 700)
LARGE = "150"
LOW = (("150", (1_180, 700)), ("150", (1_000, 700)), ("125", (900, 640)), ("100", (700, 520)))
HIGH_DIALOGS = ("take_over", "move_code", "post_details")
FIRST_PLACES = ("home", "welcome", "who_are_you")


@pytest.mark.parametrize("place", sorted(PLACES))
def test_nothing_is_cut_where_the_window_is_narrow_and_the_text_large(
    build: Build, run: Run[Any], place: str
) -> None:
    house = build(settings=FakeSettings({SETTING_TOLD_OF_END: "yes", SETTING_TEXT_PERCENT: LARGE}))
    house.window.resize(*NARROW)
    top = run(PLACES[place](house))
    QApplication.processEvents()
    assert house.window.width() == NARROW[0]
    assert not list(cut_in(top))


@pytest.mark.parametrize("place", FIRST_PLACES)
@pytest.mark.parametrize(("percent", "size"), LOW, ids=[f"{one}-{of[0]}" for one, of in LOW])
def test_what_is_seen_first_is_not_cut_where_the_window_is_low(
    build: Build, run: Run[Any], place: str, percent: str, size: tuple[int, int]
) -> None:
    house = build(
        settings=FakeSettings({SETTING_TOLD_OF_END: "yes", SETTING_TEXT_PERCENT: percent})
    )
    house.window.resize(*size)
    top = run(PLACES[place](house))
    QApplication.processEvents()
    assert house.window.height() == size[1]
    assert not list(cut_in(top))


@pytest.mark.parametrize("place", HIGH_DIALOGS)
def test_a_dialog_of_many_words_is_as_high_as_they_need(
    build: Build, run: Run[Any], place: str
) -> None:
    house = build(settings=FakeSettings({SETTING_TOLD_OF_END: "yes", SETTING_TEXT_PERCENT: LARGE}))
    dialog = run(PLACES[place](house))
    QApplication.processEvents()
    content = dialog.content
    assert dialog.height() >= content.layout().totalHeightForWidth(content.width())
    assert dialog.height() < dialog.screen().availableGeometry().height()


@pytest.mark.parametrize("place", HIGH_DIALOGS)
def test_a_dialog_that_no_screen_has_room_for_is_scrolled(
    build: Build, run: Run[Any], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(placing, "FRAME", QSize(16, 400))  # leaves 400 pixels
    house = build(settings=FakeSettings({SETTING_TOLD_OF_END: "yes", SETTING_TEXT_PERCENT: "200"}))
    dialog = run(PLACES[place](house))
    QApplication.processEvents()
    assert dialog.height() == 400
    assert dialog.content.height() > dialog.height()
    assert not list(cut_in(dialog.content))
    last = [button for button in dialog.findChildren(QPushButton) if button.isVisible()][-1]
    last.setFocus()
    dialog.room.ensureWidgetVisible(last)
    foot = last.mapTo(dialog, last.rect().bottomLeft())
    assert dialog.rect().contains(foot)
