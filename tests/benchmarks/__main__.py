"""``python -m tests.benchmarks [POSTS ...]``: prints one JSON object a measurement."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from tests.benchmarks.reconciling import measure

POSTS = (5_000, 20_000)


def main() -> None:
    """Measures each size in folders of its own, which are removed afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("posts", nargs="*", type=int, default=list(POSTS), metavar="POSTS")
    for posts in parser.parse_args().posts:
        with tempfile.TemporaryDirectory(prefix="tidings-bench-") as name:
            folder = Path(name)
            for line in measure(posts, folder / "profiles", folder / "run"):
                print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
