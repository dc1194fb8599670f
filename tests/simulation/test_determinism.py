"""A world is a function of its seed: not of the run, nor of how Python hashes its strings."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.simulation.simulate import simulate

SEEDS = [f"{kind}-same-{number}" for kind in ("honest", "liars") for number in range(5)]
HOURS = 0.75
_PROGRAM = (
    "import json, sys; from tests.simulation.simulate import simulate;"
    "print(json.dumps([simulate(one, float(sys.argv[1])).digest for one in sys.argv[2:]]))"
)


def _digests(hash_seed: str) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(HOURS), *SEEDS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    digests: list[str] = json.loads(ran.stdout)
    return digests


def test_ten_seeds_go_the_same_way_under_two_ways_of_hashing() -> None:
    assert _digests("1") == _digests("4242")


def test_a_seed_goes_the_same_way_twice_and_another_one_does_not() -> None:
    digest = simulate(SEEDS[0], HOURS).digest

    assert simulate(SEEDS[0], HOURS).digest == digest
    assert simulate(SEEDS[1], HOURS).digest != digest
