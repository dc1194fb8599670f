"""The connections page: addresses, peers, troubles in words, and what can be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.model import commands, events, peer_commands
from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName, PublicKey
from engine.model.peers import Appearance, ConnectionsView, PeerState, PeerView
from engine.model.queries import Connections as AskConnections
from engine.model.views import MemberView
from tests.code_scene import OWN_ADDRESS, Scene, click, listening_at, strike, type_text
from tests.fake_peers import peer_at
from tests.gui.conftest import Run, until
from ui.connections.diagnosis import diagnosis
from ui.connections.page import ConnectionsPage
from ui.connections.why_not import story_of
from ui.widgets.dialogs import Question

WHO = PeerId(bytes(range(32)))


class Connections:
    """The page in somebody's hands."""

    def __init__(self, scene: Scene, qtbot: QtBot) -> None:
        self.scene = scene
        self.engine = scene.engine
        self.page = ConnectionsPage(scene.bridge, scene.theme, scene.clock)
        self.loads = 0
        self.page.loaded.connect(self._loaded)
        qtbot.addWidget(self.page)
        self.page.resize(900, 900)
        self.page.show()

    def _loaded(self) -> None:
        self.loads += 1

    async def open(self, *peers: PeerView) -> None:
        self.engine.peers = peers
        before = self.loads
        self.page.hide()
        self.page.open()
        self.page.show()
        await until(lambda: self.loads > before and not self.page._refresh.is_pending)

    def cell(self, row: int, column: int) -> str:
        model = self.page.table.model
        return str(model.data(model.index(row, column)))

    def did(self, kind: type[commands.Command[Any]]) -> list[commands.Command[Any]]:
        return [done for done in self.engine.performed if isinstance(done, kind)]


@pytest.fixture
def connections(scene: Scene, qtbot: QtBot) -> Connections:
    return Connections(scene, qtbot)


def _waiting(scene: Scene) -> PeerView:
    return peer_at(
        "example.net",
        4_711,
        PeerState.WAITING,
        since=scene.clock.now - 200,
        last_error="connection_refused",
        retry_at=scene.clock.now + 40,
    )


def test_own_id_and_addresses_are_shown_and_copied(connections: Connections, run: Run[Any]) -> None:
    run(connections.open())
    copies = connections.page.own.findChildren(QToolButton)
    assert [button.accessibleName() for button in copies] == [f"Copy {OWN_ADDRESS}"]
    click(copies[0])
    assert QGuiApplication.clipboard().text() == str(OWN_ADDRESS)
    assert len(connections.page.own_id.text().split()) == 3  # sixteen digits and an ellipsis


def test_no_open_port_is_said(connections: Connections, run: Run[Any]) -> None:
    connections.engine.listeners = ()
    run(connections.open())
    item = connections.page.addresses.itemAt(0)
    assert item is not None
    label = item.widget()
    assert isinstance(label, QLabel)
    assert label.text().startswith("Nowhere yet")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("network_unreachable", "This computer has no network that leads there."),
        ("strange", "(strange)"),
    ],
)
def test_discovery_that_does_not_work_is_said(
    connections: Connections, run: Run[Any], code: str, words: str
) -> None:
    view = run(connections.engine.ask(AskConnections()))
    connections.page._show(replace(view, discovery=False, discovery_error=code))
    text = connections.page.discovery.text()
    assert text.startswith("Local discovery does not work here.")
    assert words in text
    assert connections.page.start_discovery.isVisible()


def test_each_peer_has_its_state_its_time_and_its_trouble_in_words(
    connections: Connections, run: Run[Any]
) -> None:
    waiting = _waiting(connections.scene)
    connections.page.resize(1_200, 900)  # with room for a column each
    run(connections.open(peer_at("192.168.1.9", 4_711, PeerState.READY, peer_id=WHO), waiting))
    assert [connections.cell(0, column) for column in range(4)] == [
        "Connected",
        "192.168.1.9:4711  ·  00010203",
        "0 seconds",
        "",
    ]
    assert [connections.cell(1, column) for column in range(4)] == [
        "Waiting to try again",
        "example.net:4711",
        "3 minutes",
        "Nothing listens at that address.",
    ]


def test_a_peer_that_has_shown_its_key_is_a_row_with_the_persons_name(
    connections: Connections, run: Run[Any]
) -> None:
    space = connections.engine.add_space("Garden")
    wren = MemberView(PublicKey(b"w" * 32), "Wren", ("Wren",), None, online=True)
    connections.engine.spaces[space].members = (wren,)
    peer = peer_at("192.168.1.9", 4_711, PeerState.READY, peer_id=WHO, spaces=(space,))
    shown = replace(peer, presence=(Appearance(space, wren.public_key),))
    run(connections.open(shown))
    table = connections.page.table
    assert connections.cell(0, 1) == "Wren\n192.168.1.9:4711  \u00b7  00010203"
    strike(table.table, Qt.Key.Key_Down)
    assert table.who.text() == "Wren"


