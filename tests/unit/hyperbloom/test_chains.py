"""Which of two chains of ours is kept, wherever the other comes from."""

from __future__ import annotations

import math

import pytest

from tests.conversations.hyperbloom.stage import NOON, chain_of

NEAR, FAR, FURTHER = (1,), (2, 1), (3, 2, 1)


@pytest.mark.parametrize(
    ("path", "until", "is_better"),
    [
        (FAR, NOON + 60, False),  # the same
        (NEAR, NOON + 60, True),
        (FURTHER, NOON + 60, False),
        (FURTHER, NOON + 61, True),  # only one is kept: behind its end there is none
        (NEAR, NOON + 59, False),
        (FAR, math.inf, True),
        (NEAR, NOON - 1, False),
        (NEAR, math.nan, False),
    ],
)
def test_a_chain_that_lasts_longer_is_better_and_of_those_that_last_as_long_the_shorter(
    path: tuple[int, ...], until: float, *, is_better: bool
) -> None:
    own = chain_of(*FAR, until=NOON + 60)
    assert chain_of(*path, until=until).is_better_than(own, NOON) is is_better


@pytest.mark.parametrize("until", [NOON - 1, NOON - 60, math.nan])
def test_any_that_holds_is_better_than_one_that_has_ended(until: float) -> None:
    assert chain_of(*FURTHER, until=NOON).is_better_than(chain_of(*NEAR, until=until), NOON)


def test_none_that_has_ended_is_better_than_another() -> None:
    own = chain_of(*FAR, until=NOON - 60)
    assert not chain_of(*NEAR, until=NOON - 1).is_better_than(own, NOON)
