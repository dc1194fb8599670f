"""Who may come and who is read: places at a port, and streams that are not read for a while."""

from __future__ import annotations

import asyncio

import pytest

from engine.model.ids import ConnectionId
from engine.transport.limits import Limits
from tests.unit.transport.ends import (
    CABLE,
    Notes,
    connected,
    is_closed,
    listening,
    opened_tcp,
    soon,
)


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
