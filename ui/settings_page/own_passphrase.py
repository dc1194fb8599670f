"""Whether the profile opens with a passphrase, and the way to set, change or remove it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.errors import Fault
from ui.bridge import Bridge
from ui.look.theme import Gap, Theme
from ui.services import OwnProfile
from ui.settings_page.passphrase import PassphraseQuestion
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.dialogs import answer
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem


class OwnPassphrase(QWidget):
    """What holds, a button, and what was done, one beneath the other. ``changed``: it is another,
    or there is none any more.
    """

    changed = Signal()

    def __init__(self, theme: Theme, bridge: Bridge, profile: OwnProfile) -> None:
        super().__init__()
        self._theme = theme
        self._bridge = bridge
        self._profile = profile
        self.words = plain_label(role="hint")
        self.told = plain_label(role="good")
        self.told.hide()
        self.problem = Problem(theme)
        self.change = push_button("")
        self.change.clicked.connect(lambda: bridge.start(self._ask_and_change()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        column.addWidget(self.words)
        column.addWidget(self.told)
        column.addLayout(flow(self.change))
        column.addWidget(self.problem)
        self._show_what_holds()

    def _show_what_holds(self) -> bool:
        """Whether there is one; none either where that cannot be known, which is said."""
        try:
            has_one = self._profile.has_passphrase()
        except Fault as fault:
            self.problem.show_problem(fault)
            return False
        self.words.setText(
            tr("A passphrase opens this profile.")
            if has_one
            else tr("This profile opens without a passphrase, for whoever uses this computer.")
        )
        words = tr("Change the passphrase…") if has_one else tr("Set a passphrase…")
        self.change.setText(words)
        self.change.setAccessibleName(words)
        return has_one

    async def _ask_and_change(self) -> None:
        has_one = self._profile.has_passphrase()
        around = (self, self._theme, self._bridge, self._profile)
        if not await answer(PassphraseQuestion(*around, has_one=has_one)):
            return
        self.told.setText(
            tr("The profile opens with the new passphrase from now on.")
            if self._show_what_holds()
            else tr("The profile opens without a passphrase from now on.")
        )
        self.told.show()
        self.changed.emit()
