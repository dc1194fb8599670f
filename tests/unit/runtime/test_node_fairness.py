"""Whose turn is next: whoever was worked for least, and nobody is left waiting for good."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.address import Address
from engine.model.ids import ConnectionId
from engine.protocols.contract import Charge, Role
from engine.runtime.surroundings import Link
from engine.runtime.turns.effort import BUSY_SECONDS, MOMENT_SECONDS
from engine.runtime.turns.inbox import INPUT_SECONDS_MIN, OTHERS_DUE_SECONDS_MAX
from engine.runtime.turns.waiting import Waiting
from tests.unit.runtime.fakes import CABLE, FakeMachine
from tests.unit.runtime.world import FakeLink, World

DEAR = "spend 0.002"
WORD = "spend 0.0002"


def test_a_few_words_wait_for_no_more_than_one_of_the_dear_questions_of_a_crowd() -> None:
    world = World()
    lone, lone_machine, _ = world.open("lone")
    crowd = _asking(world, 40, 8)
    while (before := _asked(crowd)) < 2 * len(crowd):
        world.node.advance()

    world.receive(lone, *[WORD] * 8)
    while lone_machine.told.count(WORD) < 8:
        world.node.advance()

    assert _asked(crowd) - before <= 1


def test_an_answer_to_an_answer_need_not_wait_for_the_whole_crowd_either() -> None:
    world = World()
    lone, lone_machine, _ = world.open("lone")
    crowd = _asking(world, 40, 8)
    while (before := _asked(crowd)) < 2 * len(crowd):
        world.node.advance()

    for number in range(1, 5):
        world.receive(lone, WORD)
        while lone_machine.told.count(WORD) < number:
            world.node.advance()

    assert _asked(crowd) - before <= 4


def test_those_who_never_stop_are_given_the_same_time_and_not_as_many_turns() -> None:
    world = World()
    brief, brief_machine, _ = world.open("brief")
    long_, long_machine, _ = world.open("long")
    world.receive(brief, *["spend 0.001"] * 40)
    world.receive(long_, *["spend 0.005"] * 8)

    while long_machine.told.count("spend 0.005") < 4:
        world.node.advance()

    assert 14 <= brief_machine.told.count("spend 0.001") <= 21


def test_who_was_silent_for_long_has_saved_up_no_more_than_a_moment() -> None:
    world = World()
    silent, silent_machine, _ = world.open("silent")
    busy, busy_machine, _ = world.open("busy")
    world.receive(busy, *["spend 0.001"] * 90)
    world.settle()

    world.receive(busy, "spend 0.003")
    world.receive(silent, *["spend 0.001"] * 60)
    while "spend 0.003" not in busy_machine.told:
        world.node.advance()

    ahead = silent_machine.told.count("spend 0.001") * 0.001
    assert ahead <= MOMENT_SECONDS + 0.002


def test_who_reads_a_long_channel_has_most_of_what_those_leave_who_cost_us_for_nothing() -> None:
    world = World()
    reader, reader_machine, _ = world.open("reader")
    world.receive(reader, f"spend {2 * BUSY_SECONDS}")
    crowd = [world.open(f"{number}") for number in range(8)]
    for connection, machine, _ in crowd:
        machine.charge = Charge.IF_IN_VAIN
        world.receive(connection, f"spend {2 * MOMENT_SECONDS}")
    world.settle()

    world.receive(reader, *[DEAR] * 30)
    for connection, _, _ in crowd:
        world.receive(connection, *[DEAR] * 30)
    while reader_machine.told.count(DEAR) < 30:
        world.node.advance()

    done = _asked([machine for _, machine, _ in crowd])
    assert 20 <= done <= 50, "as much as one of them alone, and the first of each"
    world.settle()
    assert _asked([machine for _, machine, _ in crowd]) == 8 * 30


def test_what_the_costly_had_beyond_their_share_is_soon_forgotten() -> None:
    world = World()
    costly, costly_machine, _ = world.open("costly")
    costly_machine.charge = Charge.IF_IN_VAIN
    world.receive(costly, f"spend {2 * MOMENT_SECONDS}")
    world.settle()
    world.receive(costly, "spend 10")
    others = [world.open(f"{number}") for number in range(12)]
    world.receive(costly, DEAR)
    for connection, _, _ in others:
        world.receive(connection, *["spend 0.009"] * 9)
    while DEAR not in costly_machine.told:
        world.node.advance()

    waited = sum(machine.told.count("spend 0.009") for _, machine, _ in others) * 0.009
    assert 0.5 * OTHERS_DUE_SECONDS_MAX <= waited <= OTHERS_DUE_SECONDS_MAX + 0.02


def test_newcomers_without_end_keep_nobody_waiting() -> None:
    world = World()
    patient, patient_machine, _ = world.open("patient")
    world.receive(patient, *[WORD] * 20)

    for number in range(80):
        world.receive(_comes(world, f"{number}"), DEAR)
        world.node.advance()

    assert patient_machine.told.count(WORD) == 20


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.floats(INPUT_SECONDS_MIN, 0.01)), min_size=1, max_size=200
    )
)
def test_two_who_both_wait_are_never_further_apart_than_a_moment_and_a_turn(
    turns: list[tuple[int, float]],
) -> None:
    world = World()
    for name in "ABCD":
        world.open(name)
    everybody = list(world.node._work.conversations)
    waiting, outside = Waiting(), dict.fromkeys(everybody)
    for number, seconds in turns:
        if (newcomer := everybody[number]) in outside:
            del outside[newcomer]
            waiting.put(newcomer)
        taken = waiting.take()
        waiting.spent(taken, seconds)
        if number % 2:
            outside[taken] = None
        else:
            waiting.put(taken)
        accounts = [given for given, _, _ in waiting._queue]
        assert max(accounts, default=0.0) - min(accounts, default=0.0) <= MOMENT_SECONDS + 0.01


def test_whoever_is_gone_is_remembered_no_longer() -> None:
    world = World()
    connection, _, _ = world.open()
    inbox = world.node._work.inbox
    assert len(inbox._conversations._given) == 1

    world.receiver.ended(connection, "")
    world.settle()

    assert not inbox._conversations._given


def _asking(world: World, count: int, questions: int) -> list[FakeMachine]:
    """A crowd of so many, each of which asks all of its dear questions at once."""
    crowd = [world.open(f"{number}") for number in range(count)]
    for connection, _, _ in crowd:
        world.receive(connection, *[DEAR] * questions)
    return [machine for _, machine, _ in crowd]


def _comes(world: World, name: str) -> ConnectionId:
    """Its machine is not started yet."""
    link: Link = FakeLink(name, world.happened)
    connection = world.receiver.opened(link, CABLE, Role.LISTENER, Address("127.0.0.9", 1_000))
    assert connection is not None
    return connection


def _asked(crowd: list[FakeMachine]) -> int:
    return sum(machine.told.count(DEAR) for machine in crowd)
