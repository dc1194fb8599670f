"""Looks for a planted bug, in a process of its own: seed after seed until a law is broken."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.store.opening import open_memory_store
from tests.simulation.planted import BUGS
from tests.simulation.simulate import simulate

SEEDS_MAX = 100  # reliability S3
HOURS = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """``law`` is empty if ``seeds`` seeds went by without a law broken. ``without``: which one is
    broken in the same world without the bug, if any.
    """

    law: str
    seeds: int
    hours: float
    report: str
    without: str = ""


def hunt(name: str, seeds_max: int = SEEDS_MAX) -> Found:
    """The first seed, from the bug's own first on, that finds the bug of that name; and how its
    world goes without the bug.
    """
    bug = BUGS[name]
    open_memory_store().close()  # what all worlds begin as is made without the bug
    with pytest.MonkeyPatch.context() as patch:
        bug.plant(patch)
        for number in range(bug.first, seeds_max + 1):
            outcome = simulate(seed_of(name, number), HOURS)
            if outcome.broken:
                break
        else:
            return Found("", seeds_max, seeds_max * HOURS, "")
    without = simulate(seed_of(name, number), HOURS).broken
    return Found(outcome.broken, number, number * HOURS, outcome.report, without)


def seed_of(name: str, number: int) -> str:
    """Of the world of that number in which the bug is looked for."""
    return f"{BUGS[name].seeds}-planted-{number}"


def trouble_of(name: str) -> str:
    """Why to look for the bug of that name proves nothing; empty where it is found, and no law is
    broken in the same world without it.
    """
    found = hunt(name)
    if not found.law:
        return f"{name}: went unseen in {found.seeds} worlds"
    seed = seed_of(name, found.seeds)
    return f"{name}: {seed} breaks without it, too: {found.without}" if found.without else ""
