"""The tabs of the scanning panel: each by its name, or, where not all names fit, all by icons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar
from typing_extensions import override

from ui.look.theme import Theme

BESIDE = 7  # left and right of a name
SHAPE = f"QTabBar::tab {{ padding: 8px {BESIDE}px; }}"  # all four in the narrowest window


class WaysBar(QTabBar):
    """One tab for each of ``ways``: its name and its icon. A name that is not shown is the tool
    tip; read aloud it always is. ``pressed`` carries the place of the one that the mouse chose: an
    arrow only shows one, and whoever walks along the tabs stays among them.
    """

    pressed = Signal(int)

    def __init__(self, theme: Theme, ways: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._theme = theme
        self._ways = ways
        self._is_brief = False
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setStyleSheet(SHAPE)
        for place, (name, _icon) in enumerate(ways):
            self.addTab(name)
            self.setAccessibleTabName(place, name)
        theme.changed.connect(self._dress)

    def _whole_width(self) -> int:
        metrics = self.fontMetrics()
        return sum(metrics.horizontalAdvance(name) + 2 * BESIDE + 2 for name, _icon in self._ways)

    def _fit(self) -> None:
        is_brief = self._whole_width() > self.width()
        if is_brief != self._is_brief:
            self._is_brief = is_brief
            self._dress()

    def _dress(self) -> None:
        high = self.fontMetrics().height()
        self.setIconSize(QSize(high, high))
        for place, (name, icon) in enumerate(self._ways):
            self.setTabText(place, "" if self._is_brief else name)
            self.setTabIcon(place, self._theme.icon(icon) if self._is_brief else QIcon())
            self.setTabToolTip(place, name if self._is_brief else "")

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = self.tabAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and place == self.currentIndex():
            self.pressed.emit(place)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fit()
