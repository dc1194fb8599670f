"""``python -m tests.load NAME``: a long load of a release; ends with 1 if a goal is missed.

``make release-test PIECE=load-NAME`` runs the same.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.load.goals import LOADS


def main(name: str) -> int:
    """Says the figures, and which goals were missed."""
    with tempfile.TemporaryDirectory(prefix="tidings-load-") as folder:
        played = LOADS[name](Path(folder))
    sys.stdout.write(json.dumps(played.figures) + "\n")
    for line in played.missed:
        sys.stdout.write(f"MISSED: {line}\n")
    return 1 if played.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
