"""Cuts the power as often as is wished: ``python -m tests.durability --cuts 1000000``.

One scene after another, each cut some thousand times; ``--seed`` runs one scene alone. Prints one
JSON object a scene, and ends with 1 if anything was lost or harmed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator

from tests.durability.cutting import cut_scene

CUTS_A_SCENE = 5_000


def main(arguments: list[str]) -> int:
    """How it ended: 0 or 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.durability", description=__doc__)
    parser.add_argument("--cuts", type=int, default=100_000)
    parser.add_argument("--seed", default="", help="of one scene, as a test names it")
    chosen = parser.parse_args(arguments)
    good = True
    for seed, cuts in _scenes(chosen.seed, chosen.cuts):
        started = time.monotonic()
        report = cut_scene(seed, cuts)
        seconds = time.monotonic() - started
        told = {
            "scene": seed,
            "cuts": report.cuts,
            "lost": report.lost,
            "unsound": report.unsound,
            "seconds": round(seconds, 1),
            "complaints": report.complaints,
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        good = good and not report.complaints
    return 0 if good else 1


def _scenes(seed: str, cuts: int) -> Iterator[tuple[str, int]]:
    if seed:
        yield seed, cuts
        return
    for number, start in enumerate(range(0, cuts, CUTS_A_SCENE)):
        kind = "port" if number % 2 else "scene"
        yield f"{kind} {number}", min(CUTS_A_SCENE, cuts - start)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
