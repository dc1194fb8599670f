"""What can be seen of a place: its controls, and every text in it with where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)

from ui.timeline.view import TimelineView
from ui.widgets.labels import plain_tip

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
)
MADE_OF_PARTS = (QAbstractSpinBox, QComboBox, QTabBar, QLineEdit)
ROWS_LOOKED_AT_MAX = 40
GRID_PIXELS = 14  # less than the least that has a tip


def widgets_in(place: QWidget) -> Iterator[QWidget]:
    """All that is visible, but for the parts that Qt makes its own controls of."""
    yield place
    for widget in place.findChildren(QWidget):
        is_part = isinstance(widget.parent(), MADE_OF_PARTS) or isinstance(widget, QScrollBar)
        is_part = is_part or widget.objectName().startswith("qt_")
        if widget.isVisible() and not is_part:
            yield widget


def controls_in(place: QWidget) -> list[QWidget]:
    """What can be used by mouse or key."""
    return [
        widget
        for widget in widgets_in(place)
        if isinstance(widget, CONTROLS)
        or (widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled())
    ]


def texts_in(place: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Every text that is shown, told or read aloud, with its widget."""
    for widget in widgets_in(place):
        for text in (
            widget.windowTitle() if widget.isWindow() else "",
            widget.toolTip(),
            widget.accessibleName(),
            widget.accessibleDescription(),
            *_own_texts(widget),
        ):
            if text:
                yield widget, text


def tips_in(place: QWidget) -> Iterator[str]:
    """Every tool tip, of widgets and of rows, as Qt is given it."""
    for widget in widgets_in(place):
        if widget.toolTip():
            yield widget.toolTip()
        if isinstance(widget, TimelineView):
            yield from _tips_of_rows(widget)
        if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
            model = widget.model()
            for row in range(min(model.rowCount(), ROWS_LOOKED_AT_MAX)):
                tip = model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole)
                if isinstance(tip, str) and tip:
                    yield tip


def _tips_of_rows(timeline: TimelineView) -> set[str]:
    """Of whatever of the rows in sight has one, found as by a pointer that goes over all of it."""
    room = timeline.viewport().rect()
    points = product(range(0, room.width(), GRID_PIXELS), range(0, room.height(), GRID_PIXELS))
    tips = {timeline.tip_at(QPointF(across, down)) for across, down in points}
    return {plain_tip(tip) for tip in tips if tip}


def _own_texts(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QLineEdit():
            yield widget.placeholderText()
            yield widget.text()
        case QPlainTextEdit():
            yield widget.placeholderText()
            yield widget.toPlainText()
        case QTabBar():
            yield from (widget.tabText(place) for place in range(widget.count()))
        case QComboBox():
            yield from (widget.itemText(place) for place in range(widget.count()))
        case QMenu():
            # What each says, and its keys.
            yield from (part for one in widget.actions() for part in one.text().split("\t"))
        case QHeaderView():
            pass  # its view says its headings
        case QAbstractItemView():
            yield from _rows(widget)
        case _:
            text = getattr(widget, "text", "")  # of those that paint it themselves
            if isinstance(text, str):
                yield text


def _rows(view: QAbstractItemView) -> Iterator[str]:
    # Its own methods: those of a list are private to C++.
    model = view.model()
    columns = 1 if isinstance(view, QListView) else model.columnCount()
    roles = (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )
    for row in range(min(model.rowCount(), ROWS_LOOKED_AT_MAX)):
        for column in range(columns):
            index = model.index(row, column)
            yield from (str(text) for role in roles if isinstance(text := index.data(role), str))
    for column in range(columns):
        heading = model.headerData(column, Qt.Orientation.Horizontal)
        if isinstance(heading, str) and not heading.isdigit():
            yield heading
