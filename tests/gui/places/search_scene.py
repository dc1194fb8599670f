"""The search page over some channels, in a test's hands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import until
from tests.gui.window_scene import CTRL, channel, settled, started
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow
from ui.searching.page import SearchPage
from ui.searching.results import FIND_ROLE, Find
from ui.searching.typed import Progress

SHIFT = Qt.KeyboardModifier.ShiftModifier


def scene_of(engine: FakeEngine, settings: FakeSettings) -> tuple[SpaceId, SpaceId]:
    """Two channels with some rain in both; the first is open."""
    here = channel(engine, "Garden", "the rain is late", "no rain again")
    there = channel(engine, "Boats", "the boat leaks", "it is the rain")
    settings.store_text(SETTING_OPEN, here.hex())
    return here, there


async def opened(window: MainWindow) -> SearchPage:
    """By its keys."""
    await until(window.isActiveWindow)
    await started(window)
    QTest.keyClick(window, Qt.Key.Key_F, CTRL | SHIFT)
    page = window.pages.stack.currentWidget()
    assert isinstance(page, SearchPage)
    return page


async def answered(window: MainWindow, page: SearchPage) -> None:
    """Nothing is being looked for any more."""
    await until(lambda: page.finding.progress is not Progress.ASKING)
    await settled(window)


def finds(page: SearchPage) -> list[Find]:
    """What is listed."""
    model = page.model
    return [model.index(row).data(FIND_ROLE) for row in range(model.rowCount())]
