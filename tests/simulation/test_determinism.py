"""A world is a function of its seed: not of the run, nor of how Python hashes its strings."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.amounts import amount
from tests.simulation.conftest import LONG_ENOUGH
from tests.simulation.simulate import simulate

pytestmark = LONG_ENOUGH
KINDS = (
    *("honest", "liars", "port", "portliars", "renewliars"),
    *("feeds", "feedliars", "comments", "commentliars"),
    *("communities", "communityliars"),
)
SEEDS = [f"{kind}-same-{number}" for number in range(amount("SAME_SEEDS", 1)) for kind in KINDS]
ANOTHER = "honest-other-0"
HOURS = 0.6
_PROGRAM = (
    "import json, sys; from tests.simulation.simulate import simulate;"
    "print(json.dumps([simulate(one, float(sys.argv[1])).digest for one in sys.argv[2:]]))"
)


def _begun(hash_seed: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, str(HOURS), *SEEDS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )


def _digests(running: subprocess.Popen[str]) -> list[str]:
    told, _ = running.communicate()
    assert running.returncode == 0
    digests: list[str] = json.loads(told)
    return digests


def test_seeds_of_each_kind_go_the_same_way_under_two_ways_of_hashing() -> None:
    one, other = _begun("1"), _begun("4242")
    digests = _digests(one)
    assert digests == _digests(other)
    assert len(set(digests)) == len(SEEDS)


def test_a_seed_goes_the_same_way_twice_and_another_one_does_not() -> None:
    digest = simulate(SEEDS[0], HOURS).digest

    assert simulate(SEEDS[0], HOURS).digest == digest
    assert simulate(ANOTHER, HOURS).digest != digest
