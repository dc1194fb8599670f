"""Many honest peers at once: they post and read, first among themselves, then beside others.

Those others mean no harm, or not much: they are slow, stalled, silent, or come and go. Nothing is
judged here: ``Outcome`` has the facts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from engine.model.events import Event
from engine.model.ids import PostId
from tests.load.crowd import crowd
from tests.load.figures import NEVER
from tests.load.honest import Honest
from tests.load.house import House, house
from tests.load.pace import posted_evenly, until
from tests.load.process import cpu_seconds, open_files, peak_rss_bytes, rss_bytes
from tests.load.pulse import pulse

JOIN_AT_ONCE = 25  # peers: whoever lets in more has as many strangers before the door as it bears
AGAIN_SECONDS = 5.0  # after which one of the others comes again
SLOW_AND_SILENT: Mapping[str, int] = {
    "says_nothing": 1_000,
    "drips_a_greeting": 5,
    "drips_a_packet": 5,
    "drips_a_handshake": 5,
    "says_nothing_after_the_handshake": 5,
    "reads_slowly": 5,
    "never_reads": 5,
    "floods_with_handshakes": 5,
}
"""So many of each kind of others: a thousand idle, slow ones of each kind, stalled readers."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything. ``posts``: in each half, by ``writers`` of the peers in turn.

    ``beside``: names of ``attackers``, and how many there are of each in the second half; with
    none there is no second half.
    """

    peers: int = 100
    writers: int = 100
    history: int = 50
    posts: int = 30
    posts_a_second: float = 1.5
    beside: Mapping[str, int] = field(default_factory=lambda: SLOW_AND_SILENT)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What came of some posts. ``delays``: of each, until all peers showed it; ``shown``: until a
    window of the server did. Either may be ``NEVER``.

    ``means``: of each peer, how long it waited for a post. ``seconds``: from the first wish until
    all was shown. ``waits``: see ``pulse``.
    """

    delays: Sequence[float]
    shown: Sequence[float]
    means: Sequence[float]
    seconds: float
    waits: Sequence[float]
    cpu_seconds: float
    open_files: int
    rss_bytes: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts. ``beside`` is ``calm`` where nobody was beside; for the rest see the siege's."""

    joining: Sequence[float]
    calm: Stretch
    beside: Stretch
    troubles: Sequence[Event]
    greetings: Sequence[int]
    orders: set[tuple[PostId, ...]]
    expected: frozenset[PostId]
    open_files_due: int
    open_files: int
    rss_bytes: int
    peak_rss_bytes: int
    connections: Mapping[str, int]


def run(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``, to its end."""
    return asyncio.run(rushed(folder, size))


async def rushed(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``."""
    async with house(folder, size.peers, size.history) as home, home.window() as window:
        return await _played(_Rush(home, window, size))


@dataclass(slots=True)
class _Rush:
    home: House
    window: Honest
    size: Size
    posted: dict[PostId, float] = field(default_factory=dict)

    @property
    def pid(self) -> int:
        return self.home.serving.pid


async def _played(rush: _Rush) -> Outcome:
    home, pid = rush.home, rush.pid
    joining = await _join(home)
    files = open_files(pid)
    calm = beside = await _stretch(rush, "among ourselves")
    async with _others(rush) as tallies:
        if rush.size.beside:
            beside = await _stretch(rush, "beside others")
    await until(lambda: open_files(pid) <= files)
    left_open = open_files(pid)  # now: to be asked for the orders, the server opens some again
    return Outcome(
        joining=joining,
        calm=calm,
        beside=beside,
        troubles=[trouble for peer in home.peers for trouble in peer.troubles],
        greetings=[peer.greetings for peer in home.peers],
        orders=await home.orders(),
        expected=frozenset(rush.posted),
        open_files_due=files,
        open_files=left_open,
        rss_bytes=rss_bytes(pid),
        peak_rss_bytes=peak_rss_bytes(pid),
        connections=tallies,
    )


async def _join(home: House) -> list[float]:
    peers, joining = iter(home.peers), list[float]()
    while some := list(islice(peers, JOIN_AT_ONCE)):
        joining += await home.join(some)
    return joining


@asynccontextmanager
async def _others(rush: _Rush) -> AsyncIterator[Mapping[str, int]]:
    """All that come beside, until left."""
    if not rush.size.beside:
        yield {}
        return
    async with crowd(rush.home.target, rush.size.beside, AGAIN_SECONDS) as tallies:
        yield tallies


async def _stretch(rush: _Rush, what: str) -> Stretch:
    home, size, pid = rush.home, rush.size, rush.pid
    everybody = [*home.peers, rush.window]
    with pulse(home.server.paths.socket) as waits:
        cpu, began = cpu_seconds(pid), time.perf_counter()
        posted = await posted_evenly(
            home.peers[: size.writers], size.posts, size.posts_a_second, what
        )
        await until(lambda: all(posted.keys() <= one.seen.keys() for one in everybody))
        seconds, cpu = time.perf_counter() - began, cpu_seconds(pid) - cpu
    rush.posted |= posted
    delays = [_delays(peer, posted) for peer in home.peers]
    return Stretch(
        delays=[max(of_one) for of_one in zip(*delays, strict=True)],
        shown=_delays(rush.window, posted),
        means=[sum(of_peer) / len(of_peer) for of_peer in delays],
        seconds=seconds,
        waits=waits,
        cpu_seconds=cpu,
        open_files=open_files(pid),
        rss_bytes=rss_bytes(pid),
    )


def _delays(one: Honest, posted: Mapping[PostId, float]) -> list[float]:
    return [one.seen.get(post, NEVER) - at for post, at in posted.items()]
