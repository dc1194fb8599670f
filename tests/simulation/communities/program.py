"""The program with communities, as ``app/speaking.py`` puts it together, with dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import verify_each
from engine.crypto.entropy import SeededEntropy
from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PeerId, ProtocolName, SpaceKind
from engine.protocols.cable.cable import Cable
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.conversation import Conversation
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.posts import Post, Text
from engine.protocols.cable.records import Records, Span
from engine.protocols.cable.secured.connection import SecuredConnection
from engine.protocols.cable.shared import SharedCommunities
from engine.protocols.contract import Connection
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SpaceCode
from engine.store.cable import parts as communities
from engine.store.cable.records import CableRepository
from engine.store.database import Reading
from engine.store.opening import ReadingParts, Store
from engine.store.peerlinks import private_channels
from tests.simulation.computer import PORT, Computer, Parts

TIDINGS_PORT = PORT + 10
ALL = 1 << 20


@dataclass(frozen=True, slots=True)
class CommunitiesProgram:
    """Implements ``Program``. ``bent``: what conversations read, ``connects``: who makes them."""

    bent: Callable[[Records], Records] = field(default=lambda records: records)
    connects: Callable[[Surroundings], Connecting] = Connecting

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {ProtocolName.TIDINGS: TIDINGS_PORT}

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        static = boxes.from_seed(store.peers.static_seed(entropy.fork("static")))
        repository = communities.repository(store)
        around = Surroundings(self.bent(repository), entropy.fork("cable"), verify_each)
        connecting = self.connects(around)
        cable = Cable(
            records=repository,
            names=store.spaces,
            entropy=entropy.fork("commands"),
            connecting=connecting,
        )
        port = TidingsPort(
            static=static,
            entropy=entropy.fork("port"),
            carried=[_carried(repository, connecting, wire) for wire in WireVersion],
        )
        return Parts(
            peer_id=PeerId(hash32(static.public_key)),
            home=ProtocolName.TIDINGS,
            protocols={one.name: one for one in (port, cable)},
            performers=[Spaces(store.spaces)],
            repositories={ProtocolName.CABLE: repository},
            reader=store.reader(_reading_parts),
            reachable=port.reachable_at,
            refuse=port.refuse,
        )


def _carried(repository: CableRepository, connecting: Connecting, wire: WireVersion) -> Carried:
    return Carried(
        name=f"cable/{wire}",
        protocol=ProtocolName.CABLE,
        kind=SpaceCode.COMMUNITY,
        spaces=SharedCommunities(repository, wire),
        connect=lambda connection, role, space, _: connecting.inside(connection, role, space),
        by_space=True,
    )


def _reading_parts(reading: Reading) -> ReadingParts:
    channels = private_channels.reading_parts(reading)
    cable = communities.reading_parts(reading)
    return replace(
        channels,
        kinds={**channels.kinds, SpaceKind.COMMUNITY: cable.spaces},
        answerers={**channels.answerers, **cable.answerers},
    )


def kept_by(computer: Computer) -> CableRepository:
    """What a running computer has stored."""
    assert computer.parts is not None
    repository = computer.parts.repositories[ProtocolName.CABLE]
    assert isinstance(repository, CableRepository)
    return repository


def posts_in(computer: Computer, community: CommunityId, channel: str) -> list[Post]:
    """What is held of a channel, with its state."""
    kept = kept_by(computer)
    marks = [
        *kept.in_span(community, Span(channel, 0, None), None, ALL),
        *kept.state(community, channel, None, ALL),
    ]
    hashes = list(dict.fromkeys(mark.hash for mark in marks))
    return list(kept.given(community, hashes, None))


def texts_of(computer: Computer, community: CommunityId, channel: str) -> list[Post]:
    """What was said there and is held."""
    held = posts_in(computer, community, channel)
    return [post for post in held if isinstance(post.content, Text)]


def conversation_of(machine: Connection) -> Conversation | None:
    """What talks about a community."""
    inside = machine._inside if isinstance(machine, TidingsConnection) else machine
    talk = inside._inside if isinstance(inside, SecuredConnection) else inside
    return talk if isinstance(talk, Conversation) else None
