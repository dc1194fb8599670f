"""The program with feeds and comments, as ``app/speaking.py`` puts it together, with dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import verify_each
from engine.crypto.entropy import SeededEntropy
from engine.model.ids import PeerId, ProtocolName, SpaceId
from engine.protocols.accompanied import Accompanied
from engine.protocols.contract import Connection
from engine.protocols.hyperbloom.beside import BesideFeeds
from engine.protocols.hyperbloom.commands import Commenting
from engine.protocols.hyperbloom.exchange.conversation import Conversation
from engine.protocols.hyperbloom.exchange.policy import Comments
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.hyperbloom import Hyperbloom
from engine.protocols.hyperbloom.reception import Reception
from engine.protocols.hyperbloom.shared import SharedLedgers
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.performers import feed_performers, own_keys, signer
from engine.protocols.hypercore.shared import SharedFeeds
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SpaceCode
from engine.store.hyperbloom.records import HyperbloomRepository
from engine.store.hypercore.records import HypercoreRepository
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from tests.simulation.computer import PORT, Computer, Parts

BARE_PORT = PORT + 20
TIDINGS_PORT = PORT + 10


@dataclass(frozen=True, slots=True)
class CommentsProgram:
    """Implements ``Program``. The bare port is for those who have no other."""

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {ProtocolName.TIDINGS: TIDINGS_PORT, ProtocolName.HYPERBLOOM: BARE_PORT}

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        static = boxes.from_seed(store.peers.static_seed(entropy.fork("static")))
        peer_id = PeerId(hash32(static.public_key))
        feeds = HypercoreRepository(
            store.database, store.spaces, store.timeline, store.delivery, lambda: True
        )
        sets = HyperbloomRepository(store.database, partial(own_keys, feeds))
        hypercore = _hypercore(store, feeds, sets, entropy)
        hyperbloom = _hyperbloom(store, feeds, sets, peer_id, entropy.fork("hyperbloom"))
        port = TidingsPort(
            static=static,
            entropy=entropy.fork("port"),
            carried=[
                Carried(
                    name="hypercore/1",
                    protocol=ProtocolName.HYPERCORE,
                    kind=SpaceCode.FEED,
                    spaces=SharedFeeds(feeds),
                    connect=lambda connection, role, _, shares: hypercore.connect(
                        connection, role, shares, peer_id
                    ),
                ),
                Carried(
                    name="hyperbloom/1",
                    protocol=ProtocolName.HYPERBLOOM,
                    kind=SpaceCode.LEDGER,
                    spaces=SharedLedgers(sets, lambda space: feeds.feed(space) is not None),
                    connect=lambda connection, role, space, _: hyperbloom.connect_inside(
                        connection, role, space
                    ),
                    by_space=True,
                ),
            ],
        )
        return Parts(
            peer_id=peer_id,
            home=ProtocolName.TIDINGS,
            protocols={one.name: one for one in (port, hypercore, hyperbloom)},
            performers=[Spaces(store.spaces)],
            repositories={ProtocolName.HYPERCORE: feeds, ProtocolName.HYPERBLOOM: sets},
            reader=store.reader(private_channels.reading_parts),
            reachable=port.reachable_at,
            refuse=port.refuse,
        )


def _hypercore(
    store: Store, feeds: HypercoreRepository, sets: HyperbloomRepository, entropy: SeededEntropy
) -> Hypercore:
    performers = feed_performers(feeds, store.spaces, entropy.fork("feeds"))
    return Hypercore(
        records=feeds,
        entropy=entropy.fork("hypercore"),
        sign=signer(feeds),
        performers=[Accompanied(one, BesideFeeds(sets)) for one in performers],
    )


def _hyperbloom(
    store: Store,
    feeds: HypercoreRepository,
    sets: HyperbloomRepository,
    peer_id: PeerId,
    entropy: SeededEntropy,
) -> Hyperbloom:
    around = Surroundings(
        sets,
        Comments(verify_each),
        entropy,
        PeerId(entropy(32)),
        has_room=feeds.has_room,
        is_shared=lambda space: feeds.feed(space) is not None,
    )
    commenting = Commenting(
        records=sets,
        entropy=entropy.fork("commands"),
        own_keys=partial(own_keys, feeds),
        kind_of=store.spaces.kind,
        is_kept=lambda space: feeds.feed(space) is not None,
        own_length=lambda _: None,  # people comment on what may come
    )
    return Hyperbloom(around, peer_id, commenting)


def sets_of(computer: Computer) -> HyperbloomRepository:
    """What a running computer has stored of comments."""
    assert computer.parts is not None
    repository = computer.parts.repositories[ProtocolName.HYPERBLOOM]
    assert isinstance(repository, HyperbloomRepository)
    return repository


def follows(computer: Computer, space: SpaceId) -> bool:
    """Whether it takes part in that feed."""
    assert computer.parts is not None
    repository = computer.parts.repositories[ProtocolName.HYPERCORE]
    assert isinstance(repository, HypercoreRepository)
    return repository.feed(space) is not None


def conversation_of(machine: Connection) -> Conversation | None:
    """What talks about a set, once it was chosen."""
    inside = machine._inside if isinstance(machine, TidingsConnection) else machine
    chosen = inside.inside if isinstance(inside, Reception) else inside
    return chosen if isinstance(chosen, Conversation) else None
