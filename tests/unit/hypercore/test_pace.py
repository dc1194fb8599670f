"""How wide a line is, and from what that is learned."""

from __future__ import annotations

from engine.protocols.hypercore.exchange.asking.pace import Pace
from engine.protocols.hypercore.limits import (
    IN_FLIGHT_BYTES_AIMED,
    QUICK_SECONDS,
    REQUESTS_IN_FLIGHT_MAX,
    REQUESTS_IN_FLIGHT_MIN,
    ROOM_SHARE,
)
from tests.unit.hypercore.test_asking_bounds import ALL, reader_of, under_way


def test_that_few_blocks_came_quickly_says_nothing_of_many() -> None:
    """On a narrow line a thousand of them would hold up for long whatever else is said there."""
    _, lane = reader_of(mean=1)
    lane._requests._pace.came(0.0, QUICK_SECONDS, was_full=False)
    lane.receive(ALL, 0.0)
    assert under_way(lane) == REQUESTS_IN_FLIGHT_MAX


def test_on_a_long_line_little_says_nothing_of_much() -> None:
    """Posts that came one by one for a day are no reason to ask for two thousand at once."""
    pace = Pace()
    for second in range(20):
        pace.came(second, second + 0.25, was_full=False)
    assert pace.factor == 1


def test_only_what_is_asked_for_behind_other_blocks_tells_how_wide_a_line_is() -> None:
    _, lane = reader_of(mean=IN_FLIGHT_BYTES_AIMED)
    lane.receive(ALL, 0.0)
    behind = [block for block, one in lane._requests._asked.items() if one.behind]
    assert behind == list(range(REQUESTS_IN_FLIGHT_MIN // ROOM_SHARE, REQUESTS_IN_FLIGHT_MIN))
