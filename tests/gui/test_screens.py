"""A screen outlives every window: PySide takes it apart with the widget that was asked for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

import ui
from ui.widgets.placing import free_of_screen, grow_in_place

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


def test_a_window_that_grows_keeps_its_middle(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(QRect(200, 150, 320, 200))
    window.show()
    middle = window.geometry().center()
    grow_in_place(window, QSize(500, 400))
    assert window.size() == QSize(500, 400)
    assert window.geometry().center() == middle


@pytest.mark.parametrize("corner", ["left above", "right above", "left below", "right below"])
@pytest.mark.parametrize("share", [0.8, 3.0])
def test_a_window_that_grows_stays_on_its_screen(qtbot: QtBot, corner: str, share: float) -> None:
    free = QGuiApplication.primaryScreen().availableGeometry()
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(320, 200)
    last = free.bottomRight() - QPoint(319, 199)
    window.move(
        free.left() if "left" in corner else last.x(), free.top() if "above" in corner else last.y()
    )
    window.show()
    grow_in_place(window, free.size() * share)
    assert free.contains(window.frameGeometry())
    frame = window.frameGeometry().size() - window.size()
    assert window.size() == (free.size() * share).boundedTo(free.size() - frame)
