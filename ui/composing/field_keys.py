"""What single keys of the field do beside writing: they complete, leave an answer, or ask for the
last message.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from ui.composing.about import NOTHING
from ui.composing.completing import Completing
from ui.composing.field import MessageEdit
from ui.composing.writing import Writing


class FieldKeys(QObject):
    """``left``: what was answered or changed is to be left. ``last_own_wanted``: Up was pressed in
    the empty field, and ``last_wish`` is this wish.
    """

    left = Signal()
    last_own_wanted = Signal()

    def __init__(self, edit: MessageEdit, completing: Completing, writing: Writing) -> None:
        super().__init__(edit)
        self._edit = edit
        self._completing = completing
        self._writing = writing
        self.last_wish: object | None = None
        """For the last message, another one each time; none once it is given up, by Escape or by
        going on with something else or elsewhere.
        """
        edit.textChanged.connect(self.end_wish)
        writing.changed.connect(self.end_wish)
        writing.turned.connect(self.end_wish)
        edit.claims = self._claims
        edit.claims_escape = self._claims_escape

    def end_wish(self) -> None:
        """The last message has come, or is wanted no more."""
        self.last_wish = None

    def _claims(self, event: QKeyEvent) -> bool:
        if self._completing.key(event):
            return True
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        is_about = self._writing.about != NOTHING
        if event.key() == Qt.Key.Key_Escape and is_about:
            self.left.emit()
            return True
        if event.key() == Qt.Key.Key_Escape and self.last_wish is not None:
            self.end_wish()
            return True
        if event.key() == Qt.Key.Key_Up and not is_about and not self._edit.toPlainText():
            self.last_wish = object()
            self.last_own_wanted.emit()
            return True
        return False

    def _claims_escape(self) -> bool:
        is_wanted = self.last_wish is not None
        return is_wanted or self._completing.is_open or self._writing.about != NOTHING
