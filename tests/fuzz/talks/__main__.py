"""``make fuzz MINUTES=n``, its second part: scripts of conversations until the time is over.

``python -m tests.fuzz.talks --scripts 50000`` runs so many, whatever they take.
"""

# ruff: noqa: T201 - it talks to whoever started it

from __future__ import annotations

import argparse
import sys
import time
import traceback
from itertools import count, islice
from random import Random

from tests.fuzz.talks import TALKS
from tests.fuzz.talks.talk import Tally, run


def main(arguments: list[str]) -> int:
    """1 where something was found, else 0. What is found is told with the seed of its script."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--scripts", type=int, help="of all protocols together")
    parser.add_argument("--seed", type=int, default=time.time_ns() >> 10, help="of the first")
    chosen = parser.parse_args(arguments)
    tallies = {name: Tally() for name in TALKS}
    until = time.monotonic() + 60 * chosen.minutes
    scripts = ((name, seed) for seed in count(chosen.seed) for name in TALKS)
    found: set[str] = set()
    for name, seed in islice(scripts, chosen.scripts):
        if time.monotonic() >= until:
            break
        if name not in found and not _is_borne(name, seed, tallies[name]):
            found.add(name)
    for one, tally in tallies.items():
        print(f"{one}: {tally.steps:,} steps, {tally.ended:,} conversations ended")
    print(f"{len(TALKS) - len(found)} passed, {len(found)} failed")
    return int(bool(found))


def _is_borne(name: str, seed: int, tally: Tally) -> bool:
    chance = Random(seed)
    try:
        tally.add(run(TALKS[name](chance), chance))
    except Exception:  # noqa: BLE001 - whatever it is, it is told
        print(f"{name}, script {seed}:")
        traceback.print_exc()
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
