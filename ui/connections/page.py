"""Who we are connected with, how others reach us, and why not.

``open()`` it each time it is shown; ``closed`` takes it away.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Fault, Refusal, Refused
from engine.model.address import Address
from engine.model.ids import HOME_PROTOCOL, PeerId
from engine.model.peer_commands import AddPeer, BanPeer, ForgetPeer, ReconcileNow, StartDiscovery
from engine.model.peers import ConnectionsView, PeerView, PortMappingState
from engine.model.queries import Connections
from engine.model.views import MemberView
from ui.bridge import Bridge
from ui.connections.diagnosis import diagnosis
from ui.connections.peer_table import PeerTable
from ui.connections.people import PeopleBehind
from ui.connections.why_not import why_nobody
from ui.look.theme import Gap, Theme, Type
from ui.models.peers import where_of
from ui.text.language import tr
from ui.widgets.buttons import IconButton, IconPushButton, push_button
from ui.widgets.dialogs import Question, answer
from ui.widgets.flow import flow
from ui.widgets.fresh_page import FreshPage
from ui.widgets.labels import plain_label
from ui.widgets.page import card, row
from ui.widgets.problem import Problem, attempt
from ui.wording.sentences import (
    Sentence,
    one_line,
    sentence_of_ending,
    sentence_of_port_mapping,
)
from ui.wording.troubles import ENDINGS

WIDTH_MAX = 960
OWN_ID_GROUP_DIGITS = 8
OWN_ID_GROUPS = 2
TICK_MS = 1_000
REFRESH_PAUSE_MS = 300  # ours: while peers come and go in numbers
TOLD_MS = 4_000
FIELD_WIDTH_MAX = 360


class ConnectionsPage(FreshPage):
    """Own addresses above, peers below, each trouble with its next step."""

    loaded = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, now: Callable[[], float] = time.time) -> None:
        """``now`` gives Unix seconds."""
        super().__init__(bridge, theme, tr("Connections"), REFRESH_PAUSE_MS)
        self._bridge = bridge
        self._theme = theme
        self._now = now
        self._view: ConnectionsView | None = None
        self._addresses_shown: tuple[str, ...] | None = None
        self._people = PeopleBehind(bridge, self)
        self.widen(WIDTH_MAX)
        self._make_own()
        self._make_reasons()
        self._make_adding()
        self.table = PeerTable(theme, now)
        self.table.forget_wanted.connect(self._forget)
        self.table.ban_wanted.connect(self._ban)
        self.problem = Problem(theme)
        self._make_foot()
        self._lay_out()
        self._clock = QTimer(self, interval=TICK_MS)
        self._clock.timeout.connect(self.table.tick)
        bridge.peers_changed.connect(self._follow)
        bridge.listening.connect(self._follow)
        bridge.peer_ready.connect(self._follow)
        bridge.peer_gone.connect(self._follow)

    def open(self) -> None:
        """What did not go well the last time is no longer said."""
        self.problem.clear()

    # ---- making ------------------------------------------------------------------------------

    def _make_own(self) -> None:
        self.own, column = card()
        self.own_id = plain_label()
        self.own_id.setFont(self._theme.mono_font(Type.UI))
        self.addresses = QVBoxLayout()
        self.addresses.setSpacing(Gap.XS)
        self.discovery = plain_label()
        self.start_discovery = push_button(tr("Turn on"))
        self.start_discovery.setAccessibleName(tr("Turn on local discovery"))
        self.start_discovery.clicked.connect(lambda: self._perform(self._discover()))
        column.addWidget(plain_label(tr("This computer"), role="title"))
        column.addWidget(plain_label(tr("Peer id"), role="hint"))
        column.addWidget(self.own_id)
        column.addWidget(plain_label(tr("Others reach you at"), role="hint"))
        column.addLayout(self.addresses)
        self.mapping = plain_label()
        self.mapping.hide()
        column.addWidget(self.mapping)
        line = row(self.discovery, stretch=False)
        line.setStretch(0, 1)
        line.addWidget(self.start_discovery)
        column.addLayout(line)

    def _make_reasons(self) -> None:
        self.reasons, self._reasons_column = card()
        self.reasons.hide()
        self._reasons_shown: tuple[Sentence, ...] = ()

    def _make_adding(self) -> None:
        self.address = QLineEdit()
        self.address.setPlaceholderText(tr("192.168.1.20:4711 or name.example:4711"))
        self.address.setMaximumWidth(FIELD_WIDTH_MAX)
        self.address.setAccessibleName(tr("Address of a peer"))
        self.add = push_button(tr("Add peer"))
        self.add.clicked.connect(self._add)
        # Return is the button: pressed twice it does nothing while the first is under way.
        self.address.returnPressed.connect(self.add.click)
        self.address_problem = Problem(self._theme)
        self.address.textChanged.connect(self.address_problem.clear)

    def _make_foot(self) -> None:
        self.reconcile = IconPushButton(self._theme, "refresh-cw", tr("Reconcile now"))
        self.reconcile.setAccessibleDescription(tr("Dials all waiting addresses and asks for news"))
        self.reconcile.clicked.connect(lambda: self._perform(self._reconciled()))
        self.copy = IconPushButton(self._theme, "copy", tr("Copy diagnosis"))
        self.copy.setAccessibleDescription(tr("For whoever helps you; keys are cut to 8 digits"))
        self.copy.clicked.connect(self.copy_diagnosis)
        self.told = plain_label(role="good")
        self.told.setWordWrap(False)
        self._forget_told = QTimer(self, singleShot=True, interval=TOLD_MS)
        self._forget_told.timeout.connect(self.told.hide)
        self.told.hide()

    def _lay_out(self) -> None:
        self.column.addWidget(self.reasons)
        self.column.addWidget(self.own)
        self.column.addSpacing(Gap.S)
        self.column.addWidget(plain_label(tr("Peers"), role="title"))
        self.column.addLayout(flow(self.reconcile, self.copy))
        self.column.addWidget(self.told)
        self.column.addWidget(self.problem)
        self.column.addWidget(self.table)
        adding = row(self.address, self.add)
        adding.setStretch(0, 1)
        self.column.addLayout(adding)
        self.column.addWidget(self.address_problem)
        self.column.addStretch()

    # ---- showing -----------------------------------------------------------------------------

    @override
    async def _load(self) -> None:
        try:
            view = await self._bridge.ask(Connections())
            self._show(view, await self._people.of(view.peers))
        except (Refused, Fault) as error:
            self.problem.show_problem(error)

    def _show(
        self, view: ConnectionsView, people: Mapping[PeerId, MemberView] | None = None
    ) -> None:
        self._view = view
        digits = view.peer_id.hex()[: OWN_ID_GROUP_DIGITS * OWN_ID_GROUPS]
        self.own_id.setText(f"{digits[:OWN_ID_GROUP_DIGITS]} {digits[OWN_ID_GROUP_DIGITS:]} …")
        self._show_reasons(view)
        self._show_addresses(view)
        self._show_mapping(view)
        self._show_discovery(view)
        self.table.show_peers(view.peers, people)
        self.loaded.emit()

    def _show_reasons(self, view: ConnectionsView) -> None:
        """Why nobody is here, while nobody is."""
        reasons = why_nobody(view)
        self.reasons.setVisible(bool(reasons))
        if reasons == self._reasons_shown:
            return
        self._reasons_shown = reasons
        column = self._reasons_column
        while (item := column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        column.addWidget(plain_label(tr("Why nobody is connected"), role="title"))
        for reason in reasons:
            column.addWidget(plain_label(reason.message))
            column.addWidget(plain_label(reason.hint, role="hint"))

    def _show_addresses(self, view: ConnectionsView) -> None:
        shown = tuple(
            dict.fromkeys(str(one) for listener in view.listeners for one in listener.reachable)
        )
        if shown == self._addresses_shown:
            return  # who stands on one of their buttons stays there
        self._addresses_shown = shown
        while (item := self.addresses.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        previous: QWidget = self.back
        for address in shown:
            line, copy = self._address_line(address)
            self.addresses.addWidget(line)
            self.setTabOrder(previous, copy)
            previous = copy
        self.setTabOrder(previous, self.start_discovery)
        if not shown:
            nowhere = tr("Nowhere yet: no port is open, or this computer has no network.")
            self.addresses.addWidget(plain_label(nowhere, role="warn"))

    def _address_line(self, address: str) -> tuple[QWidget, QWidget]:
        """The line, and its button."""
        line = QWidget()
        label = plain_label(address)
        label.setFont(self._theme.mono_font(Type.UI))
        label.setWordWrap(False)
        copy = IconButton(
            self._theme, "copy", tr("Copy {address}").format(address=address), size=16
        )
        copy.clicked.connect(lambda: self._copied(address, tr("The address is in the clipboard.")))
        layout = row(label, copy)
        line.setLayout(layout)
        return line, copy

    def _show_mapping(self, view: ConnectionsView) -> None:
        """How it stands with the router; nothing where none is to be asked."""
        mapping = view.port_mapping
        self.mapping.setVisible(mapping.state is not PortMappingState.OFF)
        self.mapping.setText(sentence_of_port_mapping(mapping).whole)

    def _show_discovery(self, view: ConnectionsView) -> None:
        on = tr("Local discovery is on: people on the same network find each other by themselves.")
        off = tr("Local discovery is off: people on the same network need your address.")
        if view.discovery_error:
            self.discovery.setText(_discovery_trouble(view.discovery_error))
        else:
            self.discovery.setText(on if view.discovery else off)
        self.start_discovery.setVisible(not view.discovery)

    # ---- doing -------------------------------------------------------------------------------

    def _perform(self, work: Coroutine[object, object, object]) -> None:
        attempt(self._bridge, work, self.problem)

    async def _reconciled(self) -> None:
        await self._bridge.perform(ReconcileNow())
        self._tell(tr("All known peers are being asked for news."))

    async def _discover(self) -> None:
        await self._bridge.perform(StartDiscovery())
        self._refresh.ask_now()

    def _add(self) -> None:
        address = Address.parse(self.address.text())
        if address is None or address.port == 0:
            refused = Refused(Refusal.ADDRESS_INVALID, self.address.text().strip())
            self.address_problem.show_problem(refused)
            self.address.setFocus()
            return
        attempt(self._bridge, self._added(address), self.address_problem, self.add)

    async def _added(self, address: Address) -> None:
        await self._bridge.perform(AddPeer(HOME_PROTOCOL, address))
        self.address.clear()

    def _forget(self, peer: PeerView) -> None:
        self._perform(self._bridge.perform(ForgetPeer(peer.address, peer.peer_id)))

    def _ban(self, peer: PeerView) -> None:
        self._perform(self._ask_and_ban(peer))

    async def _ask_and_ban(self, peer: PeerView) -> None:
        question = Question(
            self,
            tr("Ban this peer?"),
            tr("{peer} is disconnected and refused until you forget it.").format(
                peer=where_of(peer)
            ),
            tr("Ban"),
            danger=True,
        )
        if await answer(question):
            await self._bridge.perform(BanPeer(peer.address, peer.peer_id))

    def copy_diagnosis(self) -> None:
        """Puts the state of all connections into the clipboard."""
        if self._view is not None:
            text = diagnosis(self._view, self._now())
            self._copied(text, tr("The diagnosis is in the clipboard; keys are cut in it."))

    def _copied(self, text: str, told: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._tell(told)

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.show()
        self._forget_told.start()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._clock.stop()
        super().hideEvent(event)


def _discovery_trouble(code: str) -> str:
    reason = sentence_of_ending(code).message if code in ENDINGS else f"({one_line(code)})"
    words = tr("Local discovery does not work here. {reason} Give others your address instead.")
    return words.format(reason=reason)
