"""What the machines of the port are given: who we are, entropy, what can run inside. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.crypto.boxes import BoxKeyPair
from engine.crypto.entropy import Entropy
from engine.crypto.noise import Secured
from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, SpaceId
from engine.protocols.contract import Role
from engine.protocols.tidings.port.neighbours import Neighbours
from engine.protocols.tidings.port.records import Carried

MEETING = "tidings/1"
"""The name of the first connection between two Tidings."""


@dataclass(frozen=True, slots=True)
class PortSurroundings:
    """Shared by all connections of one profile. ``carried`` is by name, in the order of opening.

    ``peer_id`` is BLAKE2b-256 of the public half of ``static``. ``addresses`` gives where our port
    can be dialled now, the most likely first. ``refuses`` says whom we do not want to talk to.
    """

    static: BoxKeyPair
    peer_id: PeerId
    entropy: Entropy
    carried: Mapping[str, Carried]
    neighbours: Neighbours
    addresses: Callable[[], Sequence[Address]]
    refuses: Callable[[PeerId], bool]


@dataclass(frozen=True, slots=True)
class Encounter:
    """One secured connection: with whom, who dialled, and the hash that names its handshake."""

    connection: ConnectionId
    role: Role
    peer: PeerId
    secured: Secured


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a further connection is dialled for, and who is to answer."""

    name: str
    space: SpaceId | None
    peer: PeerId
