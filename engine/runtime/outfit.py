"""What a node is given: who it is, what it speaks, and all of the world that it may touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.crypto.entropy import Entropy
from engine.model.feeds import FeedTraffic
from engine.model.ids import PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Performer, WireProtocol
from engine.runtime.clock import Clock
from engine.runtime.surroundings import Discovery, Gateway, Network, PeerBook, Storage


@dataclass(frozen=True, slots=True)
class InputBounds:
    """Bytes from peers that had no effect yet: of all together, and of one host's strangers."""

    # ours: one of the largest packets of any protocol (64 MiB) and a quarter. While that is taken
    # apart there is a copy of it: so much and the program itself stay below 256 MiB.
    total_bytes_max: int = 80 << 20
    host_bytes_max: int = 72 << 20  # ours: one of the largest packets, and some


def _nobody(_space: SpaceId) -> ProtocolName | None:
    return None


def _no_traffic() -> Mapping[SpaceId, FeedTraffic]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """One a node. ``home``: the protocol of the port that discovery announces, and of those it
    finds. ``performers``: those who do commands and speak no wire protocol.

    ``keeper``: which protocol keeps a space, where several could do what is asked there; None for
    an unknown one. ``traffic``: what goes on with feeds now.
    """

    peer_id: PeerId
    protocols: Mapping[ProtocolName, WireProtocol]
    performers: Sequence[Performer] = ()
    home: ProtocolName
    storage: Storage
    book: PeerBook
    network: Network
    discovery: Discovery | None = None
    gateway: Gateway | None = None
    keeper: Callable[[SpaceId], ProtocolName | None] = _nobody
    traffic: Callable[[], Mapping[SpaceId, FeedTraffic]] = _no_traffic
    clock: Clock
    entropy: Entropy
    input_bounds: InputBounds = field(default_factory=InputBounds)
