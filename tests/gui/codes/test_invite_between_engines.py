"""Invite by QR between two real engines on two loopback addresses: encrypted stores, real TCP.

Only what a camera sees goes from screen to screen; the rest goes over the wire.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.compose import open_engine
from app.engine_thread import EngineThread
from app.links import TidingsLinks
from app.profile.paths import Paths
from app.qr import QrCodes
from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import CreateIdentity, Post
from engine.model.ids import ProtocolName, SpaceId
from engine.model.peer_commands import Listen
from engine.model.queries import Space, Timeline
from tests.code_scene import FakeCamera, click, code_image, type_text
from tests.fake_settings import FakeSettings
from tests.gui.codes.by_camera import look_at, screen_of
from tests.gui.conftest import Run, until
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage
from ui.invites.joining import READY
from ui.look.theme import Theme

END_SECONDS = 20.0


@dataclass
class Person:
    """One profile with its engine, what pages need, and the camera in them."""

    engine: Engine
    equipment: Equipment
    camera: FakeCamera


@contextmanager
def engine_of(folder: Path) -> Iterator[EngineThread]:
    thread = EngineThread(_opener(folder))
    thread.start()
    try:
        yield thread
    finally:
        thread.stop()
        assert thread.join(END_SECONDS)


def _opener(folder: Path) -> Callable[[], AbstractAsyncContextManager[Engine]]:
    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        paths = Paths(folder / "profile", folder / "runtime")
        async with open_engine(paths, _no_passphrase, online=True) as there:
            yield there.engine

    return opened


def _no_passphrase(*, is_new: bool) -> str | None:
    return None


@pytest.fixture
def person(
    tmp_path: Path, theme: Theme, run: Run[Any], qloop: asyncio.AbstractEventLoop
) -> Iterator[Callable[[str, str], Person]]:
    """Makes somebody of that name who listens at that address."""
    bridges: list[Bridge] = []
    engines = []

    def make(name: str, host: str) -> Person:
        folder = tmp_path / name
        folder.mkdir()
        scope = engine_of(folder)
        thread = scope.__enter__()
        engines.append(scope)
        run(thread.opened())
        run(thread.perform(Listen(ProtocolName.TIDINGS, Address(host, 0))))
        run(thread.perform(CreateIdentity(name)))
        bridge = Bridge(thread, qloop)
        bridges.append(bridge)
        camera = FakeCamera()

        async def load() -> FakeCamera:
            return camera

        equipment = Equipment(bridge, theme, QrCodes(), TidingsLinks(), FakeSettings(), camera=load)
        return Person(thread, equipment, camera)

    yield make
    for bridge in bridges:
        run(bridge.close())
    for scope in engines:
        scope.__exit__(None, None, None)


def _show(qtbot: QtBot, *pages: AskingPage | IssuingPage) -> None:
    for page in pages:
        qtbot.addWidget(page)
        page.resize(1_000, 900)
        page.show()


def test_one_look_and_the_network_let_somebody_in(
    person: Callable[[str, str], Person], qtbot: QtBot, run: Run[Any]
) -> None:
    ada, bo = person("Ada", "127.0.11.1"), person("Bo", "127.0.11.2")
    garden = run(_own_channel(bo))
    asking = AskingPage(ada.equipment)
    issuing = IssuingPage(bo.equipment, run(bo.engine.ask(Space(garden))))
    opened: list[SpaceId] = []
    asking.finished.connect(opened.append)
    _show(qtbot, asking, issuing)

    async def converse() -> None:
        asking.open()
        await until(lambda: asking.identity.count() == 1)
        click(asking.proceed)
        await look_at(await screen_of(asking.shown.code), bo.camera, issuing.scan)
        await until(lambda: issuing.stages.current is issuing.confirming)
        assert issuing.fingerprint.digits.text() == asking.shown.fingerprint.digits.text()
        type_text(issuing.name, "Ada of the garden")
        click(issuing.confirm)
        await until(lambda: asking.stages.current is asking.joining)
        await until(lambda: asking.joining.steps.at > READY)
        await until(lambda: issuing.issued.steps.at == 3)
        click(asking.joining.open_button)

    run(converse())
    assert run(_texts(ada, opened[0])) == ["welcome"]
    assert "Ada of the garden" in asking.joining.path.text()


def test_two_looks_let_somebody_in_who_cannot_be_reached(
    person: Callable[[str, str], Person], qtbot: QtBot, run: Run[Any]
) -> None:
    """The request carries no address that answers: the invite is handed over as a code."""
    ada, bo = person("Ada", "127.0.11.3"), person("Bo", "127.0.11.4")
    garden = run(_own_channel(bo))
    asking = AskingPage(ada.equipment)
    issuing = IssuingPage(bo.equipment, run(bo.engine.ask(Space(garden))))
    _show(qtbot, asking, issuing)

    async def converse() -> None:
        asking.open()
        await until(lambda: asking.identity.count() == 1)
        click(asking.proceed)
        await until(lambda: asking.stages.current is asking.shown)
        request = asking.shown.request
        assert request is not None
        link = TidingsLinks().of_request(request.request, ())
        await look_at(code_image(link), bo.camera, issuing.scan)
        await until(lambda: issuing.stages.current is issuing.confirming)
        type_text(issuing.name, "Ada")
        click(issuing.confirm)
        invite = await screen_of(issuing.issued.code)
        click(asking.shown.bring)
        await look_at(invite, ada.camera, asking.scan)
        await until(lambda: asking.stages.current is asking.accept)
        click(asking.accept_button)
        await until(lambda: asking.stages.current is asking.joining)
        await until(lambda: asking.joining.steps.at > READY)

    run(converse())
    space = asking.joining.space
    assert space is not None
    assert run(_texts(ada, space)) == ["welcome"]


async def _own_channel(person: Person) -> SpaceId:
    identity = await person.equipment.bridge.perform(CreateIdentity("Garden"))
    assert identity.channel is not None
    await person.engine.perform(Post(identity.channel, '{"text":"welcome"}'))
    return identity.channel


async def _texts(person: Person, space: SpaceId) -> list[str]:
    page = await person.engine.ask(Timeline(space))
    return [post.text for post in page.posts if post.text]
