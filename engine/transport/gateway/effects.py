"""What the machine of a lease asks its owner to do, and what it is told of where we are: values."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface

from engine.model.peers import PortMappingTrouble, PortMappingView
from engine.transport.gateway.places import Place

Inside = IPv4Interface | PortMappingTrouble
"""Our address behind a gateway with its network, or why there is none."""


@dataclass(frozen=True, slots=True)
class Search:
    """Send ``datagrams`` to SEARCH_ADDRESS from ``source``; answers go to ``found``."""

    source: IPv4Address
    datagrams: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Hush:
    """The search is over: take no answers any more."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Send ``request`` to ``place`` from ``source``; the outcome goes to ``answered``."""

    source: IPv4Address
    place: Place
    request: bytes


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call ``wake`` then, in place of any earlier wish."""

    at: float


@dataclass(frozen=True, slots=True)
class Tell:
    """So it stands now."""

    view: PortMappingView


Effect = Search | Hush | Ask | WakeAt | Tell
