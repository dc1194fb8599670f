"""``FakeRouter`` on the loopback interface: a search is sent straight to it, by one address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Interface
from typing import cast

from typing_extensions import override

from engine.model.address import Address
from engine.transport.gateway.exchange import Answer
from tests.fake_router import FakeRouter

INSIDE = IPv4Interface("127.0.0.1/8")
HOST = IPv4Address("127.0.0.2")
_HEAD_END = b"\r\n\r\n"


@dataclass
class LoopbackRouter(FakeRouter):
    """``search_address``: where it hears searches. ``sends``: what goes out instead of answers.

    ``hears``: whom it heard ask, by their addresses.
    """

    host: IPv4Address = HOST
    search_address: Address = Address("", 0)  # noqa: RUF009 - a frozen value
    sends: bytes | None = None
    hangs: bool = False
    heard_from: set[str] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request."""
        self.heard_from.add(writer.get_extra_info("peername")[0])
        try:
            answer = self.answer(await _request(reader))
            self.news.set()
            if self.hangs:
                await reader.read()  # until the other side has had enough
            elif self.sends is not None:
                writer.write(self.sends)
                await writer.drain()
            elif answer is not None:
                writer.write(_written(answer))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # it asked for no more
        finally:
            writer.close()


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, router: LoopbackRouter) -> None:
        self._router = router
        self._transport: asyncio.DatagramTransport | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.DatagramTransport", transport)  # by what it is asked

    @override
    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        assert self._transport is not None
        assert data.startswith(b"M-SEARCH * HTTP/1.1\r\n")
        if (datagram := self._router.search()) is not None:
            self._transport.sendto(datagram, addr)
        self._router.news.set()


@asynccontextmanager
async def router_there() -> AsyncIterator[LoopbackRouter]:
    """It is on, until left."""
    router = LoopbackRouter()
    server = await asyncio.start_server(router.serve, str(router.host), 0)
    router.port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    ear, _ = await loop.create_datagram_endpoint(
        lambda: _Ear(router), local_addr=(str(router.host), 0)
    )
    router.search_address = Address(*ear.get_extra_info("sockname"))
    try:
        yield router
    finally:
        ear.close()
        server.close()
        await server.wait_closed()


async def _request(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(_HEAD_END)
    lengths = [
        int(line.partition(b":")[2])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length:")
    ]
    return head + (await reader.readexactly(lengths[0]) if lengths else b"")


def _written(answer: Answer) -> bytes:
    head = f"HTTP/1.1 {answer.status} So\r\nContent-Length: {len(answer.body)}\r\n\r\n"
    return head.encode() + answer.body
