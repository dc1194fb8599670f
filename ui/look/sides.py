"""Where things painted by hand stand in a row: from the left, or mirrored where one reads from the
right. Pure geometry.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt


@dataclass(frozen=True, slots=True)
class Side:
    """Places are given as if one read from the left, and come out where they belong in ``room``."""

    room: QRectF
    direction: Qt.LayoutDirection

    @property
    def is_mirrored(self) -> bool:
        """Whether one reads from the right."""
        return self.direction == Qt.LayoutDirection.RightToLeft

    def rect(self, place: QRectF) -> QRectF:
        """``place``, mirrored in the room if need be."""
        if not self.is_mirrored:
            return place
        left = self.room.left() + self.room.right() - place.right()
        return QRectF(left, place.top(), place.width(), place.height())

    def point(self, place: QPointF) -> QPointF:
        """The same for a point."""
        if not self.is_mirrored:
            return place
        return QPointF(self.room.left() + self.room.right() - place.x(), place.y())
