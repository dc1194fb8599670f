"""What an engine reaches the world by, and the order in which it lets go of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

import pytest

from app.offline import Offline
from app.transports import LateDiscovery, LateGateway, Transports, connected, unconnected
from engine.model.address import Address
from engine.model.peers import PortMappingView
from engine.runtime.surroundings import Finder
from engine.transport.tcp import Tcp
from engine.transport.upnp import UpnpGateway

HERE, THERE = Address("127.0.0.1", 7_001), Address("127.0.0.1", 7_002)


def test_a_command_of_its_own_reaches_nobody() -> None:
    transports = unconnected()
    assert isinstance(transports.network, Offline)
    assert transports.closing == (transports.network,)


def test_who_is_online_closes_the_router_first_then_what_is_announced_then_the_port() -> None:
    transports = connected()
    assert [type(one) for one in transports.closing] == [LateGateway, LateDiscovery, Tcp]


def test_without_a_router_or_a_board_the_rest_is_closed() -> None:
    network, gateway = Tcp(), UpnpGateway()
    assert Transports(network, gateway=gateway).closing == (gateway, network)


# ---- made when it is wanted ---------------------------------------------------------------------


class Board:
    """A ``ClosableDiscovery`` that writes down what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def start(self, mark: bytes, finder: Finder, done: Callable[[str | None], None]) -> None:
        self.asked.append(("start", mark))
        done(None)

    def announce(self, addresses: Sequence[Address]) -> None:
        self.asked.append(("announce", tuple(addresses)))

    def stop(self) -> None:
        self.asked.append("stop")

    async def close(self) -> None:
        self.asked.append("close")


class Router:
    """The same of a ``ClosableGateway``."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def forward(self, bound: Address, told: Callable[[PortMappingView], None]) -> None:
        self.asked.append(("forward", bound))

    def look_again(self) -> None:
        self.asked.append("look again")

    def withdraw(self) -> None:
        self.asked.append("withdraw")

    async def close(self) -> None:
        self.asked.append("close")


class Nobody:
    """A ``Finder``."""

    def found(self, mark: bytes, addresses: Sequence[Address]) -> None: ...
    def lost(self, mark: bytes) -> None: ...


@pytest.mark.asyncio
async def test_a_board_is_made_when_it_is_started_and_hears_what_was_announced_before() -> None:
    made: list[Board] = []
    board = LateDiscovery(lambda: made.append(Board()) or made[-1])  # type: ignore[func-returns-value]
    board.stop()
    board.announce([HERE])
    assert not made
    told: list[str | None] = []
    board.start(b"mark", Nobody(), told.append)
    board.announce([THERE])
    board.stop()
    board.start(b"mark", Nobody(), told.append)
    await board.close()
    (only,) = made
    assert told == [None, None]
    assert only.asked == [
        ("announce", (HERE,)),
        ("start", b"mark"),
        ("announce", (THERE,)),
        "stop",
        ("start", b"mark"),
        "close",
    ]


@pytest.mark.asyncio
async def test_a_router_is_looked_for_when_it_is_wanted() -> None:
    made: list[Router] = []
    router = LateGateway(lambda: made.append(Router()) or made[-1])  # type: ignore[func-returns-value]
    router.look_again()
    router.withdraw()
    assert not made
    router.forward(HERE, lambda _view: None)
    router.look_again()
    router.withdraw()
    await router.close()
    (only,) = made
    assert only.asked == [("forward", HERE), "look again", "withdraw", "close"]


@pytest.mark.asyncio
async def test_what_was_never_made_is_closed_in_peace() -> None:
    await LateDiscovery(_never).close()
    await LateGateway(_never).close()


def _never() -> NoReturn:
    raise AssertionError
