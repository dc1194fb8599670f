"""A menu that stands in nobody's way: the window's keys with Ctrl work while it is open, too.

Qt gives an open menu all keys. Whoever presses Ctrl+F there means the window: the menu closes, and
what the key is bound to is done.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from typing_extensions import override


class Menu(QMenu):
    """As Qt's own, but for the window's shortcuts."""

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
        below: QWidget | None = self
        while isinstance(below, QMenu):  # one may open from another
            below = below.parentWidget()
        if below is None or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return None
        pressed = QKeySequence(event.keyCombination())
        for shortcut in below.window().findChildren(QShortcut):
            keys = list(shortcut.keys())  # a shortcut's, not a mapping's
            if pressed in keys and shortcut.isEnabled() and _is_in_sight(shortcut):
                return shortcut
        return None


def _is_in_sight(shortcut: QShortcut) -> bool:
    owner = shortcut.parent()
    return isinstance(owner, QWidget) and owner.isVisible()
