"""Who misbehaves waits before it is let in again, longer each time, and not for ever."""

from __future__ import annotations

import pytest

from engine.model.address import Address
from engine.protocols.contract import Ending, Role
from engine.runtime.peers.conduct import (
    FORGIVEN_SECONDS,
    OFFENDERS_MAX,
    SLIPS_FREE,
    WAIT_SECONDS,
    WAIT_SECONDS_MAX,
    Conduct,
)
from tests.unit.runtime.fakes import CABLE
from tests.unit.runtime.peers import dial
from tests.unit.runtime.world import FakeLink, World

HOST = "127.0.0.66"


def comes(world: World, host: str = HOST) -> bool:
    """Whether a stream from there is taken up."""
    link = FakeLink("A", world.happened)
    world.receiver.opened(link, CABLE, Role.LISTENER, Address(host, 1000))
    world.settle()
    return link.is_open()


def misbehave(world: World, line: str = "violate", host: str = HOST) -> None:
    connection, _, link = world.open(address=Address(host, 1000))
    world.receive(connection, line)
    world.settle()
    assert not link.is_open()


@pytest.mark.parametrize("line", ["violate", "close too_many"])
def test_a_host_that_misbehaves_again_and_again_waits(line: str) -> None:
    world = World()
    for _ in range(SLIPS_FREE):
        misbehave(world, line)
    assert comes(world), "a neighbour may have been the one"
    misbehave(world, line)

    assert not comes(world)
    assert comes(world, "127.0.0.67")
    world.wait(WAIT_SECONDS)
    assert comes(world)


def test_whoever_violates_and_leaves_at_once_is_counted_too() -> None:
    world = World()
    for _ in range(SLIPS_FREE + 1):
        connection, _, _ = world.open(address=Address(HOST, 1000))
        world.receive(connection, "violate")
        world.receiver.ended(connection, "")
        world.settle()

    assert not comes(world)


def test_other_endings_are_held_against_nobody() -> None:
    world = World()
    for ending in (Ending.TIMED_OUT, Ending.DUPLICATE, Ending.CLOSED_BY_PEER, Ending.TOO_SLOW):
        for _ in range(SLIPS_FREE + 1):
            misbehave(world, f"close {ending}")
    for _ in range(SLIPS_FREE + 1):
        connection, _, _ = world.open(address=Address(HOST, 1000))
        world.receiver.ended(connection, "too_many")  # its place was needed
        world.settle()

    assert comes(world)


def test_who_is_inside_is_not_sent_away_for_a_neighbour() -> None:
    world = World()
    _, _, inside = world.open("B", address=Address(HOST, 2000))
    for _ in range(SLIPS_FREE + 1):
        misbehave(world)

    assert inside.is_open()


def test_our_own_user_may_dial_whom_we_do_not_let_in_and_that_forgives() -> None:
    world = World()
    for _ in range(SLIPS_FREE + 1):
        misbehave(world)
    assert not comes(world)

    dial(world, Address(HOST, 7000))

    assert world.network.dialled == [Address(HOST, 7000)]
    world.open("C", Role.DIALLER, Address(HOST, 7000))
    assert comes(world)


def test_a_peer_with_a_proven_id_waits_wherever_it_comes_from() -> None:
    world = World()
    connection, _, _ = world.open(address=Address(HOST, 1000))
    world.receive(connection, "prove x;violate")
    world.settle()
    connection, _, link = world.open(address=Address("127.0.0.67", 1000))

    world.receive(connection, "prove x")
    world.settle()

    assert not link.is_open()
    connection, _, link = world.open(address=Address("127.0.0.67", 1000))
    world.receive(connection, "ready x")
    world.settle()
    assert link.is_open(), "who merely says that id is not that peer"


def test_the_wait_doubles_up_to_ten_minutes() -> None:
    conduct = Conduct()
    now, waits = 0.0, []
    for _ in range(SLIPS_FREE + 9):
        conduct.offend(HOST, now)
        began = now
        while conduct.waits(HOST, now):
            now += WAIT_SECONDS
        waits.append(now - began)

    assert waits == [0.0] * SLIPS_FREE + [10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert WAIT_SECONDS_MAX == 600.0


def test_good_conduct_makes_good_one_offence_after_another() -> None:
    conduct = Conduct()
    for _ in range(SLIPS_FREE + 2):
        conduct.offend(HOST, 0.0)
    assert conduct.waits(HOST, 2 * WAIT_SECONDS - 1)

    later = 2 * WAIT_SECONDS + 2 * FORGIVEN_SECONDS
    conduct.offend(HOST, later)

    assert conduct.waits(HOST, later + WAIT_SECONDS - 1)
    assert not conduct.waits(HOST, later + WAIT_SECONDS)


def test_no_more_offenders_are_remembered_than_the_bound() -> None:
    conduct = Conduct()
    for number in range(OFFENDERS_MAX + 1):
        conduct.offend(f"host {number}", 0.0)

    assert len(conduct) == OFFENDERS_MAX
