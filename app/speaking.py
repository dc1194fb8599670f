"""All that a node of this program speaks, over one store. A further protocol is some lines here.

No logic: what is decided here is only who gets what. The simulator plays whole networks of it, with
dice in place of chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from app.profile.settings import Settings
from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import VerifyMany
from engine.crypto.entropy import Entropy
from engine.model.communities import WireVersion
from engine.model.ids import PeerId, ProtocolName, SpaceId, SpaceKind
from engine.protocols.accompanied import Accompanied
from engine.protocols.cable.cable import Cable, CableNoise
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import PROLOGUE, SHORT_PROLOGUE
from engine.protocols.cable.exchange.surroundings import Settings as CommunitySettings
from engine.protocols.cable.exchange.surroundings import Surroundings as CommunitySurroundings
from engine.protocols.cable.shared import SharedCommunities
from engine.protocols.contract import Performer, WireProtocol
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
from engine.store.cable import parts as communities
from engine.store.forgetting import Further
from engine.store.hyperbloom import parts as comments
from engine.store.hypercore import parts as feeds
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from engine.store.storage import NewsSource, Repository

KEEPERS = {
    SpaceKind.PRIVATE: ProtocolName.PEERLINKS,
    SpaceKind.COMMUNITY: ProtocolName.CABLE,
    SpaceKind.FEED: ProtocolName.HYPERCORE,
    SpaceKind.FOLDER: ProtocolName.HYPERCORE,
}
"""Which protocol keeps which kind of space."""


class Speaking:
    """Made for one life of a profile.

    ``refused`` counts values of comments that were dropped (``CommentAnswers``). ``sources`` of
    news and ``further`` work are for ``Store.storage``.
    """

    def __init__(
        self, store: Store, settings: Settings, verify_many: VerifyMany, entropy: Entropy
    ) -> None:
        """Borrows the store. ``entropy``: for keys and nonces of all protocols."""
        self.refused: Counter[SpaceId] = Counter()
        self._store = store
        self._settings = settings
        self._verify_many = verify_many
        self._entropy = entropy
        self._static = boxes.from_seed(store.peers.static_seed(entropy))
        self.peer_id = PeerId(hash32(self._static.public_key))
        self._repository = private_channels.repository(store)
        self._feeds = feeds.repository(store)
        self._own_keys = partial(own_keys, self._feeds)
        self._comments = comments.repository(store, self._own_keys)
        self._communities = communities.repository(store)
        self.repositories: Mapping[ProtocolName, Repository] = {
            ProtocolName.PEERLINKS: self._repository,
            ProtocolName.HYPERCORE: self._feeds,
            ProtocolName.HYPERBLOOM: self._comments,
            ProtocolName.CABLE: self._communities,
        }
        self.sources: Sequence[NewsSource] = [
            self._repository.news,
            self._feeds,
            self._comments,
            self._communities,
        ]
        self.further: Sequence[Further] = [self._comments.add_some_words]
        self.performers: Sequence[Performer] = [Spaces(store.spaces)]
        peerlinks, hypercore, hyperbloom = self._peerlinks(), self._hypercore(), self._hyperbloom()
        connecting = self._connecting()
        cable, cable_noise = self._cable(connecting), CableNoise(connecting)
        self.port = self._port(peerlinks, hypercore, hyperbloom, connecting)
        all_of_them = (self.port, peerlinks, hypercore, hyperbloom, cable, cable_noise)
        self.protocols: Mapping[ProtocolName, WireProtocol] = {one.name: one for one in all_of_them}
        self.traffic = hypercore.traffic

    def keeper(self, space: SpaceId) -> ProtocolName | None:
        """Which protocol keeps it; None for an unknown one."""
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
            takes_part=peerlinks.takes_part,
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
            spaces=SharedLedgers(self._comments, self._is_shared),
            connect=lambda connection, role, space, _: hyperbloom.connect_inside(
                connection, role, space
            ),
            by_space=True,
            acknowledges=False,
        )
        return TidingsPort(
            static=self._static,
            entropy=self._entropy,
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

    def _own_length(self, space: SpaceId) -> int | None:
        feed = self._feeds.feed(space)
        return feed.length if feed is not None and feed.own and not feed.elsewhere else None

    def _is_shared(self, space: SpaceId) -> bool:
        feed = self._feeds.feed(space)
        return feed is not None and not feed.paused and self._is_kept(space)

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
            self._entropy,
            limit_bytes=chosen.feed_bytes_max,
            document=chosen.document,
            is_heard=lambda space: hypercore.is_heard(space),  # noqa: PLW0108 - made below
        )
        beside = BesideFeeds(self._comments)
        hypercore = Hypercore(
            records=self._feeds,
            entropy=self._entropy,
            settings=settings,
            sign=signer(self._feeds),
            performers=[Accompanied(one, beside) for one in performers],
            upkeep=Upkeep(self._feeds, chosen.feed_bytes_max).look,
        )
        return hypercore

    def _connecting(self) -> Connecting:
        prologue = SHORT_PROLOGUE if self._settings.cable_short_prologue else PROLOGUE
        settings = CommunitySettings(prologue=prologue)
        around = CommunitySurroundings(
            self._communities, self._entropy, self._verify_many, settings
        )
        return Connecting(around)

    def _cable(self, connecting: Connecting) -> Cable:
        return Cable(
            records=self._communities,
            names=self._store.spaces,
            entropy=self._entropy,
            connecting=connecting,
        )

    def _hyperbloom(self) -> Hyperbloom:
        around = CommentSurroundings(
            records=self._comments,
            policy=Comments(self._verify_many),
            entropy=self._entropy,
            own_id=PeerId(self._entropy(len(self.peer_id))),
            has_room=self._feeds.has_room,
            is_shared=self._is_shared,
            refused=self.refused,
            document=self._settings.document,
        )
        commenting = Commenting(
            records=self._comments,
            entropy=self._entropy,
            own_keys=self._own_keys,
            kind_of=self._store.spaces.kind,
            is_kept=self._is_kept,
            own_length=self._own_length,
        )
        return Hyperbloom(around, self.peer_id, commenting)

    def _peerlinks(self) -> Peerlinks:
        return Peerlinks(
            records=self._repository,
            names=self._store.spaces,
            entropy=self._entropy,
            peer_id=self.peer_id,
            fingerprint=request_fingerprint,
            verify_many=self._verify_many,
            policy=Policy(document=self._settings.document),
        )
