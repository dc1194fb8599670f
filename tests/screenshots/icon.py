"""The program's icon as pictures, drawn from its SVG."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from ui.look.application_icon import NAME, PICTURE_SIDES, drawing

FOLDER = Path(__file__).parents[2] / "resources" / "application"


def drawn(side: int) -> QImage:
    """The icon, ``side`` pixels wide and high, on a clear ground."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(drawing())).render(painter)
    painter.end()
    return image


def draw_icon(say: Callable[[str], object]) -> None:
    """Writes all pictures."""
    for side in PICTURE_SIDES:
        path = FOLDER / f"{NAME}-{side}.png"
        drawn(side).save(str(path))
        say(path.name)
