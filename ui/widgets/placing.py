"""A window's size at first: never larger than the screen it opens on, whatever the scaling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

FRAME = QSize(16, 48)  # ours: what a desktop's title bar and edges take at most


def fit_to_screen(window: QWidget, wanted: QSize, least: QSize) -> None:
    """Gives ``window`` its first and its least size, both within what the screen has free."""
    room = window.screen().availableGeometry().size() - FRAME
    window.setMinimumSize(least.boundedTo(room))
    window.resize(wanted.boundedTo(room))


class FittedDialog(QDialog):
    """As high as its words need, within what the screen has free; it grows where they do.

    Qt's own ``adjustSize`` stops at two thirds of the screen, and cuts what is beyond.
    """

    def fit(self) -> None:
        """Becomes as high as its layout needs at this width."""
        self._be_high(0)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self.fit()  # before it is placed
        super().showEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        known = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._be_high(self.height())  # never lower than somebody made it
        return known

    def _be_high(self, least: int) -> None:
        layout = self.layout()
        if layout is None:
            return
        needs = layout.totalSizeHint().height()
        if layout.hasHeightForWidth():
            needs = layout.totalHeightForWidth(self.width())
        room = (self.screen().availableGeometry().size() - FRAME).height()
        self.resize(self.width(), max(least, min(needs, room)))
