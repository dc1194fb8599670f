"""Streams over real sockets, on loopback addresses of their own; every wait is for an event."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Role
from engine.runtime import surroundings
from engine.transport.limits import Limits
from engine.transport.stream import Stream, _address_of
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


@pytest.mark.asyncio
async def test_two_ends_exchange_bytes_and_the_end_is_told() -> None:
    there, here = Notes(), Notes()
    async with opened_tcp() as tcp, opened_tcp() as dialler:
        address = await listening(tcp, there)
        dialler.dial(CABLE, address, here)
        await here.until(lambda: here.count("opened") == 1)
        await there.until(lambda: there.count("opened") == 1)
        here.links[ConnectionId(1)].send(b"ping")
        await there.until(lambda: there.data == {1: b"ping"})
        there.links[ConnectionId(1)].send(b"pong")
        await here.until(lambda: here.data == {1: b"pong"})
        here.links[ConnectionId(1)].close()
        await there.until(lambda: there.count("ended") == 1)

    assert here.told[0] == ("opened cable dialler", 1)
    assert there.told[0] == ("opened cable listener", 1)
    assert there.told[-1] == ("ended ", 1)
    assert here.count("ended") == 0, "who closes is told nothing more"
    assert here.addresses == [address]


@pytest.mark.asyncio
async def test_all_that_was_sent_before_a_close_arrives() -> None:
    there, here = Notes(), Notes()
    sent = bytes(range(256)) * 4_096 * 4
    async with opened_tcp() as tcp, opened_tcp() as dialler:
        address = await listening(tcp, there)
        dialler.dial(CABLE, address, here)
        await here.until(lambda: here.count("opened") == 1)
        here.links[ConnectionId(1)].send(sent)
        here.links[ConnectionId(1)].close()
        await there.until(lambda: there.count("ended") == 1)

    assert there.data[ConnectionId(1)] == sent


@pytest.mark.asyncio
async def test_a_port_where_nobody_listens_refuses() -> None:
    here = Notes()
    with socket.socket() as taken:
        taken.bind((HOME, 0))
        address = Address(HOME, taken.getsockname()[1])
        async with opened_tcp() as dialler:
            dialler.dial(CABLE, address, here)
            await here.until(lambda: bool(here.told))

    assert here.told == [("unreachable connection_refused", address)]


@pytest.mark.asyncio
async def test_a_host_that_cannot_be_a_name_is_not_found() -> None:
    here = Notes()
    address = Address("a" * 70 + ".example", 1)  # a label has at most 63 characters
    async with opened_tcp() as dialler:
        dialler.dial(CABLE, address, here)
        await here.until(lambda: bool(here.told))

    assert here.told == [("unreachable name_not_found", address)]


@pytest.mark.asyncio
async def test_a_port_in_use_and_a_foreign_address_are_faults() -> None:
    there = Notes()
    loop = asyncio.get_running_loop()
    async with opened_tcp() as tcp:
        address = await listening(tcp, there)
        second: asyncio.Future[Address | Fault] = loop.create_future()
        tcp.listen(CABLE, address, there, second.set_result)
        foreign: asyncio.Future[Address | Fault] = loop.create_future()
        tcp.listen(CABLE, Address("192.0.2.77", 0), there, foreign.set_result)
        in_use, unavailable = await soon(second), await soon(foreign)

    assert isinstance(in_use, Fault)
    assert in_use.reason is FaultReason.PORT_IN_USE
    assert in_use.detail == str(address)
    assert isinstance(unavailable, Fault)
    assert unavailable.reason is FaultReason.ADDRESS_UNAVAILABLE


@pytest.mark.asyncio
async def test_a_peer_that_does_not_read_makes_us_congested_and_drained_once_it_reads() -> None:
    there = Notes()
    frame = bytes(1 << 20)
    async with opened_tcp() as tcp:
        address = await listening(tcp, there)
        sock = await connected(address)
        await there.until(lambda: there.count("opened") == 1)
        sent = 0
        while not there.count("congested"):
            there.links[ConnectionId(1)].send(frame)
            sent += len(frame)
        assert there.count("drained") == 0
        got = 0
        while got < sent:
            got += len(await soon(asyncio.get_running_loop().sock_recv(sock, 1 << 20)))
        await there.until(lambda: there.count("drained") == 1)
        sock.close()

    assert there.count("congested") == 1


@pytest.mark.asyncio
async def test_a_peer_that_takes_nothing_for_too_long_is_closed() -> None:
    there = Notes()
    async with opened_tcp(Limits(stalled_seconds_max=0.05)) as tcp:
        address = await listening(tcp, there)
        sock = await connected(address)
        await there.until(lambda: there.count("opened") == 1)
        there.links[ConnectionId(1)].send(bytes(32 << 20))
        await there.until(lambda: there.count("ended") == 1)
        sock.close()

    assert there.told[-1] == ("ended too_slow", 1)


@pytest.mark.asyncio
async def test_more_than_we_are_ready_to_hold_for_a_peer_closes_it_at_once() -> None:
    there = Notes()
    async with opened_tcp(Limits(outbound_bytes_hard_max=1 << 20)) as tcp:
        address = await listening(tcp, there)
        sock = await connected(address)
        await there.until(lambda: there.count("opened") == 1)
        there.links[ConnectionId(1)].send(bytes(16 << 20))
        told = list(there.told)
        sock.close()

    assert told[-1] == ("ended too_slow", 1)


@pytest.mark.asyncio
async def test_a_peer_is_not_read_while_reading_is_paused() -> None:
    there = Notes()
    async with opened_tcp() as tcp:
        address = await listening(tcp, there)
        quiet, loud = await connected(address), await connected(address)
        await there.until(lambda: there.count("opened") == 2)
        there.links[ConnectionId(1)].pause_reading()
        await soon(asyncio.get_running_loop().sock_sendall(quiet, b"waits"))
        await soon(asyncio.get_running_loop().sock_sendall(loud, b"comes"))
        await there.until(lambda: there.data == {2: b"comes"})
        there.links[ConnectionId(1)].resume_reading()
        await there.until(lambda: there.data == {1: b"waits", 2: b"comes"})
        quiet.close()
        loud.close()


@pytest.mark.asyncio
async def test_whoever_is_ignored_is_not_read_and_its_end_is_told_at_once() -> None:
    there = Notes()
    async with opened_tcp() as tcp:
        address = await listening(tcp, there)
        sock = await connected(address)
        await there.until(lambda: there.count("opened") == 1)
        there.links[ConnectionId(1)].ignore()
        await soon(asyncio.get_running_loop().sock_sendall(sock, b"never read"))
        sock.close()
        await there.until(lambda: there.count("ended") == 1)
        assert there.told[-1] == ("ended ", ConnectionId(1))
        assert there.data == {}


@pytest.mark.asyncio
async def test_whoever_is_ignored_no_more_is_read_to_its_end() -> None:
    there = Notes()
    async with opened_tcp() as tcp:
        address = await listening(tcp, there)
        sock = await connected(address)
        await there.until(lambda: there.count("opened") == 1)
        link = there.links[ConnectionId(1)]
        link.ignore()
        link.pause_reading()
        await soon(asyncio.get_running_loop().sock_sendall(sock, b"read later"))
        sock.close()
        link.resume_reading()
        await there.until(lambda: there.count("ended") == 1)
        assert there.data == {ConnectionId(1): b"read later"}


@pytest.mark.asyncio
async def test_the_fifth_attempt_of_a_host_is_refused_and_another_host_is_not() -> None:
    there = Notes()
    async with opened_tcp(Limits(attempts_per_host_max=4)) as tcp:
        address = await listening(tcp, there)
        first = [await connected(address, "127.0.0.31") for _ in range(4)]
        await there.until(lambda: there.count("opened") == 4)
        fifth = await connected(address, "127.0.0.31")
        assert await is_closed(fifth)
        other = await connected(address, "127.0.0.32")
        await there.until(lambda: there.count("opened") == 5)
        for sock in (*first, fifth, other):
            sock.close()


@pytest.mark.asyncio
async def test_peers_that_have_greeted_do_not_count_against_their_host() -> None:
    there = Notes(greets=True)
    async with opened_tcp(Limits(attempts_per_host_max=1, half_open_per_host_max=1)) as tcp:
        address = await listening(tcp, there)
        socks = [await connected(address, "127.0.0.33") for _ in range(5)]
        await there.until(lambda: there.count("opened") == 5)
        for sock in socks:
            sock.close()


@pytest.mark.asyncio
async def test_who_loses_its_place_to_a_lone_newcomer_is_told_of_as_one_too_many() -> None:
    there = Notes(greets=True)
    async with opened_tcp(Limits(incoming_max=3)) as tcp:
        address = await listening(tcp, there)
        crowd = [await connected(address, "127.0.0.34") for _ in range(3)]
        await there.until(lambda: there.count("opened") == 3)
        newcomer = await connected(address, "127.0.0.35")
        await there.until(lambda: there.count("opened") == 4)
        assert ("ended too_many", 3) in there.told
        assert await is_closed(crowd[2])
        for sock in (*crowd, newcomer):
            sock.close()


@pytest.mark.asyncio
async def test_no_more_than_the_limit_is_dialled() -> None:
    there, here = Notes(greets=True), Notes()
    async with opened_tcp() as tcp, opened_tcp(Limits(outgoing_max=2)) as dialler:
        address = await listening(tcp, there)
        for _ in range(3):
            dialler.dial(CABLE, address, here)
        await here.until(lambda: len(here.told) == 3)
        assert here.count("opened") == 2
        assert here.count("unreachable too_many") == 1
        here.links[ConnectionId(1)].close()
        await there.until(lambda: there.count("ended") == 1)
        here.told.clear()
        while not here.count("opened"):
            dialler.dial(CABLE, address, here)
            await here.until(lambda: bool(here.told))


@pytest.mark.asyncio
async def test_a_stream_that_is_reset_says_so() -> None:
    there = Notes()
    async with opened_tcp() as tcp:
        address = await listening(tcp, there)
        sock = await connected(address)
        await there.until(lambda: there.count("opened") == 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        sock.close()
        await there.until(lambda: there.count("ended") == 1)

    assert there.told[-1] == ("ended connection_reset", 1)


@pytest.mark.asyncio
async def test_closing_ends_ports_and_streams() -> None:
    there = Notes()
    tcp = Tcp()
    address = await listening(tcp, there)
    sock = await connected(address)
    await there.until(lambda: there.count("opened") == 1)

    await soon(tcp.close())

    assert await is_closed(sock)
    sock.close()
    with pytest.raises(ConnectionRefusedError):
        await connected(address)


def test_an_ipv4_peer_of_a_port_for_both_is_shown_as_ipv4() -> None:
    assert _address_of(("::ffff:127.0.0.1", 7, 0, 0)) == Address("127.0.0.1", 7)
    assert _address_of(("::1", 7, 0, 0)) == Address("::1", 7)
