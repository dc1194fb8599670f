"""How soon what is said is heard, kind by kind, where all protocols run at once in ten programs.

First with nothing else to do, then beside a long feed that two of them fetch. ``fairness`` is
Jain's index over the kinds: 1 where what is said takes equally long in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean

from tests.load.figures import fairness, percentile
from tests.load.together.rounds import LARGE_BLOCKS, Delays, run

ROUNDS = 10


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """One line without, and one beside the long feed."""
    folder.mkdir(parents=True)
    outcome = run(folder, ROUNDS)
    programs = len(outcome.peak_rss_bytes)
    shared = {"name": "together", "programs": programs, "joining_seconds": outcome.joining}
    yield {**shared, "beside": "nothing", **_figures(outcome.calm)}
    yield {
        **shared,
        "beside": f"a feed of {LARGE_BLOCKS} blocks",
        **_figures(outcome.beside),
        "large_feed_seconds": round(outcome.large_seconds, 1),
        "still_missing_then": outcome.missing_blocks,
        "peak_rss_bytes": max(outcome.peak_rss_bytes.values()),
        "open_files": max(outcome.open_files.values()),
    }


def _figures(delays: Delays) -> Mapping[str, object]:
    return {
        "heard_seconds_p50": _each(delays, 0.5),
        "heard_seconds_p95": _each(delays, 0.95),
        "fairness": round(fairness([fmean(values) for values in delays.values()]), 3),
    }


def _each(delays: Delays, share: float) -> Mapping[str, float]:
    return {kind: round(percentile(values, share), 3) for kind, values in delays.items()}
