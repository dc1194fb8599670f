"""A hundred worlds, half of them with liars: no law is broken in any of them.

Every seed that once broke a law is kept below by what it found.
"""

from __future__ import annotations

import pytest

from tests.simulation.conftest import Outcomes
from tests.simulation.simulate import HOURS

EACH = 50
HONEST = [f"honest-{number}" for number in range(1, EACH + 1)]
LYING = [f"liars-{number}" for number in range(1, EACH + 1)]

ONCE_BROKEN = {
    "liars-L-1-planted-6": "a peer that shows a post and never gives it is asked without end",
}
"""Seed: what it found."""


@pytest.mark.parametrize("seed", [*HONEST, *LYING, *ONCE_BROKEN])
def test_no_law_is_broken_in_the_world_of_a_seed(seed: str, outcomes: Outcomes) -> None:
    outcome = outcomes(seed)

    assert not outcome.broken, outcome.report


def test_the_worlds_make_two_hundred_hours_and_half_of_them_hold_liars() -> None:
    assert HOURS * len([*HONEST, *LYING]) >= 200
    assert len(LYING) >= len(HONEST)
