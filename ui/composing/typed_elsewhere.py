"""What is typed or pasted where one only reads goes into the field, as everywhere one chats."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.composing.field import MessageEdit

_COMMANDING = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_ALT_GR = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
"""As some systems tell it: what it makes of a key is written, not commanded."""


class TypedElsewhere(QObject):
    """Gives ``field`` the focus and the key of a letter that ``place`` was given, or what is
    pasted there; nothing where one may not write. A space stays with ``place``, which it turns.
    """

    def __init__(self, place: QWidget, field: MessageEdit) -> None:
        super().__init__(place)
        self._field = field
        place.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress):
            return False
        pastes = event.matches(QKeySequence.StandardKey.Paste)
        if not (pastes or _is_letter(event)) or not self._field.isVisible():
            return False
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QCoreApplication.sendEvent(self._field, event)
        return True


def _is_letter(event: QKeyEvent) -> bool:
    text, held = event.text(), event.modifiers() & _COMMANDING
    return bool(text.strip()) and text.isprintable() and held in {Qt.KeyboardModifier(0), _ALT_GR}
