"""The program with feeds, bare or in the port, as ``app.speaking`` puts it together, with dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from typing_extensions import override

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.entropy import Entropy, SeededEntropy
from engine.model.ids import PeerId, ProtocolName, SpaceId
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.performers import feed_performers, signer
from engine.protocols.hypercore.records import Records
from engine.protocols.hypercore.shared import SharedFeeds
from engine.protocols.hypercore.upkeep import Upkeep
from engine.protocols.spaces import Spaces
from engine.protocols.tidings.port.port import TidingsPort
from engine.protocols.tidings.port.records import Carried, SpaceCode
from engine.store.database import Reading
from engine.store.hypercore import parts as feeds
from engine.store.hypercore.records import HypercoreRepository
from engine.store.opening import ReadingParts, Store
from engine.store.peerlinks import private_channels
from tests.simulation.broken import LawBroken
from tests.simulation.computer import PORT, Computer, Parts

TIDINGS_PORT = PORT + 10
LIMIT_BYTES = 64 << 10
"""Of a feed that nobody has set a limit for: so little that it is met."""


@dataclass(slots=True)
class FeedsProgram:
    """Implements ``Program``.

    ``bent``: what a liar reads in place of what is stored. ``keys``: what it draws its feeds' keys
    from, if not from dice of its own.
    """

    limit_bytes: int = LIMIT_BYTES
    bent: Callable[[Records], Records] = field(default=lambda records: records)
    keys: Entropy | None = None

    @property
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {ProtocolName.HYPERCORE: PORT}

    @property
    def home(self) -> ProtocolName:
        """By which people are dialled."""
        return ProtocolName.HYPERCORE

    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        static = boxes.from_seed(store.peers.static_seed(entropy.fork("static")))
        repository = HypercoreRepository(
            store.database, store.spaces, store.timeline, store.delivery, lambda: True
        )
        keys = self.keys or entropy.fork("feeds")
        hypercore = Hypercore(
            records=self.bent(repository),
            entropy=entropy.fork("hypercore"),
            sign=signer(repository),
            performers=feed_performers(
                repository, store.spaces, keys, limit_bytes=self.limit_bytes
            ),
            upkeep=Upkeep(repository, self.limit_bytes).look,
        )
        return Parts(
            peer_id=PeerId(hash32(static.public_key)),
            home=ProtocolName.HYPERCORE,
            protocols={ProtocolName.HYPERCORE: hypercore},
            performers=[Spaces(store.spaces)],
            repositories={ProtocolName.HYPERCORE: repository},
            reader=store.reader(_reading_parts),
        )


@dataclass(slots=True)
class PortedFeedsProgram(FeedsProgram):
    """The same inside the tidings port, where a peer is who it says; no bare port beside it."""

    @property
    @override
    def ports(self) -> Mapping[ProtocolName, int]:
        """See ``Program``."""
        return {ProtocolName.TIDINGS: TIDINGS_PORT}

    @property
    @override
    def home(self) -> ProtocolName:
        """See ``FeedsProgram``."""
        return ProtocolName.TIDINGS

    @override
    def parts(self, store: Store, entropy: SeededEntropy) -> Parts:
        """See ``Program``."""
        bare = FeedsProgram.parts(self, store, entropy)
        hypercore = bare.protocols[ProtocolName.HYPERCORE]
        repository = bare.repositories[ProtocolName.HYPERCORE]
        assert isinstance(hypercore, Hypercore)
        assert isinstance(repository, HypercoreRepository)
        carried = Carried(
            name="hypercore/1",
            protocol=ProtocolName.HYPERCORE,
            kind=SpaceCode.FEED,
            spaces=SharedFeeds(repository),
            connect=lambda connection, role, _, shares: hypercore.connect(
                connection, role, shares, bare.peer_id
            ),
        )
        static = boxes.from_seed(store.peers.static_seed(entropy.fork("static")))
        port = TidingsPort(static=static, entropy=entropy.fork("port"), carried=[carried])
        return replace(
            bare,
            home=ProtocolName.TIDINGS,
            protocols={ProtocolName.TIDINGS: port, ProtocolName.HYPERCORE: hypercore},
            reachable=port.reachable_at,
            refuse=port.refuse,
        )


def _reading_parts(reading: Reading) -> ReadingParts:
    channels = private_channels.reading_parts(reading)
    return replace(
        channels,
        kinds={**channels.kinds, **feeds.kinds(reading)},
        answerers={**channels.answerers, **feeds.answerers(reading)},
    )


def feeds_of(computer: Computer) -> HypercoreRepository:
    """What a running computer has stored."""
    assert computer.parts is not None
    repository = computer.parts.repositories[ProtocolName.HYPERCORE]
    assert isinstance(repository, HypercoreRepository)
    return repository


def hypercore_of(computer: Computer) -> Hypercore:
    """What it talks with."""
    assert computer.parts is not None
    hypercore = computer.parts.protocols[ProtocolName.HYPERCORE]
    assert isinstance(hypercore, Hypercore)
    return hypercore


class Guarded:
    """Records from which no block of a paused feed is read: conversations read it to give it."""

    def __init__(self, records: Records, name: str) -> None:
        self._records = records
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)

    def block(self, space: SpaceId, block: int) -> bytes | None:
        """See ``Records``."""
        feed = self._records.feed(space)
        if feed is not None and feed.paused:
            raise LawBroken("a paused feed gives nothing", f"{self._name}: block {block}")
        if feed is not None and feed.common is not None and block >= feed.common:
            raise LawBroken("of a fork nothing is given", f"{self._name}: block {block}")
        return self._records.block(space, block)


def guarded(name: str) -> Callable[[Records], Records]:
    """For ``FeedsProgram.bent`` of who is honest."""
    return lambda records: cast("Records", Guarded(records, name))  # it has all of them
