"""A screen outlives every window: PySide takes it apart with the widget that was asked for it."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

import ui
from ui.widgets.placing import free_of_screen

ASKED = re.compile(r"\.screen\(\)")


def test_no_part_of_the_window_asks_a_widget_for_its_screen() -> None:
    assert ui.__file__ is not None
    files = Path(ui.__file__).parent.rglob("*.py")
    assert [file.name for file in files if ASKED.search(file.read_text("utf-8"))] == []


def test_what_a_screen_has_free_is_known_before_and_while_a_window_is_shown(qtbot: QtBot) -> None:
    free = QGuiApplication.primaryScreen().availableGeometry().size()
    window = QWidget()
    qtbot.addWidget(window)
    dialog = QDialog(window)
    assert free_of_screen(window) == free_of_screen(dialog) == free
    window.move(100_000, 100_000)  # beyond all screens
    window.show()
    assert free_of_screen(window) == free_of_screen(dialog) == free
