"""Widgets side by side that go on in a further line where they have no room: rows of buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget
from typing_extensions import override

from ui.look.theme import Gap


class FlowLayout(QLayout):
    """As reading goes, line by line; each widget as large as it wishes to be."""

    def __init__(self) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(Gap.S)
        self._items: list[QLayoutItem] = []

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        lines = list(self._lines(width))
        heights = [max(item.sizeHint().height() for item in line) for line in lines]
        return sum(heights) + self.spacing() * max(0, len(heights) - 1)

    @override
    def sizeHint(self) -> QSize:
        shown = self._shown()
        width = sum(item.sizeHint().width() for item in shown)
        height = max((item.sizeHint().height() for item in shown), default=0)
        return QSize(width + self.spacing() * max(0, len(shown) - 1), height)

    @override
    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    @override
    def setGeometry(self, room: QRect) -> None:
        super().setGeometry(room)
        top = room.top()
        for line in self._lines(room.width()):
            height = max(item.sizeHint().height() for item in line)
            left = room.left()
            for item in line:
                hint = item.sizeHint()
                size = QSize(min(hint.width(), room.width()), hint.height())
                far = room.left() + room.right() + 1 - left - size.width()
                at = far if self._is_mirrored() else left
                item.setGeometry(QRect(QPoint(at, top + (height - size.height()) // 2), size))
                left += size.width() + self.spacing()
            top += height + self.spacing()

    def _is_mirrored(self) -> bool:
        parent = self.parentWidget()
        return parent is not None and parent.isRightToLeft()

    def _shown(self) -> Sequence[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> Iterator[Sequence[QLayoutItem]]:
        line: list[QLayoutItem] = []
        taken = 0
        for item in self._shown():
            wanted = item.sizeHint().width()
            if line and taken + self.spacing() + wanted > width:
                yield line
                line, taken = [], 0
            taken += wanted + (self.spacing() if line else 0)
            line.append(item)
        if line:
            yield line


def flow(*widgets: QWidget) -> FlowLayout:
    """Widgets side by side, to the left, in as many lines as they need."""
    layout = FlowLayout()
    for widget in widgets:
        layout.addWidget(widget)
    return layout
