"""How much honest peers bring at once, how soon it is shown, and what slow ones keep from others.

Row by row of the project's goals (reliability L1, L2, L4); the longer forms, and what must hold of
them, are pieces of a release (``tests/load/goals.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.load.report import figures
from tests.load.rush import Size, run

PEERS = Size(peers=100, posts=120, posts_a_second=2.0)
A_SECOND = 500
LISTENERS = {"only_listens": 96}
THROUGHPUT = Size(
    peers=4, writers=4, posts=A_SECOND * 60, posts_a_second=A_SECOND, beside=LISTENERS
)
ONE_STALLED = Size(
    peers=20, writers=4, posts=100 * 60, posts_a_second=100, beside={"never_reads": 1}
)


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """A hundred peers; five hundred posts a second; a stalled reader among twenty."""
    folder.mkdir(parents=True)
    yield from _measured(folder / "peers", "peers", PEERS)
    yield from _measured(folder / "throughput", "throughput", THROUGHPUT)
    yield from _measured(folder / "stalled", "one stalled", ONE_STALLED)


def _measured(folder: Path, name: str, size: Size) -> Iterator[Mapping[str, object]]:
    folder.mkdir()
    yield figures(name, size, run(folder, size))
