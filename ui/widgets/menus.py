"""A menu that stands in nobody's way: the window's keys with Ctrl work while it is open, too.

Qt gives an open menu all keys. Whoever presses Ctrl+F there means the window: the menu closes, and
what the key is bound to is done.

It gives it the pointer as well. A button beneath is not told that the pointer left it, or is, but
not painted anew: once the menu is closed it would stay lit until the pointer comes by again.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget
from shiboken6 import isValid
from typing_extensions import override


class Menu(QMenu):
    """As Qt's own, but for the window's shortcuts, and for the buttons that the pointer leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lit: list[QAbstractButton] = []
        """The buttons that the pointer was over when it was opened."""

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        below = self._below()
        buttons = [] if below is None else below.window().findChildren(QAbstractButton)
        self._lit = [button for button in buttons if button.underMouse()]

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        for button in filter(isValid, self._lit):
            if not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
                button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
                button.update()
        self._lit = []

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        shortcut = self._meant(event)
        if shortcut is None:
            super().keyPressEvent(event)
            return
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass  # it may have been opened from another
        shortcut.activated.emit()

    def _meant(self, event: QKeyEvent) -> QShortcut | None:
        below = self._below()
        if below is None or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return None
        pressed = QKeySequence(event.keyCombination())
        for shortcut in below.window().findChildren(QShortcut):
            keys = list(shortcut.keys())  # a shortcut's, not a mapping's
            if pressed in keys and shortcut.isEnabled() and _is_in_sight(shortcut):
                return shortcut
        return None

    def _below(self) -> QWidget | None:
        """What it was opened from."""
        below: QWidget | None = self
        while isinstance(below, QMenu):  # one may open from another
            below = below.parentWidget()
        return below


def _is_in_sight(shortcut: QShortcut) -> bool:
    owner = shortcut.parent()
    return isinstance(owner, QWidget) and owner.isVisible()
