"""A letter on a colour that follows from a key: round for people, square for spaces.

Never an image from elsewhere.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from ui.look.theme import Theme, Type
from ui.text.names import initial

PIXMAPS_KEPT_MAX = 512  # ours: some hundred authors are seen in one sitting


class Letters:
    """Pixmaps by (key, letter, size, pixel ratio), made once."""

    def __init__(self, theme: Theme, corner: float, letter: float) -> None:
        """``corner``: the radius of the ground's corners, ``letter``: its height, both in sizes."""
        self._theme = theme
        self._corner = corner
        self._letter = letter
        self._pixmaps: dict[tuple[int, str, int, float], QPixmap] = {}
        theme.changed.connect(self._pixmaps.clear)

    def pixmap(self, key: bytes, name: str, size: int, ratio: float) -> QPixmap:
        """The letter of ``name`` on the colour of ``key``, ``size`` logical pixels wide."""
        colours = self._theme.avatar_colours()
        place = colour_place(key, len(colours))
        found = (place, initial(name), size, ratio)
        if found not in self._pixmaps:
            if len(self._pixmaps) >= PIXMAPS_KEPT_MAX:
                self._pixmaps.clear()
            self._pixmaps[found] = self._draw(colours[place], initial(name), size, ratio)
        return self._pixmaps[found]

    def _draw(self, ground: QColor, letter: str, size: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        room = QRectF(0, 0, size, size)
        painter.drawRoundedRect(room, size * self._corner, size * self._corner)
        font = self._theme.font(Type.UI, QFont.Weight.DemiBold)
        font.setPixelSize(round(size * self._letter))
        painter.setFont(font)
        painter.setPen(self._theme.avatar_letter())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, letter)
        painter.end()
        return pixmap


class Avatars(Letters):
    """Of people: round."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, corner=0.5, letter=0.44)

    def name_colour(self, public_key: bytes) -> QColor:
        """The colour of that key's name in the scheme in force."""
        colours = self._theme.name_colours()
        return colours[colour_place(public_key, len(colours))]


class SpaceMarks(Letters):
    """Of spaces: squares with round corners."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, corner=0.28, letter=0.46)


def colour_place(key: bytes, colours: int) -> int:
    """Which of ``colours`` colours belongs to a key (keys are uniform, their first byte is too)."""
    return key[0] % colours if key else 0
