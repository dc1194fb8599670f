"""``python -m tests.benchmarks [POSTS ...]``: prints one JSON object a measurement."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks import (
    beside_published,
    communities,
    export,
    feeds,
    folders,
    hostile_load,
    lattice,
    load,
    reading,
    reconciliation,
    reports,
    sets_beside_published,
    start,
    together,
    window,
)

POSTS = (5_000, 20_000)
WINDOW_POSTS = 1_000_000


def main() -> None:
    """Measures in folders of their own, which are removed afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--window", type=int, metavar="POSTS", help="only the window's figures")
    parser.add_argument("--feeds", action="store_true", help="only the figures of feeds")
    parser.add_argument("--comments", action="store_true", help="only the figures of comments")
    parser.add_argument("--reports", action="store_true", help="only the figures of reports")
    parser.add_argument("--communities", action="store_true", help="only those of communities")
    parser.add_argument("--load", action="store_true", help="only those of many peers at once")
    parser.add_argument("--together", action="store_true", help="only those of all protocols")
    parser.add_argument("--lattice", action="store_true", help="only that of a dense graph")
    parser.add_argument("posts", nargs="*", type=int, default=list(POSTS), metavar="POSTS")
    # Where Python shall write no bytecode, each start would compile all of its modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        for measured in _chosen(Path(folder), parser.parse_args()):
            sys.stdout.write(json.dumps(measured) + "\n")
            sys.stdout.flush()


def _chosen(folder: Path, chosen: argparse.Namespace) -> Iterator[Mapping[str, object]]:
    if chosen.window is not None:
        yield from window.measures(folder / "window", chosen.window)
    elif chosen.feeds:
        yield from feeds.measures(folder / "feeds")
    elif chosen.reports:
        yield from reports.measures(folder / "reports")
    elif chosen.comments:
        yield from sets_beside_published.measures()
    elif chosen.communities:
        yield from communities.measures(folder / "communities")
    elif chosen.load:
        yield from load.measures(folder / "load")
    elif chosen.lattice:
        yield from lattice.measures(folder / "lattice")
    elif chosen.together:
        yield from together.measures(folder / "together")
    else:
        yield from _measures(folder, chosen.posts)


def _measures(folder: Path, sizes: Sequence[int]) -> Iterator[Mapping[str, object]]:
    yield from start.measures(folder / "start")
    for posts in sizes:
        yield from reconciliation.side_by_side(folder / f"reconciliation-{posts}", posts)
        yield from beside_published.measures(folder / f"published-{posts}", posts)
    yield from folders.measures(folder / "folders")
    yield from feeds.measures(folder / "feeds")
    yield from sets_beside_published.measures()
    yield from communities.measures(folder / "communities")
    yield from load.measures(folder / "load")
    yield from together.measures(folder / "together")
    yield from lattice.measures(folder / "lattice")
    yield from hostile_load.measures(folder / "hostile_load")
    yield from reading.measures(WINDOW_POSTS)
    yield from window.measures(folder / "window", WINDOW_POSTS)
    yield from export.measures(folder / "export", WINDOW_POSTS)
    yield from reports.measures(folder / "reports")


if __name__ == "__main__":
    main()
