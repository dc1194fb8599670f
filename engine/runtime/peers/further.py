"""One more connection to a peer that was dialled: asked for by a conversation, dialled once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from typing_extensions import override

from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Connection, Role
from engine.runtime.surroundings import Link, Receiver
from engine.runtime.turns import journal

Connect = Callable[[ConnectionId], Connection]


class Exchange(Receiver, Protocol):
    """Who has the conversations. The switchboard."""

    def opened_further(
        self, link: Link, protocol: ProtocolName, address: Address, connect: Connect
    ) -> ConnectionId | None:
        """The stream is open; ``connect`` makes the machine for it. None: unwanted by now."""


class Further(Receiver):
    """Implements ``Receiver`` for that one stream. Whoever asked will ask again if it fails."""

    def __init__(self, exchange: Exchange, connect: Connect) -> None:
        self._exchange = exchange
        self._connect = connect

    @override
    def opened(
        self, link: Link, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        """See ``Receiver``."""
        return self._exchange.opened_further(link, protocol, address, self._connect)

    @override
    def received(self, connection: ConnectionId, data: bytes) -> None:
        """See ``Receiver``."""
        self._exchange.received(connection, data)

    @override
    def congested(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        self._exchange.congested(connection)

    @override
    def drained(self, connection: ConnectionId) -> None:
        """See ``Receiver``."""
        self._exchange.drained(connection)

    @override
    def ended(self, connection: ConnectionId, code: str) -> None:
        """See ``Receiver``."""
        self._exchange.ended(connection, code)

    @override
    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        """See ``Receiver``. The first connection lives, so this is no news about the peer."""
        journal.network(protocol, address, code)
