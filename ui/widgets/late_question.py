"""A question that comes by itself, when something took its time: the person may be writing by then.

What they write goes on into their field, and answers nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.widgets.dialogs import Question

QUIET_MS = 500  # ours: who has not pressed a key for so long has seen the question


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
        self.cancel.setDefault(True)
        # Until then the focus is with the dialog itself, so that every key comes here first.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()

    def _listen(self) -> None:
        """Keys are for the buttons from now on."""
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
        if event.type() != QEvent.Type.KeyPress or self._listens:
            return super().event(event)
        assert isinstance(event, QKeyEvent)
        self.quiet.start()
        self._pass_on(event)
        return True

    def _pass_on(self, event: QKeyEvent) -> None:
        """A letter comes where it was meant to; any other key is for nobody."""
        over = self.parentWidget()
        field = over.window().focusWidget() if over is not None else None
        is_letter = bool(event.text()) and event.text().isprintable()
        # Nothing but a field: a blank would press a button.
        if is_letter and field is not None and _takes_words(field):
            QCoreApplication.sendEvent(field, event)


def _takes_words(widget: QWidget) -> bool:
    return widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
