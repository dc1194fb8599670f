"""The last part of being let in: the invite has arrived, the channel's history is on its way.

Mounted inside ``asking``: ``show_space`` starts it, ``opened`` carries the SpaceId to open.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Refused
from engine.model.events import PeerReady, ReconciliationDone, Reconciling, SpaceChanged
from engine.model.ids import SpaceId
from engine.model.queries import Space
from engine.model.views import SpaceView
from ui.equipment import Equipment
from ui.invites.steps import Steps
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.names import plain_name, shown_name, shown_path
from ui.text.times import day_words
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.page import card
from ui.widgets.problem import Problem, attempt
from ui.widgets.progress import ThinProgress

SHOWN, RECEIVED, SYNCING, READY = range(4)


def joining_steps(theme: Theme) -> Steps:
    """The four steps that whoever is let in goes through."""
    return Steps(theme, tr("Request shown"), tr("Invite received"), tr("First sync"), tr("Ready"))


class JoiningPanel(QWidget):
    """Name, path and expiry of the channel, the first sync as it goes, and the way in."""

    opened = Signal(object)

    def __init__(self, equipment: Equipment) -> None:
        super().__init__()
        self._equipment = equipment
        self._space: SpaceId | None = None
        self.name = ElidedLabel(role="title")
        self.path = plain_label(role="hint")
        self.expiry = plain_label(role="hint")
        self.bar = ThinProgress(equipment.theme, tr("First sync"))
        self.steps = joining_steps(equipment.theme)
        self.problem = Problem(equipment.theme)
        self.open_button = push_button(tr("Open channel"), "primary")
        self.open_button.clicked.connect(self._open)
        self._lay_out()
        bridge = equipment.bridge
        bridge.reconciling.connect(self._reconciling)
        bridge.reconciliation_done.connect(self._done)
        bridge.space_changed.connect(self._changed)
        bridge.peer_ready.connect(self._peer_ready)

    def _lay_out(self) -> None:
        frame, inside = card()
        for widget in (self.name, self.path, self.expiry, self.bar):
            inside.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.L)
        column.addWidget(plain_label(tr("You were let in"), role="title"))
        column.addWidget(frame)
        column.addWidget(self.steps)
        column.addWidget(self.problem)
        column.addLayout(flow(self.open_button))

    @property
    def space(self) -> SpaceId | None:
        """The channel we were let into, once it is known."""
        return self._space

    def show_space(self, space: SpaceId) -> None:
        """Follows that space from now on."""
        self._space = space
        self.steps.reach(SYNCING)
        self._refresh()
        self.open_button.setFocus()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _refresh(self) -> None:
        if self._space is not None and self.isVisible():
            attempt(self._equipment.bridge, self._load(self._space), self.problem)

    async def _load(self, space: SpaceId) -> None:
        try:
            view = await self._equipment.bridge.ask(Space(space))
        except Refused:
            self.steps.reach(SYNCING, tr("This channel is no longer in your list."))
            self.open_button.setEnabled(False)
            return
        self._show(view)

    def _show(self, view: SpaceView) -> None:
        self.name.setText(shown_name(view.name))
        self.name.setAccessibleName(tr("Channel {name}").format(name=plain_name(view.name)))
        own = shown_path(view.own_path or ())
        self.path.setText(tr("Your name there: {path}").format(path=own))
        ends = view.expires_at
        self.expiry.setText(
            tr("You may post without a date of expiry.")
            if ends is None
            else tr("You may post until {day}; what you have stays readable.").format(
                day=day_words(ends)
            )
        )
        if view.posts:
            self._ready()
        elif self.steps.at < READY and not view.peers:
            self.steps.reach(SYNCING, tr("It goes on by itself as soon as a member is online."))

    def _ready(self) -> None:
        self.bar.hide()
        self.steps.reach(READY + 1)

    def _reconciling(self, event: Reconciling) -> None:
        if event.space == self._space:
            received = tr("%n posts received so far", "", event.received)
            self.steps.reach(max(self.steps.at, SYNCING), received)

    def _done(self, event: ReconciliationDone) -> None:
        if event.space == self._space:
            self._refresh()

    def _changed(self, event: SpaceChanged) -> None:
        if event.space == self._space:
            self._refresh()

    def _peer_ready(self, _event: PeerReady) -> None:
        self._refresh()

    def _open(self) -> None:
        if self._space is not None:
            self.opened.emit(self._space)
