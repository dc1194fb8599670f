"""What is typed or pasted where one only reads goes into the field, as everywhere one chats."""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.composing.field import MessageEdit

_ALT = Qt.KeyboardModifier.AltModifier
_COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier | _ALT
_WRITING = {
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier | _ALT,  # AltGr, as some systems tell it
    *([_ALT] if sys.platform == "darwin" else []),  # the option key, which makes other letters
}
"""What may be held while one writes: what these make of a key is no command."""


class TypedElsewhere(QObject):
    """Gives ``field`` the focus and the key of a letter that ``place`` was given, or what was put
    together from several, or what is pasted there; nothing where one may not write. A space stays
    with ``place``, which it turns.
    """

    def __init__(self, place: QWidget, field: MessageEdit) -> None:
        super().__init__(place)
        self._field = field
        # Else an accent that is typed before its letter is lost.
        place.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        place.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (_writes(event) and self._field.isVisible()):
            return False
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QCoreApplication.sendEvent(self._field, event)
        return True


def _writes(event: QEvent) -> bool:
    if isinstance(event, QInputMethodEvent):
        return bool(event.commitString())
    if not (isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress):
        return False
    return event.matches(QKeySequence.StandardKey.Paste) or _is_letter(event)


def _is_letter(event: QKeyEvent) -> bool:
    text, held = event.text(), event.modifiers() & _COMMANDING
    return bool(text.strip()) and text.isprintable() and held in _WRITING
