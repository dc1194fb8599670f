"""How fast a community's channel flows between two ``serve`` processes on loopback, and the cost.

The server's channel was written beforehand, 80 bytes a text and one every ten seconds, as if it had
come from others; how fast the real ``Say`` writes is measured beside. The downloader has joined the
community and holds nothing of it. The clock runs from its first dial to
its last post stored, each side with its encrypted database on the disk.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from app.compose import open_engine
from app.control.client import connect
from app.profile.lock import try_lock
from app.profile.opening import open_profile
from engine.api import Engine
from engine.crypto.ed25519 import from_seed
from engine.model.address import Address
from engine.model.commands import Say
from engine.model.communities import WireVersion
from engine.model.community_commands import CreateCommunity, JoinCommunity
from engine.model.community_queries import CommunityChannels
from engine.model.contents import Words
from engine.model.ids import CommunityId, PostId, ProtocolName, SpaceId
from engine.model.peer_commands import AddPeer
from engine.protocols.cable.posts import Post, Text
from engine.protocols.cable.records import PostsStored
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import VERSIONS
from engine.store.cable.parts import repository
from tests.benchmarks.reconciliation import cost_of
from tests.e2e.processes import Person, Serve

POSTS = (20_000, 200_000)
TEXT_BYTES = 80
SAID = 1_000
SECONDS_APART = 10.0
SAID_AT_ONCE = 64  # as many inputs as a turn takes: one commit for all of them
SECONDS_MAX = 1_800.0


def measures(folder: Path, sizes: tuple[int, ...] = POSTS) -> Iterator[Mapping[str, object]]:
    """In version S, for each number of posts; the smaller one in version M as well."""
    for posts in sizes:
        yield measure(folder / f"S-{posts}", posts, WireVersion.S)
    yield measure(folder / f"M-{sizes[0]}", sizes[0], WireVersion.M)


def measure(folder: Path, posts: int, wire: WireVersion) -> Mapping[str, object]:
    """One channel, from the first dial to the last post stored. Both sides end in one order."""
    folder.mkdir(parents=True)
    (folder / "run").mkdir(mode=0o700)
    ann = Person("ann", folder / "ann", folder / "run", "127.0.1.247")
    ben = Person("ben", folder / "ben", folder / "run", "127.0.1.248")
    space, saying = asyncio.run(_prepared(ann, ben, posts, wire))
    server, downloader = ann.serve(), ben.serve()
    sides = {"server": server, "downloader": downloader}
    before = {side: cost_of(one.pid) for side, one in sides.items()}
    began = time.perf_counter()
    asyncio.run(_dial(ben, ann))
    downloader.wait_for("posts_arrived")
    first = time.perf_counter() - began
    downloader.wait_until(lambda: _arrived(downloader) >= posts, "all posts", SECONDS_MAX)
    seconds = time.perf_counter() - began
    after = {side: cost_of(one.pid) for side, one in sides.items()}
    cpu = {side: after[side].cpu_seconds - before[side].cpu_seconds for side in sides}
    assert _newest(ann, space) == _newest(ben, space), "the two sides differ"
    downloader.stop()
    server.stop()
    return {
        "name": "community_on_disk",
        "wire": str(wire),
        "posts": posts,
        "said_a_second": round(SAID / saying),
        "seconds": round(seconds, 2),
        "first_posts_after_seconds": round(first, 3),
        "posts_a_second": round(posts / seconds),
        "posts_a_cpu_second_of_the_client": round(posts / cpu["downloader"]),
        "cpu_seconds": {side: round(spent, 2) for side, spent in cpu.items()},
        "mebibytes_at_start": {side: before[side].peak_rss_bytes >> 20 for side in sides},
        "peak_mebibytes": {side: after[side].peak_rss_bytes >> 20 for side in sides},
        "load": round(os.getloadavg()[0], 1),
    }


async def _dial(who: Person, whom: Person) -> None:
    engine = await connect(who.paths.socket)
    assert engine is not None
    address = Address(whom.host, whom.port)
    await engine.perform(AddPeer(ProtocolName.TIDINGS, address, remember=False))
    await engine.close()


def _newest(person: Person, space: str) -> list[str]:
    """The ids of the last posts, in their order: all of a long channel would take minutes."""
    return [post["id"] for post in person.do("channel", "read", space, "--limit", "1000")]


def _arrived(serving: Serve) -> int:
    """Rows: the texts, and some joins and names."""
    return sum(told["count"] for told in serving.heard("posts_arrived"))


async def _prepared(ann: Person, ben: Person, posts: int, wire: WireVersion) -> tuple[str, float]:
    """Ann's channel with that many texts; Ben has joined; how long saying them took."""
    async with open_engine(ann.paths, lambda *, is_new: None) as anns:
        made = await anns.engine.perform(CreateCommunity("Bees", wire, "ann"))
        (channel,) = await anns.engine.ask(CommunityChannels(made.id))
        assert channel.space is not None
        began = time.perf_counter()
        await _say(anns.engine, channel.space, SAID)
        seconds = time.perf_counter() - began
    _write_history(ann, made.id, posts - SAID)
    async with open_engine(ben.paths, lambda *, is_new: None) as bens:
        await bens.engine.perform(JoinCommunity(made.key, "Bees", wire, "ben"))
    return channel.space.hex(), seconds


def _write_history(ann: Person, community: CommunityId, count: int) -> None:
    """Somebody's texts, each linking to the one before."""
    lock = try_lock(ann.paths.lock)
    assert lock is not None
    store = open_profile(ann.paths, lambda *, is_new: None)
    kept = repository(store)
    known = kept.community(community)
    assert known is not None
    version, keys = VERSIONS[known.wire.value], from_seed(bytes(range(32)))
    now = time.time()
    links: tuple[PostId, ...] = ()
    for start in range(0, count, SAID_AT_ONCE):
        made: list[Post] = []
        for number in range(start, min(start + SAID_AT_ONCE, count)):
            at = int((now - (count - number) * SECONDS_APART) * version.units_a_second)
            made.append(write_post(version, keys, links, at, Text("default", text_of(number))))
            links = (made[-1].hash,)
        with store.database.atomic():
            kept.apply(PostsStored(community, tuple(made), now))
    store.close()
    lock.release()


async def _say(engine: Engine, space: SpaceId, count: int) -> None:
    for start in range(0, count, SAID_AT_ONCE):
        numbers = range(start, min(start + SAID_AT_ONCE, count))
        await asyncio.gather(
            *(engine.perform(Say(space, Words(text_of(number)))) for number in numbers)
        )


def text_of(number: int) -> str:
    """A text of exactly TEXT_BYTES bytes, each another."""
    words = f"{number} bees flew over the garden wall and nobody counted them but the gardener "
    return (words * 2)[:TEXT_BYTES]
