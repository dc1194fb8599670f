"""How much one turn takes on, and when its batch is committed (architecture, section 5)."""

from __future__ import annotations

from engine.runtime.turns.conversations import SEND_BYTES_A_TURN_MAX
from engine.runtime.turns.turn import BATCH_RECORDS_MAX, SLICE_INPUTS_MAX
from tests.unit.runtime.fakes import Noted
from tests.unit.runtime.world import World


def test_a_turn_of_received_records_stays_open_while_input_waits() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["store a"] * (SLICE_INPUTS_MAX + 1))

    world.node.advance()

    assert "commit" not in world.happened
    world.node.advance()
    assert world.happened.count("commit") == 1, "no more input commits"


def test_a_command_commits_although_input_waits() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["store a"] * (2 * SLICE_INPUTS_MAX))
    reply = world.rename("store mine")

    world.node.advance()

    assert reply.outcomes == ["done"]
    assert Noted("mine") in world.storage.committed


def test_a_batch_commits_with_the_record_that_fills_it() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["store a"] * (BATCH_RECORDS_MAX + 10))
    counts = []
    while world.node.pending:
        world.node.advance()
        counts.append(len(world.storage.committed))

    assert list(dict.fromkeys(counts)) == [0, BATCH_RECORDS_MAX, BATCH_RECORDS_MAX + 10]


def test_a_batch_commits_after_50_milliseconds() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["spend 0.01;store a"] * 10)
    slices = 0
    while not world.storage.committed:
        world.node.advance()
        slices += 1

    assert slices == 5
    assert len(world.storage.committed) == 5


def test_a_turn_without_records_is_released_at_once() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, *["send pong"] * (SLICE_INPUTS_MAX + 1))

    world.node.advance()

    assert world.happened.count("A send pong") == SLICE_INPUTS_MAX


def test_a_slice_ends_after_two_milliseconds_between_packets() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, *["spend 0.0015"] * 5)

    world.node.advance()

    assert len(machine.told) == 2


def test_a_peer_that_asks_for_much_is_answered_a_megabyte_a_turn() -> None:
    world = World()
    connection, machine, _ = world.open()
    asked = f"sendmany {SEND_BYTES_A_TURN_MAX}"
    world.receive(connection, asked, "sendmany 1", asked)

    world.node.advance()

    assert machine.told == [asked, "sendmany 1"]
    world.settle()
    assert machine.told[-1] == asked


def test_a_peer_that_asked_for_much_and_has_left_is_answered_no_further() -> None:
    world = World()
    connection, machine, _ = world.open()
    asked = f"sendmany {SEND_BYTES_A_TURN_MAX}"
    world.receive(connection, "store x", *[asked] * 200)
    world.receiver.ended(connection, "")

    world.settle()

    assert machine.told == ["store x", asked, asked, "end"]
    assert world.storage.committed == [Noted("x")]


def test_no_source_starves_another() -> None:
    world = World()
    first, _, _ = world.open("A")
    second, machine, _ = world.open("B")
    world.receive(first, *["spend 0.0005"] * 1_000)
    world.receive(second, "send here")
    replies = [world.rename("") for _ in range(3)]

    world.node.advance()
    world.node.advance()
    world.node.advance()

    assert machine.told == ["send here"]
    assert all(reply.outcomes for reply in replies)
