"""The same reconciliation by two processes of ours and by two of the published JavaScript peer.

In turns, in one run, so that the ratio means something on a busy computer. The published package
ships no storage but one in memory: ``memory`` is that, as it is; ``journal`` is the same with every
change written to a file. Ours always writes to its encrypted database, and syncs the disk.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

import published_peers

from tests.benchmarks import reconciliation
from tests.benchmarks.reconciliation import Measured, body_of, cost_of
from tests.e2e.processes import ROOT
from tests.interop.js_peer import JsPeer, Nature
from tests.interop.news import News

RUNS = 3
SECONDS_MAX = 900.0
LOOK_SECONDS = 0.02
POSTS_AT_ONCE = 250  # in one order to the published peer, which answers when all are written
CHANNEL = "sam"
STORAGES = ("memory", "journal")


def measures(folder: Path, posts: int, runs: int = RUNS) -> Iterator[Mapping[str, object]]:
    """Every run, then the ratios of the medians."""
    folder.mkdir(parents=True)
    for storage in STORAGES:
        ours: list[Measured] = []
        theirs: list[Measured] = []
        with _Published(folder / storage, storage, posts) as published:
            for run in range(runs):
                ours.append(reconciliation.measure(folder / f"ours-{storage}-{run}", posts))
                yield ours[-1]
                theirs.append(published.measure(run))
                yield theirs[-1]
        yield {
            "name": "beside_published",
            "posts": posts,
            "storage_of_js": storage,
            "ratio": round(_median_seconds(theirs) / _median_seconds(ours), 2),
            "ratio_by_cpu": round(_median_cpu_seconds(theirs) / _median_cpu_seconds(ours), 2),
        }


def _median_seconds(measured: list[Measured]) -> float:
    return statistics.median(one["seconds"] for one in measured)


def _median_cpu_seconds(measured: list[Measured]) -> float:
    """Of both sides together; other programs of the computer disturb it least."""
    return statistics.median(sum(one["cpu_seconds"].values()) for one in measured)


class _Published:
    """A published peer that holds a channel of so many posts; others read it from empty."""

    def __init__(self, folder: Path, storage: str, posts: int) -> None:
        folder.mkdir()
        self._folder = folder
        self._storage = storage
        self._posts = posts
        self._installed = published_peers.peerlinks(ROOT)
        self._server = self._start("sam", "127.0.1.250")

    def __enter__(self) -> Self:
        self._server.founds(CHANNEL)
        for start in range(0, self._posts, POSTS_AT_ONCE):
            numbers = range(start, min(start + POSTS_AT_ONCE, self._posts))
            texts = [json.loads(body_of(number))["text"] for number in numbers]
            self._server.post(CHANNEL, "sam", texts)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()

    def measure(self, run: int) -> Measured:
        """A new peer that was let in reads everything."""
        name = f"tom{run}"
        reader = self._start(name, "127.0.1.251")
        reader.founds(name)
        request = reader.requests(name, CHANNEL)
        invite = self._server.issues(CHANNEL, "sam", request, name, send=False)
        reader.ask("accept", invite=invite)
        reader.wait_for("joined", channel=CHANNEL)
        pids = {"server": self._server.pid, "downloader": reader.pid}
        before = {side: cost_of(pid) for side, pid in pids.items()}
        began = time.perf_counter()
        reader.ask("dial", host=self._server.address.host, port=self._server.address.port)
        while reader.count(CHANNEL) <= self._posts:
            assert time.perf_counter() - began < SECONDS_MAX, "it never had all"
            time.sleep(LOOK_SECONDS)
        seconds = time.perf_counter() - began
        after = {side: cost_of(pid) for side, pid in pids.items()}
        assert reader.troubles() == []
        reader.stop()
        return {
            "name": "reconciliation",
            "protocol": f"published, {self._storage}",
            "posts": self._posts,
            "seconds": round(seconds, 2),
            "posts_per_second": round(self._posts / seconds),
            "cpu_seconds": {
                side: round(after[side].cpu_seconds - before[side].cpu_seconds, 2) for side in pids
            },
            "peak_rss_bytes": {side: after[side].peak_rss_bytes for side in pids},
        }

    def _start(self, name: str, host: str) -> JsPeer:
        journal = self._folder / f"{name}.journal" if self._storage == "journal" else None
        return JsPeer(name, self._installed, host, News(), Nature(journal))
