"""Both ends of streams over real sockets, for tests: what is told is written down."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from engine.errors import Fault
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Role
from engine.runtime import surroundings
from engine.transport.limits import Limits
from engine.transport.stream import Stream
from engine.transport.tcp import Tcp

T = TypeVar("T")

CABLE = ProtocolName.CABLE
HOME = "127.0.0.21"
PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure


async def soon(work: Awaitable[T]) -> T:
    return await asyncio.wait_for(work, PATIENCE_SECONDS)


@dataclass(slots=True)
class Notes:
    """A receiver that writes down what it is told and lets a test wait for it."""

    greets: bool = False
    links: dict[ConnectionId, Stream] = field(default_factory=dict)
    addresses: list[Address] = field(default_factory=list)
    data: dict[ConnectionId, bytes] = field(default_factory=dict)
    told: list[tuple[str, object]] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def opened(
        self, link: Stream, protocol: ProtocolName, role: Role, address: Address
    ) -> ConnectionId | None:
        connection = ConnectionId(len(self.links) + 1)
        self.links[connection] = link
        self.addresses.append(address)
        if self.greets:
            link.greeted()
        self._tell(f"opened {protocol} {role}", connection)
        return connection

    def received(self, connection: ConnectionId, data: bytes) -> None:
        self.data[connection] = self.data.get(connection, b"") + data
        self._tell("received", connection)

    def congested(self, connection: ConnectionId) -> None:
        self._tell("congested", connection)

    def drained(self, connection: ConnectionId) -> None:
        self._tell("drained", connection)

    def ended(self, connection: ConnectionId, code: str) -> None:
        self._tell(f"ended {code}", connection)

    def unreachable(self, protocol: ProtocolName, address: Address, code: str) -> None:
        self._tell(f"unreachable {code}", address)

    def count(self, what: str) -> int:
        return sum(told.startswith(what) for told, _ in self.told)

    async def until(self, condition: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not condition():
                self._news.clear()
                await self._news.wait()

        await soon(wait())

    def _tell(self, what: str, whom: object) -> None:
        self.told.append((what, whom))
        self._news.set()


@asynccontextmanager
async def opened_tcp(limits: Limits | None = None) -> AsyncIterator[Tcp]:
    tcp = Tcp(limits)
    network: surroundings.Network = tcp  # the shape that the runtime asks for
    assert network is tcp
    try:
        yield tcp
    finally:
        await soon(tcp.close())


async def listening(tcp: Tcp, receiver: Notes, host: str = HOME) -> Address:
    bound: asyncio.Future[Address | Fault] = asyncio.get_running_loop().create_future()
    tcp.listen(CABLE, Address(host, 0), receiver, bound.set_result)
    address = await soon(bound)
    assert isinstance(address, Address)
    return address


async def connected(address: Address, source: str = "127.0.0.1") -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.settimeout(0.0)
    sock.bind((source, 0))
    try:
        await soon(asyncio.get_running_loop().sock_connect(sock, (address.host, address.port)))
    except OSError:
        sock.close()
        raise
    return sock


async def is_closed(sock: socket.socket) -> bool:
    """Waits until the other side ends it."""
    try:
        return not await soon(asyncio.get_running_loop().sock_recv(sock, 1))
    except ConnectionError:
        return True
