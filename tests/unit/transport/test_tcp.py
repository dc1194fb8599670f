"""Streams over real sockets, on loopback addresses of their own; every wait is for an event."""

from __future__ import annotations

import asyncio
import errno
import socket

import pytest

from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.ids import ConnectionId
from engine.transport.limits import Limits
from engine.transport.stream import _address_of
from engine.transport.tcp import Tcp
from tests.unit.transport.ends import (
    CABLE,
    HOME,
    Notes,
    connected,
    is_closed,
    listening,
    opened_tcp,
    soon,
)


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
@pytest.mark.parametrize(("host", "port"), [("a\0b", 1), (HOME, 1 << 40)])
async def test_whatever_is_wrong_with_an_address_is_told_and_takes_no_place(
    host: str, port: int
) -> None:
    here, there = Notes(), Notes()
    async with opened_tcp() as tcp, opened_tcp(Limits(outgoing_max=1)) as dialler:
        dialler.dial(CABLE, Address(host, port), here)
        await here.until(lambda: bool(here.told))
        assert here.count("unreachable") == 1
        dialler.dial(CABLE, await listening(tcp, there), here)
        await here.until(lambda: here.count("opened") == 1)


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
async def test_of_what_a_peer_does_not_read_the_system_takes_little_before_we_notice() -> None:
    there = Notes()
    frame = bytes(1 << 14)
    async with opened_tcp() as tcp:
        sock = await connected(await listening(tcp, there))
        await there.until(lambda: there.count("opened") == 1)
        sent = 0
        while not there.count("congested"):
            there.links[ConnectionId(1)].send(frame)
            sent += len(frame)
        sock.close()

    assert sent <= Limits().outbound_bytes_max + (1 << 20)


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
async def test_who_resets_in_the_moment_of_connecting_was_there_and_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def reset_meanwhile(_: socket.socket) -> object:
        raise OSError(errno.ENOTCONN, "as the system says of a stream that was reset")

    there, here = Notes(), Notes()
    async with opened_tcp() as tcp, opened_tcp() as dialler:
        address = await listening(tcp, there)
        monkeypatch.setattr(socket.socket, "getpeername", reset_meanwhile)
        dialler.dial(CABLE, address, here)
        await there.until(lambda: there.count("opened") == 1)
        there.links[ConnectionId(1)].abort()
        await here.until(lambda: here.count("ended") == 1)

    assert here.told[0] == ("opened cable dialler", 1)
    assert here.addresses == [address]


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
