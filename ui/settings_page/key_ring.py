"""The switch with which this desktop's key ring opens the profile, for whoever is logged in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtGui import QShowEvent
from typing_extensions import override

from engine.errors import Fault
from ui.equipment import Equipment
from ui.people.secret_dialog import SecretQuestion
from ui.services import OwnKeyRing
from ui.settings_page.parts import Switch
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.dialogs import answer
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem, attempt
from ui.wording.sentences import sentence_of

LETS = QT_TR_NOOP("Let this desktop's key ring open the profile")
MEANS = QT_TR_NOOP(
    "Whoever is logged in here as you opens it then without being asked. The passphrase opens it "
    "as well, and unlocks it while Tidings runs."
)


class KeyRingSwitch(Switch):
    """Not there without a passphrase; where there is no key ring it is disabled, and says why."""

    def __init__(
        self, equipment: Equipment, ring: OwnKeyRing, has_passphrase: Callable[[], bool]
    ) -> None:
        """``has_passphrase``: whether the profile has one now; raises Fault. Hidden at first."""
        super().__init__(equipment, tr(LETS), tr(MEANS))
        self._equipment = equipment
        self._ring = ring
        self._has_passphrase = has_passphrase
        self.is_looked_at = False
        self.reason = plain_label(role="hint")
        self.reason.hide()
        self.problem = Problem(equipment.theme)
        column = self.layout()
        assert column is not None, "a switch has one"
        column.addWidget(self.reason)
        column.addWidget(self.problem)
        self.box.setEnabled(False)  # until it is known whether there is a key ring
        self.box.clicked.connect(self._wanted)
        self.hide()

    def show_what_holds(self) -> None:
        """Whether there is a passphrase, and whether the key ring opens the profile."""
        self.box.setChecked(self._ring.is_used)
        try:
            self.setVisible(self._has_passphrase())
        except Fault:  # said where the passphrase is changed
            self.hide()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """A key ring may be slow to ask, so it is asked only when somebody sees the switch."""
        super().showEvent(event)
        if not event.spontaneous():
            self._equipment.bridge.start(self._look())

    async def _look(self) -> None:
        trouble = await asyncio.to_thread(self._ring.trouble)
        self.is_looked_at = True
        self.reason.setText("" if trouble is None else sentence_of(trouble).whole)
        self.reason.setVisible(trouble is not None)
        self.box.setEnabled(trouble is None or self._ring.is_used)
        self.box.setChecked(self._ring.is_used)

    def _wanted(self, wanted: bool) -> None:  # noqa: FBT001 - a signal's value
        bridge = self._equipment.bridge
        if wanted:
            self.problem.clear()
            bridge.start(self._ask_and_remember())
        else:
            attempt(bridge, self._forget(), self.problem, self.box)

    async def _ask_and_remember(self) -> None:
        has = self._equipment
        words = (tr(LETS), tr(MEANS), tr("Remember"))
        question = SecretQuestion(self, has.theme, words, is_new=False)
        question.passphrase.setAccessibleName(tr("Passphrase"))
        question.passphrase.setPlaceholderText(tr("Passphrase"))

        async def remember(passphrase: str) -> None:
            await asyncio.to_thread(self._ring.remember, passphrase)

        question.uses(remember, has.bridge)
        try:
            await answer(question)
        finally:
            self.box.setChecked(self._ring.is_used)

    async def _forget(self) -> None:
        try:
            await asyncio.to_thread(self._ring.forget)
        finally:
            self.box.setChecked(self._ring.is_used)
