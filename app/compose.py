"""Joins the parts to an engine. A further protocol is some lines in ``_Parts``.

No logic: what is decided here is only who gets what.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Protocol

from app.backups.engine import BackedUp
from app.crash import told_of_failure
from app.erasing import Erasing
from app.health import Inspected
from app.offline import Offline
from app.profile.opening import AskPassphrase, open_profile
from app.profile.paths import Paths
from app.profile.settings import Settings, StoredSettings
from engine.api import Engine
from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import VerifyMany
from engine.errors import Fault
from engine.model.communities import WireVersion
from engine.model.events import FaultRaised
from engine.model.ids import HOME_PROTOCOL, PeerId, ProtocolName, SpaceId, SpaceKind
from engine.protocols.accompanied import Accompanied
from engine.protocols.cable.cable import Cable, CableNoise
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import PROLOGUE, SHORT_PROLOGUE
from engine.protocols.cable.exchange.surroundings import Settings as CommunitySettings
from engine.protocols.cable.exchange.surroundings import Surroundings as CommunitySurroundings
from engine.protocols.cable.shared import SharedCommunities
from engine.protocols.hyperbloom.beside import BesideFeeds
from engine.protocols.hyperbloom.commands import Commenting
from engine.protocols.hyperbloom.exchange.policy import Comments
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings as CommentSurroundings
from engine.protocols.hyperbloom.hyperbloom import Hyperbloom
from engine.protocols.hyperbloom.shared import SharedLedgers
from engine.protocols.hypercore.exchange.surroundings import Settings as FeedSettings
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.performers import feed_performers, own_keys, signer
from engine.protocols.hypercore.shared import SharedFeeds
from engine.protocols.hypercore.upkeep import Upkeep
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.protocols.peerlinks.shared import SharedChannels
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SpaceCode
from engine.runtime.clock import SystemClock
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.runtime.running import Closable, RunningEngine
from engine.runtime.surroundings import Discovery, Network
from engine.runtime.turns.verifying import ThreadedVerification
from engine.store.cable import parts as communities
from engine.store.database import Reading
from engine.store.hyperbloom import parts as comments
from engine.store.hypercore import parts as feeds
from engine.store.opening import ReadingParts, Store
from engine.store.peerlinks import private_channels

KEEPERS = {
    SpaceKind.PRIVATE: ProtocolName.PEERLINKS,
    SpaceKind.COMMUNITY: ProtocolName.CABLE,
    SpaceKind.FEED: ProtocolName.HYPERCORE,
    SpaceKind.FOLDER: ProtocolName.HYPERCORE,
}
"""Which protocol keeps which kind of space."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open profile with its engine running. ``troubles``: what was found wrong with it."""

    engine: Engine
    peer_id: PeerId
    troubles: Sequence[Fault] = ()


class ClosableNetwork(Network, Closable, Protocol):
    """What the node dials with, and the engine closes at the end."""


class ClosableDiscovery(Discovery, Closable, Protocol):
    """What the node is found by, and the engine closes at the end."""


@asynccontextmanager
async def open_engine(
    paths: Paths, passphrase: AskPassphrase | bytes, *, online: bool = False
) -> AsyncIterator[Opened]:
    """The engine of a profile whose lock the caller holds, on the running loop, until left.

    ``online``: it may dial, listen and be discovered. Raises what ``open_profile`` raises.
    """
    store = open_profile(paths, passphrase)
    with ExitStack() as undoing:
        undoing.callback(store.close)
        settings = Settings.of(StoredSettings(paths.settings))
        undoing.pop_all()
    async with run_engine(store, settings, online=online) as opened:
        yield opened


@asynccontextmanager
async def run_engine(
    store: Store, settings: Settings, *, online: bool = False
) -> AsyncIterator[Opened]:
    """The same over a store that is open; it is closed at the end, and also if this raises."""
    with ExitStack() as closing:
        closing.callback(store.close)
        refused: Counter[SpaceId] = Counter()
        reader = store.reader(partial(reading_parts, refused=refused))
        closing.callback(reader.close)
        closing.callback(store.inspection.stop)
        verify_many = ThreadedVerification()
        closing.callback(verify_many.close)
        transports_of = _online() if online else (Offline(), None)
        parts = _Parts(store, settings, verify_many, refused, *transports_of)
        transports = (parts.network, *((parts.discovery,) if parts.discovery else ()))
        erasing = Erasing(parts.storage)
        closing.callback(erasing.finish)
        async with (
            RunningEngine(parts.node, reader.answer, parts.clock, transports[::-1]) as engine,
            _beside(erasing.run()),
            _directories_of(engine, online=online) as kept,
        ):
            engine.subscribe(erasing.hear)
            inspected = Inspected(kept, store.inspection.view)
            backed_up = BackedUp(inspected, store.database.location)
            closing.callback(backed_up.stop)
            yield Opened(backed_up, parts.peer_id, store.troubles)


