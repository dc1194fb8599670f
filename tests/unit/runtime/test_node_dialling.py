"""Whom the node dials, when it tries again, and when it leaves an address alone."""

from __future__ import annotations

import pytest

from engine.model.address import Address
from engine.model.events import PeerGone, PeersChanged
from engine.model.peer_commands import ForgetPeer, ReconcileNow
from engine.model.peers import PeerState
from engine.protocols.contract import Ending, Role
from engine.runtime.peers.dialling import Dialled
from tests.unit.runtime.fakes import CABLE, HYPERCORE, FakeBook, Remembered
from tests.unit.runtime.peers import PEER, THERE, dial, only_peer
from tests.unit.runtime.world import FakeLink, World
from tests.work import steps_of


def test_remembered_addresses_are_dialled_at_start_and_unknown_protocols_are_not() -> None:
    book = FakeBook()
    other = Address("127.0.0.6", 1)
    book.addresses = {
        (CABLE, THERE): Remembered(CABLE, THERE),
        (HYPERCORE, other): Remembered(HYPERCORE, other),
    }

    world = World(book)

    assert world.network.dialled == [THERE]
    assert only_peer(world).state is PeerState.CONNECTING
    assert only_peer(world).remembered


def test_an_address_that_fails_is_dialled_again_later_and_later() -> None:
    world = World()
    dial(world)
    waits = []
    for _ in range(11):
        world.receiver.unreachable(CABLE, THERE, "connection_refused")
        start, count = world.clock.seconds, len(world.network.dialled)
        while len(world.network.dialled) == count:
            deadline = world.node.next_deadline()
            assert deadline is not None
            world.wait(max(0.0, deadline - world.clock.seconds))
        waits.append(world.clock.seconds - start)

    whole = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert all(0.75 * one <= wait <= one for one, wait in zip(whole, waits, strict=True))
    assert len({wait / one for one, wait in zip(whole, waits, strict=True)}) > 5, "with jitter"


def test_a_failed_dial_is_told_and_shown_with_its_code_and_when_it_is_tried_again() -> None:
    world = World()
    dial(world)
    world.events()

    world.receiver.unreachable(CABLE, THERE, "connection_refused")

    assert world.events() == (PeerGone(CABLE, THERE, Ending.UNREACHABLE, None), PeersChanged())
    view = only_peer(world)
    assert (view.state, view.last_error) == (PeerState.WAITING, "connection_refused")
    assert view.retry_at is not None
    assert 0.75 <= view.retry_at - world.clock.now() <= 1
    assert world.book.notes == [f"connection_refused {THERE}"]


def test_the_same_error_again_is_not_noted_again() -> None:
    world = World()
    dial(world)
    for _ in range(3):
        world.receiver.unreachable(CABLE, THERE, "timed_out")

    assert world.book.notes == [f"timed_out {THERE}"]


def test_a_conversation_that_lasted_resets_the_back_off() -> None:
    world = World()
    dial(world)
    for _ in range(5):
        world.receiver.unreachable(CABLE, THERE, "timed_out")
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p")
    world.settle()
    assert only_peer(world).last_error is None
    world.wait(60)
    world.receiver.ended(connection, "")
    world.settle()
    world.network.dialled.clear()

    world.wait(1)

    assert world.network.dialled == [THERE]
    assert world.book.notes[-1] == f"seen {THERE}"


def test_a_peer_that_greets_and_leaves_at_once_does_not_reset_the_back_off() -> None:
    world = World()
    dial(world)
    for _ in range(5):
        world.receiver.unreachable(CABLE, THERE, "timed_out")
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p", "close closed_by_peer")
    world.settle()
    world.network.dialled.clear()

    world.wait(20)

    assert world.network.dialled == []


@pytest.mark.parametrize("line", ["violate", "close self_connection"])
def test_a_violator_and_ourselves_are_left_alone_for_an_hour(line: str) -> None:
    world = World()
    dial(world)
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, line)
    world.settle()
    world.network.dialled.clear()

    world.perform(ReconcileNow())
    world.wait(3_599)
    assert world.network.dialled == []
    world.wait(2)

    assert world.network.dialled == [THERE]
    assert world.book.banned == []


def test_an_address_whose_peer_is_connected_otherwise_rests_until_that_peer_is_gone() -> None:
    book = FakeBook(addresses={(CABLE, THERE): Remembered(CABLE, THERE, PEER)})
    world = World(book)
    world.receiver.unreachable(CABLE, THERE, "timed_out")
    inbound, _, _ = world.open()
    world.receive(inbound, "ready p")
    world.settle()
    world.network.dialled.clear()

    world.wait(200)
    assert world.network.dialled == []
    view = only_peer(world)
    assert (view.state, view.remembered) == (PeerState.READY, True)
    world.receiver.ended(inbound, "")
    world.settle()
    world.wait(1)

    assert world.network.dialled == [THERE]


def test_a_duplicate_is_no_failure_and_is_dialled_again_when_the_other_ends() -> None:
    world = World()
    inbound, _, _ = world.open("in")
    world.receive(inbound, "ready p")
    dial(world)
    connection, _, _ = world.open("out", role=Role.DIALLER, address=THERE)
    world.receive(connection, "close duplicate")
    world.settle()
    world.network.dialled.clear()
    waiting = [v for v in world.node.connections().peers if v.address == THERE]
    assert [(v.state, v.last_error) for v in waiting] == [(PeerState.OFFLINE, None)]

    world.wait(100)
    assert world.network.dialled == []
    world.receiver.ended(inbound, "")
    world.settle()
    world.wait(1)

    assert world.network.dialled == [THERE]


def test_asking_for_news_dials_at_once_what_waits() -> None:
    world = World()
    dial(world)
    for _ in range(8):
        world.receiver.unreachable(CABLE, THERE, "timed_out")
    world.network.dialled.clear()

    world.perform(ReconcileNow())
    world.settle()

    assert world.network.dialled == [THERE]


def test_a_stream_that_opens_after_its_address_was_forgotten_is_closed() -> None:
    world = World()
    dial(world)
    world.perform(ForgetPeer(address=THERE))
    world.settle()
    link = FakeLink("A", world.happened)

    assert world.receiver.opened(link, CABLE, Role.DIALLER, THERE) is None
    assert not link.is_open()


def test_whoever_is_connected_is_looked_up_once_for_all_addresses_that_are_due() -> None:
    world = World()
    for number in range(20):
        connection, _, _ = world.open(f"{number}")
        world.receive(connection, f"ready {chr(0x3C + number)}")
    for number in range(40):
        dial(world, Address("127.0.1.1", 1 + number))
        world.receiver.unreachable(CABLE, Address("127.0.1.1", 1 + number), "timed_out")
    world.clock.seconds += 10.0

    due: list[Dialled] = []
    steps = steps_of(lambda: due.extend(world.node._redialling.take_due()))

    assert len(due) == 40
    assert steps < 40 * 60
