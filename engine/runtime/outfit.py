"""What a node is given: who it is, what it speaks, and all of the world that it may touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.crypto.entropy import Entropy
from engine.model.ids import PeerId, ProtocolName
from engine.protocols.contract import Performer, WireProtocol
from engine.runtime.clock import Clock
from engine.runtime.surroundings import Discovery, Network, PeerBook, Storage


@dataclass(frozen=True, slots=True)
class InputBounds:
    """Bytes from peers that had no effect yet: of all together, and of one host's strangers."""

    # ours: one of the largest packets of any protocol (64 MiB) and a quarter. While that is taken
    # apart there is a copy of it: so much and the program itself stay below 256 MiB.
    total_bytes_max: int = 80 << 20
    host_bytes_max: int = 72 << 20  # ours: one of the largest packets, and some


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """One a node. ``home``: the protocol of the port that discovery announces, and of those it
    finds. ``performers``: those who do commands and speak no wire protocol.
    """

    peer_id: PeerId
    protocols: Mapping[ProtocolName, WireProtocol]
    performers: Sequence[Performer] = ()
    home: ProtocolName
    storage: Storage
    book: PeerBook
    network: Network
    discovery: Discovery | None = None
    clock: Clock
    entropy: Entropy
    input_bounds: InputBounds = field(default_factory=InputBounds)
