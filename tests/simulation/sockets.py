"""The network as one computer's engine sees it, for one life of that computer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import Fault
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Role
from engine.runtime.surroundings import Link, Receiver
from tests.simulation.network import Network, Port


@dataclass(slots=True)
class Ears:
    """A ``Receiver`` that hears nothing more once its computer is off."""

    receiver: Receiver
    socket: Socket

    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        if self.socket.is_off:
            return None
        return self.receiver.opened(link, protocol, role, address)

    def received(self, connection: ConnectionId, data: bytes) -> None:
        """See ``Receiver``."""
        if not self.socket.is_off:
            self.receiver.received(connection, data)

    def congested(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        if not self.socket.is_off:
            self.receiver.congested(connection)

    def drained(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        if not self.socket.is_off:
            self.receiver.drained(connection)

    def ended(self, connection: ConnectionId, code: str) -> None:
        """See ``Receiver``."""
        if not self.socket.is_off:
            self.receiver.ended(connection, code)

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        """See ``Receiver``."""
        if not self.socket.is_off:
            self.receiver.unreachable(protocol, address, code)


@dataclass(slots=True)
class Socket:
    """The ``Network`` of one computer, for one life of it."""

    network: Network
    host: str
    is_off: bool = False

    def dial(self, protocol: ProtocolName, address: Address, receiver: Receiver) -> None:
        """See ``engine.runtime.surroundings.Network``."""
        if not self.is_off:
            self.network.dial(self.host, protocol, address, Ears(receiver, self))

    def listen(
        self,
        protocol: ProtocolName,
        address: Address,
        receiver: Receiver,
        done: Callable[[Address | Fault], None],
    ) -> None:
        """See ``engine.runtime.surroundings.Network``."""
        fault = self.network.listen(address, Port(Ears(receiver, self), protocol))

        def tell() -> None:
            if not self.is_off:
                done(fault or address)

        self.network.agenda.after(0.0, tell)

    def reachable(self, address: Address) -> tuple[Address, ...]:
        """See ``engine.runtime.surroundings.Network``."""
        return (self.network.numbered(address),)
