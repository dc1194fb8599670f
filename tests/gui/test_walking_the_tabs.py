"""An arrow along tabs and segments shows what is reached; the keyboard stays among them."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, hall, opened, view_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import LEFT, channel, settled, started
from ui.communities.page import CHANNELS, MEMBERS, MODERATION
from ui.main_window.window import MainWindow
from ui.scanning.panel import CAMERA, PASTE, ScanPanel

RIGHT_KEY, LEFT_KEY = Qt.Key.Key_Right, Qt.Key.Key_Left


async def scanning(window: MainWindow, engine: FakeEngine) -> ScanPanel:
    """The panel with its four ways, and the keyboard on the first of them."""
    channel(engine, "Garden")
    await until(window.isActiveWindow)
    await started(window)
    window.pages.show_following()
    await settled(window)
    panel = window.findChild(ScanPanel)
    assert panel is not None
    panel.tabs.setCurrentIndex(CAMERA)
    panel.tabs.setFocus()
    return panel


def test_the_arrows_walk_along_the_ways_to_bring_a_code_and_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        panel = await scanning(window, engine)
        for key in (*[RIGHT_KEY] * PASTE, LEFT_KEY):
            QTest.keyClick(window.focusWidget(), key)
            assert panel.tabs.hasFocus()
        assert panel.tabs.currentIndex() == PASTE - 1

    run(scene())


def test_a_click_on_the_last_way_goes_into_its_field(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        panel = await scanning(window, engine)
        QTest.mouseClick(panel.tabs, LEFT, pos=panel.tabs.tabRect(PASTE).center())
        assert panel.tabs.currentIndex() == PASTE
        assert panel.paste.field.hasFocus()

    run(scene())


@pytest.mark.parametrize("begun_at", [CHANNELS, MEMBERS])
def test_the_arrows_walk_along_the_parts_of_a_community(
    run: Run[Any], window: MainWindow, engine: FakeEngine, begun_at: str
) -> None:
    async def scene() -> None:
        await until(window.isActiveWindow)
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_page(view_of(engine, there), begun_at)
        await settled(window)
        assert not page.parts.isAncestorOf(window.focusWidget())
        page.parts.buttons[begun_at].setFocus()
        parts = [CHANNELS, MEMBERS, MODERATION]
        for part in parts[parts.index(begun_at) + 1 :]:
            QTest.keyClick(window.focusWidget(), RIGHT_KEY)
            await settled(window)
            assert page.parts.value == part
            assert page.parts.buttons[part].hasFocus()

    run(scene())
