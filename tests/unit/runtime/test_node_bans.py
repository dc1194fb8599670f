"""Bans: whom they keep out, for how long, and what ends them."""

from __future__ import annotations

from engine.errors import Fault
from engine.model.address import Address
from engine.model.events import PeerGone, PeerReady
from engine.model.peer_commands import BanPeer, ForgetPeer
from engine.model.peers import PeerState
from engine.protocols.contract import Role
from tests.unit.runtime.fakes import CABLE, FakeBook
from tests.unit.runtime.peers import PEER, THERE, dial, only_peer
from tests.unit.runtime.world import FakeLink, World


def test_a_banned_peer_is_closed_and_refused_from_wherever_it_comes() -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "ready p")
    world.settle()

    world.perform(BanPeer(peer_id=PEER))
    world.settle()
    assert not link.is_open()
    again, _, second = world.open(address=Address("127.0.0.77", 9))
    world.events()
    world.receive(again, "ready p")
    world.settle()

    assert not second.is_open()
    assert not [e for e in world.events() if isinstance(e, PeerReady | PeerGone)]
    assert world.node.moment().peers == ()


def test_a_banned_address_is_refused_from_any_port_and_not_dialled() -> None:
    world = World()
    dial(world)
    world.perform(BanPeer(address=THERE))
    world.settle()
    link = FakeLink("A", world.happened)

    opened = world.receiver.opened(link, CABLE, Role.LISTENER, Address(THERE.host, 555))

    assert opened is None
    assert not link.is_open()
    assert [view.state for view in world.node.connections().peers] == [PeerState.BANNED]
    assert world.node.next_deadline() is None


def test_a_banned_address_is_not_dialled_on_the_word_of_a_peer() -> None:
    world = World()
    world.perform(BanPeer(address=THERE))
    world.settle()
    connection, _, _ = world.open()
    world.receive(connection, f"hear q; where {THERE} 127.0.0.6:7001")
    world.receiver.ended(connection, "")
    world.settle()
    world.wait(2.0)

    assert world.network.dialled == [Address("127.0.0.6", 7001)]


def test_bans_outlive_the_process_and_end_when_they_are_forgotten() -> None:
    book = FakeBook()
    book.ban(PEER, 5.0)
    world = World(book)
    shown = only_peer(world)
    assert (shown.state, shown.since) == (PeerState.BANNED, 5.0)

    world.perform(ForgetPeer(peer_id=PEER))
    world.settle()
    connection, _, link = world.open()
    world.receive(connection, "ready p")
    world.settle()

    assert link.is_open()
    assert book.banned == []


def test_adding_a_banned_address_ends_its_ban() -> None:
    world = World()
    world.perform(BanPeer(address=THERE))
    world.settle()

    dial(world)

    assert world.book.banned == []
    assert world.network.dialled == [THERE]


def test_a_ban_that_could_not_be_stored_has_changed_nothing() -> None:
    world = World()
    dial(world)
    connection, _, link = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p")
    world.settle()
    before = world.node.connections().peers
    world.storage.fails_at = "commit"

    reply = world.perform(BanPeer(peer_id=PEER))
    world.settle()

    assert isinstance(reply.outcomes[0], Fault)
    assert link.is_open()
    assert world.node.connections().peers == before


def test_an_address_that_could_not_be_stored_or_forgotten_stays_what_it_was() -> None:
    world = World()
    world.storage.fails_at = "commit"
    dial(world)
    assert world.network.dialled == []
    assert world.node.connections().peers == ()

    world.storage.fails_at = ""
    dial(world)
    world.storage.fails_at = "commit"
    world.perform(ForgetPeer(address=THERE))
    world.settle()

    assert only_peer(world).address == THERE


def test_a_banned_peer_that_came_by_itself_is_listed_once() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "ready p")
    world.settle()

    world.perform(BanPeer(peer_id=PEER))
    world.settle()

    assert only_peer(world).state is PeerState.BANNED
