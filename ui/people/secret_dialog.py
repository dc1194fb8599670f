"""Asks for the passphrase of a file, once or twice, until what is done with it succeeds."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.dialogs import Question
from ui.widgets.problem import Problem, attempt

DIFFER = QT_TR_NOOP("The two passphrases differ.")
TYPE_AGAIN = QT_TR_NOOP("Type the same one twice.")

Use = Callable[[str], Coroutine[object, object, object]]


class SecretQuestion(Question):
    """``is_new``: it is asked for twice, as nobody could say later what was mistyped."""

    def __init__(
        self, parent: QWidget, theme: Theme, words: tuple[str, str, str], *, is_new: bool
    ) -> None:
        """``words``: title, sentence, and what the button does."""
        title, sentence, action = words
        super().__init__(parent, title, sentence, action)
        self.passphrase = _secret_field(tr("Passphrase of the file"))
        self.again = _secret_field(tr("The same passphrase again"))
        self.again.setVisible(is_new)
        self._is_new = is_new
        self.problem = Problem(theme)
        for widget in (self.passphrase, self.again, self.problem):
            self.insert(widget)
        for field in (self.passphrase, self.again):
            field.textChanged.connect(self._written)
        self.proceed.clicked.disconnect(self.accept)
        self._written()
        self.passphrase.setFocus()

    def uses(self, use: Use, bridge: Bridge) -> None:
        """``use`` gets the passphrase; where it succeeds the dialog is accepted."""
        self.proceed.clicked.connect(lambda: self._try(use, bridge))

    def _try(self, use: Use, bridge: Bridge) -> None:
        if self._is_new and self.passphrase.text() != self.again.text():
            self.problem.say(tr(DIFFER), tr(TYPE_AGAIN))
            self.again.selectAll()
            self.again.setFocus()
            return
        attempt(bridge, self._used(use), self.problem, self.proceed, self.passphrase, self.again)

    async def _used(self, use: Use) -> None:
        with self.doing():
            await use(self.passphrase.text())
        self.accept()

    def _written(self) -> None:
        written = bool(self.passphrase.text()) and (bool(self.again.text()) or not self._is_new)
        self.proceed.setEnabled(written)
        self.problem.clear()


def _secret_field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData)
    field.setAccessibleName(name)
    field.setPlaceholderText(name)
    return field