def test_the_chosen_peer_shows_a_next_step_and_when_it_is_tried_again(
    connections: Connections, run: Run[Any]
) -> None:
    run(connections.open(_waiting(connections.scene)))
    table = connections.page.table
    strike(table.table, Qt.Key.Key_Down)
    assert table.next_step.text() == "Check the port, and that Tidings runs there."
    assert table.state.text() == "Not connected. It was dialled 3 minutes 20 seconds ago, in vain."
    assert table.then.text() == "It is tried again in 40 seconds."
    connections.scene.clock.now += 10
    table.tick()
    assert table.then.text() == "It is tried again in 30 seconds."


def test_the_page_follows_the_engine_and_keeps_what_is_chosen(
    connections: Connections, run: Run[Any]
) -> None:
    ready = peer_at("192.168.1.9", 4_711, PeerState.READY)
    waiting = _waiting(connections.scene)

    async def follow() -> None:
        await connections.open(waiting)
        connections.page.table.table.selectRow(0)
        connections.engine.peers = (ready, waiting)
        connections.engine.tell(events.PeersChanged())
        await until(lambda: connections.page.table.model.rowCount() == 2)

    run(follow())
    assert connections.page.table.peer == waiting


def test_a_hidden_page_asks_nothing(connections: Connections, run: Run[Any]) -> None:
    async def hide() -> None:
        await connections.open()
        connections.page.hide()
        asked = len(connections.engine.asked)
        heard: list[object] = []
        connections.scene.bridge.peers_changed.connect(heard.append)
        connections.engine.tell(events.PeersChanged())
        await until(lambda: bool(heard))
        assert len(connections.engine.asked) == asked

    run(hide())


def test_a_peer_is_added_by_its_address(connections: Connections, run: Run[Any]) -> None:
    async def add() -> None:
        await connections.open()
        type_text(connections.page.address, "10.0.0.8:4000")
        strike(connections.page.address, Qt.Key.Key_Return)
        await until(lambda: connections.page.table.model.rowCount() == 1)
        await until(lambda: not connections.page.address.text())

    run(add())
    expected = peer_commands.AddPeer(ProtocolName.TIDINGS, Address("10.0.0.8", 4_000))
    assert connections.did(peer_commands.AddPeer) == [expected]


def test_return_pressed_twice_adds_a_peer_once(connections: Connections, run: Run[Any]) -> None:
    async def add() -> None:
        await connections.open()
        type_text(connections.page.address, "10.0.0.8:4000")
        strike(connections.page.address, Qt.Key.Key_Return)
        strike(connections.page.address, Qt.Key.Key_Return)
        await until(lambda: not connections.page.address.text())

    run(add())
    assert len(connections.did(peer_commands.AddPeer)) == 1


@pytest.mark.parametrize("text", ["", "10.0.0.8", "10.0.0.8:0", "a b:1", "host:99999"])
def test_what_is_no_address_is_said_beside_the_field(
    connections: Connections, run: Run[Any], text: str
) -> None:
    async def add() -> None:
        await connections.open()
        connections.page.address.setText(text)
        click(connections.page.add)

    run(add())
    assert "not an address" in connections.page.address_problem.sentence.text()
    assert not connections.did(peer_commands.AddPeer)


def test_a_peer_is_forgotten(connections: Connections, run: Run[Any]) -> None:
    waiting = _waiting(connections.scene)

    async def forget() -> None:
        await connections.open(waiting)
        connections.page.table.table.selectRow(0)
        click(connections.page.table.forget)
        await until(lambda: connections.page.table.model.rowCount() == 0)

    run(forget())
    assert connections.did(peer_commands.ForgetPeer) == [
        peer_commands.ForgetPeer(waiting.address, None)
    ]
    assert connections.page.table.nobody.isVisible()


@pytest.mark.parametrize("yes", [True, False])
def test_a_ban_asks_first(connections: Connections, run: Run[Any], *, yes: bool) -> None:
    ready = peer_at("192.168.1.9", 4_711, PeerState.READY, peer_id=WHO)

    async def ban() -> None:
        await connections.open(ready)
        connections.page.table.table.selectRow(0)
        click(connections.page.table.ban)
        await until(lambda: bool(connections.page.findChildren(Question)))
        (question,) = connections.page.findChildren(Question)
        await until(question.isVisible)
        click(question.proceed if yes else question.cancel)
        await until(question.isHidden)

    run(ban())
    expected = [peer_commands.BanPeer(ready.address, WHO)] if yes else []
    assert connections.did(peer_commands.BanPeer) == expected


