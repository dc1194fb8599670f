"""People with real processes, as the end-to-end tests have them; scenes cut on both cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.durability.cutting import Report, cut_scene
from tests.e2e.conftest import person, runtime

__all__ = ["person", "runtime"]

CUTS_A_SCENE = 2_000
PROCESSES = 2

CutScene = Callable[[str], Report]


@pytest.fixture(scope="session")
def cut_scenes(request: pytest.FixtureRequest) -> Iterator[CutScene]:
    """How a scene went: all that this run will ask for are begun at once, on both cores.

    Under pytest's own distribution each scene is cut where it is asked for.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        yield lambda seed: cut_scene(seed, CUTS_A_SCENE)
        return
    seeds = [
        str(item.callspec.params["seed"])
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and "cut_scenes" in item.fixturenames
        and hasattr(item, "callspec")
    ]
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        futures = {seed: pool.submit(cut_scene, seed, CUTS_A_SCENE) for seed in seeds}
        yield lambda seed: futures[seed].result()
