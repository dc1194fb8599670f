"""The window's own figures: how soon it is there, how it scrolls, what it does under a flood.

Each measurement is a process of its own (``window_run``) with the real start of the program. The
profile with the long channel is made once, and kept (``window_profile``).
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.model.ids import ProtocolName
from tests.benchmarks.reconciliation import dial, prepared
from tests.benchmarks.window_profile import long_profile
from tests.e2e.processes import ROOT, Person, environment

STARTS = 5
FLOOD_POSTS = 20_000
SECONDS_MAX = 900.0

Measured = Mapping[str, object]


def measures(folder: Path, posts: int) -> Iterator[Measured]:
    """All figures over a channel of ``posts`` posts; ``folder`` is removed afterwards."""
    folder.mkdir(parents=True)
    profile = long_profile(posts)
    yield _starts(profile, folder)
    yield from _run(profile, folder / "paces", "all")
    yield from _flood(folder)


def _starts(profile: Path, folder: Path) -> Measured:
    """From the start of the process to posts on the screen."""
    taken, cpu = [], []
    for turn in range(STARTS):
        began = time.monotonic()
        (usable,) = _run(profile, folder / f"start-{turn}", "start")
        at, worked = usable["at"], usable["cpu_seconds"]
        assert isinstance(at, float)
        assert isinstance(worked, float)
        taken.append(at - began)
        cpu.append(worked)
    return {
        "name": "window_start",
        "seconds": round(statistics.median(taken), 3),
        "fastest": round(min(taken), 3),
        "cpu_seconds": statistics.median(cpu),
        "runs": STARTS,
        "load": round(os.getloadavg()[0], 1),
    }


def _run(profile: Path, runtime: Path, wanted: str, *more: str) -> Iterator[Measured]:
    runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
    words = [sys.executable, "-m", "tests.benchmarks.window_run", str(profile)]
    with subprocess.Popen(
        [*words, wanted, *more],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**environment(runtime), "QT_QPA_PLATFORM": "offscreen"},
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
        assert process.wait(SECONDS_MAX) == 0, "the measured window failed"


def _flood(folder: Path) -> Iterator[Measured]:
    """Ben's window has ann's channel open while all of it arrives."""
    runtimes = {name: folder / f"run-{name}" for name in ("ann", "ben")}
    for runtime in runtimes.values():
        runtime.mkdir(mode=0o700)
    ann = Person("ann", folder / "ann", runtimes["ann"], "127.0.1.252")
    ben = Person("ben", folder / "ben", runtimes["ben"], "127.0.1.253")
    asyncio.run(prepared(ann, ben, FLOOD_POSTS))
    serving = ann.serve()
    for line in _run(ben.folder, runtimes["ben"], "arrivals", str(FLOOD_POSTS)):
        if line["name"] == "window_waits":
            asyncio.run(dial(ben, ann, ProtocolName.TIDINGS))
        else:
            yield line
    serving.stop()