def test_a_banned_peer_can_be_let_back(connections: Connections, run: Run[Any]) -> None:
    async def choose() -> None:
        await connections.open(peer_at("192.168.1.9", 4_711, PeerState.BANNED, peer_id=WHO))
        connections.page.table.table.selectRow(0)

    run(choose())
    assert connections.page.table.forget.text() == "Lift the ban"
    assert not connections.page.table.ban.isVisible()


def test_reconciling_is_one_press(connections: Connections, run: Run[Any]) -> None:
    async def press() -> None:
        await connections.open()
        click(connections.page.reconcile)
        await until(connections.page.told.isVisible)

    run(press())
    assert connections.did(peer_commands.ReconcileNow)


def test_the_diagnosis_is_copied_and_cuts_every_key(
    connections: Connections, run: Run[Any]
) -> None:
    ready = peer_at("192.168.1.9", 4_711, PeerState.READY, peer_id=WHO)
    run(connections.open(ready, _waiting(connections.scene)))
    click(connections.page.copy)
    text = QGuiApplication.clipboard().text()
    assert "id 00010203," in text
    assert "last error connection_refused" in text
    assert "next try in 40 seconds" in text
    assert WHO.hex()[:10] not in text


def test_a_diagnosis_names_discovery_and_its_fault() -> None:
    listeners = listening_at(OWN_ADDRESS)
    view = ConnectionsView(WHO, listeners, discovery=False, discovery_error="a\nb", peers=())
    assert diagnosis(view, 0.0).splitlines() == [
        "Tidings connections",
        "own peer id: 00010203",
        "local discovery: off (a b)",
        "listening: tidings 192.168.1.7:4711, reachable at 192.168.1.7:4711",
        "router: not asked",
        "peers: 0",
    ]


def test_its_controls_have_names(connections: Connections, run: Run[Any]) -> None:
    run(connections.open(_waiting(connections.scene)))
    page = connections.page
    controls: list[QWidget] = [page.address, page.add, page.reconcile, page.copy, page.back]
    controls += [page.table.table, page.table.forget, page.table.ban, page.start_discovery]
    for control in controls:
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_rule_that_a_peer_broke_is_said_with_its_trouble(
    connections: Connections, run: Run[Any]
) -> None:
    broke = replace(
        _waiting(connections.scene), last_error="violation", last_rule="message too long"
    )

    async def choose() -> None:
        await connections.open(broke)
        connections.page.table.table.selectRow(0)

    run(choose())
    assert "message too long" in connections.page.table.trouble.text()
    click(connections.page.copy)
    text = QGuiApplication.clipboard().text()
    assert "last error violation (message too long)" in text


def test_why_nobody_is_connected_is_said_with_the_next_step(
    connections: Connections, run: Run[Any]
) -> None:
    run(connections.open(_waiting(connections.scene)))
    words = [label.text() for label in connections.page.reasons.findChildren(QLabel)]
    assert words[0] == "Why nobody is connected"
    assert any("example.net:4711: Nothing listens at that address." in word for word in words)
    assert connections.page.reasons.isVisible()
    run(connections.open(peer_at("192.168.1.9", 4_711, PeerState.READY, peer_id=WHO)))
    assert not connections.page.reasons.isVisible()


def test_a_peer_that_was_here_says_when() -> None:
    peer = replace(peer_at("192.168.1.9", 4_711, PeerState.OFFLINE, since=0.0), last_seen=60.0)
    story = story_of(peer, 120.0)
    assert story.now == "Not connected. It was here 1 minute ago."
    assert story.then.startswith("It is not dialled")


def test_where_there_is_room_for_two_columns_the_trouble_stands_beneath_the_address(
    connections: Connections, run: Run[Any]
) -> None:
    connections.page.resize(700, 900)
    run(connections.open(_waiting(connections.scene)))
    table = connections.page.table
    assert connections.cell(0, 1).splitlines()[1:] == [table.model.data(table.model.index(0, 3))]
    connections.page.resize(1_200, 900)
    run(until(lambda: len(connections.cell(0, 1).splitlines()) == 1))


def test_the_list_of_peers_takes_no_more_room_than_its_rows(
    connections: Connections, run: Run[Any]
) -> None:
    table = connections.page.table

    def fits() -> bool:
        return table.isVisible() and table.height() == table.table.height()

    run(connections.open(_waiting(connections.scene)))
    for width in (1_200, 500, 900):
        connections.page.resize(width, 900)
        run(until(fits))
