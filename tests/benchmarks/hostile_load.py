"""How soon honest peers see each other's posts while four times as many attack (reliability A5).

One line for each kind of attack alone, and one for all kinds together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.load.attacks import ATTACKS
from tests.load.figures import NEVER, percentile
from tests.load.port_attacks import PORT_ATTACKS
from tests.load.siege import Size, run

ALL = "all"


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """Without attackers but one, then all kinds together, then each kind alone."""
    folder.mkdir(parents=True)
    yield _measure(folder / "calm", "none", Size(attackers=1, attacks=["drips_a_greeting"]))
    yield _measure(folder / ALL, ALL, Size())
    for name in (*ATTACKS, *PORT_ATTACKS):
        yield _measure(folder / name, name, Size(attacks=[name], posts=30))


def _measure(folder: Path, name: str, size: Size) -> Mapping[str, object]:
    folder.mkdir()
    outcome = run(folder, size)
    assert NEVER not in (*outcome.delays, *outcome.joining), "it never came to be"
    return {
        "name": "hostile_load",
        "attack": name,
        "honest": size.honest,
        "attackers": size.attackers,
        "posts": size.posts,
        "visible_to_all_seconds": {
            "p50": round(percentile(outcome.delays, 0.5), 3),
            "p95": round(percentile(outcome.delays, 0.95), 3),
            "max": round(max(outcome.delays), 3),
        },
        "joining_seconds_max": round(max(outcome.joining), 3),
        "peak_rss_bytes": outcome.peak_rss_bytes,
        "cpu_share": round(outcome.cpu_seconds / outcome.seconds, 3),
        "honest_dropped": len(outcome.troubles),
        "closing_seconds": round(outcome.closing_seconds, 1),
        "open_files_left": max(0, outcome.open_files - outcome.open_files_due),
        "attacking_connections": sum(outcome.connections.values()),
    }
