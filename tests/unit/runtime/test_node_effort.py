"""What a peer may cost us: beyond it nothing is read from it for a while, and the others go on."""

from __future__ import annotations

from engine.runtime.turns.effort import (
    BURST_SECONDS,
    MOMENT_SECONDS,
    REST_SECONDS,
    SHARE,
    WINDOW_WORK_SECONDS_MAX,
    Effort,
)
from tests.unit.runtime.world import World

DEBT = 1.0


def test_a_peer_in_debt_is_neither_read_nor_worked_for_until_it_is_paid() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charged = True
    world.receive(connection, f"spend {BURST_SECONDS + DEBT}", "emit")

    world.settle()
    assert not link.is_reading()
    assert "emit" not in machine.told

    world.wait(DEBT / SHARE + 0.001)
    assert link.is_reading()
    assert "emit" in machine.told


def test_nobody_else_waits_for_a_peer_that_rests() -> None:
    world = World()
    connection, machine, _ = world.open("A")
    machine.charged = True
    other, other_machine, other_link = world.open("B")
    world.receive(connection, f"spend {BURST_SECONDS + DEBT}")
    world.settle()

    world.receive(other, "emit")
    world.settle()

    assert other_link.is_reading()
    assert other_machine.told == ["emit"]


def test_what_is_not_charged_may_take_as_long_as_it_likes() -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "spend 30", "spend 30")

    world.settle()

    assert link.is_reading()


def test_a_peer_that_rests_when_it_leaves_is_let_go() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charged = True
    world.receive(connection, f"spend {BURST_SECONDS + DEBT}")
    world.settle()

    world.receiver.ended(connection, "")
    world.settle()

    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert world.node.next_deadline() is None


def test_more_than_five_seconds_of_work_in_a_minute_is_followed_by_a_minute_of_rest() -> None:
    effort = Effort()
    step = SHARE  # just what is earned in a second, so that no debt grows
    now = 0.0
    while (rests_until := effort.charge(step, now)) is None:
        now += 1.0

    assert now * step < WINDOW_WORK_SECONDS_MAX + 2 * step
    assert rests_until == now + REST_SECONDS
    assert effort.charge(step, rests_until) is None, "then it begins anew"


def test_five_seconds_of_work_in_more_than_a_minute_are_allowed() -> None:
    effort = Effort()

    rests = [effort.charge(0.08, float(second)) for second in range(3_600)]

    assert rests == [None] * 3_600


def test_the_costly_wait_for_the_others_and_still_have_their_turn() -> None:
    world = World()
    crowd = [world.open(f"{number}") for number in range(20)]
    for connection, machine, _ in crowd:
        machine.charged = True
        world.receive(connection, f"spend {MOMENT_SECONDS * 1.5}")
    lone, lone_machine, _ = world.open("lone")
    world.settle()

    for connection, _, _ in [*crowd, (lone, None, None)]:
        world.receive(connection, *["spend 0.001"] * 16)
    while lone_machine.told.count("spend 0.001") < 16:
        world.node.advance()

    done = sum(machine.told.count("spend 0.001") for _, machine, _ in crowd)
    assert 1 <= done <= 4, "one in eight while somebody else waits"
    world.settle()
    assert all(machine.told.count("spend 0.001") == 16 for _, machine, _ in crowd)


def test_a_moment_of_work_makes_nobody_costly_and_a_minute_makes_good() -> None:
    effort = Effort()
    verdicts = []
    for seconds, now in ((MOMENT_SECONDS, 0.0), (BURST_SECONDS, 0.0), (0.0, 60.0)):
        effort.charge(seconds, now)
        verdicts.append(effort.is_costly)
    assert verdicts == [False, True, False]
