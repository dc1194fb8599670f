"""Commands about our own identities: made, exported, taken in again. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from engine.crypto.ed25519 import SEED_BYTES, from_seed
from engine.crypto.wrap import MODERATE, Cost
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.commands import Command, CreateIdentity, ExportIdentity, ImportIdentity
from engine.model.events import PostsChanged, SpaceChanged
from engine.model.ids import PostId, PublicKey, SpaceId, SpaceKind
from engine.model.views import IdentityView
from engine.protocols.contract import Answer, Effect, Emit, Errand, Store
from engine.protocols.peerlinks.commands.export import (
    ExportedChannel,
    ExportedIdentity,
    open_identity,
    seal_identity,
)
from engine.protocols.peerlinks.commands.founding import found_channel, new_name, space_of
from engine.protocols.peerlinks.commands.issuing import told_name
from engine.protocols.peerlinks.conversation.joining import is_only_followed
from engine.protocols.peerlinks.conversation.news import news_of
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.graph.acceptance import Accepted
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelStored,
    Identity,
    IdentityStored,
    OwnChain,
)
from engine.protocols.peerlinks.trust.chain import chain_window
from engine.protocols.peerlinks.trust.rights import rights_in
from engine.protocols.spaces import demand_free, free_name, valid_name

_FIRST = (0, PostId(bytes(32)))


@dataclass(frozen=True, slots=True)
class Identities:
    """A ``Performer``. ``cost`` is what the passphrase of an export is stretched with."""

    surroundings: PeerlinksSurroundings
    cost: Cost = MODERATE

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({CreateIdentity, ExportIdentity, ImportIdentity})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case CreateIdentity(name):
                return self._create(name, now)
            case ExportIdentity(name, passphrase):
                return self._export(name, passphrase)
            case ImportIdentity(data, passphrase):
                # Stretching a passphrase takes about a second: longer than anybody may wait.
                return [Errand(partial(open_identity, data, passphrase), self._import)]
            case _:
                raise TypeError(command)

    def _create(self, wanted: str, now: float) -> list[Effect]:
        name = new_name(self.surroundings.names, wanted)
        if any(identity.name == name for identity in self.surroundings.records.identities()):
            raise Refused(Refusal.NAME_TAKEN, name)
        key_pair = from_seed(self.surroundings.entropy(SEED_BYTES))
        public_key, space = PublicKey(key_pair.public_key), space_of(key_pair)
        identity = Identity(name, public_key, key_pair.secret_key, space, now)
        return [
            Store(IdentityStored(identity)),
            *found_channel(key_pair, name, public_key, now, public=False),
            Answer(IdentityView(name, public_key, space)),
        ]

    # ---- export ---------------------------------------------------------------------------------

    def _export(self, name: str, passphrase: str) -> list[Effect]:
        identities = self.surroundings.records.identities()
        identity = next((one for one in identities if one.name == name), None)
        if identity is None:
            raise Refused(Refusal.IDENTITY_UNKNOWN, name)
        channels = [
            channel
            for channel in self.surroundings.records.channels()
            if self._right_of(identity, channel) is not None
        ]
        ids = [channel.id for channel in channels]
        exported = ExportedIdentity(
            identity.name,
            from_seed(identity.secret_key[:SEED_BYTES]),
            tuple(self._exported(identity, channel) for channel in channels),
            ids.index(identity.channel) if identity.channel in ids else None,
        )
        entropy, cost = self.surroundings.entropy, self.cost
        seal = partial(seal_identity, exported, passphrase, entropy, cost)
        return [Errand(seal, lambda sealed, _: [Answer(sealed)])]

    def _right_of(self, identity: Identity, channel: Channel) -> OwnChain | None:
        rights = rights_in(self.surroundings.records, channel)
        mine = next((right for right in rights if right.identity == identity.public_key), None)
        return None if mine is None else OwnChain(channel.id, mine.identity, mine.chain)

    def _exported(self, identity: Identity, channel: Channel) -> ExportedChannel:
        own = self._right_of(identity, channel)
        assert own is not None
        key_pair = root = None
        if not own.chain and channel.secret_key is not None:
            key_pair = from_seed(channel.secret_key[:SEED_BYTES])
            root = self._root_of(channel.id)
        # The file has one name for each: who takes it in, takes that for the given one.
        name = told_name(self.surroundings.names, channel)
        return ExportedChannel(channel.public_key, name, channel.public, own.chain, key_pair, root)

    def _root_of(self, space: SpaceId) -> bytes | None:
        records = self.surroundings.records
        first = records.page_from(space, _FIRST, 1)
        return next(iter(records.wires(space, [one.hash for one in first])), None)

    # ---- import ---------------------------------------------------------------------------------

    def _import(self, exported: object, now: float) -> list[Effect]:
        assert isinstance(exported, ExportedIdentity), "what open_identity opened"
        public_key = PublicKey(exported.key_pair.public_key)
        home = None
        if exported.home is not None:
            home = channel_id(exported.channels[exported.home].public_key)
        identities = self.surroundings.records.identities()
        known = next((one for one in identities if one.public_key == public_key), None)
        if known is None:
            taken = frozenset(one.name for one in identities)
            name = free_name(valid_name(exported.name), taken)
            identity = Identity(name, public_key, exported.key_pair.secret_key, home, now)
        else:
            identity = replace(known, channel=home if known.channel is None else known.channel)
        effects: list[Effect] = [Store(IdentityStored(identity))]
        if known is None:
            effects += self._is_spoken_to()
        taken_names = set(self.surroundings.names.names().values())
        for channel in exported.channels:
            effects += self._import_channel(channel, public_key, taken_names, now)
        return [*effects, Answer(IdentityView(identity.name, public_key, identity.channel))]

    def _is_spoken_to(self) -> Iterator[Effect]:
        """Any post of any channel may mention the identity that is new here."""
        for channel in self.surroundings.records.channels():
            yield Emit(PostsChanged(channel.id, ()))
            yield Emit(SpaceChanged(channel.id))  # which counts them

    def _import_channel(
        self, exported: ExportedChannel, identity: PublicKey, taken: set[str], now: float
    ) -> Iterator[Effect]:
        space = channel_id(exported.public_key)
        known = self.surroundings.records.channel(space)
        secret = None if exported.key_pair is None else exported.key_pair.secret_key
        given = None
        if known is None:
            demand_free(self.surroundings.names, space, SpaceKind.PRIVATE)
            given = valid_name(exported.name)
            name = free_name(given, frozenset(taken))
            taken.add(name)
            channel = Channel(
                space, exported.public_key, name, exported.public, left=False, secret_key=secret
            )
        else:
            merely_followed = is_only_followed(self.surroundings.records, known)
            public = exported.public if merely_followed else known.public
            channel = replace(known, public=public, secret_key=known.secret_key or secret)
        if channel != known:
            if known is not None:
                yield Emit(PostsChanged(space, ()))  # they may speak to the channel's own key
            yield Store(ChannelStored(channel, now, given))
        if self._is_better(space, identity, exported):
            yield Store(ChainStored(OwnChain(space, identity, exported.chain)))
        yield from self._import_root(channel, exported.root, now)
        yield Emit(SpaceChanged(space))

    def _is_better(self, space: SpaceId, identity: PublicKey, exported: ExportedChannel) -> bool:
        """Whether the file's right outlasts the one we hold."""
        for own in self.surroundings.records.own_chains(space):
            if own.identity == identity:
                return chain_window(exported.chain)[1] > chain_window(own.chain)[1]
        return True

    def _import_root(self, channel: Channel, root: bytes | None, now: float) -> Iterator[Effect]:
        if root is None or self.surroundings.records.count(channel.id):
            return
        try:
            verdicts = self.surroundings.acceptance.judge(channel, [root], now)
        except PeerViolation as violation:
            raise Refused(Refusal.FILE_NO_EXPORT) from violation
        stored = [
            verdict.stored(channel.id, now, ours=True)
            for verdict in verdicts
            if isinstance(verdict, Accepted)
        ]
        yield from map(Store, stored)
        yield from news_of(self.surroundings.records, channel, stored)
