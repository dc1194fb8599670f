"""Feeds between two ``serve`` processes on loopback, each with its encrypted database.

The published program keeps everything in memory; what it needs for the same is measured in turns.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.compose import open_engine
from engine.model.feed_commands import AppendBlocks, CreateFeed, FollowFeed
from engine.model.ids import ProtocolName, PublicKey
from tests.benchmarks import feeds_beside_published
from tests.benchmarks.feeds_beside_published import Shape
from tests.benchmarks.reconciliation import cost_of, dial
from tests.e2e.processes import Person, Serve

RUNS = 3
SECONDS_MAX = 600.0
SINGLE_APPENDS = 2_000
SHAPES = (Shape(20_000, 1_024, batch=100), Shape(1_000, 65_536, batch=10))
LONG = Shape(80_000, 1_024, batch=1_000)


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """Each shape beside the published program's figure; then a longer feed, for its memory."""
    folder.mkdir(parents=True)
    for shape in SHAPES:
        ours: list[Mapping[str, Any]] = []
        theirs: list[Mapping[str, Any]] = []
        for run in range(RUNS):
            ours.append(_measure(folder / f"{shape.size}-{run}", shape))
            yield ours[-1]
            theirs.append(feeds_beside_published.measure("published", shape))
        yield {
            "name": "feed_on_disk_beside_published_in_memory",
            "blocks": shape.count,
            "bytes_each": shape.size,
            "ratio": round(_median(ours) / _median(theirs), 2),
            "runs": RUNS,
            "load": round(os.getloadavg()[0], 1),
        }
    yield _measure(folder / "long", LONG)
    yield asyncio.run(_appended_singly(folder))


def _median(measured: list[Mapping[str, Any]]) -> float:
    return float(statistics.median(one["blocks_a_second"] for one in measured))


def _measure(folder: Path, shape: Shape) -> Mapping[str, Any]:
    """One feed, from the first dial to the last block stored."""
    folder.mkdir(parents=True)
    (folder / "run").mkdir(mode=0o700)
    ann = Person("ann", folder / "ann", folder / "run", "127.0.1.245")
    ben = Person("ben", folder / "ben", folder / "run", "127.0.1.246")
    appending = asyncio.run(_prepared(ann, ben, shape))
    server, downloader = ann.serve(), ben.serve()
    sides = {"server": server, "downloader": downloader}
    before = {side: cost_of(one.pid) for side, one in sides.items()}
    began = time.perf_counter()
    asyncio.run(dial(ben, ann, ProtocolName.TIDINGS))
    downloader.wait_until(lambda: _arrived(downloader) >= shape.count, "all blocks", SECONDS_MAX)
    seconds = time.perf_counter() - began
    after = {side: cost_of(one.pid) for side, one in sides.items()}
    downloader.stop()
    server.stop()
    return {
        "name": "feed_on_disk",
        "blocks": shape.count,
        "bytes_each": shape.size,
        "appended_at_once": shape.batch,
        "appended_a_second": round(shape.count / appending),
        "blocks_a_second": round(shape.count / seconds),
        "megabytes_a_second": round(shape.count * shape.size / seconds / 1e6, 1),
        "cpu_seconds": {
            side: round(after[side].cpu_seconds - before[side].cpu_seconds, 2) for side in sides
        },
        "mebibytes_at_start": {side: before[side].peak_rss_bytes >> 20 for side in sides},
        "peak_mebibytes": {side: after[side].peak_rss_bytes >> 20 for side in sides},
    }


def _arrived(serving: Serve) -> int:
    """Blocks, each of which is a row."""
    return sum(told["count"] for told in serving.heard("posts_arrived"))


async def _prepared(ann: Person, ben: Person, shape: Shape) -> float:
    """Ann's feed, which Ben follows and has nothing of; how long appending took."""
    async with open_engine(ann.paths, lambda *, is_new: None) as anns:
        feed = await anns.engine.perform(CreateFeed("news"))
        began = time.perf_counter()
        for start in range(0, shape.count, shape.batch):
            count = min(shape.batch, shape.count - start)
            blocks = tuple(os.urandom(shape.size) for _ in range(count))
            await anns.engine.perform(AppendBlocks(feed.space, blocks))
        seconds = time.perf_counter() - began
    async with open_engine(ben.paths, lambda *, is_new: None) as bens:
        await bens.engine.perform(FollowFeed(PublicKey(feed.key)))
    return seconds


async def _appended_singly(folder: Path) -> Mapping[str, object]:
    """One after the other, each answered once it is on the disk."""
    ann = Person("ann", folder / "singly", folder, "127.0.1.245")
    async with open_engine(ann.paths, lambda *, is_new: None) as opened:
        feed = await opened.engine.perform(CreateFeed("news"))
        began = time.perf_counter()
        for _ in range(SINGLE_APPENDS):
            await opened.engine.perform(AppendBlocks(feed.space, (os.urandom(1_024),)))
        seconds = time.perf_counter() - began
    return {
        "name": "feed_appended_on_disk",
        "blocks": SINGLE_APPENDS,
        "appended_a_second": round(SINGLE_APPENDS / seconds),
        "load": round(os.getloadavg()[0], 1),
    }
