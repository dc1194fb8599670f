"""How peers are listed: each once, under whatever addresses it is known."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.peers import Appearance, PeerState
from engine.protocols.contract import Role
from engine.runtime.peers.doors import mark_of
from tests.unit.runtime.fakes import CABLE, SPACE, FakeBook
from tests.unit.runtime.peers import PEER, THERE, dial
from tests.unit.runtime.world import World

MARK = mark_of(PEER)
RULE = "a rule"  # what the machine of the tests says was broken
ADDRESSES = tuple(Address(f"127.0.0.{number}", 7000) for number in range(40, 44))


def test_a_peer_that_announces_several_addresses_is_listed_once() -> None:
    world = World()
    world.node.found(MARK, ADDRESSES)
    world.settle()

    (view,) = world.node.connections().peers
    assert view.state is PeerState.CONNECTING
    assert view.address == world.network.dialled[0]


def test_an_announced_peer_that_is_connected_is_listed_once() -> None:
    world = World()
    world.open(greets="p")
    world.node.found(MARK, ADDRESSES)
    world.settle()

    (view,) = world.node.connections().peers
    assert view.peer_id == PEER


def test_an_address_that_our_user_added_is_listed_though_it_is_announced_too() -> None:
    world = World()
    dial(world, ADDRESSES[1])
    dial(world, THERE)
    world.node.found(MARK, ADDRESSES)
    world.settle()

    assert [view.address for view in world.node.connections().peers] == [ADDRESSES[1], THERE]


def test_two_connections_with_one_peer_are_one_row() -> None:
    world = World()
    world.open("A", greets="p")
    world.open("B", greets="p")

    assert len(world.node.connections().peers) == 1


def test_strangers_that_have_not_greeted_are_listed_each() -> None:
    world = World()
    world.open("A")
    world.open("B")

    assert len(world.node.connections().peers) == 2


def test_a_peer_is_shown_with_what_it_has_shown_of_itself() -> None:
    world = World()
    connection, _, _ = world.open("A", greets="p")
    world.receive(connection, "show")
    world.settle()

    (view,) = world.node.connections().peers
    assert view.spaces == (SPACE,)
    assert view.presence == (Appearance(SPACE, None),)


def test_what_runs_beside_shows_for_the_same_peer() -> None:
    world = World()
    world.open("A", greets="p")
    beside, _, _ = world.open("B", greets="p")
    world.receive(beside, "show")
    world.settle()

    (view,) = world.node.connections().peers
    assert view.presence == (Appearance(SPACE, None),)


def test_a_peer_that_came_and_broke_a_rule_is_shown_with_the_ending_and_the_rule() -> None:
    world = World()
    connection, _, _ = world.open(greets="p")
    world.receive(connection, "violate")
    world.settle()

    (view,) = world.node.connections().peers
    assert (view.state, view.last_error, view.last_rule) == (PeerState.OFFLINE, "violation", RULE)


def test_a_peer_that_we_dialled_and_broke_a_rule_is_shown_with_it_until_it_greets_again() -> None:
    world = World()
    dial(world)
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE, greets="p")
    world.receive(connection, "violate")
    world.settle()
    (view,) = world.node.connections().peers
    assert (view.last_error, view.last_rule) == ("violation", RULE)

    world.open(role=Role.DIALLER, address=THERE, greets="p")

    (view,) = world.node.connections().peers
    assert (view.last_error, view.last_rule) == (None, None)


def test_a_peer_that_took_its_leave_has_no_trouble() -> None:
    world = World()
    connection, _, _ = world.open(greets="p")
    world.receive(connection, "close closed_by_peer")
    world.settle()

    (view,) = world.node.connections().peers
    assert (view.last_error, view.last_rule) == (None, None)


def test_a_peer_that_is_connected_has_no_trouble_though_an_address_of_it_does_not_answer() -> None:
    world = World()
    dial(world)
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE, greets="p")
    world.receiver.ended(connection, "")
    world.settle()
    world.receiver.unreachable(CABLE, THERE, "connection_refused")
    world.open(greets="p")

    (view,) = world.node.connections().peers
    assert (view.state, view.last_error) == (PeerState.READY, None)


def test_a_remembered_peer_is_shown_after_a_restart_with_when_it_was_last_seen() -> None:
    book = FakeBook()
    before = World(book)
    dial(before)
    before.open(role=Role.DIALLER, address=THERE, greets="p")
    seen_at = before.clock.now()

    (view,) = World(book).node.connections().peers

    assert (view.address, view.peer_id, view.last_seen) == (THERE, PEER, seen_at)
