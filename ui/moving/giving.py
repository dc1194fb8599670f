"""The computer that gives its profile away: what it means, the code, how far it is, the end."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Fault, Refused
from ui.codes.code_view import CodePicture
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.services import Moves
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import size_words
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.labels import plain_label
from ui.widgets.page import Stages, row, stage
from ui.widgets.placing import FittedDialog
from ui.widgets.problem import Problem
from ui.widgets.progress import ThinProgress

WIDTH = 480
STEPS = 1_000
MEANS = QT_TR_NOOP(
    "Everything of this profile goes to another computer in the same network: identities, "
    "channels, feeds and what was said in them. Use it there alone afterwards; here your own feeds "
    "and folders can be read but not continued."
)
SECRET = QT_TR_NOOP(
    "Scan or type this on the other computer, under “Take over from another computer”. Show it to "
    "nobody else: whoever reads it first gets the profile. It is good for ten minutes."
)
MOVED = QT_TR_NOOP(
    "The profile is on the other computer now. Use it there alone. When you have seen that all is "
    "there, you can delete this profile's folder."
)


class GivingDialog(FittedDialog):
    """Closing it calls the move off; where all was sent it may have arrived, which is told then."""

    def __init__(self, parent: QWidget, equipment: Equipment, moves: Moves) -> None:
        super().__init__(parent, WIDTH)
        self._equipment = equipment
        self._moves = moves
        self._task: asyncio.Task[object] | None = None
        self._code = ""
        self.setWindowTitle(tr("Move to another computer"))
        self.problem = Problem(equipment.theme)
        self.asking, self.showing = self._asking(), self._showing()
        self.sending, self.ended = self._sending(), self._ended()
        self.stages = Stages(self.asking, self.showing, self.sending, self.ended)
        self.stages.changed.connect(lambda: QTimer.singleShot(0, self, self.fit))
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        column.addWidget(plain_label(tr("Move to another computer"), "title"))
        column.addWidget(self.stages)
        column.addWidget(self.problem)

    def _asking(self) -> QWidget:
        widget, column = stage()
        self.begin = push_button(tr("Show the code"), "primary")
        self.begin.clicked.connect(self._begin)
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        column.addWidget(plain_label(tr(MEANS), "hint"))
        buttons = row(stretch=True)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.begin)
        column.addLayout(buttons)
        return widget

    def _showing(self) -> QWidget:
        widget, column = stage()
        self.picture = CodePicture()
        self.picture.setAccessibleName(tr("The code as a picture"))
        self.copy = IconPushButton(self._equipment.theme, "copy", tr("Copy as text"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._code))
        self.call_off = push_button(tr("Cancel"))
        self.call_off.clicked.connect(self.reject)
        column.addWidget(plain_label(tr(SECRET), "hint"))
        column.addWidget(self.picture)
        buttons = row(stretch=True)
        buttons.addWidget(self.copy)
        buttons.addWidget(self.call_off)
        column.addLayout(buttons)
        return widget

    def _sending(self) -> QWidget:
        widget, column = stage()
        self.bar = ThinProgress(self._equipment.theme, tr("Progress"))
        self.count = plain_label(role="hint")
        column.addWidget(plain_label(tr("The other computer is connected.")))
        column.addWidget(self.bar)
        column.addWidget(self.count)
        return widget

    def _ended(self) -> QWidget:
        widget, column = stage()
        self.close_button = push_button(tr("Close"), "primary")
        self.close_button.clicked.connect(self.accept)
        column.addWidget(plain_label(tr(MOVED)))
        buttons = row(stretch=True)
        buttons.addWidget(self.close_button)
        column.addLayout(buttons)
        return widget

    def _begin(self) -> None:
        self.problem.clear()
        self._task = self._equipment.bridge.start(self._give())

    async def _give(self) -> None:
        try:
            await self._moves.give(self._show_code, self._told)
        except (Refused, Fault) as problem:
            if not isValid(self):
                raise
            self.stages.show_stage(self.asking)
            self.problem.show_problem(problem)
        else:
            self.stages.show_stage(self.ended)
            self.close_button.setFocus()
        finally:
            self._task = None

    def _show_code(self, code: str) -> None:
        if self._task is None:
            return  # called off
        self._code = code
        self.picture.show_matrix(self._equipment.codes.matrix(code))
        self.stages.show_stage(self.showing)

    def _told(self, done: int, of: int) -> None:
        if self._task is None:
            return
        self.stages.show_stage(self.sending)
        self.bar.reach(STEPS * done // max(1, of), STEPS)
        words = tr("{done} of {total}")
        self.count.setText(words.format(done=size_words(done), total=size_words(of)))

    @override
    def reject(self) -> None:
        """Calls off what is under way."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().reject()
