"""What our user wants of peers: added, forgotten, in view; and what is refused."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.ids import PeerId
from engine.model.peer_commands import AddPeer, BanPeer, ForgetPeer, Listen
from engine.model.peers import PeerState
from engine.protocols.contract import Role
from engine.runtime.peers.doors import mark_of
from engine.runtime.peers.past import PAST_PEERS_MAX
from engine.runtime.peers.peers import PAST_KEPT_SECONDS
from tests.unit.runtime.fakes import CABLE, HYPERCORE
from tests.unit.runtime.peers import PEER, THERE, dial, only_peer
from tests.unit.runtime.world import World


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AddPeer(HYPERCORE, THERE), Refusal.PROTOCOL_UNKNOWN),
        (AddPeer(CABLE, Address("127.0.0.1", 0)), Refusal.ADDRESS_INVALID),
        (ForgetPeer(address=THERE), Refusal.PEER_UNKNOWN),
        (ForgetPeer(peer_id=PEER), Refusal.PEER_UNKNOWN),
        (ForgetPeer(), Refusal.PEER_UNKNOWN),
        (BanPeer(), Refusal.PEER_UNKNOWN),
        (Listen(HYPERCORE, THERE), Refusal.PROTOCOL_UNKNOWN),
    ],
)
def test_wishes_about_peers_that_cannot_be_are_refused(
    command: AddPeer | ForgetPeer | BanPeer | Listen, reason: Refusal
) -> None:
    world = World()

    reply = world.perform(command)
    world.settle()

    (refused,) = reply.outcomes
    assert isinstance(refused, Refused)
    assert refused.reason is reason
    assert world.book.addresses == {}


def test_an_address_is_remembered_only_if_that_is_wished() -> None:
    world = World()
    world.perform(AddPeer(CABLE, THERE, remember=False))
    world.settle()
    assert world.book.addresses == {}
    assert not only_peer(world).remembered

    dial(world)

    assert list(world.book.addresses) == [(CABLE, THERE)]
    assert only_peer(world).remembered


def test_a_forgotten_peer_is_closed_and_not_dialled_again() -> None:
    world = World()
    dial(world)
    connection, _, link = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p")
    world.settle()
    world.network.dialled.clear()

    reply = world.perform(ForgetPeer(peer_id=PEER))
    world.settle()
    world.wait(1_000)

    assert reply.outcomes == [None]
    assert not link.is_open()
    assert world.network.dialled == []
    assert world.book.addresses == {}
    assert world.node.connections().peers == ()


def test_peers_that_came_by_themselves_stay_in_view_after_they_left_and_can_be_forgotten() -> None:
    world = World()
    names = [chr(0x3C + number) for number in range(PAST_PEERS_MAX + 1)]  # none parts the script
    for name in names:
        connection, _, _ = world.open()
        world.receive(connection, f"ready {name}", "close closed_by_peer")
        world.settle()
    views = world.node.connections().peers
    assert len(views) == PAST_PEERS_MAX
    assert {view.state for view in views} == {PeerState.OFFLINE}
    latest = views[0].peer_id
    assert latest == PeerId(names[-1].encode() * 32)

    world.perform(ForgetPeer(peer_id=latest))
    world.settle()

    assert latest not in [view.peer_id for view in world.node.connections().peers]


def test_who_came_by_themselves_is_known_after_a_restart_unless_forgotten() -> None:
    world = World()
    for name in "pq":
        connection, _, _ = world.open()
        world.receive(connection, f"ready {name}", "close closed_by_peer")
        world.settle()
    world.node.stop()

    again = World(book=world.book)

    assert [view.peer_id for view in again.node.connections().peers] == [
        PeerId(b"q" * 32),
        PeerId(b"p" * 32),
    ]
    again.perform(ForgetPeer(peer_id=PeerId(b"q" * 32)))
    again.settle()
    left = World(book=world.book).node.connections().peers
    assert [view.peer_id for view in left] == [PeerId(b"p" * 32)]


def test_many_who_come_and_go_are_written_down_once_a_minute() -> None:
    world = World()
    for name in "pqrs":
        connection, _, _ = world.open()
        world.receive(connection, f"ready {name}", "close closed_by_peer")
        world.settle()
    assert [view.peer_id for view in world.book.gone] == [PeerId(b"p" * 32)]

    world.clock.seconds += PAST_KEPT_SECONDS
    connection, _, _ = world.open()
    world.receive(connection, "ready t", "close closed_by_peer")
    world.settle()

    assert len(world.book.gone) == 5


def test_an_address_that_worked_is_remembered_from_then_on() -> None:
    world = World()
    world.perform(AddPeer(CABLE, THERE, remember=False))
    world.settle()
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    assert world.book.addresses == {}

    world.receive(connection, "ready p")
    world.settle()

    assert [one.peer_id for one in world.book.known()] == [PEER]
    assert world.book.notes == [f"seen {THERE}"]
    assert only_peer(world).remembered


def test_an_address_that_did_not_work_is_not_remembered() -> None:
    world = World()
    world.perform(AddPeer(CABLE, THERE, remember=False))
    world.settle()

    world.receiver.unreachable(CABLE, THERE, "connection_refused")
    world.settle()

    assert world.book.addresses == {}
    assert not only_peer(world).remembered


def test_an_address_that_was_only_announced_is_not_remembered_though_it_works() -> None:
    world = World()
    world.node.found(mark_of(PEER), (THERE,))
    world.settle()
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p")
    world.settle()

    assert world.book.addresses == {}
