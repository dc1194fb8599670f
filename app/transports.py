"""What an engine reaches the world by: sockets, discovery and the router, or nothing at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.offline import Offline
from engine.runtime.running import Closable
from engine.runtime.surroundings import Discovery, Gateway, Network


class ClosableNetwork(Network, Closable, Protocol):
    """What the node dials with, and the engine closes at the end."""


class ClosableDiscovery(Discovery, Closable, Protocol):
    """What the node is found by, and the engine closes at the end."""


class ClosableGateway(Gateway, Closable, Protocol):
    """What lets others through to the node, and the engine closes at the end."""


@dataclass(frozen=True, slots=True)
class Transports:
    """Those of one engine."""

    network: ClosableNetwork
    discovery: ClosableDiscovery | None = None
    gateway: ClosableGateway | None = None

    @property
    def closing(self) -> tuple[Closable, ...]:
        """All of them, in the order in which they are closed: nobody is sent to a closed port."""
        return tuple(one for one in (self.gateway, self.discovery, self.network) if one is not None)


def unconnected() -> Transports:
    """Of a command that only reads and writes the profile."""
    return Transports(Offline())


def connected() -> Transports:
    """All there are. Nothing is sent before it is asked for."""
    # Slow to load, and not always wanted.
    from engine.transport.discovery import NoticeBoard
    from engine.transport.tcp import Tcp
    from engine.transport.upnp import UpnpGateway

    return Transports(Tcp(), NoticeBoard(), UpnpGateway())
