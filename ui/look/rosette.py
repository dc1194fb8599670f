"""The figure behind the letter of an avatar: it follows from the key, so the same key has the same
picture everywhere, and two people of one name have two.

Only shapes are decided here, in units of the avatar's side; colours are the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QTransform

FOLDS_LEAST, FOLDS_KINDS = 3, 6
TURNS = 12
KEY_BYTES_READ = 5  # the first is the colour's


class Figure(IntEnum):
    """What is repeated around the middle."""

    PETALS = 0
    RAYS = 1
    BEADS = 2
    WAVES = 3
    CORNERS = 4


@dataclass(frozen=True, slots=True)
class Rosette:
    """``folds`` copies of ``figure`` around the middle, turned by ``turn`` degrees.

    ``reach``: how far from the middle they stand, in sides (0.3 to 0.5).
    """

    figure: Figure
    folds: int
    turn: float
    reach: float

    @classmethod
    def of(cls, key: bytes) -> Rosette:
        """That of a key (keys are uniform, and so are their bytes); of no key: a plain one."""
        read = key[1:KEY_BYTES_READ].ljust(KEY_BYTES_READ - 1, b"\0")
        return cls(
            figure=Figure(read[0] % len(Figure)),
            folds=FOLDS_LEAST + read[1] % FOLDS_KINDS,
            turn=360.0 / TURNS * (read[2] % TURNS),
            reach=0.34 + 0.04 * (read[3] % 4),
        )

    def path(self, side: float) -> QPainterPath:
        """Its outline on a square of ``side``, to be filled; may stand out of the square."""
        one = self._one(side)
        whole = QPainterPath()
        whole.setFillRule(Qt.FillRule.WindingFill)
        for place in range(self.folds):
            turned = QTransform().translate(side / 2, side / 2)
            turned.rotate(self.turn + place * 360.0 / self.folds)
            whole.addPath(turned.map(one))
        return whole

    def _one(self, side: float) -> QPainterPath:
        """One copy, around the middle, pointing up."""
        path = QPainterPath()
        far = side * self.reach
        wide = side * 0.9 / self.folds
        match self.figure:
            case Figure.PETALS:
                path.addEllipse(QPointF(0, -far), wide / 2, side * 0.26)
            case Figure.RAYS:
                half = pi / self.folds / 2
                path.moveTo(0, 0)
                path.lineTo(side * sin(half), -side * cos(half))
                path.lineTo(-side * sin(half), -side * cos(half))
                path.closeSubpath()
            case Figure.BEADS:
                path.addEllipse(QPointF(0, -far), wide * 0.42, wide * 0.42)
            case Figure.WAVES:
                path.addEllipse(QPointF(wide * 0.5, -far - side * 0.08), wide, side * 0.2)
            case Figure.CORNERS:
                path.addRect(QRectF(-wide / 2, -far - wide / 2, wide, wide))
        return path


def paint_rosette(painter: QPainter, key: bytes, side: float) -> None:
    """With the brush and the clip that ``painter`` has."""
    painter.drawPath(Rosette.of(key).path(side))
