"""What feeds cost: beside the published hypercore, under a reader, at a great length, in memory."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.benchmarks import feeds_beside_published, feeds_on_disk, sparse_feed
from tests.benchmarks.feeds_beside_published import HOST, Shape, Side, Told, programs

READ_DURING = (Shape(60_000, 1_024, batch=1_000), Shape(2_000, 65_536, batch=10))
READ_RUNS = 3


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """All of them; ``folder`` is removed afterwards."""
    folder.mkdir(parents=True)
    yield from feeds_beside_published.measures()
    for shape in READ_DURING:
        yield _read_during_download(shape)
    yield from feeds_on_disk.measures(folder / "disk")
    yield sparse_feed.measure(folder / "sparse")


def _downloaded(shape: Shape, *, probes: bool) -> Told:
    """What the downloader tells. ``probes``: somebody reads here and there meanwhile."""
    program = programs()["ours"]
    feed = {"count": shape.count, "size": shape.size, "batch": shape.batch, "host": HOST}
    with Side(program, {"do": "serve", **feed}) as server:
        found = {"port": server.hear("appended")["port"], "probes": probes}
        with Side(program, {"do": "download", **feed, **found}) as downloader:
            return downloader.hear("downloaded")


def _read_during_download(shape: Shape) -> Mapping[str, object]:
    """How long somebody waits for a block here and there while all of them arrive."""
    delays = sorted(
        delay for _ in range(READ_RUNS) for delay in _downloaded(shape, probes=True)["delays"]
    )
    return {
        "name": "feed_read_during_download",
        "bytes_each": shape.size,
        "reads": len(delays),
        "milliseconds": {
            "p50": _percentile(delays, 0.5),
            "p95": _percentile(delays, 0.95),
            "max": _percentile(delays, 1.0),
        },
        "load": round(os.getloadavg()[0], 1),
    }


def _percentile(delays: list[float], share: float) -> float:
    return round(1_000 * delays[math.ceil(share * len(delays)) - 1], 1)
