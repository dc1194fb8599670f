"""A button whose menu was opened is no longer lit once the pointer is elsewhere as it closes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.window_scene import LEFT
from ui.widgets.buttons import push_button
from ui.widgets.menus import Menu

UNDER_MOUSE = Qt.WidgetAttribute.WA_UnderMouse


@pytest.fixture
def button(qtbot: QtBot) -> Iterator[QPushButton]:
    """In a window with room beside it, and the pointer over it."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    button = push_button("More", parent=window)
    button.move(10, 10)
    with qtbot.waitExposed(window):
        window.show()
    QCursor.setPos(button.mapToGlobal(button.rect().center()))
    QApplication.processEvents()
    button.setAttribute(UNDER_MOUSE)  # as on a real screen
    yield button
    window.close()  # it is held on to until here


def opened_from(button: QPushButton) -> Menu:
    menu = Menu(button.window())
    menu.addAction("One")
    menu.popup(button.window().mapToGlobal(QPoint(150, 100)))
    return menu


def test_a_button_is_lit_no_more_once_an_entry_of_its_menu_was_pressed(
    button: QPushButton,
) -> None:
    menu = opened_from(button)
    button.setAttribute(UNDER_MOUSE)  # Qt tells it nothing of the pointer beneath an open menu
    place = menu.actionGeometry(menu.actions()[0]).center()
    QCursor.setPos(menu.mapToGlobal(place))
    QTest.mouseClick(menu, LEFT, pos=place)
    assert not menu.isVisible()
    assert not button.underMouse()


def test_a_button_that_the_pointer_is_still_over_stays_lit(button: QPushButton) -> None:
    menu = opened_from(button)
    button.setAttribute(UNDER_MOUSE)
    menu.close()
    assert button.underMouse()


def test_a_button_that_went_away_with_what_was_chosen_is_let_be(button: QPushButton) -> None:
    menu = opened_from(button)
    button.deleteLater()
    QApplication.sendPostedEvents(button, QEvent.Type.DeferredDelete)
    menu.close()
    assert not menu.isVisible()
