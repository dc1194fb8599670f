"""A check box whose edge is seen in every scheme: the style's own is too faint on white.

Its words go on in further lines where they have no room.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget
from typing_extensions import override

from ui.look.theme import Theme

BOX = 18
GAP = 10
WORDS_WIDTH_LEAST = 160
_FLAGS = int(
    Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
)


class CheckBox(QCheckBox):
    """Draws a square, a tick and plain text; all else is Qt's."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setAccessibleName(text)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @override
    def sizeHint(self) -> QSize:
        words = self.fontMetrics().size(0, self.text())
        return QSize(BOX + GAP + words.width() + 2, max(self._theme.hit, words.height()))

    @override
    def minimumSizeHint(self) -> QSize:
        least = min(self.sizeHint().width(), BOX + GAP + WORDS_WIDTH_LEAST)
        return QSize(least, self._theme.hit)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(1, width - BOX - GAP), 10_000)
        words = self.fontMetrics().boundingRect(room, _FLAGS, self.text())
        return max(self._theme.hit, words.height() + 2)

    @override
    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        from_right = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - BOX if from_right else 0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(left + 0.5, (self.height() - BOX) / 2 + 0.5, BOX - 1, BOX - 1)
        edge = colours.accent if self.hasFocus() or self.isChecked() else colours.border
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
        painter.setBrush(colours.accent if self.isChecked() else colours.bg)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if self.isChecked():
            tick = self._theme.pixmap("check", BOX - 4, "on_accent", self.devicePixelRatioF())
            painter.drawPixmap(left + 2, round((self.height() - BOX) / 2) + 2, tick)
        painter.setPen(colours.text if self.isEnabled() else colours.text3)
        words = QRect(0 if from_right else BOX + GAP, 0, self.width() - BOX - GAP, self.height())
        flags = self.style().visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
        wrapped = int(flags | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(words, wrapped, self.text())
        painter.end()
