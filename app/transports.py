"""What an engine reaches the world by: sockets, discovery and the router, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.offline import Offline
from engine.model.address import Address
from engine.model.peers import PortMappingView
from engine.runtime.running import Closable
from engine.runtime.surroundings import Discovery, Finder, Gateway, Network


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
    from engine.transport.tcp import Tcp

    return Transports(Tcp(), LateDiscovery(_notice_board), LateGateway(_upnp))


# ---- slow to load, and wanted once the window is there, if at all ------------------------------


def _notice_board() -> ClosableDiscovery:
    from engine.transport.discovery import NoticeBoard

    return NoticeBoard()


def _upnp() -> ClosableGateway:
    from engine.transport.upnp import UpnpGateway

    return UpnpGateway()


class LateDiscovery:
    """Implements ``Discovery`` by one that is made when it is started first."""

    def __init__(self, make: Callable[[], ClosableDiscovery]) -> None:
        self._make = make
        self._made: ClosableDiscovery | None = None
        self._announced: Sequence[Address] | None = None

    def start(self, mark: bytes, finder: Finder, done: Callable[[str | None], None]) -> None:
        """See ``Discovery``."""
        if self._made is None:
            self._made = self._make()
            if self._announced is not None:
                self._made.announce(self._announced)
        self._made.start(mark, finder, done)

    def announce(self, addresses: Sequence[Address]) -> None:
        """See ``Discovery``."""
        self._announced = addresses
        if self._made is not None:
            self._made.announce(addresses)

    def stop(self) -> None:
        """See ``Discovery``."""
        if self._made is not None:
            self._made.stop()

    async def close(self) -> None:
        """What was made is closed."""
        if self._made is not None:
            await self._made.close()


class LateGateway:
    """Implements ``Gateway`` by one that is made when it is asked for something first."""

    def __init__(self, make: Callable[[], ClosableGateway]) -> None:
        self._make = make
        self._made: ClosableGateway | None = None

    def forward(self, bound: Address, told: Callable[[PortMappingView], None]) -> None:
        """See ``Gateway``."""
        if self._made is None:
            self._made = self._make()
        self._made.forward(bound, told)

    def look_again(self) -> None:
        """See ``Gateway``."""
        if self._made is not None:
            self._made.look_again()

    def withdraw(self) -> None:
        """See ``Gateway``."""
        if self._made is not None:
            self._made.withdraw()

    async def close(self) -> None:
        """What was made is closed."""
        if self._made is not None:
            await self._made.close()
