"""The keyboard reaches every control of every place, in reading order, and is seen there."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCalendarWidget,
    QDialog,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Run
from tests.gui.everywhere.house import House
from tests.gui.everywhere.places import PLACES
from tests.gui.everywhere.seen import widgets_in
from ui.look.theme import SchemeChoice

SCHEMES = (SchemeChoice.LIGHT, SchemeChoice.DARK, SchemeChoice.CONTRAST)
STEPS_MAX = 120
RING_PIXELS_LEAST = 40
LOOKED_AT_MAX = 12
"""Of one place: they are of the same few kinds."""


def focusable_in(top: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in widgets_in(top)
        if widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not is_reached_by_arrows(widget)
        and not isinstance(widget, QCalendarWidget)  # its days have the focus, and show it
    ]


def is_reached_by_arrows(widget: QWidget) -> bool:
    """One of several of which one is chosen: Tab goes to that one, as among radio buttons."""
    is_of_a_group = isinstance(widget, QAbstractButton) and widget.group() is not None
    return is_of_a_group and not widget.hasFocus() and widget is not checked_of(widget)


def checked_of(widget: QWidget) -> QWidget | None:
    assert isinstance(widget, QAbstractButton)
    return widget.group().checkedButton()


def opened(house: House, run: Run[Any], place: str, qtbot: QtBot) -> QWidget:
    top: QWidget = run(PLACES[place](house))
    window = top.window()
    window.activateWindow()
    window.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    return top


@pytest.mark.parametrize("place", sorted(PLACES))
def test_the_keyboard_reaches_everything_once_and_is_ringed_in_every_scheme(
    house: House, run: Run[Any], qtbot: QtBot, place: str
) -> None:
    """Both of one place at once: to open it anew takes longer than to look."""
    top = opened(house, run, place, qtbot)
    look_whether_tab_reaches_everything_and_comes_back(top)
    top.window().setFocus()
    assert not list(unringed(house, top))


def look_whether_tab_reaches_everything_and_comes_back(top: QWidget) -> None:
    wanted = focusable_in(top)
    seen = list(tabbed(top))
    missed = [one.accessibleName() for one in wanted if one not in seen]
    assert not missed
    order = [one for one in seen if one in wanted]
    jumps = [
        f"{one.accessibleName()} -> {two.accessibleName()}"
        for one, two in pairwise(order)
        if is_above(two, one)
    ]
    assert len(jumps) <= 1, jumps  # back to the top of the page, where it was not begun there


def tabbed(top: QWidget) -> Iterator[QWidget]:
    """What gets the focus, one Tab after the other, until the first has it again."""
    first: QWidget | None = None
    before: QWidget | None = None
    for _ in range(STEPS_MAX):
        QTest.keyClick(QApplication.focusWidget() or top, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None, "the focus is lost"
        if now is first:
            return
        if now is before:
            QTest.keyClick(now, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        first = first or now
        before = now
        yield now
    raise AssertionError("the Tab key never comes back")


def is_above(one: QWidget, other: QWidget) -> bool:
    """Wholly above and not further on: who reads would have to go back."""
    if holder_of(one) is not holder_of(other):
        return False  # another pane of the window
    corner, there = one.mapToGlobal(QPoint(0, 0)), other.mapToGlobal(QPoint(0, 0))
    return corner.y() + one.height() <= there.y() and corner.x() <= there.x()


def holder_of(widget: QWidget) -> QWidget:
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QScrollArea | QDialog):
        if at.isWindow() or at.accessibleName() == "Home":
            return at
        parent = at.parentWidget()
        if parent is None or parent.layout() is None:
            return at
        at = parent
    return at or widget


def unringed(house: House, top: QWidget) -> Iterator[str]:
    """What the keyboard has reached without a ring, by scheme."""
    for scheme in SCHEMES:
        house.equipment.theme.choose(scheme)
        accent = house.equipment.theme.colours.accent
        for widget in focusable_in(top)[:LOOKED_AT_MAX]:
            bring_into_view(widget)
            before = picture_around(widget)
            with house.window.ring.moved_by_keys():
                widget.setFocus(Qt.FocusReason.TabFocusReason)
            QApplication.processEvents()
            after = picture_around(widget)
            if accents(after, accent) - accents(before, accent) < RING_PIXELS_LEAST:
                yield f"{scheme}: {type(widget).__name__} {widget.accessibleName()}"
            widget.window().setFocus()
            QApplication.processEvents()  # the ring is gone before the next picture is taken


def bring_into_view(widget: QWidget) -> None:
    """As the Tab key does."""
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QScrollArea):
        at = at.parentWidget()
    if at is not None and at is not widget:
        at.ensureWidgetVisible(widget)
        QApplication.processEvents()


def picture_around(widget: QWidget) -> QImage:
    window = widget.window()
    room = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).adjusted(-4, -4, 4, 4)
    return window.grab(room.intersected(window.rect())).toImage()


def accents(image: QImage, accent: QColor) -> int:
    """How many pixels have the colour of the ring."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)  # four bytes each, lines unpadded
    return array("I", bytes(plain.constBits())).count(accent.rgb())


def test_a_scroll_area_keeps_its_ring_inside(house: House, run: Run[Any]) -> None:
    run(PLACES["channel"](house))
    timeline = house.window.pages.channel.timeline
    assert isinstance(timeline, QAbstractScrollArea)
    with house.window.ring.moved_by_keys():
        timeline.setFocus()
    ring = house.window.ring
    assert ring.isVisible()
    assert ring.rect().size() == timeline.size()
