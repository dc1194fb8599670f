"""Every planted bug is found, and so the laws are worth something."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.simulation.conftest import LONG_ENOUGH, PROCESSES
from tests.simulation.planted import BUGS
from tests.simulation.planted.hunt import SEEDS_MAX, Found, hunt

Hunts = Callable[[str], Found]
pytestmark = LONG_ENOUGH


@pytest.fixture(scope="module")
def hunts(request: pytest.FixtureRequest) -> Iterator[Hunts]:
    """Each in a process of its own, all that were chosen side by side."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        yield hunt
        return
    chosen = [
        name for name in BUGS if any(f"[{name}]" in item.name for item in request.session.items)
    ]
    context = get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context, max_tasks_per_child=1) as pool:
        running = {name: pool.submit(hunt, name) for name in chosen}
        yield lambda name: running[name].result()
        for future in running.values():
            future.cancel()


@pytest.mark.parametrize("name", list(BUGS))
def test_a_planted_bug_is_found(name: str, hunts: Hunts) -> None:
    found = hunts(name)

    assert found.law, f"{name} went unseen in {SEEDS_MAX} worlds"
    assert found.law != "engines do not fail", "the plant no longer fits what it is planted into"
    assert "make simulate SEED=" in found.report
    assert found.without == "", "the world breaks a law by itself, and so shows nothing"


def test_at_least_ten_bugs_are_planted_and_some_in_the_port() -> None:
    assert len(BUGS) >= 10
    assert sum(one.seeds.startswith("port") for one in BUGS.values()) >= 4
