"""The computer that takes a profile over: its code, a passphrase for here, how far it is."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Fault, Refused
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.scanning.camera_tab import CameraTab
from ui.services import Moves
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.busy import Busy
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.placing import FittedDialog
from ui.widgets.problem import Problem
from ui.widgets.progress import ThinProgress

WIDTH = 480
STEPS = 1_000
WHERE = QT_TR_NOOP(
    "On the other computer, open the settings and choose “Move to another computer…”. Both must be "
    "in the same network. Then hold the code it shows before the camera, or paste its text."
)
WORDS = QT_TR_NOOP(
    "A passphrase for the profile on this computer. Leave it empty to open without one; a "
    "forgotten one cannot be recovered."
)


class TakingDialog(FittedDialog):
    """Accepted once the profile lies ready: then the program has to start again."""

    def __init__(self, parent: QWidget, equipment: Equipment, moves: Moves) -> None:
        super().__init__(parent, WIDTH)
        self._equipment = equipment
        self._moves = moves
        self._task: asyncio.Task[object] | None = None
        self.setWindowTitle(tr("Take over from another computer"))
        self.camera = CameraTab(equipment)
        self.camera.seen.connect(self._saw)
        self.code = QLineEdit()
        self.camera.other_way.connect(self.code.setFocus)
        self.code.setAccessibleName(tr("Code of the other computer"))
        self.code.setPlaceholderText(tr("Code of the other computer"))
        self.new, self.again = (
            _secret(tr("New passphrase")),
            _secret(tr("New passphrase, once more")),
        )
        self.problem = Problem(equipment.theme)
        self.bar = ThinProgress(equipment.theme, tr("Progress"))
        self.bar.hide()
        self.begin = push_button(tr("Take over"), "primary")
        self.begin.clicked.connect(self._begin)
        self.begin.setDefault(True)
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        for field in (self.code, self.new, self.again):
            field.textChanged.connect(self._written)
        self._lay_out()
        self._written()
        self.code.setFocus()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        for widget in (
            plain_label(tr("Take over from another computer"), "title"),
            plain_label(tr(WHERE), "hint"),
            self.camera,
            self.code,
            plain_label(tr(WORDS), "hint"),
            self.new,
            self.again,
            self.problem,
            self.bar,
        ):
            column.addWidget(widget)
        buttons = row(stretch=True)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.begin)
        column.addLayout(buttons)

    def _saw(self, texts: tuple[str, ...]) -> None:
        for text in texts:
            if text.upper().startswith(self._moves.prefix):
                self.camera.stop()
                self.code.setText(text)

    def _written(self) -> None:
        self.problem.clear()
        self.begin.setEnabled(bool(self.code.text().strip()))

    def _begin(self) -> None:
        if self.new.text() != self.again.text():
            self.problem.say(tr("The two are not the same."), tr("Write it once more."))
            self.again.setFocus()
            self.again.selectAll()
            return
        self.problem.clear()
        self._task = self._equipment.bridge.start(self._take())

    async def _take(self) -> None:
        busy = Busy(self.code, self.new, self.again, self.begin)
        self.bar.be_endless()
        self.bar.show()
        try:
            await self._moves.take(self.code.text(), self.new.text() or None, self._told)
        except (Refused, Fault) as problem:
            self.problem.show_problem(problem)
        else:
            self.accept()
        finally:
            self._task = None
            busy.end()
            if isValid(self):  # else it was called off, and has gone
                self.bar.hide()

    def _told(self, done: int, of: int) -> None:
        if self._task is not None:
            self.bar.reach(STEPS * done // max(1, of), STEPS)

    @override
    def reject(self) -> None:
        """Calls off what is under way."""
        self.camera.stop()
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().reject()


def _secret(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData)
    field.setAccessibleName(name)
    field.setPlaceholderText(name)
    return field
