"""Another passphrase for the profile, a first one, or none any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.errors import Fault, Refusal, Refused
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.services import OwnProfile
from ui.text.language import tr
from ui.widgets.busy import Busy
from ui.widgets.buttons import push_button
from ui.widgets.dialogs import Question
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem


class PassphraseQuestion(Question):
    """Accepted once the passphrase is another, or there is none any more (``remove``)."""

    def __init__(
        self, parent: QWidget, theme: Theme, bridge: Bridge, profile: OwnProfile, *, has_one: bool
    ) -> None:
        super().__init__(
            parent,
            tr("Change the passphrase") if has_one else tr("Set a passphrase"),
            tr(
                "Everything in this profile is encrypted with it, and it is asked for at each"
                " start. A forgotten passphrase cannot be recovered: nobody else knows it."
            ),
            tr("Change") if has_one else tr("Set"),
        )
        self._bridge = bridge
        self._profile = profile
        self._has_one = has_one
        self.old = _field(tr("Passphrase until now"))
        self.new = _field(tr("New passphrase"))
        self.again = _field(tr("New passphrase, once more"))
        self.problem = Problem(theme)
        self.remove = push_button(tr("Open without one"), "danger")
        self.remove.clicked.connect(self._remove)
        self.remove.setVisible(has_one)
        self.buttons.insertWidget(0, self.remove)
        for field in (self.old, self.new, self.again):
            label = plain_label(field.accessibleName())
            label.setBuddy(field)
            label.setVisible(has_one or field is not self.old)
            field.setVisible(has_one or field is not self.old)
            field.textChanged.connect(self.problem.clear)
            self.insert(label)
            self.insert(field)
        self.insert(self.problem)
        self.proceed.clicked.disconnect(self.accept)
        self.proceed.clicked.connect(self._change)
        (self.old if has_one else self.new).setFocus()

    def _change(self) -> None:
        if not self.new.text():
            self.problem.say(
                tr("Write a passphrase."), tr("Several words that belong to nothing are good.")
            )
            self.new.setFocus()
        elif self.new.text() != self.again.text():
            self.problem.say(tr("The two are not the same."), tr("Write it once more."))
            self.again.setFocus()
            self.again.selectAll()
        else:
            self._start(self._changed(self.new.text()))

    def _remove(self) -> None:
        self._start(self._changed(None))

    def _start(self, work: Coroutine[object, object, object]) -> None:
        self._bridge.start(work)

    async def _changed(self, new: str | None) -> None:
        self.problem.clear()
        busy = Busy(self.old, self.new, self.again, self.proceed, self.remove)
        old = self.old.text() if self._has_one else None
        try:
            # Slow on purpose, as whoever guesses passphrases shall be slow.
            with self.doing():
                await asyncio.to_thread(self._profile.change_passphrase, old, new)
        except (Refused, Fault) as problem:
            busy.end()
            self._say(problem)
        else:
            self.accept()
        finally:
            busy.end()

    def _say(self, problem: Refused | Fault) -> None:
        self.problem.show_problem(problem)
        if isinstance(problem, Refused) and problem.reason is Refusal.PASSPHRASE_WRONG:
            self.old.setFocus()
            self.old.selectAll()


def _field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData)
    field.setAccessibleName(name)
    return field
