"""What list rows are painted with: text on one line, badges, dots of presence."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui.look.sides import Side
from ui.look.theme import Theme, Type

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
BADGE_HEIGHT = 20.0


def draw_line(painter: QPainter, room: QRectF, text: str, font: QFont, colour: QColor) -> None:
    """One line of text where ``room`` begins, with an ellipsis if it has no room."""
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
    side = Side(room, painter.layoutDirection())
    first = QRectF(room.left(), room.top(), width + 1, room.height())
    painter.drawText(side.rect(first), int(LEFT), elided)
    behind = QRectF(room.left() + width, room.top(), marked + 1, room.height())
    painter.drawText(side.rect(behind), int(LEFT), mark)


def draw_badge(
    painter: QPainter, right: QPointF, count: int, theme: Theme, side: Side | None = None
) -> float:
    """A count on accent ground whose right edge's middle is ``right``; answers its width.

    ``side``: ``right`` is a place of a row that may have to be mirrored.
    """
    text = str(count) if count < 1_000 else "999+"
    font = theme.font(Type.META, QFont.Weight.DemiBold)
    height = max(BADGE_HEIGHT, float(font.pixelSize() + 8))
    width = max(height, QFontMetricsF(font).horizontalAdvance(text) + 12)
    room = QRectF(right.x() - width, right.y() - height / 2, width, height)
    room = room if side is None else side.rect(room)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colours.accent)
    painter.drawRoundedRect(room, height / 2, height / 2)
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
