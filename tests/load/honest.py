"""An honest peer: the engine as the program composes it, dialling from an address of its own.

All of them live on one loop. Each looks at what is new in the channel whenever it hears of news, as
a window does, and notes when it first saw a post. ``shown`` does the same for any other engine.
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
from app.transports import Transports
from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import Post
from engine.model.events import Event, FaultRaised, PeerGone, PeerReady, PeerViolated, PostsArrived
from engine.model.ids import OrderKey, PostId, ProtocolName, SpaceId
from engine.model.peer_commands import AddPeer
from engine.model.queries import Timeline
from engine.protocols.contract import Ending
from engine.store.files import make_private_folder
from engine.transport.discovery import NoticeBoard
from engine.transport.tcp import Tcp
from tests.order_keys import BEGINNING, just_before

PAGE_POSTS = 250  # looked at in one go; as many fit an answer of the control socket
NO_GREETING = frozenset({Ending.TIMED_OUT, Ending.CLOSED_BY_PEER})
"""What a dial that finds the door shut, or no time for its handshake, ends with."""


@dataclass(slots=True, eq=False)
class Honest:
    """``seen``: when each post of ``space`` was first shown, on the steady clock. ``fruitless``:
    how often it dialled and came to no greeting; ``troubles``: whatever else went wrong.
    """

    name: str
    engine: Engine
    space: SpaceId | None = None
    seen: dict[PostId, float] = field(default_factory=dict)
    greetings: int = 0
    fruitless: int = 0
    troubles: list[Event] = field(default_factory=list)
    _unseen_after: OrderKey | None = BEGINNING
    """What is new follows that place; None: nothing is."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _looked: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, events: tuple[Event, ...]) -> None:
        """What its engine tells."""
        for event in events:
            match event:
                case PostsArrived(space=space, first=first) if space == self.space:
                    self._note_news(just_before(first))
                case PeerReady():
                    self.greetings += 1
                case PeerGone(peer_id=None, reason=reason) if reason in NO_GREETING:
                    self.fruitless += 1
                case PeerGone() | PeerViolated() | FaultRaised():
                    self.troubles.append(event)
                case _:
                    pass

    async def look(self) -> None:
        """For ever: what is new, whenever there is news."""
        while True:
            await self._news.wait()
            self._news.clear()
            place, self._unseen_after = self._unseen_after, None
            assert place is not None, "there is news of nothing"
            async for post in self._posts_after(place):
                self.seen.setdefault(post, time.perf_counter())
            self._looked.set()

    async def dial(self, protocol: ProtocolName, address: Address) -> None:
        """Now, and again whenever it is lost."""
        await self.engine.perform(AddPeer(protocol, address, remember=False))

    async def has(self, count: int) -> None:
        """Waits until it has seen that many posts."""
        while len(self.seen) < count:
            await self._looked.wait()
            self._looked.clear()

    async def post(self, text: str) -> PostId:
        """Its id, once it is stored."""
        assert self.space is not None
        return (await self.engine.perform(Post(self.space, f'{{"text":"{text}"}}'))).id

    async def ids(self) -> tuple[PostId, ...]:
        """The whole channel, in its order."""
        return tuple([post async for post in self._posts_after(BEGINNING)])

    def _note_news(self, place: OrderKey) -> None:
        before = self._unseen_after
        self._unseen_after = place if before is None else min(before, place)
        self._news.set()

    async def _posts_after(self, place: OrderKey) -> AsyncIterator[PostId]:
        assert self.space is not None
        follow = 1
        while follow:
            page = await self.engine.ask(Timeline(self.space, PAGE_POSTS, after=place))
            for post in page.posts:
                yield post.id
                place = post.order
            follow = page.after


@asynccontextmanager
async def shown(one: Honest) -> AsyncIterator[Honest]:
    """It hears and looks, until left."""
    unsubscribe = one.engine.subscribe(one.hear)
    looking = asyncio.get_running_loop().create_task(one.look())
    try:
        yield one
    finally:
        unsubscribe()
        looking.cancel()
        await asyncio.wait([looking])


@asynccontextmanager
async def honest(name: str, folder: Path, host: str) -> AsyncIterator[Honest]:
    """A new profile that is open, until left."""
    paths = Paths(folder, folder / "runtime")
    make_private_folder(paths.profile)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compose, "connected", lambda: Transports(Tcp(source=host), NoticeBoard()))
        opening = compose.open_engine(paths, lambda *, is_new: None, online=True)
        opened = await opening.__aenter__()
    try:
        async with shown(Honest(name, opened.engine)) as one:
            yield one
    finally:
        await opening.__aexit__(None, None, None)
