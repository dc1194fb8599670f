"""A window's size at first: never larger than the screen it opens on, whatever the scaling."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget
from typing_extensions import override

from ui.widgets.page import scrolled

FRAME = QSize(16, 48)  # ours: what a desktop's title bar and edges take at most


def free_of_screen(window: QWidget) -> QSize:
    """What the screen that ``window`` stands on, or opens on, has free."""
    return _screen_of(window).availableGeometry().size()


def _screen_of(window: QWidget) -> QScreen:
    """Not by ``QWidget.screen``: PySide makes the widget the parent of what that returns, and
    the screen goes with it.
    """
    over = window.parentWidget()
    shown = window if window.isVisible() or over is None else over.window()
    screen = QGuiApplication.screenAt(shown.frameGeometry().center())
    return screen or QGuiApplication.primaryScreen()


def fit_to_screen(window: QWidget, wanted: QSize, least: QSize) -> None:
    """Gives ``window`` its first and its least size, both within what the screen has free."""
    room = free_of_screen(window) - FRAME
    window.setMinimumSize(least.boundedTo(room))
    window.resize(wanted.boundedTo(room))


def grow_in_place(window: QWidget, wanted: QSize) -> None:
    """Gives ``window``, which is shown already, another size about the middle that it has.

    All of it stays on its screen. Where windows are placed by the desktop alone, it sees to that.
    """
    frame, inside = window.frameGeometry(), window.geometry()
    edges = frame.size() - inside.size()
    free = _screen_of(window).availableGeometry()
    whole = QRect(free.topLeft(), (wanted + edges).boundedTo(free.size()))
    whole.moveCenter(frame.center())
    whole.moveRight(min(whole.right(), free.right()))
    whole.moveBottom(min(whole.bottom(), free.bottom()))
    whole.moveLeft(max(whole.left(), free.left()))
    whole.moveTop(max(whole.top(), free.top()))
    window.setGeometry(
        QRect(whole.topLeft() + inside.topLeft() - frame.topLeft(), whole.size() - edges)
    )


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
        # Not a filter of its events: Qt would call it also while Python takes the dialog apart.
        self.room.verticalScrollBar().rangeChanged.connect(self._grow)

    def fit(self) -> None:
        """Becomes as high as its layout needs at this width."""
        self._be_high(0)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self.fit()  # before it is placed
        super().showEvent(event)

    def _grow(self, _least: int, beyond: int) -> None:
        """The words need that many pixels more than there are."""
        if beyond and self.isVisible():
            self._be_high(self.height())  # never lower than somebody made it

    def _be_high(self, least: int) -> None:
        layout = self.content.layout()
        if layout is None:
            return
        room = free_of_screen(self) - FRAME
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