@asynccontextmanager
async def _directories_of(engine: Engine, *, online: bool) -> AsyncIterator[Engine]:
    if not online:  # a single command: it does not wait for a disk to be looked at
        yield engine
        return
    from app.folders.beside import directories_kept

    async with directories_kept(engine) as kept:
        yield kept


def reading_parts(
    reading: Reading, refused: Mapping[SpaceId, int] = MappingProxyType({})
) -> ReadingParts:
    """What all protocols bring to the queries. ``refused``: see ``CommentAnswers``."""
    private = private_channels.reading_parts(reading)
    cable = communities.reading_parts(reading)
    return ReadingParts(
        {**private.kinds, **feeds.kinds(reading), SpaceKind.COMMUNITY: cable.spaces},
        {
            **private.answerers,
            **feeds.answerers(reading),
            **comments.answerers(
                reading, feeds.is_ours(reading), feeds.has_author(reading), refused
            ),
            **cable.answerers,
        },
        private.safety_code,
        {SpaceKind.COMMUNITY: cable.spaces},
    )


@asynccontextmanager
async def _beside(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(told_of_failure)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def _online() -> tuple[ClosableNetwork, ClosableDiscovery]:
    # Slow to load, and not always wanted.
    from engine.transport.discovery import NoticeBoard
    from engine.transport.tcp import Tcp

    return Tcp(), NoticeBoard()


class _Parts:
    """What the node is made of."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        verify_many: VerifyMany,
        refused: Counter[SpaceId],
        network: ClosableNetwork,
        discovery: ClosableDiscovery | None,
    ) -> None:
        self.network = network
        self.discovery = discovery
        self.clock = SystemClock()
        self.static = boxes.from_seed(store.peers.static_seed(os.urandom))
        self.peer_id = PeerId(hash32(self.static.public_key))
        self._repository = private_channels.repository(store)
        self._feeds = feeds.repository(store)
        self._own_keys = partial(own_keys, self._feeds)
        self._comments = comments.repository(store, self._own_keys)
        self._communities = communities.repository(store)
        self.storage = store.storage(
            {
                ProtocolName.PEERLINKS: self._repository,
                ProtocolName.HYPERCORE: self._feeds,
                ProtocolName.HYPERBLOOM: self._comments,
                ProtocolName.CABLE: self._communities,
            },
            [self._feeds, self._comments, self._communities],
        )
        self._store = store
        self._settings = settings
        self._verify_many = verify_many
        self._refused = refused

    def node(self, attention: Callable[[], None]) -> Node:
        """The node over these parts."""
        peerlinks, hypercore, hyperbloom = self._peerlinks(), self._hypercore(), self._hyperbloom()
        connecting = self._connecting()
        cable, cable_noise = self._cable(connecting), CableNoise(connecting)
        port = self._port(peerlinks, hypercore, hyperbloom, connecting)
        speaking = (port, peerlinks, hypercore, hyperbloom, cable, cable_noise)
        outfit = Outfit(
            peer_id=self.peer_id,
            protocols={one.name: one for one in speaking},
            performers=[Spaces(self._store.spaces)],
            storage=self.storage,
            book=self._store.peers,
            network=self.network,
            discovery=self.discovery,
            home=HOME_PROTOCOL,
            keeper=self._keeper,
            traffic=hypercore.traffic,
            clock=self.clock,
            entropy=os.urandom,
        )
        node = Node(outfit, attention, port.reachable_at)
        port.refuse(node.refuses)
        for trouble in self._store.troubles:  # told with the first turn, to whoever listens by then
            node.outbox.put(FaultRaised(trouble.reason, trouble.detail))
        return node

    def _keeper(self, space: SpaceId) -> ProtocolName | None:
        kind = self._store.spaces.kind(space)
        return None if kind is None else KEEPERS.get(kind)

    def _port(
        self,
        peerlinks: Peerlinks,
        hypercore: Hypercore,
        hyperbloom: Hyperbloom,
        connecting: Connecting,
    ) -> TidingsPort:
        private = Carried(
            name="peerlinks/1",
            protocol=ProtocolName.PEERLINKS,
            kind=SpaceCode.PRIVATE,
            spaces=SharedChannels(self._repository),
            connect=lambda connection, role, _, shares: peerlinks.connect(connection, role, shares),
        )
        followed = Carried(
            name="hypercore/1",
            protocol=ProtocolName.HYPERCORE,
            kind=SpaceCode.FEED,
            spaces=SharedFeeds(self._feeds),
            connect=lambda connection, role, _, shares: hypercore.connect(
                connection, role, shares, self.peer_id
            ),
        )
        commented = Carried(
            name="hyperbloom/1",
            protocol=ProtocolName.HYPERBLOOM,
            kind=SpaceCode.LEDGER,
            spaces=SharedLedgers(self._comments, self._is_kept),
            connect=lambda connection, role, space, _: hyperbloom.connect_inside(
                connection, role, space
            ),
            by_space=True,
            acknowledges=False,
        )
        return TidingsPort(
            static=self.static,
            entropy=os.urandom,
            carried=[private, followed, commented, *self._carried_communities(connecting)],
        )

    def _carried_communities(self, connecting: Connecting) -> Sequence[Carried]:
        return [
            Carried(
                name=f"cable/{wire}",
                protocol=ProtocolName.CABLE,
                kind=SpaceCode.COMMUNITY,
                spaces=SharedCommunities(self._communities, wire),
                connect=lambda connection, role, space, _: connecting.inside(
                    connection, role, space
                ),
                by_space=True,
                acknowledges=False,
            )
            for wire in WireVersion
        ]

    def _is_kept(self, space: SpaceId) -> bool:
        feed = self._feeds.feed(space)
        return feed is not None and feed.signed  # who has written a static feed cannot be shown

    def _hypercore(self) -> Hypercore:
        chosen = self._settings
        settings = FeedSettings(
            document=chosen.document,
            unencrypted=chosen.feeds_unencrypted,
            relaxed=chosen.feeds_relaxed,
        )
        performers = feed_performers(
            self._feeds,
            self._store.spaces,
            os.urandom,
            document=chosen.document,
            is_heard=lambda space: hypercore.is_heard(space),  # noqa: PLW0108 - made below
        )
        beside = BesideFeeds(self._comments)
        hypercore = Hypercore(
            records=self._feeds,
            entropy=os.urandom,
            settings=settings,
            sign=signer(self._feeds),
            performers=[Accompanied(one, beside) for one in performers],
            upkeep=Upkeep(self._feeds, chosen.feed_bytes_max).look,
        )
        return hypercore

    def _connecting(self) -> Connecting:
        prologue = SHORT_PROLOGUE if self._settings.cable_short_prologue else PROLOGUE
        settings = CommunitySettings(prologue=prologue)
        around = CommunitySurroundings(self._communities, os.urandom, self._verify_many, settings)
        return Connecting(around)

    def _cable(self, connecting: Connecting) -> Cable:
        return Cable(
            records=self._communities,
            names=self._store.spaces,
            entropy=os.urandom,
            connecting=connecting,
        )

    def _hyperbloom(self) -> Hyperbloom:
        around = CommentSurroundings(
            records=self._comments,
            policy=Comments(self._verify_many),
            entropy=os.urandom,
            own_id=PeerId(os.urandom(len(self.peer_id))),
            has_room=self._feeds.has_room,
            is_kept=self._is_kept,
            refused=self._refused,
            document=self._settings.document,
        )
        commenting = Commenting(
            records=self._comments,
            entropy=os.urandom,
            own_keys=self._own_keys,
            kind_of=self._store.spaces.kind,
            is_kept=self._is_kept,
        )
        return Hyperbloom(around, self.peer_id, commenting)

    def _peerlinks(self) -> Peerlinks:
        return Peerlinks(
            records=self._repository,
            names=self._store.spaces,
            entropy=os.urandom,
            peer_id=self.peer_id,
            fingerprint=request_fingerprint,
            verify_many=self._verify_many,
            policy=Policy(document=self._settings.document),
        )
