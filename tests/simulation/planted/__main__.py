"""``python -m tests.simulation.planted [NAME ...]``: finds planted bugs, all or those named.

Each world that finds one is played once more without it, and no law may be broken there. Ends with
1 where a bug is not found or its world breaks anyway; ``make release-test PIECE=planted`` runs it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.simulation.planted import BUGS
from tests.simulation.planted.hunt import trouble_of

PROCESSES = 2


def main(names: Sequence[str]) -> int:
    """Says what became of each."""
    context = get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context, max_tasks_per_child=1) as pool:
        troubles = list(pool.map(trouble_of, names or list(BUGS)))
    for line in filter(None, troubles):
        sys.stdout.write(f"{line}\n")
    return 1 if any(troubles) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
