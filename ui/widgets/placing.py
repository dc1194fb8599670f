"""A window's size at first: never larger than the screen it opens on, whatever the scaling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

from ui.widgets.page import scrolled

FRAME = QSize(16, 48)  # ours: what a desktop's title bar and edges take at most


def fit_to_screen(window: QWidget, wanted: QSize, least: QSize) -> None:
    """Gives ``window`` its first and its least size, both within what the screen has free."""
    room = window.screen().availableGeometry().size() - FRAME
    window.setMinimumSize(least.boundedTo(room))
    window.resize(wanted.boundedTo(room))


class FittedDialog(QDialog):
    """As high as its words need, within what the screen has free; it grows where they do.

    ``content`` is where its layout goes. What no screen has room for can be scrolled. Qt's own
    ``adjustSize`` stops at two thirds of the screen, and cuts what is beyond.
    """

    def __init__(self, parent: QWidget | None, width: int) -> None:
        """``width``: the least, in pixels."""
        super().__init__(parent)
        self.setMinimumWidth(width)
        self.content = QWidget()
        self.room = scrolled(self.content, self)
        self.room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.content.installEventFilter(self)

    def fit(self) -> None:
        """Becomes as high as its layout needs at this width."""
        self._be_high(0)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self.fit()  # before it is placed
        super().showEvent(event)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._be_high(self.height())  # never lower than somebody made it
        return super().eventFilter(watched, event)

    def _be_high(self, least: int) -> None:
        layout = self.content.layout()
        if layout is None:
            return
        room = self.screen().availableGeometry().size() - FRAME
        narrowest = layout.totalMinimumSize().width()
        width = max(self.width(), min(narrowest, room.width()))
        needs = layout.totalSizeHint().height()
        if layout.hasHeightForWidth():
            needs = layout.totalHeightForWidth(width)
        if needs > room.height():  # the bar takes its width from the words
            beside = self.room.verticalScrollBar().sizeHint().width()
            width = max(width, min(narrowest + beside, room.width()))
        self._show_bar(shown=needs > room.height())
        self.setMinimumHeight(min(needs, room.height()))
        self.resize(width, max(least, min(needs, room.height())))

    def _show_bar(self, *, shown: bool) -> None:
        """Said by us: one that Qt shows as needed takes width from the words, and then stays."""
        policies = Qt.ScrollBarPolicy
        policy = policies.ScrollBarAlwaysOn if shown else policies.ScrollBarAlwaysOff
        self.room.setVerticalScrollBarPolicy(policy)
