"""Looks for a planted bug, in a process of its own: seed after seed until a law is broken."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.simulation.planted import BUGS
from tests.simulation.simulate import simulate

SEEDS_MAX = 100  # reliability S3
HOURS = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """``law`` is empty if ``seeds`` seeds went by without a law broken."""

    law: str
    seeds: int
    hours: float
    report: str


def hunt(name: str, seeds_max: int = SEEDS_MAX) -> Found:
    """The first seed, from the bug's own first on, that finds the bug of that name."""
    bug = BUGS[name]
    with pytest.MonkeyPatch.context() as patch:
        bug.plant(patch)
        for number in range(bug.first, seeds_max + 1):
            outcome = simulate(f"{bug.seeds}-planted-{number}", HOURS)
            if outcome.broken:
                return Found(outcome.broken, number, number * HOURS, outcome.report)
    return Found("", seeds_max, seeds_max * HOURS, "")
