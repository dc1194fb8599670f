"""A small rounded label with an icon and a word: the state of a space, in its own colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ui.look.painting import LEFT
from ui.look.theme import Theme, Type

ICON_PIXELS = 14
HEIGHT = 24


class Pill(QWidget):
    """Says one state. It is painted, so its text is text whatever it looks like.

    ``pressed`` by the pointer, once ``let_press`` has said that it leads somewhere; for the keys
    there must be another way.
    """

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = "info"
        self._colour = "text2"
        self.text = ""
        self._is_brief = False
        self._leads_somewhere = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def say(self, icon: str, colour: str, text: str) -> None:
        """Shows ``text`` in a token's colour."""
        if (icon, colour, text) != (self._icon, self._colour, self.text):
            self._icon, self._colour, self.text = icon, colour, text
            self.setAccessibleName(text)
            self._dress()

    def let_press(self) -> None:
        """It can be pressed from now on."""
        self._leads_somewhere = True
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._leads_somewhere and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()
        else:
            super().mousePressEvent(event)

    def be_brief(self, *, brief: bool) -> None:
        """Shows the icon alone, where there is no room; the words stay its accessible name."""
        if brief != self._is_brief:
            self._is_brief = brief
            self._dress()

    def whole_width(self) -> int:
        """What it takes with its words, in pixels."""
        return 8 + ICON_PIXELS + 6 + QFontMetrics(self._font()).horizontalAdvance(self.text) + 12

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()

    def _font(self) -> QFont:
        return self._theme.font(Type.META, QFont.Weight.DemiBold)

    @override
    def sizeHint(self) -> QSize:
        height = max(HEIGHT, QFontMetrics(self._font()).height() + 6)
        return QSize(8 + ICON_PIXELS + 8 if self._is_brief else self.whole_width(), height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        colour = colours.named(self._colour)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.hairline)
        painter.setBrush(colours.sidebar)
        room = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(room, room.height() / 2, room.height() / 2)
        icon = self._theme.pixmap(self._icon, ICON_PIXELS, self._colour, self.devicePixelRatioF())
        painter.drawPixmap(8, (self.height() - ICON_PIXELS) // 2, icon)
        if not self._is_brief:
            painter.setFont(self._font())
            painter.setPen(colour)
            left = 8 + ICON_PIXELS + 6
            words = QRectF(left, 0, self.width() - left, self.height())
            painter.drawText(words, int(LEFT), self.text)
        painter.end()
