"""A rush or a siege in figures: one line, for people and for goals."""

from __future__ import annotations

from collections.abc import Mapping

from tests.load import siege
from tests.load.figures import fairness, percentile
from tests.load.rush import Outcome, Size, Stretch


def figures(name: str, size: Size, outcome: Outcome) -> Mapping[str, object]:
    """``kept``: how much of their rate the peers keep where somebody is beside them.

    ``shown``: until a window of the server shows a post; ``everywhere``: until all peers do.
    ``stall``: the longest that the server let somebody wait who asks for next to nothing.
    ``fairness``: Jain's index over the peers.
    """
    return {
        "name": f"load: {name}",
        "peers": size.peers,
        "beside": sum(size.beside.values()),
        "posts": size.posts,
        "joining_seconds_max": round(max(outcome.joining), 3),
        "calm": _of(outcome.calm, size),
        "beside_others": _of(outcome.beside, size),
        "kept": round(outcome.calm.seconds / outcome.beside.seconds, 3),
        "peak_rss_bytes": outcome.peak_rss_bytes,
        "open_files_left": outcome.open_files - outcome.open_files_due,
        "dropped": len(outcome.troubles),
    }


def siege_figures(name: str, size: siege.Size, outcome: siege.Outcome) -> Mapping[str, object]:
    """``name``: of the line. Delays are until all honest peers showed a post."""
    return {
        "name": name,
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


def _of(stretch: Stretch, size: Size) -> Mapping[str, object]:
    return {
        "posts_a_second": round(size.posts / stretch.seconds, 1),
        "shown_seconds_p95": round(percentile(stretch.shown, 0.95), 3),
        "everywhere_seconds_p95": round(percentile(stretch.delays, 0.95), 3),
        "stall_seconds": round(max(stretch.waits), 3),
        "stall_seconds_p99": round(percentile(stretch.waits, 0.99), 3),
        "fairness": round(fairness(stretch.means), 3),
        "cpu_share": round(stretch.cpu_seconds / stretch.seconds, 3),
    }
