"""An honest peer: the engine as the program composes it, dialling from an address of its own.

All of them live on one loop. Each looks at the channel whenever it hears of news, as a window does,
and notes when it first saw a post.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app import compose
from app.profile.paths import Paths
from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import AddPeer, Post
from engine.model.events import Event, FaultRaised, PeerGone, PeerReady, PeerViolated, PostsArrived
from engine.model.ids import PostId, ProtocolName, SpaceId
from engine.model.queries import PAGE_POSTS_MAX, Timeline
from engine.protocols.contract import Ending
from engine.store.files import make_private_folder
from engine.transport.discovery import NoticeBoard
from engine.transport.tcp import Tcp

NEWEST_POSTS = 100  # what is looked at; a test posts fewer
NO_GREETING = frozenset({Ending.TIMED_OUT, Ending.CLOSED_BY_PEER})
"""What a dial that finds the door shut, or no time for its handshake, ends with."""


@dataclass(slots=True, eq=False)
class Honest:
    """``seen``: when each of the newest posts was first shown, on the steady clock. ``fruitless``:
    how often it dialled and came to no greeting; ``troubles``: whatever else went wrong.
    """

    name: str
    engine: Engine
    space: SpaceId | None = None
    seen: dict[PostId, float] = field(default_factory=dict)
    count: int = 0
    greetings: int = 0
    fruitless: int = 0
    troubles: list[Event] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    looked: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, events: tuple[Event, ...]) -> None:
        """What its engine tells."""
        for event in events:
            match event:
                case PostsArrived():
                    self.news.set()
                case PeerReady():
                    self.greetings += 1
                case PeerGone(peer_id=None, reason=reason) if reason in NO_GREETING:
                    self.fruitless += 1
                case PeerGone() | PeerViolated() | FaultRaised():
                    self.troubles.append(event)
                case _:
                    pass

    async def look(self) -> None:
        """For ever: the newest posts, whenever there is news."""
        while True:
            await self.news.wait()
            self.news.clear()
            if self.space is None:
                continue
            page = await self.engine.ask(Timeline(self.space, NEWEST_POSTS))
            now = time.perf_counter()
            for post in page.posts:
                self.seen.setdefault(post.id, now)
            self.count = page.before + len(page.posts)
            self.looked.set()

    async def dial(self, protocol: ProtocolName, address: Address) -> None:
        """Now, and again whenever it is lost."""
        await self.engine.perform(AddPeer(protocol, address, remember=False))

    async def has(self, count: int) -> None:
        """Waits until it has seen that many posts."""
        while self.count < count:
            await self.looked.wait()
            self.looked.clear()

    async def post(self, text: str) -> PostId:
        """Its id, once it is stored."""
        assert self.space is not None
        return (await self.engine.perform(Post(self.space, f'{{"text":"{text}"}}'))).id

    async def ids(self) -> list[PostId]:
        """The whole channel, in its order; it is shorter than a page."""
        assert self.space is not None
        page = await self.engine.ask(Timeline(self.space, PAGE_POSTS_MAX))
        assert not page.before
        return [post.id for post in page.posts]


@asynccontextmanager
async def honest(name: str, folder: Path, host: str) -> AsyncIterator[Honest]:
    """A new profile that is open, until left."""
    paths = Paths(folder, folder / "runtime")
    make_private_folder(paths.profile)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compose, "_online", lambda: (Tcp(source=host), NoticeBoard()))
        opening = compose.open_engine(paths, lambda *, is_new: None, online=True)
        opened = await opening.__aenter__()
    try:
        one = Honest(name, opened.engine)
        one.engine.subscribe(one.hear)
        looking = asyncio.get_running_loop().create_task(one.look())
        yield one
        looking.cancel()
        await asyncio.wait([looking])
    finally:
        await opening.__aexit__(None, None, None)
