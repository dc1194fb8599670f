"""The whole of it: one serving process, honest peers who post and read, and a crowd of attackers.

Half of the honest peers are there before the attack, half come in the middle of it. Nothing is
judged here: ``Outcome`` has the facts.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.model.events import Event
from engine.model.ids import PostId
from tests.load.attacks import ATTACKS
from tests.load.crowd import crowd
from tests.load.figures import NEVER
from tests.load.house import House, house
from tests.load.pace import posted_evenly, until
from tests.load.port_attacks import PORT_ATTACKS
from tests.load.process import cpu_seconds, open_files, peak_rss_bytes

OPEN_FILES_SLACK = 5  # reliability P-9


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything. ``attacks``: names of ``ATTACKS``, at the bare port of the document,
    and of ``PORT_ATTACKS``, at the tidings port where honest peers come in; given out in turn.
    """

    honest: int = 20
    attackers: int = 80
    history: int = 400
    posts: int = 60
    posts_a_second: float = 2.0
    attacks: Sequence[str] = (*PORT_ATTACKS, *ATTACKS)

    @property
    def crowd(self) -> Mapping[str, int]:
        """How many there are of each."""
        names = self.attacks
        return Counter(names[number % len(names)] for number in range(self.attackers))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts. ``delays``: of each honest post, from the wish until all honest peers showed it.

    ``joining``: of each honest peer that came during the attack, until it had the whole channel;
    either may be ``NEVER``.
    ``troubles``: all that befell honest peers, but for what ``fruitless`` counts: of each of them,
    how often it dialled and came to no greeting. ``greetings``: of each, how often it did.
    ``orders`` are the distinct orders in which honest peers and server hold the channel.
    ``open_files_due``: what the server needs for its honest peers alone; ``open_files``: what it
    has open ``closing_seconds`` after the attack.
    """

    delays: Sequence[float]
    joining: Sequence[float]
    troubles: Sequence[Event]
    fruitless: Sequence[int]
    greetings: Sequence[int]
    orders: set[tuple[PostId, ...]]
    expected: frozenset[PostId]
    open_files_due: int
    open_files: int
    peak_rss_bytes: int
    cpu_seconds: float
    seconds: float
    closing_seconds: float
    connections: Mapping[str, int]


def run(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``, to its end."""
    return asyncio.run(besieged(folder, size))


async def besieged(folder: Path, size: Size) -> Outcome:
    """Plays it in ``folder``."""
    async with house(folder, size.honest, size.history) as home:
        return await _played(home, size)


async def _played(home: House, size: Size) -> Outcome:
    peers, pid = home.peers, home.serving.pid
    early, late = peers[: size.honest // 2], peers[size.honest // 2 :]
    alone = open_files(pid)
    assert max(await home.join(early)) < NEVER, "before the attack all is well"
    # Those who come later need as many.
    files = alone + (open_files(pid) - alone) * len(peers) // len(early)
    async with crowd(home.target, size.crowd) as tallies:
        cpu, began = cpu_seconds(pid), time.perf_counter()
        joining = await home.join(late)
        # Whoever was given nothing cannot post; that it was not is told by ``joining``.
        given = [peer for peer, took in zip(late, joining, strict=True) if took < NEVER]
        posted = await posted_evenly(
            [*early, *given], size.posts, size.posts_a_second, "in the attack"
        )
        await until(lambda: all(posted.keys() <= peer.seen.keys() for peer in peers))
        cpu = cpu_seconds(pid) - cpu
        seconds = time.perf_counter() - began
    began_closing = time.perf_counter()
    await until(lambda: open_files(pid) <= files + OPEN_FILES_SLACK)
    closing = time.perf_counter() - began_closing
    return Outcome(
        delays=[
            max(peer.seen.get(one, NEVER) for peer in peers) - at for one, at in posted.items()
        ],
        joining=joining,
        troubles=[trouble for peer in peers for trouble in peer.troubles],
        fruitless=[peer.fruitless for peer in peers],
        greetings=[peer.greetings for peer in peers],
        orders=await home.orders(),
        expected=frozenset(posted),
        open_files_due=files,
        open_files=open_files(pid),
        peak_rss_bytes=peak_rss_bytes(pid),
        cpu_seconds=cpu,
        seconds=seconds,
        closing_seconds=closing,
        connections=tallies,
    )
