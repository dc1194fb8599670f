"""How long a report takes and how much memory, from the dataset to all of its files.

Beside each figure stand the load of the computer and the processor's seconds, which others' work
does not change much; and what DuckDB, in one process, takes for the same tables. ``holds`` says
whether the figures are within their limits.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from spark_reports.synthetic import Wish, synthesize
from tests.benchmarks.export import _longest, _told, _words
from tests.benchmarks.window_profile import long_profile
from tests.e2e.processes import ROOT, environment
from tests.spark.oracle import TABLES, Oracle
from tests.spark.test_page_in_chromium import BROWSER, seen

SIZES = (1_000_000, 10_000_000)
SPACES, MANY_SPACES = 8, 3_000
AUTHORS = 5_000
LOOK_SECONDS = 0.25
START_STAGES = ("start",)  # all else takes longer where there are more posts
SECONDS_MAX: Mapping[int, float] = {1_000_000: 90, 10_000_000: 480}
MEMORY_MIB_MAX = 4_096
HTML_BYTES_MAX = 3_000_000
EXPORT_POSTS_A_SECOND_MIN, EXPORT_MEMORY_MIB_MAX = 50_000, 200
CONTRAST_MIN = 4.5
GROWTH_MAX = 10.0  # of the time above start-up, where there are ten times the posts


def measures(folder: Path, sizes: tuple[int, ...] = SIZES) -> Iterator[Mapping[str, object]]:
    """The export from the engine, then a report of each size."""
    folder.mkdir(parents=True)
    yield _dataset(folder / "dataset")
    working: list[float] = []
    for posts in sizes:
        dataset, out = folder / f"posts-{posts}", folder / f"report-{posts}"
        synthesize(dataset, Wish(posts, spaces=SPACES, authors=AUTHORS))
        yield _report(dataset, out, posts, SPACES)
        stages: Mapping[str, float] = json.loads((out / "run.json").read_text())["seconds"]
        working.append(sum(took for name, took in stages.items() if name not in START_STAGES))
        yield _duckdb(dataset, posts)
        if BROWSER and posts == sizes[-1]:
            yield _page(out)
    # As a relay has them: a file for each month of each, and tables with a line a day of each.
    dataset, out = folder / "posts-of-many", folder / "report-of-many"
    synthesize(dataset, Wish(sizes[-1], spaces=MANY_SPACES, authors=AUTHORS))
    yield _report(dataset, out, sizes[-1], MANY_SPACES)
    if sizes == SIZES:
        growth = working[-1] / working[0]
        yield {
            "what": "time above start-up, of ten times the posts",
            "times": round(growth, 1),
            "holds": growth <= GROWTH_MAX,
        }


def _dataset(out: Path) -> Mapping[str, object]:
    profile = long_profile(SIZES[0])
    words = _words(profile, "dataset", _longest(profile, out.parent), "--to", str(out))
    began = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(out.parent), cwd=ROOT)
    told, used = _told(process)
    seconds = time.monotonic() - began
    rate, memory = told["posts"] / seconds, used.peak_bytes / 2**20
    return {
        "what": "posts from the engine to Parquet",
        "posts": told["posts"],
        "seconds": round(seconds, 1),
        "posts_a_second": round(rate),
        "posts_a_processor_second": round(told["posts"] / used.cpu_seconds),
        "memory_mib": round(memory),
        "holds": rate >= EXPORT_POSTS_A_SECOND_MIN and memory <= EXPORT_MEMORY_MIB_MAX,
        "load": os.getloadavg()[0],
    }


def _report(dataset: Path, out: Path, posts: int, spaces: int) -> Mapping[str, object]:
    words = [f"--input={dataset}", f"--out={out}", "--master=local[2]", "--progress=json"]
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "spark_reports", *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    peak = before = processor = 0.0
    while process.poll() is None:
        used = [_used(pid) for pid in _family(process.pid)]
        held = sum(memory for memory, _ in used)
        # What two looks found: a child that Java has only just forked holds the same pages.
        peak, before = max(peak, min(before, held)), held
        processor = max(processor, sum(seconds for _, seconds in used))
        time.sleep(LOOK_SECONDS)
    seconds = time.monotonic() - began
    assert process.returncode == 0
    run = json.loads((out / "run.json").read_text())
    size = (out / "report.html").stat().st_size
    holds = peak <= MEMORY_MIB_MAX and size <= HTML_BYTES_MAX
    return {
        "what": "report",
        "posts": posts,
        "spaces": spaces,
        "seconds": round(seconds, 1),
        "start_seconds": round(sum(run["seconds"][stage] for stage in START_STAGES), 1),
        "processor_seconds": round(processor, 1),
        "memory_mib": round(peak),
        "html_bytes": size,
        "holds": holds and seconds <= SECONDS_MAX.get(posts, math.inf),
        "stages": run["seconds"],
        "load": os.getloadavg()[0],
    }


def _page(report: Path) -> Mapping[str, object]:
    """What a browser makes of the page of that report."""
    html = (report / "report.html").read_text(encoding="utf-8")
    told, log = seen(report, html, dark=False)
    complains = "CONSOLE" in log
    return {
        "what": "the page in Chromium",
        "charts": told["charts"],
        "drawn": told["drawn"],
        "contrast": told["contrast"],
        "complains": complains,
        "holds": not complains
        and told["charts"] == told["drawn"] > 0
        and not told["unnamed"]
        and told["contrast"] >= CONTRAST_MIN,
    }


def _duckdb(dataset: Path, posts: int) -> Mapping[str, object]:
    began = time.monotonic()
    oracle = Oracle(dataset)
    for table in TABLES:
        oracle.rows(table)
    oracle.close()
    seconds = time.monotonic() - began
    return {"what": "the same tables by DuckDB", "posts": posts, "seconds": round(seconds, 1)}


def _family(pid: int) -> Iterator[int]:
    """A process and all below it."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from _family(int(child))


def _used(pid: int) -> tuple[float, float]:
    """MiB held, and seconds of processor used so far; nothing of a process that has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0, 0.0
    memory = pages * os.sysconf("SC_PAGE_SIZE") / 1024 / 1024
    return memory, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
