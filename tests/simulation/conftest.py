"""Seeds are spread over both cores: all that this process will ask for are begun at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.simulation.simulate import Outcome, simulate

PROCESSES = 2
LONG_ENOUGH = pytest.mark.timeout(900)
"""What bounds a test here is its simulated hours; some worlds take a minute of the processor."""

Outcomes = Callable[[str], Outcome]


@pytest.fixture(scope="session")
def outcomes(request: pytest.FixtureRequest) -> Iterator[Outcomes]:
    """How a seed went. Under pytest's own distribution each seed is run where it is asked for."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        yield simulate
        return
    # Each once: what is asked for early must not wait for a second run of it at the end.
    seeds = dict.fromkeys(
        str(item.callspec.params["seed"])
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and "outcomes" in item.fixturenames
        and hasattr(item, "callspec")
    )
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        running: dict[str, Future[Outcome]] = {seed: pool.submit(simulate, seed) for seed in seeds}
        yield lambda seed: running[seed].result()
        for future in running.values():
            future.cancel()
