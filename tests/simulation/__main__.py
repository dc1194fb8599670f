"""Runs seeds by hand: ``python -m tests.simulation --seed liars-17 --hours 2``.

Without a seed: batches of fresh ones, about half with liars, until so many hours are done; after
each batch it says how it goes. With ``--log FILE`` a later run goes on where this one ended. Ends
with 1 if a law was broken.
"""

# ruff: noqa: T201 - it talks to the person at the terminal

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation.batches import Log, run_batches
from tests.simulation.simulate import HOURS, simulate


def main(arguments: list[str]) -> int:
    """How many laws were broken, at most 1."""
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("--seed", default="", help="one seed; empty: batches of fresh ones")
    parser.add_argument("--hours", type=float, default=0.0, help="simulated hours, of all seeds")
    parser.add_argument("--each", type=float, default=HOURS, help="hours of a seed of a batch")
    parser.add_argument("--from", dest="first", type=int, default=1_000, help="first number")
    parser.add_argument("--log", type=Path, help="what was run is kept there, and not run again")
    parser.add_argument(
        "--disks", action="store_true", help="profiles in files, on disks whose power is cut"
    )
    chosen = parser.parse_args(arguments)
    if chosen.seed:
        return _one(chosen.seed, chosen.hours or HOURS, on_disks=chosen.disks)
    log = Log(chosen.log)
    say = partial(print, flush=True)
    run_batches(chosen.hours or 100 * HOURS, chosen.first, log, say, chosen.each)
    return 1 if log.broken else 0


def _one(seed: str, hours: float, *, on_disks: bool) -> int:
    with TemporaryDirectory(prefix="simulation") as folder:
        outcome = simulate(seed, hours, Path(folder) if on_disks else None)
    print(outcome.report or f"seed {seed}: no law broken in {hours:g} hours")
    print(f"trace {outcome.digest}, {outcome.happened:,} things, {outcome.seconds:.1f} s")
    for what, number in sorted(outcome.counts.items()):
        print(f"{number:8,} {what}")
    return 1 if outcome.broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
