"""Following a public channel, by its key or its link.

``open()`` it each time it is shown, or ``show_found`` with a link that was opened. ``finished``
carries the SpaceId to open, ``meant`` a feed or folder that a bare key may be, ``closed`` takes the
page away. A link previews; nothing is asked of
anybody before “Follow”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.model.commands import FollowChannel
from engine.model.found import FoundChannel
from engine.model.limits import NAME_UNITS_MAX
from ui.addresses import dial, dialling_sentence
from ui.codes.other_readings import OtherReadings
from ui.equipment import Equipment
from ui.look.theme import Type
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, card, stage
from ui.widgets.problem import Problem, attempt
from ui.wording.wanted import CHANNEL

WHAT = QT_TR_NOOP(
    "A public channel can be read by everyone who has its key. Bring its link, its key or its code."
)
MEANS = QT_TR_NOOP(
    "You will read everything in it and pass it on to others who follow it. You cannot post."
    " People connected to you can see that you follow it."
)
KEY_GROUP_DIGITS = 8
FIELD_WIDTH_MAX = 360


class FollowingPage(Page):
    """Stages: bring the link; preview, name and follow."""

    finished = Signal(object)
    meant = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("Follow a public channel"), parent)
        self._equipment = equipment
        self._channel: FoundChannel | None = None
        self.scanning, column = stage()
        self.scan = ScanPanel(equipment, CHANNEL)
        self.scan.found.connect(self.show_found)
        column.addWidget(plain_label(tr(WHAT)))
        column.addWidget(self.scan)
        self._make_preview()
        self.stages = Stages(self.scanning, self.preview)
        self.column.addWidget(self.stages)
        self.column.addStretch()

    def _make_preview(self) -> None:
        self.preview, column = stage()
        frame, inside = card()
        self.channel_name = plain_label(role="title")
        self.key = plain_label()
        self.key.setFont(self._equipment.theme.mono_font(Type.UI))
        inside.addWidget(self.channel_name)
        inside.addWidget(plain_label(tr("Public key"), role="hint"))
        inside.addWidget(self.key)
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setAccessibleName(tr("Your name for this channel"))
        self.name.returnPressed.connect(self._follow)
        self.problem = Problem(self._equipment.theme)
        self.name.textChanged.connect(self.problem.clear)
        label = plain_label(tr("Your name for it (only you see it)"))
        label.setBuddy(self.name)
        self.dialling = plain_label(role="hint")
        self.follow = push_button(tr("Follow"), "primary")
        self.follow.clicked.connect(self._follow)
        self.other = push_button(tr("Another one"), "flat")
        self.other.clicked.connect(self.open)
        means = plain_label(tr(MEANS))
        self.others = OtherReadings()
        self.others.chosen.connect(self.meant)
        for widget in (frame, self.others, label, self.name, self.problem, means, self.dialling):
            column.addWidget(widget)
        column.addLayout(flow(self.follow, self.other))

    def open(self) -> None:
        """Begins anew."""
        self._channel = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def show_found(self, found: FoundChannel) -> None:
        """Previews a channel; nothing is done yet."""
        self._channel = found
        self.others.show_of(found)
        self.channel_name.setText(
            shown_name(found.name) if found.name else tr("A public channel without a name")
        )
        digits = found.public_key.hex()
        starts = range(0, len(digits), KEY_GROUP_DIGITS)
        self.key.setText(" ".join(digits[start : start + KEY_GROUP_DIGITS] for start in starts))
        self.name.setText(found.name)
        self.dialling.setText(dialling_sentence(found.addresses))
        self.dialling.setVisible(bool(found.addresses))
        self.problem.clear()
        self.stages.show_stage(self.preview)
        self.name.setFocus()

    def _follow(self) -> None:
        name = self.name.text().strip()
        if not name:
            self.problem.say(tr("Write a name first."), tr("It is for your own list."))
            self.name.setFocus()
        elif self._channel is not None:
            work = self._followed(self._channel, name)
            attempt(self._equipment.bridge, work, self.problem, self.follow)

    async def _followed(self, channel: FoundChannel, name: str) -> None:
        bridge = self._equipment.bridge
        space = await bridge.perform(FollowChannel(channel.public_key, name))
        await dial(bridge, channel.addresses)
        self.finished.emit(space.id)
