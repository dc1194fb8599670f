"""A clock that is set or drifts: who is disturbed by it, and who is not."""

from __future__ import annotations

from engine.protocols.contract import Role
from engine.runtime.node import CLOCK_JUMP_SECONDS
from tests.unit.runtime.peers import THERE, dial
from tests.unit.runtime.world import World


def test_a_clock_that_is_set_ends_conversations_and_wakes_the_protocols() -> None:
    world = World()
    dial(world)
    _, machine, link = world.open(role=Role.DIALLER, address=THERE)
    world.network.dialled.clear()
    world.clock.wall_offset += 3_600

    world.node.advance()
    world.wait(2)

    assert not link.is_open()
    assert machine.told == ["end"]
    assert world.protocol.told == ["wake"]
    assert world.network.dialled == [THERE]


def test_a_clock_that_is_set_back_starves_nobody() -> None:
    world = World()
    world.rename("wake 10")
    world.settle()
    world.clock.wall_offset -= 86_400
    world.node.advance()
    world.settle()
    world.protocol.told.clear()

    world.wait(11)

    assert world.protocol.told == ["wake"]


def test_a_clock_may_leap_by_five_seconds_and_no_more() -> None:
    world = World()
    _, _, link = world.open()
    world.clock.wall_offset += CLOCK_JUMP_SECONDS
    world.node.advance()
    assert link.is_open()

    world.clock.wall_offset += CLOCK_JUMP_SECONDS + 0.001
    world.node.advance()

    assert not link.is_open()


def test_a_clock_that_drifts_disturbs_nobody() -> None:
    world = World()
    _, _, link = world.open()
    for _ in range(100):
        world.clock.wall_offset += 1
        world.wait(1)
        world.node.advance()

    assert link.is_open()
