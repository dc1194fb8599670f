"""What is shown of peers, connections and ports: plain values, as those of the other views."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.address import Address
from engine.model.ids import HOME_PROTOCOL, PeerId, ProtocolName, PublicKey, SpaceId


class PeerState(StrEnum):
    """What is going on between us and a peer or an address."""

    CONNECTING = "connecting"
    GREETING = "greeting"
    READY = "ready"
    WAITING = "waiting"
    OFFLINE = "offline"
    BANNED = "banned"


@dataclass(frozen=True, slots=True)
class Appearance:
    """Somebody has shown themselves in ``space`` under that key (None: as an anonymous reader)."""

    space: SpaceId
    public_key: PublicKey | None


@dataclass(frozen=True, slots=True)
class PeerView:
    """A connection, past or present, or an address that is tried again and again.

    ``since`` is when the state began. ``last_error`` is a stable code (``Ending`` or an
    ``OSError`` name in lower case), None if nothing went wrong. ``retry_at`` is when the address is
    dialled next.
    """

    protocol: ProtocolName
    address: Address | None
    peer_id: PeerId | None
    state: PeerState
    since: float
    spaces: tuple[SpaceId, ...]
    last_error: str | None
    retry_at: float | None = None
    remembered: bool = False
    presence: tuple[Appearance, ...] = ()
    """As whom it has shown itself in those spaces."""
    last_rule: str | None = None
    """The rule of the specification that it broke, where ``last_error`` is a violation."""
    last_seen: float | None = None
    """Of a peer that is not connected: when it was last here, as far as that was noted."""


@dataclass(frozen=True, slots=True)
class ListenerView:
    """A port of ours. ``reachable`` holds the addresses other computers can try.

    ``has_own``: this computer has such an address by itself, whatever leads here from outside.
    """

    protocol: ProtocolName
    address: Address
    reachable: tuple[Address, ...]
    has_own: bool = True


class PortMappingState(StrEnum):
    """Whether a router passes on to our port who knocks at its own (UPnP)."""

    OFF = "off"
    ASKING = "asking"
    HELD = "held"
    FAILED = "failed"


class PortMappingTrouble(StrEnum):
    """Why no router does, in the order of how near to a mapping the asking came.

    That order counts: of several routers the trouble that stands last is the one that is told.

    ``NOT_AVAILABLE``: this engine reaches no network. ``NO_NETWORK``: this computer is in none.
    ``NOT_BEHIND``: our port is open at no private IPv4 address, so there is nothing to map.
    ``NO_ROUTER``: none has answered. ``SILENT``: it ended or hung when it was asked.
    ``UNREADABLE``: what it said is none of the answers there are. ``REFUSED``: it does not want to.
    ``NOT_PUBLIC``: its own address is a private one, so another router stands before it.
    """

    NOT_AVAILABLE = "not_available"
    NO_NETWORK = "no_network"
    NOT_BEHIND = "not_behind_router"
    NO_ROUTER = "no_router"
    SILENT = "router_silent"
    UNREADABLE = "router_unreadable"
    REFUSED = "router_refused"
    NOT_PUBLIC = "router_not_public"


@dataclass(frozen=True, slots=True)
class PortMappingView:
    """How it stands with a router. ``address``: its own, of a mapping that is held.

    ``lasting``: it gives mappings without an end only, so that ours stays where we cannot take it
    back. ``trouble``: of one that failed.
    """

    state: PortMappingState = PortMappingState.OFF
    address: Address | None = None
    lasting: bool = False
    trouble: PortMappingTrouble | None = None


@dataclass(frozen=True, slots=True)
class ConnectionsView:
    """Everything the connections page shows."""

    peer_id: PeerId
    listeners: tuple[ListenerView, ...]
    discovery: bool
    discovery_error: str | None
    peers: tuple[PeerView, ...]
    port_mapping: PortMappingView = PortMappingView()

    def reachable_at(self, protocol: ProtocolName = HOME_PROTOCOL) -> tuple[Address, ...]:
        """Where others can reach that port of ours now, the most likely first, each once."""
        reachable = [
            address
            for listener in self.listeners
            if listener.protocol is protocol
            for address in listener.reachable
        ]
        return tuple(dict.fromkeys(reachable))
