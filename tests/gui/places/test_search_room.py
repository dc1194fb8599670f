"""The field of the search page keeps its room beside the box of channels, in whatever size."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run
from tests.gui.places.search_scene import opened, scene_of
from tests.gui.window_scene import channel
from ui.main_window.window import MainWindow
from ui.searching.page import SearchPage

LONG = "The channel of everybody who waters plants"
WORDS = "needles in a haystack"


@pytest.fixture
def page(
    run: Run[SearchPage], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> SearchPage:
    scene_of(engine, settings)
    channel(engine, LONG)
    return run(opened(window))


@pytest.mark.parametrize("width", [480, 800, 1_180])
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_words_have_room_beside_long_names_of_channels(
    page: SearchPage, window: MainWindow, width: int, percent: int
) -> None:
    page._theme.choose_text_percent(percent)
    window.resize(width, 760)
    QApplication.processEvents()
    needs = page.words.fontMetrics().horizontalAdvance(WORDS)
    marks = 2 * page.words.height()  # the glass and the cross
    has_the_line = page.words.width() == page.channel.width()  # which is under it
    assert page.words.width() >= needs + marks or has_the_line
    assert page.room.horizontalScrollBar().maximum() == 0


def test_the_box_stands_beside_the_field_where_both_have_room(
    page: SearchPage, window: MainWindow
) -> None:
    window.resize(1_180, 760)
    QApplication.processEvents()
    assert page.channel.y() == page.words.y()
    page._theme.choose_text_percent(200)
    QApplication.processEvents()
    assert page.channel.y() > page.words.y()
    assert page.channel.width() == page.words.width()
    page._theme.choose_text_percent(100)
    QApplication.processEvents()
    assert page.channel.y() == page.words.y()
