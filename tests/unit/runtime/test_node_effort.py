"""What a peer may cost us: beyond it nothing is read from it for a while, and the others go on."""

from __future__ import annotations

from engine.protocols.contract import Charge
from engine.runtime.switchboard import HEARD_OUT_SECONDS
from engine.runtime.turns.effort import (
    BURST_SECONDS,
    BUSY_SECONDS,
    BUSY_SECONDS_MAX,
    BUSY_SHARE,
    FORGOTTEN_SHARE,
    MOMENT_SECONDS,
    REMEMBERED_SECONDS_MAX,
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
    machine.charge = Charge.FULL
    world.receive(connection, f"spend {BURST_SECONDS + DEBT}", "emit")

    world.settle()
    assert not link.is_reading()
    assert "emit" not in machine.told

    world.wait(DEBT / SHARE + 0.001)
    assert link.is_reading()
    assert "emit" in machine.told


def test_no_deadline_of_a_peer_is_looked_at_while_we_do_not_read_it() -> None:
    world = World()
    connection, machine, link = world.open(greets="p")
    machine.charge = Charge.FULL
    machine.on_wake = f"spend {BURST_SECONDS + DEBT};wake 5"
    world.receive(connection, "wake 1")
    world.settle()
    world.wait(1.0)
    machine.on_wake = "close timed_out"
    world.receive(connection, "wake 100")  # the answer, which we leave lying

    world.wait(DEBT / SHARE - 1.0)
    assert machine.told == ["wake 1", "wake"]

    world.wait(1.001)
    assert machine.told[-1] == "wake 100"
    assert link.is_open()


def test_after_a_rest_there_is_time_to_read_what_the_system_kept() -> None:
    world = World()
    connection, machine, link = world.open(greets="p")
    machine.charge = Charge.FULL
    machine.on_wake = "close timed_out"
    world.receive(connection, f"spend {BURST_SECONDS + DEBT};wake 5")
    world.settle()

    world.wait(DEBT / SHARE + 0.001)
    assert link.is_reading()
    assert link.is_open()

    world.wait(HEARD_OUT_SECONDS)
    assert machine.told[-2:] == ["wake", "end"], "and no longer than that"


def test_who_rests_again_and_again_puts_its_deadline_off_no_more_than_once() -> None:
    world = World()
    connection, machine, _ = world.open(greets="p")
    machine.charge = Charge.FULL
    world.receive(connection, f"spend {BURST_SECONDS + DEBT};wake 5")
    world.settle()
    world.wait(DEBT / SHARE + 0.001)
    assert "wake" not in machine.told
    world.receive(connection, f"spend {DEBT}")
    world.settle()

    world.wait(DEBT / SHARE + 0.001)

    assert machine.told[-1] == "wake"


def test_nobody_else_waits_for_a_peer_that_rests() -> None:
    world = World()
    connection, machine, _ = world.open("A")
    machine.charge = Charge.FULL
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


def test_our_own_news_counts_against_nobody() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charge = Charge.FULL  # of its last packet
    machine.on_notice = f"spend {BURST_SECONDS + DEBT}"
    world.receive(world.open("B")[0], "store x")
    world.settle()
    assert "notice x" in machine.told
    assert link.is_reading()

    world.receive(connection, f"spend {BURST_SECONDS + DEBT}")
    world.settle()
    assert not link.is_reading()


def test_a_peer_that_rests_when_it_leaves_is_let_go() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charge = Charge.FULL
    world.receive(connection, f"spend {BURST_SECONDS + DEBT}")
    world.settle()

    world.receiver.ended(connection, "")
    world.settle()

    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert world.node.next_deadline() is None


def test_what_a_peer_that_rests_sent_before_it_left_is_not_looked_at() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charge = Charge.FULL
    world.receive(connection, f"spend {BURST_SECONDS + DEBT}", "emit")
    world.settle()

    world.receiver.ended(connection, "")
    world.settle()

    assert not link.is_open()
    assert "emit" not in machine.told
    assert machine.told[-1] == "end"


def test_whoever_leaves_at_once_is_worked_for_no_longer_than_who_stays() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charge = Charge.FULL
    world.receive(connection, f"spend {BURST_SECONDS}", "spend 0.1", *["emit"] * 100)

    world.receiver.ended(connection, "")
    world.settle()

    assert machine.told == [f"spend {BURST_SECONDS}", "spend 0.1", "end"]
    assert not link.is_open()
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
        machine.charge = Charge.FULL
        world.receive(connection, f"spend {MOMENT_SECONDS * 1.5}")
    lone, lone_machine, _ = world.open("lone")
    world.settle()

    for connection, _, _ in [*crowd, (lone, None, None)]:
        world.receive(connection, *["spend 0.001"] * 16)
    while lone_machine.told.count("spend 0.001") < 16:
        world.node.advance()

    done = sum(machine.told.count("spend 0.001") for _, machine, _ in crowd)
    assert 1 <= done <= 4, "an eighth of the time while somebody else waits"
    world.settle()
    assert all(machine.told.count("spend 0.001") == 16 for _, machine, _ in crowd)


def test_whoever_keeps_us_busy_with_what_it_needs_waits_for_the_others_and_is_always_read() -> None:
    world = World()
    crowd = [world.open(f"{number}") for number in range(5)]
    for connection, _, _ in crowd:
        world.receive(connection, f"spend {BUSY_SECONDS * 3};store a")
    lone, lone_machine, _ = world.open("lone")
    world.settle()

    for connection, _, _ in [*crowd, (lone, None, None)]:
        world.receive(connection, *["spend 0.001"] * 16)
    while lone_machine.told.count("spend 0.001") < 16:
        world.node.advance()

    done = sum(machine.told.count("spend 0.001") for _, machine, _ in crowd)
    assert 1 <= done <= 4, "an eighth of the time while somebody else waits"
    assert all(link.is_reading() for _, _, link in crowd)


def test_whoever_was_busy_long_ago_does_not_wait_when_it_speaks_again() -> None:
    world = World()
    crowd = [world.open(f"{number}") for number in range(5)]
    once, once_machine, _ = world.open("once")
    world.receive(once, f"spend {BUSY_SECONDS_MAX}")
    world.settle()
    world.wait(60.0)
    for connection, _, _ in crowd:
        world.receive(connection, f"spend {BUSY_SECONDS * 3}")
    world.settle()

    for connection, _, _ in crowd:
        world.receive(connection, "spend 0.001")
    world.receive(once, "spend 0.001")
    while "spend 0.001" not in once_machine.told:
        world.node.advance()

    assert sum(machine.told.count("spend 0.001") for _, machine, _ in crowd) <= 1


def test_who_takes_a_twentieth_of_our_time_never_waits_apart() -> None:
    effort = Effort()
    for second in range(600):
        effort.spend(BUSY_SHARE, float(second))
        assert not effort.is_costly


def test_answers_that_bring_nothing_wait_for_the_others_and_are_always_read() -> None:
    world = World()
    crowd = [world.open(f"{number}") for number in range(20)]
    for connection, machine, _ in crowd:
        machine.charge = Charge.IF_IN_VAIN
        world.receive(connection, f"spend {MOMENT_SECONDS * 1.5}")
    lone, lone_machine, _ = world.open("lone")
    world.settle()

    for connection, _, _ in [*crowd, (lone, None, None)]:
        world.receive(connection, *["spend 0.001"] * 16)
    while lone_machine.told.count("spend 0.001") < 16:
        world.node.advance()

    done = sum(machine.told.count("spend 0.001") for _, machine, _ in crowd)
    assert 1 <= done <= 4, "an eighth of the time while somebody else waits"
    assert all(link.is_reading() for _, _, link in crowd)


def test_an_answer_in_vain_is_never_followed_by_a_rest() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.charge = Charge.IF_IN_VAIN
    world.receive(connection, *[f"spend {2 * BURST_SECONDS}"] * 10)

    world.settle()

    assert link.is_reading()
    assert len(machine.told) == 10


def test_what_brings_something_makes_good_as_much_time_in_vain_as_it_takes() -> None:
    effort = Effort()
    verdicts = []
    for seconds, in_vain in ((MOMENT_SECONDS, True), (0.01, True), (0.011, False)):
        effort.weigh(seconds, 0.0, in_vain=in_vain)
        verdicts.append(effort.is_costly)
    assert verdicts == [False, True, False]


def test_only_a_packet_that_stores_something_was_not_in_vain() -> None:
    world = World()
    connection, machine, _ = world.open()
    machine.charge = Charge.IF_IN_VAIN
    conversation = next(iter(world.node._work.conversations))
    verdicts = []
    for line in (f"spend {1.5 * MOMENT_SECONDS}", f"spend {2 * MOMENT_SECONDS};store a"):
        world.receive(connection, line)
        world.settle()
        verdicts.append(conversation.effort.is_costly)
    assert verdicts == [True, False]


def test_the_costly_have_an_eighth_of_the_time_and_not_of_the_inputs() -> None:
    world = World()
    costly, costly_machine, _ = world.open("costly")
    costly_machine.charge = Charge.IF_IN_VAIN
    world.receive(costly, f"spend {MOMENT_SECONDS * 1.5}")
    lone, lone_machine, _ = world.open("lone")
    world.settle()

    world.receive(costly, *["spend 0.01"] * 10)
    world.receive(lone, *["spend 0.0005"] * 180)
    while lone_machine.told.count("spend 0.0005") < 180:
        world.node.advance()

    assert 1 <= costly_machine.told.count("spend 0.01") <= 3
    world.settle()
    assert costly_machine.told.count("spend 0.01") == 10


def test_a_moment_of_work_makes_nobody_costly_and_a_minute_makes_good() -> None:
    effort = Effort()
    verdicts = []
    for seconds, now in ((MOMENT_SECONDS, 0.0), (BURST_SECONDS, 0.0), (0.0, 60.0)):
        effort.charge(seconds, now)
        verdicts.append(effort.is_costly)
    assert verdicts == [False, True, False]


def test_what_cost_more_than_is_remembered_is_forgotten_within_a_minute() -> None:
    effort = Effort()
    effort.charge(10 * BURST_SECONDS, 0.0)
    seconds = (REMEMBERED_SECONDS_MAX - MOMENT_SECONDS) / FORGOTTEN_SHARE
    assert seconds < 60.0
    assert _is_costly(effort, seconds - 0.1)
    assert not _is_costly(effort, seconds + 0.1)


def test_what_kept_us_busy_is_forgotten_within_ten_seconds() -> None:
    effort = Effort()
    effort.spend(100.0, 0.0)
    seconds = (BUSY_SECONDS_MAX - BUSY_SECONDS) / BUSY_SHARE
    assert seconds < 10.0
    assert _is_costly(effort, seconds - 0.1)
    assert not _is_costly(effort, seconds + 0.1)


def _is_costly(effort: Effort, at: float) -> bool:
    effort.spend(0.0, at)
    return effort.is_costly
