"""What list rows are painted with: text on one line, badges, dots, marks of spaces and people."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from ui.look.avatars import colour_place
from ui.look.theme import Theme, Type
from ui.text.names import initial

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
BADGE_HEIGHT = 20.0


def draw_line(painter: QPainter, room: QRectF, text: str, font: QFont, colour: QColor) -> None:
    """One line of text at the left of ``room``, with an ellipsis if it has no room."""
    painter.setFont(font)
    painter.setPen(colour)
    metrics = QFontMetricsF(font)
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(LEFT), elided)


def draw_marked_line(
    painter: QPainter, room: QRectF, text: str, mark: str, font: QFont, colour: QColor
) -> None:
    """One line as by ``draw_line``, and ``mark`` right behind it: only ``text`` is ever elided."""
    metrics = QFontMetricsF(font)
    marked = metrics.horizontalAdvance(mark)
    for_text = max(0.0, room.width() - marked)
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, for_text)
    # No wider than the text: one that runs from right to left would go to the other end of it.
    width = metrics.horizontalAdvance(elided)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(QRectF(room.left(), room.top(), width + 1, room.height()), int(LEFT), elided)
    behind = QRectF(room.left() + width, room.top(), marked + 1, room.height())
    painter.drawText(behind, int(LEFT), mark)


def draw_badge(painter: QPainter, right: QPointF, count: int, theme: Theme) -> float:
    """A count on accent ground whose right edge's middle is ``right``; answers its width."""
    text = str(count) if count < 1_000 else "999+"
    font = theme.font(Type.META, QFont.Weight.DemiBold)
    width = max(BADGE_HEIGHT, QFontMetricsF(font).horizontalAdvance(text) + 12)
    room = QRectF(right.x() - width, right.y() - BADGE_HEIGHT / 2, width, BADGE_HEIGHT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colours.accent)
    painter.drawRoundedRect(room, BADGE_HEIGHT / 2, BADGE_HEIGHT / 2)
    painter.setPen(theme.colours.on_accent)
    painter.setFont(font)
    painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), text)
    return width


def draw_presence(
    painter: QPainter, centre: QPointF, ground: QColor, theme: Theme, *, online: bool
) -> None:
    """A filled dot for online, a hollow one for offline: the difference is not only a colour."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawEllipse(centre, 6.5, 6.5)
    if online:
        painter.setBrush(theme.colours.ok)
        painter.drawEllipse(centre, 4.5, 4.5)
    else:
        painter.setBrush(ground)
        painter.setPen(QPen(theme.colours.text3, 1.5))
        painter.drawEllipse(centre, 3.5, 3.5)


class SpaceMarks:
    """Rounded squares with a letter, one a space: people's avatars are round."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pixmaps: dict[tuple[int, str, int, float], QPixmap] = {}
        theme.changed.connect(self._pixmaps.clear)

    def pixmap(self, space: bytes, name: str, size: int, ratio: float) -> QPixmap:
        """The mark of a space, ``size`` logical pixels wide."""
        colours = self._theme.avatar_colours()
        place = colour_place(space, len(colours))
        key = (place, initial(name), size, ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._draw(colours[place], initial(name), size, ratio)
        return self._pixmaps[key]

    def _draw(self, ground: QColor, letter: str, size: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        room = QRectF(0, 0, size, size)
        painter.drawRoundedRect(room, size * 0.28, size * 0.28)
        font = self._theme.font(Type.UI, QFont.Weight.DemiBold)
        font.setPixelSize(round(size * 0.46))
        painter.setFont(font)
        painter.setPen(self._theme.avatar_letter())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), letter)
        painter.end()
        return pixmap
