"""Our side: the engine as the product composes it, on its own thread, over real TCP.

Its profile is a folder of the test's, its address a loopback one of its own. What it tells is kept.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from app import compose
from app.engine_thread import EngineThread
from app.profile.paths import Paths
from app.profile.settings import StoredSettings
from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import (
    Command,
    CreateChannel,
    CreateIdentity,
    FollowChannel,
    IssueInvite,
    Post,
    RequestInvite,
)
from engine.model.events import Event, FaultRaised, InviteArrived, PeerGone, PeerViolated
from engine.model.ids import OrderKey, PeerId, PostKind, ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, ForgetPeer, Listen
from engine.model.peers import PeerState
from engine.model.queries import PAGE_POSTS_MAX, Connections, FindSpace, OnePost, Query, Timeline
from engine.model.views import IssuedInviteView, PostView, SpaceView
from engine.protocols.contract import Ending
from engine.store.files import make_private_folder
from tests.interop.news import DEADLINE_SECONDS, News
from tests.interop.seen import Seen
from tests.wrong_clock import clock_set_wrong

R = TypeVar("R")
E = TypeVar("E", bound=Event)

PEERLINKS = ProtocolName.PEERLINKS
BAD_ENDINGS = {
    Ending.VIOLATION,
    Ending.ERROR_FROM_PEER,
    Ending.TIMED_OUT,
    Ending.TOO_SLOW,
    Ending.TOO_MANY,
    Ending.FAULT,
}


@dataclass(frozen=True, slots=True)
class Ways:
    """How ours is to be. ``document``: the setting of that name is on.

    ``clock_offset_seconds``: what its clock is ahead of the right time.
    """

    document: bool = False
    clock_offset_seconds: float = 0.0
    protocol: ProtocolName = PEERLINKS
    """What is spoken on its bare port."""


USUAL = Ways()


class OurPeer:
    """One profile with its engine. Start it by making it, end it by ``stop``."""

    def __init__(self, name: str, folder: Path, host: str, news: News, ways: Ways = USUAL) -> None:
        self.name = name
        self.folder = folder
        self._news = news
        self._ways = ways
        self._paths = Paths(folder, folder / "runtime")
        self._events: list[Event] = []
        self._runner = asyncio.Runner()
        make_private_folder(self._paths.profile)
        if ways.document:
            StoredSettings(self._paths.settings).store_now("document", "on")
        self._thread = EngineThread(self._open)
        self._thread.subscribe(self._hear)
        self._thread.start()
        try:
            self.id: PeerId = self.ask(Connections()).peer_id
            self.address = self.perform(Listen(ways.protocol, Address(host, 0))).address
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """The engine ends well. May be called twice."""
        self._thread.stop()
        has_ended = self._thread.join(DEADLINE_SECONDS)
        self._runner.close()
        assert has_ended, "the engine does not end"

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Engine]:
        async with AsyncExitStack() as stack:
            with clock_set_wrong(self._ways.clock_offset_seconds):
                opening = compose.open_engine(self._paths, lambda *, is_new: None, online=True)
                opened = await stack.enter_async_context(opening)
            yield opened.engine

    def _hear(self, events: tuple[Event, ...]) -> None:
        self._events.extend(events)
        for event in events:
            self._news.tell(self.name, event)

    # ---- the engine

    def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        return self._runner.run(asyncio.wait_for(self._thread.perform(command), DEADLINE_SECONDS))

    def ask(self, query: Query[R]) -> R:
        """See ``Engine``."""
        return self._runner.run(asyncio.wait_for(self._thread.ask(query), DEADLINE_SECONDS))

    def heard(self, kind: type[E]) -> list[E]:
        """All events of that kind so far."""
        return [event for event in tuple(self._events) if isinstance(event, kind)]

    def troubles(self) -> list[Event]:
        """What must not happen with an honest peer."""
        return [
            event
            for event in tuple(self._events)
            if isinstance(event, PeerViolated | FaultRaised)
            or (isinstance(event, PeerGone) and event.reason in BAD_ENDINGS)
        ]

    # ---- connections

    def dial(self, address: Address) -> None:
        """Now, and again whenever it is lost."""
        self.perform(AddPeer(self._ways.protocol, address, remember=False))

    def stop_dialling(self, address: Address) -> None:
        """And end the connection."""
        self.perform(ForgetPeer(address=address))

    def ready_peers(self) -> list[PeerId]:
        """Who has greeted us and is there."""
        return [
            peer.peer_id
            for peer in self.ask(Connections()).peers
            if peer.state is PeerState.READY and peer.peer_id is not None
        ]

    def is_settled(self) -> bool:
        """Whether no connection is on its way to a greeting."""
        on_the_way = {PeerState.CONNECTING, PeerState.GREETING}
        return not any(peer.state in on_the_way for peer in self.ask(Connections()).peers)

    def gone(self) -> list[PeerGone]:
        """Who left us, or could not be reached, so far."""
        return self.heard(PeerGone)

    def invites(self) -> list[InviteArrived]:
        """What let us in so far."""
        return self.heard(InviteArrived)

    # ---- channels

    def founds(self, name: str) -> SpaceView:
        """A new identity and its own private channel, both of that name."""
        made = self.perform(CreateIdentity(name)).channel
        assert made is not None
        return self.space(made.hex())

    def publishes(self, name: str) -> SpaceView:
        """A new public channel."""
        return self.perform(CreateChannel(name, public=True))

    def space(self, text: str) -> SpaceView:
        """The channel of that name or id."""
        return self.ask(FindSpace(text))

    def follows(self, public_key: bytes, name: str) -> SpaceView:
        """A public channel of somebody else."""
        return self.perform(FollowChannel(PublicKey(public_key), name))

    def post(self, space: SpaceId, texts: Iterable[str]) -> None:
        """All of them, in order; those that come close together share a commit."""

        async def post_all() -> None:
            posts = (Post(space, _body(text)) for text in texts)
            await asyncio.gather(*map(self._thread.perform, posts))

        self._runner.run(post_all())

    def requests(self) -> str:
        """A request to be let in, in hex."""
        return self.perform(RequestInvite()).request.hex()

    def issues(
        self, space: SpaceId, request: str, display_name: str, valid_to: float | None = None
    ) -> IssuedInviteView:
        """Lets the asker in."""
        return self.perform(IssueInvite(space, bytes.fromhex(request), display_name, valid_to))

    def count(self, space: SpaceId) -> int:
        """How many posts we hold."""
        return self.space(space.hex()).posts

    def messages(self, space: SpaceId) -> list[Seen]:
        """The whole channel, in its order."""
        return [_seen(self._whole(space, post)) for page in self._pages(space) for post in page]

    def _pages(self, space: SpaceId) -> Iterator[tuple[PostView, ...]]:
        after = OrderKey(b"")
        while posts := self.ask(Timeline(space, PAGE_POSTS_MAX, after=after)).posts:
            yield posts
            after = posts[-1].order

    def _whole(self, space: SpaceId, post: PostView) -> PostView:
        """A page leaves the long bodies out."""
        is_long = post.kind is not PostKind.ROOT and post.body is None
        return self.ask(OnePost(space, post.id)) if is_long else post


def _body(text: str) -> str:
    return json.dumps({"text": text}, separators=(",", ":"))


def _seen(post: PostView) -> Seen:
    parents = tuple(parent.hex() for parent in post.parents)
    path, body = post.author.path, post.body
    return Seen(post.id.hex(), post.height, parents, post.timestamp, path, body)
