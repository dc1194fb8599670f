"""A check box whose edge is seen in every scheme: the style's own is too faint on white."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from ui.look.theme import Theme

BOX = 18
GAP = 10


class CheckBox(QCheckBox):
    """Draws a square, a tick and plain text; all else is Qt's."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setAccessibleName(text)
        self.setMinimumHeight(theme.hit)
        metrics = self.fontMetrics()
        self.setMinimumWidth(BOX + GAP + metrics.horizontalAdvance(text) + 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0.5, (self.height() - BOX) / 2 + 0.5, BOX - 1, BOX - 1)
        edge = colours.accent if self.hasFocus() or self.isChecked() else colours.border
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
        painter.setBrush(colours.accent if self.isChecked() else colours.bg)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if self.isChecked():
            tick = self._theme.pixmap("check", BOX - 4, "on_accent", self.devicePixelRatioF())
            painter.drawPixmap(2, round((self.height() - BOX) / 2) + 2, tick)
        painter.setPen(colours.text if self.isEnabled() else colours.text3)
        room = QRectF(BOX + GAP, 0, self.width() - BOX - GAP, self.height())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(flags), self.text())
        painter.end()
