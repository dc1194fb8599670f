"""Short questions before something is done: a name, a confirmation, an address. All text is plain.

They are never run in a loop of their own: ``answer`` awaits the person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.joiners import printable
from engine.model.limits import NAME_UNITS_MAX
from engine.model.views import IdentityView
from ui.look.theme import Gap, Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name
from ui.widgets.busy import Busy
from ui.widgets.buttons import push_button
from ui.widgets.checkbox import CheckBox
from ui.widgets.fields import ChoiceField
from ui.widgets.labels import plain_label
from ui.widgets.placing import FittedDialog
from ui.wording.sentences import sentence_of

WIDTH = 440
TOLD_LATER = QT_TR_NOOP(
    "Nobody else's name for it changes. Whom you let in or give a link later is told this one."
)
NEVER_TOLD = QT_TR_NOOP(
    "Only you see this name. Whom you let in or give a link is told the one it came to you under."
)


async def answer(dialog: QDialog) -> bool:
    """Shows the dialog over its window; whether it was accepted."""
    finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    dialog.finished.connect(lambda code: None if finished.done() else finished.set_result(code))
    dialog.open()
    try:
        return await finished == int(QDialog.DialogCode.Accepted)
    finally:
        dialog.hide()
        dialog.deleteLater()


class Question(FittedDialog):
    """A title, a sentence, and two buttons: the one that does it says what it does."""

    def __init__(
        self, parent: QWidget, title: str, sentence: str, action: str, *, danger: bool = False
    ) -> None:
        super().__init__(parent, WIDTH)
        self._is_doing = False
        # The marks that isolate a name are for texts that run in both directions, not for titles.
        self.setWindowTitle(printable(title, ""))
        self.column = QVBoxLayout(self.content)
        self.column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        self.column.setSpacing(Gap.S)
        self.column.addWidget(plain_label(title, "title"))
        self.column.addWidget(plain_label(sentence, "hint"))
        self.proceed = push_button(action, "danger" if danger else "primary")
        self.proceed.clicked.connect(self.accept)
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.buttons = QHBoxLayout()
        self.buttons.setContentsMargins(0, Gap.M, 0, 0)
        self.buttons.addStretch()
        self.buttons.addWidget(self.cancel)
        self.buttons.addWidget(self.proceed)
        self.column.addLayout(self.buttons)
        # What destroys is never what Enter does.
        (self.cancel if danger else self.proceed).setDefault(True)
        (self.cancel if danger else self.proceed).setFocus()

    def insert(self, widget: QWidget) -> None:
        """Adds a widget above the buttons."""
        self.column.insertWidget(self.column.count() - 1, widget)

    @contextmanager
    def doing(self) -> Iterator[None]:
        """While it is being done the dialog stays: what has begun could not be called off."""
        self._is_doing = True
        self.cancel.setEnabled(False)
        try:
            yield
        finally:
            self._is_doing = False
            if isValid(self.cancel):
                self.cancel.setEnabled(True)

    @override
    def reject(self) -> None:
        """The person gives up, as long as they can."""
        if not self._is_doing:
            super().reject()


class NameQuestion(Question):
    """Asks for a name and keeps asking until ``use`` takes it: refusals stand beside the field."""

    def __init__(
        self, parent: QWidget, title: str, sentence: str, action: str, name: str = ""
    ) -> None:
        super().__init__(parent, title, sentence, action)
        self.name = QLineEdit(name)
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setAccessibleName(tr("Name"))
        self.name.setPlaceholderText(tr("Name"))
        self.trouble = plain_label(role="error")
        self.trouble.hide()
        self.insert(self.name)
        self.insert(self.trouble)
        self.name.textChanged.connect(self._changed)
        self.proceed.clicked.disconnect(self.accept)
        self._changed()
        self.name.setFocus()
        self.name.selectAll()

    def uses(
        self,
        use: Callable[[], Coroutine[object, object, object]],
        start: Callable[[Coroutine[object, object, object]], object],
    ) -> None:
        """``use`` is run (by ``start``) when the person proceeds; success accepts the dialog."""
        self.proceed.clicked.connect(lambda: start(self._use(use)))

    async def _use(self, use: Callable[[], Coroutine[object, object, object]]) -> None:
        busy = Busy(self.name, self.proceed)
        try:
            with self.doing():
                await use()
        except (Refused, Fault) as error:
            self.trouble.setText(sentence_of(error).whole)
            self.trouble.show()
            busy.end()
            self.name.setFocus()  # that is where another one is written
        else:
            self.accept()
        finally:
            busy.end()

    def _changed(self) -> None:
        self.proceed.setEnabled(bool(self.name.text().strip()))
        self.trouble.hide()


class NewChannel(NameQuestion):
    """Asks for a channel's name, whose it is, and whether it is public."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(
            parent,
            tr("New channel"),
            tr("You decide who is let in. The name is what you and those you invite see at first."),
            tr("Create channel"),
        )
        self.owner = ChoiceField(theme)
        self.owner.setAccessibleName(tr("Create as"))
        self._as_label = plain_label(tr("Create as"))
        self._as_label.setBuddy(self.owner)
        for widget in (self._as_label, self.owner):
            widget.hide()
            self.insert(widget)
        self.public = CheckBox(theme, tr("Public: anyone who has its key can read it"))
        self.insert(self.public)
        explanation = tr(
            "Those who read without an invite cannot write. This cannot be taken back: a key that "
            "was passed on stays known."
        )
        self.insert(plain_label(explanation, "meta"))

    @property
    def identity(self) -> str | None:
        """Whose it is to be; None where there was no choice."""
        name: str | None = self.owner.currentData()
        return name

    def offer(self, identities: Sequence[IdentityView]) -> None:
        """Our identities, the one that is meant first. Of one alone there is no choice."""
        if len(identities) < 2:
            return
        for identity in identities:
            self.owner.addItem(plain_name(identity.name), identity.name)
        self._as_label.show()
        self.owner.show()


class LinkQuestion(Question):
    """Shows where a link really leads before it is opened."""

    def __init__(self, parent: QWidget, address: str) -> None:
        super().__init__(
            parent,
            tr("Open this link?"),
            tr("It opens outside Tidings. Whoever runs that place will see that you came."),
            tr("Open link"),
        )
        field = QPlainTextEdit(address)
        field.setReadOnly(True)
        field.setAccessibleName(tr("Address"))
        field.setFixedHeight(72)
        self.insert(field)
        self.copy = push_button(tr("Copy link"))
        self.buttons.insertWidget(0, self.copy)
