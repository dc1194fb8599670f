"""Protocols/tidings.md, 1: the local network's notice board, on the loopback interface."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import ClassVar

import pytest
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncZeroconf

from engine.model.address import Address
from engine.runtime import surroundings
from engine.transport import discovery
from engine.transport.discovery import (
    LOOK_UPS_MAX,
    MARKS_MAX,
    SERVICE_TYPE,
    VERSION,
    NoticeBoard,
    can_be_dialled,
    mark_in,
    open_board,
)

HERE, THERE = b"\x01" * 8, b"\x02" * 8
PATIENCE_SECONDS = 30.0  # a bound for a hanging test, not a measure


@dataclass(slots=True)
class Notes:
    found_ones: dict[bytes, Sequence[Address]] = field(default_factory=dict)
    lost_ones: list[bytes] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def found(self, mark: bytes, addresses: Sequence[Address]) -> None:
        self.found_ones[mark] = addresses
        self.news.set()

    def lost(self, mark: bytes) -> None:
        self.lost_ones.append(mark)
        self.news.set()

    async def next(self) -> None:
        await asyncio.wait_for(self.news.wait(), PATIENCE_SECONDS)
        self.news.clear()


def on_loopback() -> AsyncZeroconf:
    return open_board(["127.0.0.1"])


def without_network() -> AsyncZeroconf:
    raise OSError(errno.ENETUNREACH, "no network")


async def started(board: NoticeBoard, mark: bytes, finder: Notes) -> str | None:
    outcome: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
    board.start(mark, finder, outcome.set_result)
    return await asyncio.wait_for(outcome, PATIENCE_SECONDS)


@pytest.mark.asyncio
async def test_two_profiles_find_each_other_and_not_themselves_and_notice_a_good_bye() -> None:
    here, there = Notes(), Notes()
    async with AsyncExitStack() as stack:
        ours = NoticeBoard(on_loopback)
        stack.push_async_callback(ours.close)
        theirs = NoticeBoard(on_loopback)
        ours.announce([Address("127.0.0.1", 4001)])
        assert await started(ours, HERE, here) is None
        assert await started(theirs, THERE, there) is None
        theirs.announce([Address("127.0.0.1", 4002), Address("127.0.0.3", 4002)])

        # Others of this computer may be on the board as well: only these two are looked for.
        while THERE not in here.found_ones:
            await here.next()
        while HERE not in there.found_ones:
            await there.next()
        await theirs.close()
        while THERE not in here.lost_ones:
            await here.next()

    assert HERE not in here.found_ones
    assert THERE not in there.found_ones
    assert set(here.found_ones[THERE]) >= {Address("127.0.0.1", 4002)}
    assert there.found_ones[HERE] == [Address("127.0.0.1", 4001)]


@pytest.mark.asyncio
async def test_where_there_is_no_network_it_gives_a_code_and_can_be_closed() -> None:
    board = NoticeBoard(without_network)

    error = await started(board, HERE, Notes())
    await board.close()

    assert error == "network_unreachable"


@pytest.mark.asyncio
async def test_a_board_that_is_started_twice_is_opened_once() -> None:
    opened: list[AsyncZeroconf] = []

    def counted() -> AsyncZeroconf:
        opened.append(on_loopback())
        return opened[-1]

    async with AsyncExitStack() as stack:
        board = NoticeBoard(counted)
        stack.push_async_callback(board.close)
        assert await started(board, HERE, Notes()) is None
        assert await started(board, HERE, Notes()) is None

    assert len(opened) == 1


@pytest.mark.asyncio
async def test_one_that_was_stopped_is_not_found_any_more_and_can_be_started_again() -> None:
    here, there = Notes(), Notes()
    async with AsyncExitStack() as stack:
        ours, theirs = NoticeBoard(on_loopback), NoticeBoard(on_loopback)
        for board in (ours, theirs):
            stack.push_async_callback(board.close)
            board.announce([Address("127.0.0.1", 7001)])
        await started(theirs, THERE, there)
        await started(ours, HERE, here)
        while HERE not in there.found_ones:
            await there.next()

        ours.stop()
        while HERE not in there.lost_ones:
            await there.next()

        there.found_ones.clear()
        assert await started(ours, HERE, here) is None
        while HERE not in there.found_ones:
            await there.next()


@pytest.mark.asyncio
async def test_who_answers_after_it_was_stopped_is_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, answers = asyncio.Event(), asyncio.Event()

    class Slow:
        """Of a service that takes its time to tell where it is."""

        port = 4002
        properties: ClassVar = {b"v": VERSION, b"id": THERE.hex().encode()}

        def __init__(self, *_: object) -> None: ...

        async def async_request(self, *_: object) -> bool:
            asked.set()
            await answers.wait()
            return True

        def parsed_scoped_addresses(self, _: object) -> list[str]:
            return ["127.0.0.1"]

    monkeypatch.setattr(discovery, "AsyncServiceInfo", Slow)
    here = Notes()
    async with AsyncExitStack() as stack:
        board = NoticeBoard(on_loopback)
        stack.push_async_callback(board.close)
        assert await started(board, HERE, here) is None
        assert board._zeroconf is not None
        name = f"{THERE.hex()}.{SERVICE_TYPE}"
        added = ServiceStateChange.Added
        board._listener(here)(board._zeroconf.zeroconf, SERVICE_TYPE, name, added)
        await asked.wait()
        board.stop()
        answers.set()
        await asyncio.gather(*board._tasks)

    assert THERE not in here.found_ones


class Flood:
    """Of a service that is named after its mark. Nothing is told before ``answers`` is set."""

    answers: ClassVar[asyncio.Event]
    port = 4002

    def __init__(self, _: str, name: str) -> None:
        self.properties = {b"v": VERSION, b"id": name.partition(".")[0].encode()}

    async def async_request(self, *_: object) -> bool:
        await Flood.answers.wait()
        return True

    def parsed_scoped_addresses(self, _: object) -> list[str]:
        return ["127.0.0.1"]


def flood(board: NoticeBoard, finder: Notes, numbers: range) -> None:
    """So many services announce themselves at once."""
    assert board._zeroconf is not None
    for number in numbers:
        name = f"{number:016x}.{SERVICE_TYPE}"
        board._listener(finder)(
            board._zeroconf.zeroconf, SERVICE_TYPE, name, ServiceStateChange.Added
        )


@pytest.mark.asyncio
async def test_a_flood_of_announcements_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "AsyncServiceInfo", Flood)
    Flood.answers = asyncio.Event()
    board, notes = NoticeBoard(on_loopback), Notes()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(board.close)
        await started(board, HERE, notes)
        await asyncio.gather(*board._tasks)
        flood(board, notes, range(LOOK_UPS_MAX + 1))
        assert len(board._tasks) == LOOK_UPS_MAX


@pytest.mark.asyncio
async def test_no_more_peers_are_found_at_a_time_than_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery, "AsyncServiceInfo", Flood)
    monkeypatch.setattr(discovery, "LOOK_UPS_MAX", 2 * MARKS_MAX)
    Flood.answers = asyncio.Event()
    Flood.answers.set()
    board, notes = NoticeBoard(on_loopback), Notes()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(board.close)
        await started(board, HERE, notes)
        flood(board, notes, range(MARKS_MAX + 1))
        await asyncio.gather(*board._tasks)
        assert len(notes.found_ones) == MARKS_MAX


@pytest.mark.asyncio
async def test_closing_one_that_was_never_started_does_nothing() -> None:
    board = NoticeBoard(without_network)
    discovery: surroundings.Discovery = board  # the shape that the runtime asks for
    discovery.announce([Address("127.0.0.1", 1)])

    await board.close()

    assert board._zeroconf is None


@pytest.mark.parametrize(
    ("properties", "mark"),
    [
        ({b"v": b"1", b"id": b"0102030405060708"}, bytes(range(1, 9))),
        ({b"v": b"2", b"id": b"0102030405060708"}, None),
        ({b"id": b"0102030405060708"}, None),
        ({b"v": b"1"}, None),
        ({b"v": b"1", b"id": None}, None),
        ({b"v": b"1", b"id": b"01020304050607"}, None),
        ({b"v": b"1", b"id": b"01020304050607zz"}, None),
        ({b"v": b"1", b"id": b"0102030405060 08"}, None),
    ],
)
def test_only_announcements_of_our_version_with_a_whole_mark_are_read(
    properties: dict[bytes, bytes | None], mark: bytes | None
) -> None:
    assert mark_in(properties) == mark


@pytest.mark.parametrize("host", ["192.168.1.7", "127.0.0.1", "fe80::1%2", "2001:470::1"])
def test_an_address_of_one_computer_can_be_dialled(host: str) -> None:
    assert can_be_dialled(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "224.0.0.251", "255.255.255.255", "::", "ff02::fb", "x"]
)
def test_what_is_not_the_address_of_one_computer_is_not_dialled(host: str) -> None:
    assert not can_be_dialled(host)
