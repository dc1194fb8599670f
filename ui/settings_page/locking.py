"""When the window locks itself, and a button that does it now."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from engine.errors import Fault
from ui.choices import Value
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.services import Gate
from ui.settings_page.parts import FIELD_WIDTH_MAX, field_label, kept
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem, attempt

MINUTES = (0, 1, 5, 15, 60)
"""What can be chosen; 0: never."""


class Locking(QWidget):
    """A choice of minutes, what locking means, and “Lock now”. Without a passphrase neither does
    anything, which is said.
    """

    def __init__(self, equipment: Equipment, gate: Gate) -> None:
        super().__init__()
        self._equipment = equipment
        self._gate = gate
        self.after = QComboBox()
        self.after.setMaximumWidth(FIELD_WIDTH_MAX)
        for minutes in MINUTES:
            words = tr("%n minutes", "", minutes) if minutes else tr("Never")
            self.after.addItem(words, minutes)
        stored = equipment.choices.number(Value.LOCK_MINUTES, 0)
        self.after.setCurrentIndex(max(0, self.after.findData(stored)))
        self.after.currentIndexChanged.connect(self._keep)
        self.meaning = plain_label(
            tr(
                "Messages still arrive while it is locked; to see them the passphrase is needed. It"
                " protects against who sits down at this computer, not against who takes it apart"
                " while Tidings runs."
            ),
            role="hint",
        )
        self.useless = plain_label(tr("Set a passphrase first: without one nothing can be locked."))
        self.now = push_button(tr("Lock now"))
        self.problem = Problem(equipment.theme)
        self.now.clicked.connect(
            lambda: attempt(equipment.bridge, self._lock(), self.problem, self.now)
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        for widget in (
            field_label(tr("Lock when nobody has touched it for"), self.after),
            self.after,
            self.meaning,
            self.useless,
        ):
            column.addWidget(widget)
        column.addLayout(flow(self.now))
        column.addWidget(self.problem)
        self.show_what_holds()

    def show_what_holds(self) -> None:
        """Whether there is a passphrase to unlock it with."""
        try:
            can_lock = self._gate.can_lock
        except Fault as fault:
            self.problem.show_problem(fault)
            can_lock = False
        self.useless.setVisible(not can_lock)
        self.after.setEnabled(can_lock)
        self.now.setEnabled(can_lock)

    async def _lock(self) -> None:
        self._gate.lock()

    def _keep(self) -> None:
        minutes = str(self.after.currentData())
        equipment = self._equipment
        kept(equipment.bridge, lambda: equipment.choices.keep(Value.LOCK_MINUTES, minutes))
