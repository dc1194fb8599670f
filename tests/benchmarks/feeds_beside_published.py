"""Feeds of ours and of the published hypercore 7.7.1: appended, and replicated over loopback.

In turns, in one run, so that the ratio means something on a busy computer. Both keep everything in
memory; the published one signs and hashes with libsodium, too. Two processes a side.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import published_peers

from tests.e2e.processes import ROOT

RUNS = 5
SECONDS_MAX = 300.0
HOST = "127.0.1.248"
DRIVER = Path(__file__).parent / "feeds_js" / "main.js"

Told = dict[str, Any]  # JSON of our own drivers


@dataclass(frozen=True, slots=True)
class Shape:
    """A feed of ``count`` blocks of ``size`` bytes, appended ``batch`` at a time."""

    count: int
    size: int
    batch: int = 1


SHAPES = (Shape(20_000, 1_024), Shape(20_000, 1_024, batch=100), Shape(1_000, 65_536))


class Side:
    """One process. Ends with the block it is used in."""

    def __init__(self, program: Sequence[str], asked: Told) -> None:
        """``program``: what takes one word of JSON and writes lines of it."""
        published = published_peers.hypercore(ROOT)
        self._process = subprocess.Popen(
            [*program, json.dumps(asked)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "NODE_PATH": str(published.modules)},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(SECONDS_MAX)
        self._process.stdout.close()

    def hear(self, told: str) -> Told:
        """The next line of that kind."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said: Told = json.loads(line)
            if said["told"] == told:
                return said
        raise AssertionError(f"it ended without a word of what it {told}")


def programs() -> Mapping[str, Sequence[str]]:
    """How each of the two is started."""
    node = published_peers.hypercore(ROOT).node
    return {
        "ours": [sys.executable, "-m", "tests.benchmarks.feed_core"],
        "published": [node, str(DRIVER)],
    }


def measure(whose: str, shape: Shape) -> Mapping[str, object]:
    """One feed appended, served, and downloaded from empty."""
    program = programs()[whose]
    feed = {"count": shape.count, "size": shape.size, "batch": shape.batch, "host": HOST}
    with Side(program, {"do": "serve", **feed}) as server:
        appended = server.hear("appended")
        found = {"port": appended["port"], "key": appended["key"]}
        with Side(program, {"do": "download", **feed, **found}) as downloader:
            serving = server.hear("serving")
            downloaded = downloader.hear("downloaded")
        served = server.hear("served")
    return {
        "name": "feed_replicated",
        "whose": whose,
        "blocks": shape.count,
        "bytes_each": shape.size,
        "appended_at_once": shape.batch,
        "appended_a_second": round(shape.count / appended["seconds"]),
        "blocks_a_second": round(shape.count / downloaded["seconds"]),
        "megabytes_a_second": round(shape.count * shape.size / downloaded["seconds"] / 1e6, 1),
        "cpu_seconds": {
            "appending": round(appended["cpu_seconds"], 2),
            "server": round(served["cpu_seconds"] - serving["cpu_seconds"], 2),
            "downloader": round(downloaded["cpu_seconds"], 2),
        },
        "peak_mebibytes": {
            "server": served["peak_rss_bytes"] >> 20,
            "downloader": downloaded["peak_rss_bytes"] >> 20,
        },
    }


def measures(runs: int = RUNS, shapes: Sequence[Shape] = SHAPES) -> Iterator[Mapping[str, object]]:
    """Every run, then the ratios of the medians: above 1, ours is the faster."""
    for shape in shapes:
        measured: dict[str, list[Mapping[str, Any]]] = {"ours": [], "published": []}
        for _ in range(runs):
            for whose, of_it in measured.items():
                of_it.append(measure(whose, shape))
                yield of_it[-1]

        def ratio(what: str, among: dict[str, list[Mapping[str, Any]]] = measured) -> float:
            ours, theirs = (
                float(statistics.median(one[what] for one in among[whose]))
                for whose in ("ours", "published")
            )
            return round(ours / theirs, 2)

        def work(whose: str, among: dict[str, list[Mapping[str, Any]]] = measured) -> float:
            costs = [one["cpu_seconds"] for one in among[whose]]
            return float(statistics.median(one["server"] + one["downloader"] for one in costs))

        yield {
            "name": "feeds_beside_published",
            "blocks": shape.count,
            "bytes_each": shape.size,
            "appended_at_once": shape.batch,
            "ratio_appended": ratio("appended_a_second"),
            "ratio_replicated": ratio("blocks_a_second"),
            "ratio_by_cpu": round(work("published") / work("ours"), 2),
            "runs": runs,
            "load": round(os.getloadavg()[0], 1),
        }
