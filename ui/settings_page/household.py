"""The profile on the disk: its passphrase, its folder, and how it fares."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.errors import Fault
from engine.model.queries import Health
from engine.model.views import HealthView
from ui.equipment import Equipment
from ui.look.theme import Type
from ui.services import OwnProfile
from ui.settings_page.parts import Section
from ui.settings_page.passphrase import PassphraseQuestion
from ui.text.language import tr
from ui.text.numbers import number, size_words
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.dialogs import answer
from ui.widgets.flow import flow
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.problem import Problem, attempt
from ui.widgets.progress import ThinProgress


class ProfileSection(Section):
    """What was done is said in the card itself."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Profile"))
        self._equipment = equipment
        self.problem = Problem(equipment.theme)
        self.folder = ElidedLabel(elide=Qt.TextElideMode.ElideMiddle)
        self.folder.setFont(equipment.theme.mono_font(Type.UI))
        self.passphrase = plain_label()
        self.told = plain_label(role="good")
        self.told.hide()
        self.change = push_button("")
        self.change.clicked.connect(self._change)
        self.facts = plain_label()
        self.look = IconPushButton(equipment.theme, "activity", tr("Check the database"))
        self.look.clicked.connect(self._look_it_over)
        self.bar = ThinProgress(equipment.theme, tr("The database is being read"))
        self.bar.hide()
        if equipment.profile is not None:
            self._show_own(equipment.profile)
        self.column.addWidget(self.facts)
        self.column.addWidget(self.bar)
        self.column.addLayout(flow(self.look))
        self.column.addWidget(self.problem)
        self.facts.setText(tr("The whole database is read, which takes a moment when it is large."))

    def _show_own(self, profile: OwnProfile) -> None:
        self.folder.setText(profile.folder)
        self.column.addWidget(plain_label(tr("Folder of the profile"), role="hint"))
        self.column.addWidget(self.folder)
        self.column.addWidget(self.passphrase)
        self.column.addWidget(self.told)
        self.column.addLayout(flow(self.change))
        self._show_passphrase()

    def _show_passphrase(self) -> None:
        profile = self._equipment.profile
        assert profile is not None
        try:
            has_one = profile.has_passphrase()
        except Fault as fault:
            self.problem.show_problem(fault)
            return
        self.passphrase.setText(
            tr("A passphrase opens this profile.")
            if has_one
            else tr("This profile opens without a passphrase, for whoever uses this computer.")
        )
        words = tr("Change the passphrase…") if has_one else tr("Set a passphrase…")
        self.change.setText(words)
        self.change.setAccessibleName(words)

    def _change(self) -> None:
        self._equipment.bridge.start(self._ask_and_change())

    async def _ask_and_change(self) -> None:
        has = self._equipment
        assert has.profile is not None
        has_one = has.profile.has_passphrase()
        question = PassphraseQuestion(self, has.theme, has.bridge, has.profile, has_one=has_one)
        if not await answer(question):
            return
        self._show_passphrase()
        now_has = has.profile.has_passphrase()
        self.told.setText(
            tr("The profile opens with the new passphrase from now on.")
            if now_has
            else tr("The profile opens without a passphrase from now on.")
        )
        self.told.show()

    def _look_it_over(self) -> None:
        self.bar.show()
        attempt(self._equipment.bridge, self._looked(), self.problem, self.look)

    async def _looked(self) -> None:
        try:
            self.facts.setText(health_words(await self._equipment.bridge.ask(Health())))
        finally:
            self.bar.hide()


def health_words(health: HealthView) -> str:
    """What the database holds, and whether it is sound."""
    holds = tr("{posts} posts in {channels} channels, {size}.").format(
        posts=number(health.posts),
        channels=number(health.spaces),
        size=size_words(health.bytes_on_disk),
    )
    sealed = tr("It is encrypted.") if health.encrypted else tr("It is not encrypted.")
    sound = (
        tr("It is sound.")
        if health.intact
        else tr("It is damaged: restore a backup, or run “tidings doctor” to see what is damaged.")
    )
    return f"{holds} {sealed} {sound}"
