"""What those who left a place have cost counts for whoever comes from there next."""

from __future__ import annotations

import pytest

from engine.model.address import Address
from engine.protocols.cable.limits import HANDSHAKE_SECONDS
from engine.protocols.contract import Charge
from engine.runtime.turns.effort import (
    BURST_SECONDS,
    MOMENT_SECONDS,
    NEIGHBOUR_REST_SECONDS_MAX,
    NEIGHBOUR_SECONDS,
    NEIGHBOUR_SHARE,
    REST_SECONDS,
    SHARE,
    WINDOW_WORK_SECONDS_MAX,
    Effort,
)
from engine.runtime.turns.places import PLACES_MAX, Places
from tests.unit.runtime.world import World

DEBT = 1.0


def test_whoever_comes_again_from_where_somebody_was_costly_waits_apart_until_it_is_forgotten() -> (
    None
):
    world = World()
    for seconds_later, is_costly in ((0.0, True), (60.0, False)):
        costly, costly_machine, _ = world.open("costly", address=Address("127.0.0.2", 1))
        costly_machine.charge = Charge.FULL
        world.receive(costly, f"spend {2 * MOMENT_SECONDS}")
        world.settle()
        world.receiver.ended(costly, "")
        world.settle()
        world.wait(seconds_later)

        again, _, _ = world.open("again", address=Address("127.0.0.2", 2))
        other, _, _ = world.open("other", address=Address("127.0.0.3", 2))
        efforts = {one.id: one.effort for one in world.node._work.conversations}
        assert efforts[again].is_costly is is_costly
        assert not efforts[other].is_costly
        world.receiver.ended(again, "")
        world.settle()


def test_what_was_charged_to_a_place_is_taken_from_the_burst_of_who_comes_next() -> None:
    effort = Effort()
    effort.begin(0.0, BURST_SECONDS / 2, 0.0)
    assert effort.charge(BURST_SECONDS / 2, 0.0) is None
    assert effort.charge(0.01, 0.0) == 0.01 / SHARE


def test_what_was_charged_to_a_place_counts_for_a_minute_in_who_comes_next() -> None:
    for later, rests_until in ((59.0, 59.0 + REST_SECONDS), (60.0, None)):
        effort = Effort()
        effort.begin(0.0, WINDOW_WORK_SECONDS_MAX - 2 * NEIGHBOUR_SECONDS, 0.0)
        assert effort.charge(3 * NEIGHBOUR_SECONDS, later) == rests_until


def test_an_honest_neighbour_of_whoever_used_up_everything_is_served_only_later() -> None:
    effort = Effort()
    effort.begin(0.0, 100 * WINDOW_WORK_SECONDS_MAX, 0.0)
    now = 0.0
    for _ in range(100):  # words, a few hundred of which are a tenth of a second
        now = effort.charge(NEIGHBOUR_SECONDS / 200, now) or now
    assert now < 2 * NEIGHBOUR_SECONDS / NEIGHBOUR_SHARE


def test_who_comes_from_where_more_than_everything_was_used_up_rests_before_its_first_step() -> (
    None
):
    for more, rests_until in (
        (0.0, None),
        (0.05, 0.05 / SHARE),
        (100.0, NEIGHBOUR_REST_SECONDS_MAX),
    ):
        begun = Effort().begin(0.0, WINDOW_WORK_SECONDS_MAX + more, 0.0)
        assert begun == (rests_until and pytest.approx(rests_until))


def test_an_honest_neighbour_is_answered_within_the_patience_of_a_greeting() -> None:
    world = World()
    for number in range(2):
        costly, machine, _ = world.open(address=Address("127.0.0.2", number + 1), greets="p")
        machine.charge = Charge.FULL
        world.receive(costly, f"spend {2 * WINDOW_WORK_SECONDS_MAX}")
        world.settle()
        world.receiver.ended(costly, "")
        world.settle()

    honest, machine, link = world.open(address=Address("127.0.0.2", 9))
    other, other_machine, _ = world.open(address=Address("127.0.0.3", 9))
    machine.charge = Charge.FULL
    for one in (honest, other):
        world.receive(one, "spend 0.005;emit")
    world.settle()
    assert other_machine.told == ["spend 0.005;emit"]
    assert machine.told == []

    world.wait(NEIGHBOUR_REST_SECONDS_MAX)
    assert machine.told == ["spend 0.005;emit"]
    assert link.is_reading()
    assert NEIGHBOUR_REST_SECONDS_MAX < HANDSHAKE_SECONDS


def test_a_place_is_charged_for_a_minute_with_what_was_charged_to_those_who_left() -> None:
    places = Places()
    places.left("host", 0.0, 2.0, 0.0)
    places.left("host", 0.0, 1.0, 30.0)
    moments = (30.0, 59.9, 60.0, 90.0)
    assert [places.charged_to("host", now) for now in moments] == [3.0, 3.0, 1.0, 0.0]
    assert places.charged_to("elsewhere", 30.0) == 0.0


def test_what_it_was_charged_for_its_neighbours_is_not_counted_twice_when_it_leaves() -> None:
    effort = Effort()
    effort.begin(0.0, 3.0, 0.0)
    effort.charge(0.01, 0.0)
    assert effort.charged(0.0) == 0.01


def test_no_more_places_are_remembered_than_the_bound() -> None:
    places = Places()
    for number in range(PLACES_MAX + 10):
        places.left(f"host {number}", 0.05, 0.0, 0.0)
    assert len(places) == PLACES_MAX
    assert places.cost_of("host 9", 0.0) == 0.0
    assert places.cost_of("host 10", 0.0) == 0.05
