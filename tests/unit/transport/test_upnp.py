"""The router on sockets, on the loopback interface: asked, held, given back; and hostile ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Interface

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.transport import upnp
from engine.transport.gateway.effects import Ask
from engine.transport.gateway.exchange import ANSWER_BYTES_MAX, Answer, get
from engine.transport.gateway.places import Place
from engine.transport.router_sockets import asked
from engine.transport.upnp import UpnpGateway
from tests.fake_router import ADD, ADDRESS, DELETE, DESCRIPTION, OUTSIDE, Passed
from tests.unit.transport.ends import soon
from tests.unit.transport.loopback_router import INSIDE, LoopbackRouter, router_there

BOUND = Address("0.0.0.0", 4_711)
HELD = PortMappingView(PortMappingState.HELD, Address(OUTSIDE, 4_711))


@dataclass(slots=True)
class Told:
    """What one is told, and a way to wait for it."""

    views: list[PortMappingView] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, view: PortMappingView) -> None:
        self.views.append(view)
        self.news.set()

    async def until(self, holds: Callable[[PortMappingView], bool]) -> PortMappingView:
        while not (self.views and holds(self.views[-1])):
            self.news.clear()
            await soon(self.news.wait())
        return self.views[-1]


def is_held(view: PortMappingView) -> bool:
    return view.state is PortMappingState.HELD


def gateway_at(router: LoopbackRouter) -> UpnpGateway:
    return UpnpGateway(lambda _: INSIDE, router.search_address, SeededEntropy(b"gateway"))


@asynccontextmanager
async def scene() -> AsyncIterator[tuple[LoopbackRouter, UpnpGateway, Told]]:
    async with router_there() as router:
        gateway = gateway_at(router)
        try:
            yield router, gateway, Told()
        finally:
            await soon(gateway.close())


@pytest.mark.asyncio
async def test_a_router_lets_others_through_until_it_is_told_otherwise() -> None:
    async with scene() as (router, gateway, told):
        gateway.forward(BOUND, told)
        assert await told.until(is_held) == HELD
        assert router.passes == {4_711: Passed("127.0.0.1", 4_711, 3_600)}
        assert router.heard_from == {"127.0.0.1"}
        await soon(gateway.close())
        assert router.asked == [DESCRIPTION, ADDRESS, ADD, DELETE]
        assert router.passes == {}
    assert [view.state for view in told.views] == ["asking", "held"]


@pytest.mark.asyncio
async def test_what_is_withdrawn_is_given_back_and_nothing_is_told_any_more() -> None:
    async with scene() as (router, gateway, told):
        gateway.forward(BOUND, told)
        await told.until(is_held)
        gateway.withdraw()
        while router.passes:
            router.news.clear()
            await soon(router.news.wait())
        gateway.look_again()
    assert len(told.views) == 2
    assert router.asked.count(DELETE) == 1


@pytest.mark.asyncio
async def test_who_changes_their_mind_has_it_in_the_end() -> None:
    async with scene() as (router, gateway, told):
        gateway.forward(BOUND, told)
        await told.until(is_held)
        gateway.withdraw()
        again = Told()
        gateway.forward(BOUND, again)
        await again.until(is_held)
        assert router.asked[3] == DELETE
        assert 4_711 in router.passes


@pytest.mark.asyncio
async def test_who_changes_their_mind_twice_leaves_nothing_behind() -> None:
    async with scene() as (router, gateway, told):
        for _ in range(3):
            gateway.forward(BOUND, told)
            gateway.withdraw()
        await soon(gateway.close())
        assert router.passes == {}


@pytest.mark.asyncio
async def test_it_is_looked_at_again_when_the_computer_slept() -> None:
    async with scene() as (router, gateway, told):
        gateway.forward(BOUND, told)
        await told.until(is_held)
        router.passes.clear()
        gateway.look_again()
        while not router.passes:
            router.news.clear()
            await soon(router.news.wait())


@pytest.mark.asyncio
async def test_the_end_waits_for_no_router_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upnp, "GIVING_BACK_SECONDS_MAX", 0.05)
    async with scene() as (router, gateway, told):
        gateway.forward(BOUND, told)
        await told.until(is_held)
        router.hangs = True
        await soon(gateway.close())


@pytest.mark.asyncio
async def test_the_end_comes_also_while_a_router_is_being_asked() -> None:
    async with scene() as (router, gateway, told):
        router.hangs = True
        gateway.forward(BOUND, told)
        while not router.asked:
            router.news.clear()
            await soon(router.news.wait())
        await soon(gateway.close())
    assert [view.state for view in told.views] == ["asking"]


@pytest.mark.asyncio
async def test_where_no_socket_can_be_had_nobody_is_heard() -> None:
    nowhere = IPv4Interface("203.0.113.77/24")  # no address of this computer
    told = Told()
    gateway = UpnpGateway(lambda _: nowhere, Address("127.0.0.2", 9))
    gateway.forward(BOUND, told)
    assert gateway._course is not None
    await soon(asyncio.gather(*gateway._course._tasks))
    await soon(gateway.close())
    assert [view.state for view in told.views] == ["asking"]


@pytest.mark.asyncio
@pytest.mark.parametrize("trouble", [PortMappingTrouble.NOT_BEHIND, PortMappingTrouble.NO_NETWORK])
async def test_where_there_is_nothing_to_map_that_is_told_at_once(
    trouble: PortMappingTrouble,
) -> None:
    told = Told()
    gateway = UpnpGateway(lambda _: trouble, Address("127.0.0.2", 9))
    gateway.forward(BOUND, told)
    assert told.views == [PortMappingView(PortMappingState.FAILED, trouble=trouble)]
    await soon(gateway.close())


# ---- what a host of our network may send --------------------------------------------------------


def question(router: LoopbackRouter) -> Ask:
    place = Place(router.host, router.port, DESCRIPTION)
    return Ask(INSIDE.ip, place, get(place))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\x00" * 1_000,
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * (ANSWER_BYTES_MAX + 1),
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 10_000,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 70_000,
    ],
    ids=["nothing", "zeros", "less than it said", "too much", "a head without end", "chunks"],
)
async def test_whatever_a_router_sends_is_an_answer_or_unreadable(sent: bytes) -> None:
    async with router_there() as router:
        router.sends = sent
        outcome = await soon(asked(question(router), 10.0))
        assert outcome is PortMappingTrouble.UNREADABLE


@pytest.mark.asyncio
async def test_a_redirect_is_an_answer_and_nobody_follows_it() -> None:
    async with router_there() as router:
        router.sends = b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.3/\r\n\r\n"
        assert await soon(asked(question(router), 10.0)) == Answer(301, b"")
        assert router.asked == [DESCRIPTION]


@pytest.mark.asyncio
async def test_a_router_that_hangs_is_left() -> None:
    async with router_there() as router:
        router.hangs = True
        assert await soon(asked(question(router), 0.05)) is PortMappingTrouble.SILENT


@pytest.mark.asyncio
async def test_a_router_that_listens_no_more_is_silent() -> None:
    async with router_there() as router:
        wish = question(router)
    assert await soon(asked(wish, 10.0)) is PortMappingTrouble.SILENT
