"""How a conversation ends within a turn: what still counts, and what no longer does."""

from __future__ import annotations

from engine.model.events import SpaceChanged
from engine.protocols.contract import Ending
from engine.runtime.turns.turn import SLICE_INPUTS_MAX
from tests.unit.runtime.fakes import SPACE, Noted
from tests.unit.runtime.world import World


def test_after_a_close_nothing_of_that_peer_has_an_effect() -> None:
    world = World()
    connection, machine, link = world.open()
    world.receive(connection, "close timed_out", "store x")

    world.settle()

    assert world.storage.committed == []
    assert not link.is_open()
    assert machine.told == ["close timed_out", "end"]


def test_what_was_received_before_the_end_still_counts() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "store x")
    world.receiver.ended(connection, "")

    world.settle()

    assert world.storage.committed == [Noted("x")]
    assert machine.told[-1] == "end"


def test_a_machine_is_told_of_the_end_exactly_once_however_it_ended() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "close duplicate")
    world.receiver.ended(connection, "")
    world.settle()
    world.receiver.ended(connection, "")
    world.settle()

    assert machine.told.count("end") == 1


def test_the_events_of_a_farewell_are_told_even_where_the_disk_fails() -> None:
    world = World()
    connection, machine, _ = world.open()
    machine.presence.append((SPACE, None))
    world.storage.fails_at = "begin"
    world.receive(connection, "store x")

    world.settle()

    assert SpaceChanged(SPACE) in world.events()


def test_a_send_to_a_conversation_that_is_over_is_dropped() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "send a")
    world.receiver.ended(connection, "connection_reset")
    world.receive(connection, "close closed_by_us")

    world.settle()

    assert world.happened.count("A close") == 1


def test_a_farewell_beside_a_batch_is_told_with_the_batch() -> None:
    world = World()
    first, _, _ = world.open("A")
    second, machine, _ = world.open("B")
    machine.presence.append((SPACE, None))
    world.receive(first, *["store a"] * (SLICE_INPUTS_MAX + 1))
    world.node.advance()
    world.events()
    conversation = world.node._work.conversations.get(second)
    assert conversation is not None
    world.node._switchboard.end(conversation, Ending.CLOSED_BY_US)
    world.events()
    world.storage.fails_at = "commit"

    world.node.advance()

    assert machine.told == ["end"]
    assert SpaceChanged(SPACE) not in world.events()
