"""The long loads of a release, and what must hold of them (reliability section 5, L1 to L5 and A5).

Here time counts, on the machine of the goals: two cores and nothing else to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks import reconciliation
from tests.load import long_channel, rush, siege, soak
from tests.load.figures import NEVER, percentile
from tests.load.report import figures, siege_figures

PEERS = rush.Size(peers=200, writers=200, posts=150, posts_a_second=0.5)
THROUGHPUT = rush.Size(
    peers=4, writers=4, posts=500 * 300, posts_a_second=500.0, beside={"only_listens": 196}
)
SLOW = rush.Size(
    peers=80,
    writers=80,
    posts=240,
    posts_a_second=2.0,
    beside={"reads_slowly": 10, "never_reads": 10},
)
LONG_POSTS = 1_000_000
SIEGE = siege.Size(posts=15 * 60 * 2, posts_a_second=2.0)
NEWCOMER_POSTS = 20_000
SOAK = soak.Size(seconds=3_600.0, warm_up_seconds=600.0)

RSS_BYTES_MAX = 256 << 20
SHOWN_SECONDS_MAX = 0.5
BESIEGED_SECONDS_MAX = 2.0
NEWCOMER_RSS_BYTES_MAX = 150 << 20
STALL_SECONDS_MAX = 0.1
KEPT_MIN = 0.9
SYNC_SECONDS_MAX = 900.0
FIRST_PAGE_MS_MAX, PAGE_MS_MAX = 1_000.0, 20.0
LONG_RSS_BYTES_MAX = 500 << 20  # of both together
GROWTH_BYTES_AN_HOUR_MAX = 1 << 20


@dataclass(frozen=True, slots=True)
class Played:
    """``figures``: for people. ``missed``: goals that were not reached, in words."""

    figures: Mapping[str, object]
    missed: list[str]


def peers(folder: Path) -> Played:
    """L1: two hundred peers for ten minutes, half of them beside a thousand idle and slow ones."""
    outcome = rush.run(folder, PEERS)
    return Played(figures("peers", PEERS, outcome), [*_of_any(PEERS, outcome)])


def throughput(folder: Path) -> Played:
    """L2: five hundred posts a second for ten minutes, half of them with two hundred peers."""
    outcome = rush.run(folder, THROUGHPUT)
    missed = [*_of_any(THROUGHPUT, outcome)]
    for name, stretch in (("calm", outcome.calm), ("beside others", outcome.beside)):
        shown, stall = percentile(stretch.shown, 0.95), max(stretch.waits)
        missed += _beyond(f"{name}: p95 until shown", shown, SHOWN_SECONDS_MAX)
        missed += _beyond(f"{name}: stall", stall, STALL_SECONDS_MAX)
    return Played(figures("throughput", THROUGHPUT, outcome), missed)


def long(folder: Path) -> Played:
    """L3: of a channel of a million posts a newcomer has all within a quarter of an hour."""
    outcome = long_channel.run(folder, LONG_POSTS, 2 * SYNC_SECONDS_MAX)
    rss = sum(outcome.peak_rss_bytes.values())
    missed = [
        *_beyond("seconds until all is there", outcome.seconds, SYNC_SECONDS_MAX),
        *_beyond("ends that differ", not outcome.is_same, 0),
        *_beyond("bytes at most", rss, LONG_RSS_BYTES_MAX),
        *_beyond("ms of the first page", outcome.first_page_ms, FIRST_PAGE_MS_MAX),
        *_beyond("ms of any page", outcome.page_ms, PAGE_MS_MAX),
    ]
    return Played({"name": "load: long", **asdict(outcome)}, missed)


def slow(folder: Path) -> Played:
    """L4: of a hundred twenty read slowly or not at all; the others keep nine tenths."""
    outcome = rush.run(folder, SLOW)
    lost = 1.0 - outcome.calm.seconds / outcome.beside.seconds
    missed = [*_of_any(SLOW, outcome), *_beyond("share of the rate lost", lost, 1.0 - KEPT_MIN)]
    return Played(figures("slow", SLOW, outcome), missed)


def soaked(folder: Path) -> Played:
    """L5: an hour; memory grows by no more than a megabyte, descriptors stay."""
    outcome = soak.run(folder, SOAK)
    growth, more = outcome.growth_bytes_an_hour, outcome.more_open_files
    missed = [
        *_beyond("bytes more an hour", growth, GROWTH_BYTES_AN_HOUR_MAX),
        *_beyond("files more", more, 0),
        *_beyond("orders", len(outcome.orders), 1),
    ]
    told = {
        "name": "load: soak",
        "seconds": SOAK.seconds,
        "posts": outcome.posted,
        "rss_bytes": outcome.samples[-1].rss_bytes,
        "growth_bytes_an_hour": round(growth),
        "more_open_files": more,
    }
    return Played(told, missed)


def besieged(folder: Path) -> Played:
    """A5: a quarter of an hour under four times as many attackers: a post takes two seconds."""
    outcome = siege.run(folder, SIEGE)
    (order, *others) = outcome.orders
    missed = [
        *_beyond("kinds of attackers hardly there", _hardly_there(outcome), 0),
        *_beyond("other orders", len(others), 0),
        *_beyond("posts that are missing", len(outcome.expected - set(order)), 0),
        *_beyond(
            "p95 until all show a post", percentile(outcome.delays, 0.95), BESIEGED_SECONDS_MAX
        ),
        *_beyond("peers that were not given all", outcome.joining.count(NEVER), 0),
        *_beyond("troubles of honest peers", len(outcome.troubles), 0),
        *_beyond("greetings of a peer", max(outcome.greetings), 1),
        *_beyond("bytes at most", outcome.peak_rss_bytes, RSS_BYTES_MAX),
        *_beyond(
            "files left open",
            outcome.open_files - outcome.open_files_due,
            siege.OPEN_FILES_SLACK,
        ),
    ]
    return Played(siege_figures("load: siege", SIEGE, outcome), missed)


def newcomer(folder: Path) -> Played:
    """Who receives a channel of 20,000 posts needs no more than 150 MiB for it."""
    measured = reconciliation.measure(folder / "newcomer", NEWCOMER_POSTS)
    rss = measured["peak_rss_bytes"]["downloader"]
    return Played(
        {**measured, "name": "load: newcomer"},
        [*_beyond("bytes at most", rss, NEWCOMER_RSS_BYTES_MAX)],
    )


LOADS: Mapping[str, Callable[[Path], Played]] = {
    "peers": peers,
    "throughput": throughput,
    "long": long,
    "slow": slow,
    "soak": soaked,
    "siege": besieged,
    "newcomer": newcomer,
}


def _hardly_there(outcome: siege.Outcome) -> int:
    """How many kinds: fewer times than there are of it."""
    return sum(outcome.connections[name] < count for name, count in SIEGE.crowd.items())


def _of_any(size: rush.Size, outcome: rush.Outcome) -> Iterator[str]:
    """What holds of every rush, whatever the machine."""
    (order, *others) = outcome.orders
    both = 2 if size.beside else 1
    if others or len(order) != size.history + 1 + both * size.posts:
        yield f"{len(outcome.orders)} orders, {len(order)} posts"
    waited = (*outcome.joining, *outcome.calm.delays, *outcome.beside.delays)
    yield from _beyond("posts or peers that never came", waited.count(NEVER), 0)
    yield from _beyond("troubles of honest peers", len(outcome.troubles), 0)
    yield from _beyond("files left open", outcome.open_files - outcome.open_files_due, 0)
    yield from _beyond("bytes at most", outcome.peak_rss_bytes, RSS_BYTES_MAX)


def _beyond(what: str, value: float, value_max: float) -> Iterator[str]:
    if value > value_max:
        yield f"{what}: {value:,.3f}, and not at most {value_max:,.3f}"
