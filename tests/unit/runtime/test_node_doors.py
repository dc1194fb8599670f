"""The node's doors: ports that are open to others, and discovery on the local network."""

from __future__ import annotations

import pytest

from engine.crypto.blake2b import hash32
from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.events import Listening, PeersChanged
from engine.model.peer_commands import Listen, StartDiscovery, StopDiscovery
from engine.model.peers import ListenerView
from engine.protocols.contract import Role
from engine.runtime.peers.doors import FOUND_ADDRESSES_MAX
from tests.unit.runtime.fakes import CABLE, OWN_PEER
from tests.unit.runtime.peers import PEER, THERE, dial
from tests.unit.runtime.world import FakeDiscovery, World


def test_an_open_port_is_answered_told_and_shown() -> None:
    world = World()

    reply = world.perform(Listen(CABLE, Address("127.0.0.1", 0)))

    bound = Address("127.0.0.1", 4242)
    assert reply.outcomes == [ListenerView(CABLE, bound, (bound,))]
    assert Listening(CABLE, bound) in world.events()
    view = world.node.connections()
    assert view.peer_id == OWN_PEER
    assert view.listeners == (ListenerView(CABLE, bound, (bound,)),)


def test_a_port_that_cannot_be_opened_fails_the_command() -> None:
    world = World()
    world.network.refuses_to_listen = Fault(FaultReason.PORT_IN_USE, "127.0.0.1:9")

    reply = world.perform(Listen(CABLE, Address("127.0.0.1", 9)))

    (fault,) = reply.outcomes
    assert isinstance(fault, Fault)
    assert world.node.connections().listeners == ()


def test_discovery_announces_the_home_port_under_a_mark_of_our_id() -> None:
    discovery = FakeDiscovery()
    world = World(discovery=discovery)
    world.perform(StartDiscovery())

    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))

    assert discovery.mark == hash32(OWN_PEER)[:8]
    assert discovery.announced == [(Address("127.0.0.1", 4242),)]
    assert world.node.connections().discovery


@pytest.mark.parametrize(
    ("discovery", "error"),
    [(FakeDiscovery("network_unreachable"), "network_unreachable"), (None, "not_available")],
)
def test_discovery_that_cannot_start_says_why_and_stops_nothing(
    discovery: FakeDiscovery | None, error: str
) -> None:
    world = World(discovery=discovery)

    reply = world.perform(StartDiscovery())

    assert reply.outcomes == [None]
    view = world.node.connections()
    assert (view.discovery, view.discovery_error) == (False, error)


def test_discovery_that_is_asked_for_twice_is_started_once_and_both_are_answered() -> None:
    discovery = FakeDiscovery(takes_its_time=True)
    world = World(discovery=discovery)
    first, second = world.perform(StartDiscovery()), world.perform(StartDiscovery())
    assert len(discovery.starts) == 1

    discovery.starts[0](None)
    third = world.perform(StartDiscovery())

    assert [reply.outcomes for reply in (first, second, third)] == [[None]] * 3
    assert len(discovery.starts) == 1


def test_discovery_that_is_stopped_dials_those_it_found_no_more_and_may_start_again() -> None:
    discovery = FakeDiscovery()
    world = World(discovery=discovery)
    world.perform(StartDiscovery())
    world.node.found(hash32(PEER)[:8], [THERE])

    reply = world.perform(StopDiscovery())

    assert reply.outcomes == [None]
    assert discovery.stops == 1
    assert not world.node.connections().discovery
    assert all(entry.mark is None for entry in world.node._dialling)
    world.perform(StartDiscovery())
    assert len(discovery.starts) == 2
    assert world.node.connections().discovery


def test_discovery_that_is_stopped_while_it_starts_does_not_stay_on() -> None:
    discovery = FakeDiscovery(takes_its_time=True)
    world = World(discovery=discovery)
    world.perform(StartDiscovery())
    world.perform(StopDiscovery())

    discovery.starts[0](None)

    assert discovery.stops == 1
    assert not world.node.connections().discovery


def test_a_discovered_peer_is_dialled_at_one_address_at_a_time_and_ourselves_never() -> None:
    world = World()
    other = Address("127.0.0.6", 7000)
    world.node.found(hash32(OWN_PEER)[:8], [Address("127.0.0.1", 1)])
    world.node.found(hash32(PEER)[:8], [THERE, other])
    world.settle()
    assert world.network.dialled == [THERE]

    world.receiver.unreachable(CABLE, THERE, "timed_out")
    world.wait(1)

    assert other in world.network.dialled
    assert world.book.addresses == {}, "only what the user adds is remembered"


def test_a_discovered_peer_that_is_connected_already_is_not_dialled() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "ready p")
    world.settle()

    world.node.found(hash32(PEER)[:8], [THERE])
    world.settle()

    assert world.network.dialled == []


def test_a_lost_announcement_ends_dialling_but_not_what_our_user_added() -> None:
    world = World()
    other = Address("127.0.0.6", 7000)
    dial(world, other)
    world.node.found(b"m" * 8, [THERE, other])
    world.settle()
    for address in (THERE, other):
        world.receiver.unreachable(CABLE, address, "timed_out")

    world.node.lost(b"m" * 8)

    assert [view.address for view in world.node.connections().peers] == [other]


def test_a_lost_peer_that_is_connected_stays_until_it_ends() -> None:
    world = World()
    world.node.found(b"m" * 8, [THERE])
    world.settle()
    connection, _, link = world.open(role=Role.DIALLER, address=THERE)
    world.node.lost(b"m" * 8)
    assert link.is_open()

    world.receiver.ended(connection, "")
    world.settle()

    assert world.node.connections().peers == ()


def test_a_flood_of_announcements_is_bounded() -> None:
    world = World()
    for number in range(300):
        world.node.found(number.to_bytes(8, "big"), [Address("127.0.0.8", 1 + number)])

    assert len(world.node.connections().peers) == 256


def test_of_an_announcement_as_much_is_dialled_as_fits_and_that_is_told() -> None:
    world = World()
    for number in range(FOUND_ADDRESSES_MAX - 1):
        world.node.found(number.to_bytes(8, "big"), [Address("127.0.0.8", 1 + number)])
    fits, beyond, known = (Address("127.0.0.9", port) for port in (1, 2, 3))
    dial(world, known)
    world.events()

    world.node.found(b"m" * 8, [fits, beyond, known])

    assert world.events() == (PeersChanged(),)
    world.node.lost(b"m" * 8)
    shown = {view.address for view in world.node.connections().peers}
    assert {fits, beyond, known} & shown == {known}


def test_an_announcement_of_which_nothing_fits_tells_nothing() -> None:
    world = World()
    for number in range(FOUND_ADDRESSES_MAX):
        world.node.found(number.to_bytes(8, "big"), [Address("127.0.0.8", 1 + number)])
    world.events()

    world.node.found(b"m" * 8, [THERE])

    assert world.events() == ()
