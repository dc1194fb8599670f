"""A question that comes by itself, when something took its time: the person may be writing by then.

What they write goes on into their field, and answers nothing. With the first key that neither
writes nor corrects what is written nothing goes on any more: half of it would be another text.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.widgets.dialogs import Question

QUIET_MS = 500  # ours: who has not pressed a key for so long has seen the question
_OF_WRITING = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.InputMethod, QEvent.Type.InputMethodQuery}
)
_CORRECTING = frozenset(
    {  # Not Up and Down: in an empty field they begin to change another message.
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    }
)
_HELD = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
    }
)


class LateQuestion(Question):
    """No key answers it before none was pressed for a while (``quiet``); then Enter gives it up.

    The mouse answers it at once: where it points nothing else was.
    """

    def __init__(
        self, parent: QWidget, title: str, sentence: str, action: str, *, danger: bool = False
    ) -> None:
        super().__init__(parent, title, sentence, action, danger=danger)
        self.quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self.quiet.timeout.connect(self._listen)
        self._listens = False
        self._is_written = True
        """So far: only while every key that came went on."""
        self.cancel.setDefault(True)
        # Until then the focus is with the dialog itself, so that every key comes here first.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()

    def _listen(self) -> None:
        """Keys are for the buttons from now on; what is being composed is written."""
        if self.hasFocus():
            QGuiApplication.inputMethod().commit()
        self.quiet.stop()  # which that has begun anew
        self._listens = True
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.quiet.start()

    @override
    def event(self, event: QEvent) -> bool:
        # Here and not in ``keyPressEvent``, before which Tab moves the focus.
        if event.type() not in _OF_WRITING or self._listens:
            return super().event(event)
        if isinstance(event, QKeyEvent):
            self._is_written = self._is_written and _writes(event)
        field = self._field() if self._is_written else None
        if event.type() == QEvent.Type.InputMethodQuery:
            # Letters are composed only for what says, as the field does, that it takes them.
            return super().event(event) if field is None else _passed_on(field, event)
        self.quiet.start()
        if field is not None:
            _passed_on(field, event)
        return True

    def _field(self) -> QWidget | None:
        """Where the person was writing. Nothing but a field: a blank would press a button."""
        over = self.parentWidget()
        focused = over.window().focusWidget() if over is not None else None
        return focused if focused is not None and _takes_words(focused) else None


def _writes(event: QKeyEvent) -> bool:
    """Whether it writes a letter or corrects one, or does nothing by itself."""
    is_alone = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    is_letter = bool(event.text()) and event.text().isprintable()
    return is_letter or event.key() in _HELD or (is_alone and event.key() in _CORRECTING)


def _passed_on(field: QWidget, event: QEvent) -> bool:
    return QCoreApplication.sendEvent(field, event)


def _takes_words(widget: QWidget) -> bool:
    return widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
