"""Comment sets of ours, and of the published hyperbloom-node 2.0.0 where it can: reconciled.

In turns, in one run, so that the ratio means something on a busy computer. The published one keeps
its set in memory; ours in its database, in memory as well. Two processes a side, over loopback.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import published_peers

from tests.e2e.processes import ROOT

RUNS = 3
SECONDS_MAX = 600.0
HOST = "127.0.1.247"
DRIVER = Path(__file__).parent / "sets_js" / "main.js"
QUIET_SECONDS = 6.0  # longer than the other side is silent while it makes a filter of a million
PAGE_VALUES = 2_000

Told = dict[str, Any]  # JSON of our own drivers


@dataclass(frozen=True, slots=True)
class Case:
    """Of ``count`` values of ``size`` bytes the asking side lacks some, and the other some others.

    ``kind``: ``raw``, or ``comments``, each of which is verified. ``recon``: our own extension.
    ``page``: the published one asks page by page, as its own program never does.
    """

    name: str
    count: int
    asker_lacks: int
    server_lacks: int = 0
    size: int = 100
    kind: str = "raw"
    recon: bool = True
    page: bool = False
    beside: bool = False
    on_disk: bool = False


CASES = (
    Case("10,000, 1 % different", 10_000, 100, beside=True),
    Case("10,000, 1 % different, by filters", 10_000, 100, recon=False),
    Case("100,000, 1 % different", 100_000, 1_000),
    Case("100,000, 1 % different, by filters", 100_000, 1_000, recon=False),
    Case("50,000, receiver empty", 50_000, 50_000, page=True, beside=True),
    Case("50,000 comments, receiver empty", 50_000, 50_000, kind="comments"),
    Case("two equal sets of 100,000", 100_000, 0),
    Case("1,000,000, 1,000 different", 1_000_000, 500, 500, on_disk=True),
    Case("1,000,000, 1,000 different, by filters", 1_000_000, 500, 500, recon=False, on_disk=True),
)


class Side:
    """One process. Ends with the block it is used in."""

    def __init__(self, program: Sequence[str], asked: Told) -> None:
        """``program``: what takes one word of JSON and writes lines of it."""
        published = published_peers.hyperbloom(ROOT)
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
            assert said["told"] != "failed", said
            if said["told"] == told:
                return said
        raise AssertionError(f"it ended without a word of what it {told}")


def programs() -> Mapping[str, Sequence[str]]:
    """How each of the two is started."""
    node = published_peers.hyperbloom(ROOT).node
    return {
        "ours": [sys.executable, "-m", "tests.benchmarks.set_core"],
        "published": [node, str(DRIVER)],
    }


def measure(whose: str, case: Case) -> Mapping[str, Any]:
    """One meeting of two that have filled their sets before."""
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        return _measure(whose, case, Path(folder) if case.on_disk else None)


def _folder(folder: Path | None, whose: str) -> str:
    if folder is None:
        return ""
    made = folder / whose
    made.mkdir(mode=0o700)
    return str(made)


def _measure(whose: str, case: Case, folder: Path | None) -> Mapping[str, Any]:
    program = programs()[whose]
    common: Told = {
        "count": case.count,
        "size": case.size,
        "kind": case.kind,
        "recon": case.recon,
        "host": HOST,
        "page": PAGE_VALUES if case.page else 0,
        "aimed": case.count,
        "quiet_seconds": QUIET_SECONDS,
    }
    serve: Told = {"do": "serve", "lacks": case.server_lacks, "folder": _folder(folder, "server")}
    ask: Told = {"do": "ask", "lacks": case.asker_lacks, "folder": _folder(folder, "asker")}
    with Side(program, {**common, **serve}) as server:
        ask["port"] = server.hear("filled")["port"]
        with Side(program, {**common, **ask}) as one:
            asked = one.hear("asked")
        served = server.hear("served")
    assert (asked["held"], served["held"]) == (case.count, case.count)
    return {
        "name": "sets_reconciled",
        "case": case.name,
        "whose": whose,
        "seconds": round(asked["seconds"], 3),
        "values_a_second": round(case.asker_lacks / asked["seconds"]) if asked["seconds"] else None,
        "cpu_seconds": {
            "asker": round(asked["cpu_seconds"], 3),
            "server": round(served["cpu_seconds"], 3),
        },
        "bytes": {"asker": asked["sent"], "server": served["sent"]},
        "peak_mebibytes": {
            "asker": asked["peak_rss_bytes"] >> 20,
            "server": served["peak_rss_bytes"] >> 20,
        },
        "load": round(os.getloadavg()[0], 1),
    }


def measures(runs: int = RUNS, cases: Sequence[Case] = CASES) -> Iterator[Mapping[str, object]]:
    """Every run, then the medians; above 1, ours is the faster."""
    for case in cases:
        sides = ("ours", "published") if case.beside else ("ours",)
        measured: dict[str, list[Mapping[str, Any]]] = {side: [] for side in sides}
        for _ in range(runs):
            for side, of_it in measured.items():
                of_it.append(measure(side, case))
                yield of_it[-1]
        yield _summary(case, measured)


def _summary(case: Case, measured: Mapping[str, list[Mapping[str, Any]]]) -> Mapping[str, object]:
    seconds = {
        side: statistics.median(one["seconds"] for one in of_it) for side, of_it in measured.items()
    }
    work = {
        side: statistics.median(sum(one["cpu_seconds"].values()) for one in of_it)
        for side, of_it in measured.items()
    }
    told: dict[str, object] = {
        "name": "sets_beside_published",
        "case": case.name,
        "seconds": seconds["ours"],
        "cpu_seconds": round(work["ours"], 3),
    }
    if case.beside:
        told["ratio"] = round(seconds["published"] / seconds["ours"], 2)
        told["ratio_by_cpu"] = round(work["published"] / work["ours"], 2)
    return told
