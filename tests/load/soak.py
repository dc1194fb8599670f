"""One house for long: its peers post on and on, others come and go. What does the server keep?

Nothing is judged here: ``Outcome`` has the facts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.model.ids import PostId
from tests.load.crowd import crowd
from tests.load.figures import percentile, slope
from tests.load.house import House, house
from tests.load.pace import posted_evenly, until
from tests.load.process import open_files, rss_bytes

COMING_AND_GOING: Mapping[str, int] = {
    "greets_again_and_again": 5,
    "floods_with_handshakes": 5,
    "drips_a_packet": 2,
    "reads_slowly": 1,
}
AGAIN_SECONDS = 2.0
HOUR_SECONDS = 3_600.0


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything. ``warm_up_seconds``: what is sampled earlier says nothing."""

    seconds: float
    warm_up_seconds: float
    sample_seconds: float = 5.0
    peers: int = 8
    posts_a_second: float = 1.0
    beside: Mapping[str, int] = field(default_factory=lambda: COMING_AND_GOING)


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server uses at a moment, ``at`` seconds from the beginning."""

    at: float
    rss_bytes: int
    open_files: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts. ``samples``: those after the warm-up."""

    samples: Sequence[Sample]
    orders: set[tuple[PostId, ...]]
    posted: int

    @property
    def growth_bytes_an_hour(self) -> float:
        """Of its memory, along the straight line that lies closest."""
        return HOUR_SECONDS * slope([(one.at, one.rss_bytes) for one in self.samples])

    @property
    def more_open_files(self) -> float:
        """How many more there mostly were in the last third than in the first."""
        return self._more([one.open_files for one in self.samples])

    @property
    def more_rss_bytes(self) -> float:
        """Of memory likewise."""
        return self._more([one.rss_bytes for one in self.samples])

    def _more(self, values: Sequence[float]) -> float:
        third = len(values) // 3
        return percentile(values[-third:], 0.5) - percentile(values[:third], 0.5)


def run(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``, to its end."""
    return asyncio.run(soaked(folder, size))


async def soaked(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``."""
    async with house(folder, size.peers, history=50) as home:
        await home.join(home.peers)
        async with crowd(home.target, size.beside, AGAIN_SECONDS):
            posting = asyncio.create_task(_post(home, size))
            samples = await _sampled(home.serving.pid, posting, size)
            posted = await posting
        return Outcome(samples, await home.orders(), len(posted))


async def _post(home: House, size: Size) -> Mapping[PostId, float]:
    count = int(size.seconds * size.posts_a_second)
    posted = await posted_evenly(home.peers, count, size.posts_a_second, "on and on")
    await until(lambda: all(posted.keys() <= peer.seen.keys() for peer in home.peers))
    return posted


async def _sampled(pid: int, going_on: asyncio.Task[object], size: Size) -> Sequence[Sample]:
    began, samples = time.monotonic(), list[Sample]()
    while not going_on.done():
        at = time.monotonic() - began
        if at >= size.warm_up_seconds:
            samples.append(Sample(at, rss_bytes(pid), open_files(pid)))
        await asyncio.wait([going_on], timeout=size.sample_seconds)
    return samples
