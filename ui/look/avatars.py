"""Avatars: a letter on a colour that follows from the key. Never an image from elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from ui.look.theme import Theme, Type
from ui.text.names import initial

AVATARS_KEPT_MAX = 512  # ours: some hundred authors are seen in one sitting


class Avatars:
    """Round pixmaps by (key, letter, size, pixel ratio), made once."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pixmaps: dict[tuple[int, str, int, float], QPixmap] = {}
        theme.changed.connect(self._pixmaps.clear)

    def pixmap(self, public_key: bytes, name: str, size: int, ratio: float) -> QPixmap:
        """The avatar of that key, ``size`` logical pixels wide."""
        colours = self._theme.avatar_colours()
        place = colour_place(public_key, len(colours))
        key = (place, initial(name), size, ratio)
        if key not in self._pixmaps:
            if len(self._pixmaps) >= AVATARS_KEPT_MAX:
                self._pixmaps.clear()
            self._pixmaps[key] = self._draw(colours[place], initial(name), size, ratio)
        return self._pixmaps[key]

    def name_colour(self, public_key: bytes) -> QColor:
        """The colour of that key's name in the scheme in force."""
        colours = self._theme.name_colours()
        return colours[colour_place(public_key, len(colours))]

    def _draw(self, ground: QColor, letter: str, size: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawEllipse(QRectF(0, 0, size, size))
        font = self._theme.font(Type.UI, QFont.Weight.DemiBold)
        font.setPixelSize(round(size * 0.44))
        painter.setFont(font)
        painter.setPen(self._theme.avatar_letter())
        painter.drawText(QRectF(0, 0, size, size), Qt.AlignmentFlag.AlignCenter, letter)
        painter.end()
        return pixmap


def colour_place(public_key: bytes, colours: int) -> int:
    """Which of ``colours`` colours belongs to a key (keys are uniform, their first byte is too)."""
    return public_key[0] % colours if public_key else 0
