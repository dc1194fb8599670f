"""A widget that puts its parts beside each other or one above the other, as it has room for."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class Arranged(QWidget):
    """``arrange`` is called whenever its room, or what its parts need, is another."""

    def arrange(self) -> None:
        """Gives the parts their places. What is as it was must change nothing."""
        raise NotImplementedError

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return super().event(event)
