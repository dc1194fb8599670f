"""Following a public channel, by its key or its link.

``open()`` it each time it is shown, or ``show_found`` with a link that was opened. ``finished``
carries the SpaceId to open, ``meant`` a feed or folder that a bare key may be, ``closed`` takes the
page away. A link previews; nothing is asked of
anybody before “Follow”.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.commands import FollowChannel
from engine.model.found import FoundChannel
from ui.addresses import dial
from ui.codes.preview import Preview
from ui.equipment import Equipment
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, stage
from ui.widgets.problem import attempt
from ui.wording.wanted import CHANNEL

WHAT = QT_TR_NOOP(
    "A public channel can be read by everyone who has its key. Bring its link, its key or its code."
)
MEANS = QT_TR_NOOP(
    "You will read everything in it and pass it on to others who follow it. You cannot post."
    " People connected to you can see that you follow it."
)


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
        theme = self._equipment.theme
        spoken = tr("Your name for this channel (only you see it)")
        self.preview = Preview(theme, spoken, tr("Follow"), tr(MEANS))
        self.preview.wanted.connect(self._follow)
        self.preview.another_wanted.connect(self.open)
        self.preview.others.chosen.connect(self.meant)
        self.name, self.problem = self.preview.name, self.preview.problem
        self.follow = self.preview.proceed

    def open(self) -> None:
        """Begins anew."""
        self._channel = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def show_found(self, found: FoundChannel) -> None:
        """Previews a channel; nothing is done yet."""
        self._channel = found
        self.preview.others.show_of(found)
        nameless = tr("A public channel without a name")
        title = shown_name(found.name) if found.name else nameless
        self.preview.show_found(title, found.public_key, found.name, found.addresses)
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
        space = await bridge.perform(FollowChannel(channel.public_key, name, channel.name))
        await dial(bridge, channel.addresses)
        self.finished.emit(space.id)
