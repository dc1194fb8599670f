"""The node and the router before it: who is asked for what, and where others are told to try."""

from __future__ import annotations

from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.events import PeersChanged, PortMappingChanged
from engine.model.peer_commands import Listen, NameAddresses, StartPortMapping, StopPortMapping
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from tests.unit.runtime.fakes import CABLE
from tests.unit.runtime.world import FakeGateway, World

OWN = Address("127.0.0.1", 4_242)
OUTSIDE = Address("11.22.33.44", 4_242)
NAMED = Address("name.example", 4_711)
OFF = PortMappingView()
HELD = PortMappingView(PortMappingState.HELD, OUTSIDE)
FAILED = PortMappingView(PortMappingState.FAILED, trouble=PortMappingTrouble.NO_ROUTER)


def listening(gateway: FakeGateway | None = None) -> World:
    world = World(gateway=gateway)
    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))
    world.events()
    return world


def reachable(world: World) -> tuple[Address, ...]:
    (listener,) = world.node.connections().listeners
    assert world.reachable[-1] == listener.reachable, "peers are told the same"
    return listener.reachable


def test_nobody_is_asked_unless_a_person_wants_it() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    assert gateway == FakeGateway()
    assert world.node.connections().port_mapping == OFF


def test_what_the_router_lets_through_is_told_shown_and_named_to_others_first() -> None:
    gateway = FakeGateway()
    world = listening(gateway)

    reply = world.perform(StartPortMapping())
    gateway.told[0](HELD)

    assert reply.outcomes == [None]
    assert gateway.forwarded == [OWN]
    assert world.events() == (PortMappingChanged(HELD), PeersChanged())
    assert world.node.connections().port_mapping == HELD
    assert reachable(world) == (OUTSIDE, OWN)


def test_a_router_that_is_lost_is_named_no_more() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    world.perform(StartPortMapping())
    gateway.told[0](HELD)

    gateway.told[0](FAILED)

    assert world.node.connections().port_mapping == FAILED
    assert reachable(world) == (OWN,)


def test_what_is_told_twice_is_news_once() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    world.perform(StartPortMapping())
    gateway.told[0](FAILED)
    world.events()

    gateway.told[0](FAILED)

    assert world.events() == ()


def test_a_router_is_asked_as_soon_as_a_port_is_open() -> None:
    gateway = FakeGateway()
    world = World(gateway=gateway)
    world.perform(StartPortMapping())
    assert gateway.forwarded == []

    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))
    world.perform(Listen(CABLE, Address("127.0.0.1", 4_343)))

    assert gateway.forwarded == [OWN]


def test_who_asks_again_has_it_looked_at_anew() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    world.perform(StartPortMapping())

    world.perform(StartPortMapping())

    assert (gateway.forwarded, gateway.looks) == ([OWN], 1)


def test_it_is_taken_back_when_a_person_wants_it_no_more_and_may_be_asked_for_again() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    world.perform(StartPortMapping())
    gateway.told[0](HELD)

    reply = world.perform(StopPortMapping())

    assert reply.outcomes == [None]
    assert gateway.withdrawals == 1
    assert world.node.connections().port_mapping == OFF
    assert reachable(world) == (OWN,)
    world.perform(StartPortMapping())
    assert gateway.forwarded == [OWN, OWN]


def test_where_there_is_no_gateway_to_ask_that_is_told() -> None:
    world = listening()

    reply = world.perform(StartPortMapping())

    assert reply.outcomes == [None]
    trouble = PortMappingTrouble.NOT_AVAILABLE
    told = PortMappingView(PortMappingState.FAILED, trouble=trouble)
    assert world.node.connections().port_mapping == told
    world.perform(StopPortMapping())
    assert world.node.connections().port_mapping == OFF


def test_a_computer_that_slept_looks_whether_it_still_holds() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    world.clock.wall_offset += 7_200
    world.node.advance()
    assert gateway.looks == 0, "nobody wants it"
    world.perform(StartPortMapping())

    world.clock.wall_offset += 7_200
    world.node.advance()

    assert gateway.looks == 1


# ---- addresses that a person names --------------------------------------------------------------


def test_addresses_that_a_person_names_come_before_all_others() -> None:
    gateway = FakeGateway()
    world = listening(gateway)
    world.perform(StartPortMapping())
    gateway.told[0](HELD)

    reply = world.perform(NameAddresses((NAMED, OWN)))

    assert reply.outcomes == [None]
    assert reachable(world) == (NAMED, OWN, OUTSIDE)
    assert PeersChanged() in world.events()
    world.perform(NameAddresses(()))
    assert reachable(world) == (OUTSIDE, OWN)


def test_addresses_named_before_a_port_is_open_are_told_with_it() -> None:
    world = World()
    world.perform(NameAddresses((NAMED,)))
    assert world.node.connections().listeners == ()

    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))

    assert reachable(world) == (NAMED, OWN)


def test_what_leads_here_from_outside_is_no_address_of_this_computer() -> None:
    world = listening()
    world.perform(NameAddresses((NAMED,)))
    (listener,) = world.node.connections().listeners
    assert listener.has_own
    world.network.is_away = True
    (listener,) = world.node.connections().listeners
    assert (listener.reachable, listener.has_own) == ((NAMED,), False)


def test_what_leads_to_our_own_port_leads_to_no_other() -> None:
    world = World()
    world.perform(NameAddresses((NAMED,)))
    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))

    world.perform(Listen(CABLE, Address("127.0.0.1", 4_343)))

    second = world.node.connections().listeners[1]
    assert second.reachable == (Address("127.0.0.1", 4_343),)
    assert world.node.connections().reachable_at(CABLE)[0] == NAMED


def test_an_address_without_a_port_is_refused() -> None:
    world = listening()

    reply = world.perform(NameAddresses((NAMED, Address("name.example", 0))))

    (refused,) = reply.outcomes
    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.ADDRESS_INVALID
    assert reachable(world) == (OWN,)
