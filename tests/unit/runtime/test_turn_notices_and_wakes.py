"""What conversations are told: of stored records, and of time (architecture, section 5)."""

from __future__ import annotations

from engine.model.events import PeerGone
from engine.model.ids import ConnectionId
from engine.protocols.contract import Ending
from engine.runtime.turns.conversations import NOTICES_MAX
from tests.unit.runtime.fakes import FakeMachine, Noted
from tests.unit.runtime.world import World


def test_wake_and_notice_wait_while_a_receive_is_unfinished() -> None:
    world = World()
    connection, machine, _ = world.open()
    machine.on_wake = "send woken"
    world.receive(connection, "wake 5")
    world.settle()
    machine.told.clear()
    world.receive(connection, "spend 0.003;store x", "spend 6", "spend 0.003", "send last")

    world.settle()

    assert machine.told == [
        "spend 0.003;store x",
        "spend 6",
        "spend 0.003",
        "send last",
        "wake",
        "notice x",
    ]


def test_stored_records_are_noticed_by_every_conversation_the_source_too() -> None:
    world = World()
    first, first_machine, _ = world.open("A")
    _, other_machine, _ = world.open("B")
    world.receive(first, "store x", "store y")

    world.settle()

    assert first_machine.told[-1] == "notice x,y"
    assert other_machine.told[-1] == "notice x,y"


def test_what_a_command_stores_is_noticed_too_and_what_is_rolled_back_is_not() -> None:
    world = World()
    _, machine, _ = world.open()
    world.rename("store kept")
    world.settle()
    assert machine.told == ["notice kept"]

    world.rename("store lost;bug")
    world.settle()

    assert machine.told == ["notice kept"]


def test_a_conversation_that_cannot_be_told_of_records_any_more_is_closed() -> None:
    world = World()
    connection, machine, link = world.open(greets="p")
    world.receive(connection, "sendmany 1")
    world.receiver.congested(connection)  # so that the packet stays where it is
    conversation = world.node._work.conversations.get(connection)
    assert conversation is not None
    conversation._packets = iter([[]])
    conversation.notices.extend([Noted("old")] * NOTICES_MAX)

    world.rename("store one-more")
    world.settle()

    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert any(isinstance(e, PeerGone) and e.reason == Ending.TOO_SLOW for e in world.events())


def test_a_wake_replaces_the_one_before_and_comes_when_the_steady_clock_says() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "wake 5", "wake 10")
    world.settle()
    machine.told.clear()

    world.wait(9.9)
    assert machine.told == []
    world.wait(0.2)

    assert machine.told == ["wake"]


def held_up() -> tuple[World, ConnectionId, FakeMachine]:
    """A conversation whose deadline has passed, and nobody has looked since."""
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "wake 5")
    world.settle()
    machine.told.clear()
    world.clock.seconds += 6
    return world, connection, machine


def test_what_came_while_we_were_held_up_counts_before_the_deadline_that_passed() -> None:
    world, connection, machine = held_up()

    world.receive(connection, "send in-time")
    world.settle()

    assert machine.told == ["send in-time", "wake"]


def test_a_deadline_that_such_input_replaces_does_not_come() -> None:
    world, connection, machine = held_up()

    world.receive(connection, "wake 5")
    world.settle()
    assert machine.told == ["wake 5"]
    world.wait(5.1)

    assert machine.told == ["wake 5", "wake"]


def test_whoever_goes_on_sending_does_not_put_a_deadline_off() -> None:
    world, connection, machine = held_up()
    world.receive(connection, "spend 0.003")
    world.node.advance()

    world.receive(connection, "send late")
    world.settle()

    assert machine.told == ["spend 0.003", "wake", "send late"]


def test_nor_does_it_where_each_packet_names_the_deadline_that_has_passed_again() -> None:
    """As most machines do: what they return with a packet ends with when they are due."""
    world, connection, machine = held_up()
    for _ in range(3):
        world.receive(connection, "wake 0;spend 0.003")
        world.node.advance()

    assert "wake" in machine.told


def test_what_a_peer_sent_that_has_to_wait_puts_no_deadline_off() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "wake 5")
    world.settle()
    machine.told.clear()
    world.receiver.congested(connection)
    world.receive(connection, "send later")

    world.wait(6)

    assert machine.told == ["wake"]


def going_on() -> tuple[World, ConnectionId, FakeMachine]:
    """A conversation that has more to do for its peer, at once."""
    world, connection, machine = held_up()
    machine.on_wake = "wake 0;spend 0.003"
    world.node.advance()
    assert machine.told == ["wake"]
    machine.told.clear()
    machine.on_wake = "send piece"
    world.clock.seconds += 0.001  # a deadline is as exact as a clock of many years
    return world, connection, machine


def test_to_go_on_at_once_waits_until_the_peer_reads_what_it_was_sent() -> None:
    world, connection, machine = going_on()
    world.receiver.congested(connection)
    world.rename("store x")

    world.settle()
    assert machine.told == ["notice x"]
    world.receiver.drained(connection)
    world.settle()

    assert machine.told == ["notice x", "wake"]


def test_to_go_on_at_once_waits_while_the_peer_rests() -> None:
    world, connection, machine = going_on()
    conversation = world.node._work.conversations.get(connection)
    assert conversation is not None
    conversation.rest()
    world.node._work.rests.set(conversation, world.clock.seconds + 60)

    world.wait(1)
    assert machine.told == []
    world.wait(60)

    assert machine.told == ["wake"]


def test_a_later_deadline_takes_the_place_of_going_on_at_once() -> None:
    world, connection, machine = going_on()
    machine.on_notice = "wake 5"
    world.receiver.congested(connection)
    world.rename("store x")

    world.settle()
    assert machine.told == ["notice x"]
    world.wait(6)

    assert machine.told == ["notice x", "wake"], "also where the peer reads nothing"


def test_who_leaves_with_an_answer_unread_is_let_go_without_the_rest_of_it() -> None:
    world, connection, machine = going_on()
    machine.on_wake = "send piece;wake 0"
    world.receiver.congested(connection)
    world.wait(0.001)

    world.receiver.ended(connection, "")
    world.settle()

    assert machine.told == ["end"]


def test_a_protocol_is_woken_at_its_own_deadline() -> None:
    world = World()
    world.rename("wake 60")
    world.settle()

    world.wait(61)

    assert world.protocol.told == ["wake"]


def test_a_protocol_whose_deadline_ended_in_a_fault_is_woken_again() -> None:
    world = World()
    world.protocol.on_wake = "bug"
    world.rename("wake 5")
    world.settle()

    world.wait(6)
    world.protocol.on_wake = ""
    world.wait(61)

    assert world.protocol.told == ["wake", "wake"]
