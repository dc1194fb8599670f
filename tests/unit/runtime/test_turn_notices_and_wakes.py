"""What conversations are told: of stored records, and of time (architecture, section 5)."""

from __future__ import annotations

from engine.model.events import PeerGone
from engine.protocols.contract import Ending
from engine.runtime.turns.conversations import NOTICES_MAX
from tests.unit.runtime.fakes import Noted
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
