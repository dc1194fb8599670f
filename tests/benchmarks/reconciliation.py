"""How fast a channel flows between two ``serve`` processes on loopback, and what that costs.

The server's profile is written with the real ``Post`` command beforehand. The downloader has an
accepted invite and not a single post. The clock runs from its first dial to its last post stored.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from app.compose import open_engine
from app.control.client import connect
from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import (
    AcceptInvite,
    CreateIdentity,
    IssueInvite,
    Post,
    RequestInvite,
)
from engine.model.ids import ProtocolName, SpaceId
from engine.model.peer_commands import AddPeer
from tests.e2e.processes import Person, Serve
from tests.load.process import cpu_seconds, peak_rss_bytes

SECONDS_MAX = 900.0
TURNS = 2
BARE, OURS = ProtocolName.PEERLINKS, ProtocolName.TIDINGS
POSTS_AT_ONCE = 64  # as many inputs as a turn takes: one commit for all of them
WORDS = ("a", "channel", "between", "people's", "own", "computers", "needs", "no", "server")


class Measured(TypedDict):
    """One line of what is printed."""

    name: str
    protocol: str
    posts: int
    seconds: float
    posts_per_second: int
    cpu_seconds: dict[str, float]
    peak_rss_bytes: dict[str, int]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process has used so far."""

    cpu_seconds: float
    peak_rss_bytes: int


def side_by_side(folder: Path, posts: int) -> Iterator[Mapping[str, object]]:
    """Over bare PeerLinks and over our own port, in turns; then what the port costs at its best."""
    seconds: dict[ProtocolName, list[float]] = {BARE: [], OURS: []}
    cpu_seconds: dict[ProtocolName, list[float]] = {BARE: [], OURS: []}
    for turn in range(TURNS):
        for protocol in (BARE, OURS):
            measured = measure(folder / f"{protocol}-{turn}", posts, protocol)
            seconds[protocol].append(measured["seconds"])
            cpu_seconds[protocol].append(sum(measured["cpu_seconds"].values()))
            yield measured
    yield {
        "name": "tidings_port_to_bare",
        "posts": posts,
        "posts_per_second": round(min(seconds[BARE]) / min(seconds[OURS]), 3),
        "cpu_seconds": round(min(cpu_seconds[OURS]) / min(cpu_seconds[BARE]), 3),
    }


def measure(folder: Path, posts: int, protocol: ProtocolName = ProtocolName.TIDINGS) -> Measured:
    """One reconciliation of that many posts. Demands that both sides end in one order.

    ``protocol``: what is spoken outermost, our own port or PeerLinks bare.
    """
    folder.mkdir(parents=True)
    (folder / "run").mkdir(mode=0o700)
    ann = Person("ann", folder / "ann", folder / "run", "127.0.1.252", protocol=protocol)
    ben = Person("ben", folder / "ben", folder / "run", "127.0.1.253", protocol=protocol)
    space = asyncio.run(prepared(ann, ben, posts))
    server, downloader = ann.serve(), ben.serve()
    before = {"server": cost_of(server.pid), "downloader": cost_of(downloader.pid)}
    began = time.perf_counter()
    asyncio.run(dial(ben, ann, protocol))
    downloader.wait_until(lambda: _arrived(downloader) > posts, "all posts", SECONDS_MAX)
    seconds = time.perf_counter() - began
    after = {"server": cost_of(server.pid), "downloader": cost_of(downloader.pid)}
    assert ann.ids(space) == ben.ids(space), "the two sides differ"
    downloader.stop()
    server.stop()
    return {
        "name": "reconciliation",
        "protocol": protocol,
        "posts": posts,
        "seconds": round(seconds, 2),
        "posts_per_second": round(posts / seconds),
        "cpu_seconds": {
            side: round(after[side].cpu_seconds - before[side].cpu_seconds, 2) for side in after
        },
        "peak_rss_bytes": {side: after[side].peak_rss_bytes for side in after},
    }


async def prepared(ann: Person, ben: Person, posts: int) -> str:
    """Ann's channel with its root and ``posts`` posts; Ben is let in and has nothing of it."""
    async with open_engine(ann.paths, lambda *, is_new: None) as anns:
        identity = await anns.engine.perform(CreateIdentity("ann"))
        assert identity.channel is not None
        await _post(anns.engine, identity.channel, posts)
        async with open_engine(ben.paths, lambda *, is_new: None) as bens:
            await bens.engine.perform(CreateIdentity("ben"))
            asked = await bens.engine.perform(RequestInvite())
            issued = await anns.engine.perform(IssueInvite(identity.channel, asked.request, "Ben"))
            await bens.engine.perform(AcceptInvite(issued.invite))
        return identity.channel.hex()


async def _post(engine: Engine, space: SpaceId, count: int) -> None:
    for start in range(0, count, POSTS_AT_ONCE):
        numbers = range(start, min(start + POSTS_AT_ONCE, count))
        await asyncio.gather(*(engine.perform(Post(space, body_of(number))) for number in numbers))


def body_of(number: int) -> str:
    """A post's JSON. Posts of one to some ten words, each another."""
    words = itertools.islice(itertools.cycle(WORDS), number % 7, number % 7 + 1 + number % 13)
    return f'{{"text":"{number} {" ".join(words)}"}}'


async def dial(who: Person, whom: Person, protocol: ProtocolName) -> None:
    engine = await connect(who.paths.socket)
    assert engine is not None
    address = Address(whom.host, whom.port)
    await engine.perform(AddPeer(protocol, address, remember=False))
    await engine.close()


def _arrived(serving: Serve) -> int:
    return sum(told["count"] for told in serving.heard("posts_arrived"))


def cost_of(pid: int) -> Cost:
    """As it stands now."""
    return Cost(cpu_seconds(pid), peak_rss_bytes(pid))
