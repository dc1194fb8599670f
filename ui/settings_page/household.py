"""The profile on the disk: its passphrase, its folder, and how it fares."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.model.health import HealthView
from engine.model.queries import Health
from ui.equipment import Equipment
from ui.look.theme import Type
from ui.services import OwnProfile
from ui.settings_page.key_ring import KeyRingSwitch
from ui.settings_page.locking import Locking
from ui.settings_page.own_passphrase import OwnPassphrase
from ui.settings_page.parts import Section
from ui.text.language import tr
from ui.text.numbers import number, size_words
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.problem import Problem, attempt
from ui.widgets.progress import ThinProgress


class ProfileSection(Section):
    """Its passphrase only where there is a profile on a disk behind the window."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Profile"))
        self._equipment = equipment
        self.problem = Problem(equipment.theme)
        self.folder = ElidedLabel(elide=Qt.TextElideMode.ElideMiddle)
        self.folder.setFont(equipment.theme.mono_font(Type.UI))
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
        has = self._equipment
        self.passphrase = OwnPassphrase(has.theme, has.bridge, profile)
        self.folder.setText(profile.folder)
        self.column.addWidget(plain_label(tr("Folder of the profile"), role="hint"))
        self.column.addWidget(self.folder)
        self.column.addWidget(self.passphrase)
        if profile.key_ring is not None:
            self.key_ring = KeyRingSwitch(has, profile.key_ring, profile.has_passphrase)
            self.passphrase.changed.connect(self.key_ring.show_what_holds)
            self.column.addWidget(self.key_ring)
            self.key_ring.show_what_holds()
        if has.gate is not None:
            self.locking = Locking(has, has.gate)
            self.passphrase.changed.connect(self.locking.show_what_holds)
            self.column.addWidget(self.locking)

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
