"""F2 of reliability.md 5: whatever is properly signed is judged as a second implementation does."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

from tests.amounts import amount
from tests.fuzz.signed import TRIALS
from tests.fuzz.signed.trial import DifferError, Tally, Verdicts, run

CASES = {"messages": 40_000, "chains": 60_000, "posts": 80_000, "proofs": 80_000}
TIMES = amount("SIGNED_TIMES", 1)
PARTS = 2


def _part(name: str, seed: int) -> Tally:
    return run(TRIALS[name], TIMES * CASES[name] // PARTS, seed)


@pytest.mark.slow
@pytest.mark.timeout(1_200 * TIMES)
@pytest.mark.parametrize("name", TRIALS)
def test_two_implementations_agree(name: str) -> None:
    with ProcessPoolExecutor(PARTS, mp_context=get_context("spawn")) as processes:
        tallies = list(processes.map(_part, [name] * PARTS, range(1, PARTS + 1)))
    for tally in tallies:
        both = (tally.accepted, tally.refused)
        assert min(both) > sum(both) / 5, f"hardly anything else than one verdict: {tally}"


def test_at_least_a_quarter_of_a_million_cases_are_judged() -> None:
    assert sum(CASES.values()) >= 250_000


def test_a_case_on_which_they_differ_is_found() -> None:
    class Differing:
        def __init__(self, chance: Random) -> None:
            self._chance = chance

        def once(self) -> Verdicts:
            return Verdicts("read", self._chance.random() > 0.01 and "read", "planted")

    with pytest.raises(DifferError, match="planted"):
        run(Differing, 10_000, 1)
