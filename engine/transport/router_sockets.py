"""The sockets with which a router is searched for and asked.

Bound to our own address in its network. Each request is a connection of its own, bounded in time
and size, and nothing is followed anywhere.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from ipaddress import IPv4Address
from typing import cast

from typing_extensions import override

from engine.model.address import Address
from engine.model.peers import PortMappingTrouble
from engine.transport.gateway.effects import Ask
from engine.transport.gateway.exchange import Answer, Incoming, Unreadable

PIECE_BYTES = 4_096
HOPS_MAX = 2  # UPnP Device Architecture 1.1, 1.3.2: the default


class Ear(asyncio.DatagramProtocol):
    """The socket of a search."""

    def __init__(self, heard: Callable[[bytes, IPv4Address], None]) -> None:
        self._heard = heard
        self._transport: asyncio.DatagramTransport | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Of Python 3.11 asyncio's own transports of datagrams are none by their class.
        self._transport = cast("asyncio.DatagramTransport", transport)

    @override
    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._heard(data, IPv4Address(addr[0]))

    def send(self, datagram: bytes, to: Address) -> None:
        """What cannot be sent is as good as unheard."""
        if self._transport is not None:
            self._transport.sendto(datagram, (to.host, to.port))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def listening(source: IPv4Address, heard: Callable[[bytes, IPv4Address], None]) -> Ear | None:
    """An ear at that address of ours; None where there is none to be had."""
    try:
        sock = _search_socket(source)
    except OSError:
        return None
    _, ear = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: Ear(heard), sock=sock
    )
    return ear


def _search_socket(source: IPv4Address) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)  # noqa: FBT003 - its only form
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, source.packed)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, HOPS_MAX)
        sock.bind((str(source), 0))
    except OSError:
        sock.close()
        raise
    return sock


async def asked(wish: Ask, seconds_max: float) -> Answer | PortMappingTrouble:
    """What the gateway answers within that time, or that it does not."""
    try:
        async with asyncio.timeout(seconds_max):
            reader, writer = await asyncio.open_connection(
                str(wish.place.host), wish.place.port, local_addr=(str(wish.source), 0)
            )
            try:
                writer.write(wish.request)
                return await _answer(reader)
            finally:
                writer.close()
    except OSError:  # a TimeoutError is one too
        return PortMappingTrouble.SILENT
    except Unreadable:
        return PortMappingTrouble.UNREADABLE


async def _answer(reader: asyncio.StreamReader) -> Answer:
    """Raises OSError or Unreadable."""
    incoming = Incoming()
    while piece := await reader.read(PIECE_BYTES):
        if (answer := incoming.take(piece)) is not None:
            return answer
    return incoming.end()
