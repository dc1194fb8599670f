"""The whole engine behind a router: what it lets through is in links, in words and in events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app import compose
from app.cli import serve, shapes
from app.cli.arguments import own_addresses
from app.cli.failures import ExitStatus
from app.compose import run_engine
from app.diagnosis import of_engine
from app.online import Doors, go_online
from app.profile.settings import Settings, StoredSettings
from app.transports import Transports
from engine.api import Engine
from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.events import Event, PortMappingChanged
from engine.model.ids import HOME_PROTOCOL
from engine.model.peer_commands import StopPortMapping
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.model.queries import Connections
from engine.store.opening import open_store
from engine.transport.tcp import Tcp
from engine.transport.upnp import UpnpGateway
from tests.fake_router import OUTSIDE, Passed
from tests.unit.app.terminal import Terminal
from tests.unit.transport.loopback_router import INSIDE, router_there

HERE = Address("127.0.0.1", 0)
NAMED = Address("relay.example", 4_711)
SECONDS = 30.0  # a bound for a hanging test, not a measure


class Heard:
    """How it stood with the router, as it was told, and a way to wait for it."""

    def __init__(self, engine: Engine) -> None:
        self.views: list[PortMappingView] = []
        self._news = asyncio.Event()
        engine.subscribe(self._hear)

    def _hear(self, events: tuple[Event, ...]) -> None:
        self.views += [one.mapping for one in events if isinstance(one, PortMappingChanged)]
        self._news.set()

    async def until(self, state: PortMappingState) -> PortMappingView:
        while not (self.views and self.views[-1].state is state):
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), SECONDS)
        return self.views[-1]


@asynccontextmanager
async def engine_of(folder: Path) -> AsyncIterator[tuple[Engine, StoredSettings]]:
    store = open_store(folder, bytes(32))
    async with run_engine(store, Settings(), online=True) as opened:
        yield opened.engine, StoredSettings(folder / "settings.json")


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """An empty folder, its owner's alone."""
    folder = tmp_path / "ann"
    folder.mkdir(mode=0o700)
    return folder


def doors(*, port_mapping: bool | None = None) -> Doors:
    at_home = [(HOME_PROTOCOL, HERE)]
    return Doors(at_home, discovery=False, outside=[NAMED], port_mapping=port_mapping)


@pytest.mark.asyncio
async def test_what_a_router_lets_through_is_named_first_until_the_end(
    profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with router_there() as router:
        gateway = UpnpGateway(lambda _: INSIDE, router.search_address)
        monkeypatch.setattr(compose, "connected", lambda: Transports(Tcp(), gateway=gateway))
        async with engine_of(profile) as (engine, stored):
            heard = Heard(engine)
            stored.store_text("port_mapping", "on")
            await go_online(engine, stored, doors())
            view = await heard.until(PortMappingState.HELD)
            (listener,) = (await engine.ask(Connections())).listeners
            port = listener.address.port

            assert view.address == Address(OUTSIDE, port)
            assert await own_addresses(engine) == (NAMED, view.address, listener.address)
            assert router.passes == {port: Passed("127.0.0.1", port, 3_600)}
            checks = {check.check: check for check in await of_engine(engine)}
            assert f"{OUTSIDE}:{port}" in checks["router"].detail
        assert router.passes == {}, "the end takes it back"


@pytest.mark.asyncio
async def test_a_port_that_no_router_can_lead_to_is_told_and_nobody_is_asked(
    profile: Path,
) -> None:
    """It is open on the loopback interface alone, so nothing is sent."""
    async with engine_of(profile) as (engine, stored):
        heard = Heard(engine)
        await go_online(engine, stored, doors(port_mapping=True))
        view = await heard.until(PortMappingState.FAILED)
        assert view.trouble is PortMappingTrouble.NOT_BEHIND
        checks = {check.check: check for check in await of_engine(engine)}
        assert not checks["router"].ok
        await engine.perform(StopPortMapping())
        assert (await heard.until(PortMappingState.OFF)) == PortMappingView()


def test_serve_tells_how_it_stands_in_one_line() -> None:
    held = PortMappingView(PortMappingState.HELD, Address(OUTSIDE, 4_711), lasting=True)
    failed = PortMappingView(PortMappingState.FAILED, trouble=PortMappingTrouble.NO_ROUTER)
    assert [shapes.event(PortMappingChanged(one)) for one in (held, failed)] == [
        {
            "event": "port_mapping",
            "state": "held",
            "address": "11.22.33.44:4711",
            "lasting": True,
            "error": None,
        },
        {
            "event": "port_mapping",
            "state": "failed",
            "address": None,
            "lasting": False,
            "error": "no_router",
        },
    ]


@pytest.mark.parametrize(
    ("words", "port_mapping"), [([], None), (["--map-port"], True), (["--no-map-port"], False)]
)
def test_serve_goes_online_as_it_is_told_on_the_command_line(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, words: list[str], *, port_mapping: bool | None
) -> None:
    given: list[Doors] = []

    async def noted(_engine: Engine, _stored: StoredSettings, doors: Doors) -> None:
        given.append(doors)
        raise Fault(FaultReason.ADDRESS_UNAVAILABLE)

    monkeypatch.setattr(serve, "go_online", noted)
    second = Address("2001:db8::7", 4_712)

    status, _, _ = ann.run("serve", *words, "--outside", str(NAMED), "--outside", str(second))

    assert status == 6
    (told,) = given
    assert list(told.outside) == [NAMED, second]
    assert told.port_mapping is port_mapping


@pytest.mark.parametrize("words", [["--map-port"], ["--outside", str(NAMED)]])
def test_serve_asks_for_our_own_port_where_others_shall_be_let_through_to_it(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    async def fail(_engine: Engine, _stored: StoredSettings, _doors: Doors) -> None:
        raise Fault(FaultReason.ADDRESS_UNAVAILABLE)

    monkeypatch.setattr(serve, "go_online", fail)
    bare, ours = ["--listen", "peerlinks:127.0.0.1:0"], ["--listen", "tidings:127.0.0.1:0"]
    status, _, told = ann.run("serve", *bare, *words)
    assert status == ExitStatus.USAGE
    assert "--listen tidings:ADDRESS" in told
    assert ann.run("serve", *bare, *ours, *words)[0] == ExitStatus.FAULT
    assert ann.run("serve", *bare, "--no-map-port")[0] == ExitStatus.FAULT
