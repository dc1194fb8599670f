"""A letter on a colour and a figure that follow from a key: round for people, square for spaces.

Never an image from elsewhere. A name can be chosen to look like somebody's; a key cannot.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPixmap

from ui.look.rosette import KEY_BYTES_READ, paint_rosette
from ui.look.theme import Theme, Type
from ui.text.names import initial

PIXMAPS_KEPT_MAX = 512  # ours: some hundred authors are seen in one sitting
FIGURE_DARKER = 135  # per cent, as QColor.darker has it: the letter is read on it as well


class Letters:
    """Pixmaps by (key, letter, size, pixel ratio), made once."""

    def __init__(self, theme: Theme, corner: float, letter: float) -> None:
        """``corner``: the radius of the ground's corners, ``letter``: its height, both in sizes."""
        self._theme = theme
        self._corner = corner
        self._letter = letter
        self._pixmaps: dict[tuple[bytes, str, int, float], QPixmap] = {}
        theme.changed.connect(self._pixmaps.clear)

    def pixmap(self, key: bytes, name: str, size: int, ratio: float) -> QPixmap:
        """The letter of ``name`` on the colour of ``key``, ``size`` logical pixels wide."""
        found = (key[:KEY_BYTES_READ], initial(name), size, ratio)
        if found not in self._pixmaps:
            if len(self._pixmaps) >= PIXMAPS_KEPT_MAX:
                self._pixmaps.clear()
            self._pixmaps[found] = self._draw(key, initial(name), size, ratio)
        return self._pixmaps[found]

    def _draw(self, key: bytes, letter: str, size: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colours = self._theme.avatar_colours()
        ground = colours[colour_place(key, len(colours))]
        room = QRectF(0, 0, size, size)
        outline = QPainterPath()
        outline.addRoundedRect(room, size * self._corner, size * self._corner)
        painter.fillPath(outline, ground)
        painter.setClipPath(outline)
        painter.setBrush(figure_colour(ground))
        paint_rosette(painter, key, size)
        painter.setClipping(False)
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


def figure_colour(ground: QColor) -> QColor:
    """Of the figure on that ground."""
    return ground.darker(FIGURE_DARKER)


def colour_place(key: bytes, colours: int) -> int:
    """Which of ``colours`` colours belongs to a key (keys are uniform, their first byte is too)."""
    return key[0] % colours if key else 0
