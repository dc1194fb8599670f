"""What a person can ask about other people's computers: being found, reached, dialled, refused."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.address import Address
from engine.model.commands import Command
from engine.model.ids import PeerId, ProtocolName
from engine.model.peers import ListenerView


@dataclass(frozen=True, slots=True)
class Listen(Command[ListenerView]):
    """Opens a port. Port 0 picks a free one."""

    protocol: ProtocolName
    address: Address


@dataclass(frozen=True, slots=True)
class AddPeer(Command[None]):
    """Dials the address now and, with back-off, again.

    ``remember`` keeps it over restarts at once; without, it is kept once a peer has greeted there.
    """

    protocol: ProtocolName
    address: Address
    remember: bool = True


@dataclass(frozen=True, slots=True)
class ForgetPeer(Command[None]):
    """Closes connections to the address or peer and dials it no more."""

    address: Address | None = None
    peer_id: PeerId | None = None


@dataclass(frozen=True, slots=True)
class BanPeer(Command[None]):
    """Closes connections to the address or peer and refuses it until it is forgotten."""

    address: Address | None = None
    peer_id: PeerId | None = None


@dataclass(frozen=True, slots=True)
class ReconcileNow(Command[None]):
    """Dials all known addresses that wait, and asks every connected peer for news."""


@dataclass(frozen=True, slots=True)
class StartDiscovery(Command[None]):
    """Announces us on the local network and dials who announces there."""


@dataclass(frozen=True, slots=True)
class StopDiscovery(Command[None]):
    """Takes the announcement back and looks for nobody any more; open connections go on."""


@dataclass(frozen=True, slots=True)
class StartPortMapping(Command[None]):
    """Has a router pass on to our own port who knocks at one of its own (UPnP).

    What comes of it is told by ``PortMappingChanged``, and shown with the connections.
    """


@dataclass(frozen=True, slots=True)
class StopPortMapping(Command[None]):
    """Takes it back."""


@dataclass(frozen=True, slots=True)
class NameAddresses(Command[None]):
    """These lead to our own port, too: others are told them, before those we know of ourselves.

    In place of those named before. Refused with ADDRESS_INVALID where one has port 0.
    """

    addresses: tuple[Address, ...]


PeerCommand = (
    Listen
    | AddPeer
    | ForgetPeer
    | BanPeer
    | ReconcileNow
    | StartDiscovery
    | StopDiscovery
    | StartPortMapping
    | StopPortMapping
    | NameAddresses
)
