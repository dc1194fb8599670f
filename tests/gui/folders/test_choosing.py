"""What a menu in a folder is about: what is chosen, or the row that the keys have reached."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.folders.scene import opened
from ui.folders.table import FolderTable
from ui.main_window.window import MainWindow

FILES = {f"{name}.txt": b"x" for name in "abcd"}
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def by_keys(table: FolderTable, modifiers: Qt.KeyboardModifier) -> None:
    """The menu key; on many keyboards it is Shift and F10."""
    reason, here = QContextMenuEvent.Reason.Keyboard, QPoint()
    QTest.keyPress(table, Qt.Key.Key_F10, modifiers)
    QApplication.sendEvent(table.viewport(), QContextMenuEvent(reason, here, here, modifiers))
    QTest.keyRelease(table, Qt.Key.Key_F10)


def paths(table: FolderTable) -> list[str]:
    return [one.path for one in table.selected()]


@pytest.mark.parametrize("modifiers", [Qt.KeyboardModifier.NoModifier, CTRL, SHIFT])
def test_a_menu_by_the_keys_is_about_the_row_they_have_reached_and_no_other(
    window: MainWindow, engine: FakeEngine, run: Run[Any], modifiers: Qt.KeyboardModifier
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        table = page.browser.table
        table.reach("a.txt")
        for _ in range(2):
            QTest.keyClick(table, Qt.Key.Key_Down, CTRL)
        assert paths(table) == ["a.txt"], "the keys have only reached another one"
        page.browser.menu_wanted.disconnect()
        by_keys(table, modifiers)
        assert paths(table) == ["c.txt"]

    run(story())


def test_a_menu_by_the_keys_is_about_all_that_is_chosen(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        table = page.browser.table
        table.reach("b.txt")
        QTest.keyClick(table, Qt.Key.Key_Down, SHIFT)
        page.browser.menu_wanted.disconnect()
        by_keys(table, SHIFT)
        assert paths(table) == ["b.txt", "c.txt"]

    run(story())
