"""A folder goes from one window to another: two real engines, encrypted stores, TCP and disks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose import open_engine
from app.engine_thread import EngineThread
from app.folders.surveying import DirectoriesOnDisk
from app.links import TidingsLinks
from app.profile.paths import Paths
from app.qr import QrCodes
from engine.api import Engine
from engine.model.address import Address
from engine.model.commands import CreateIdentity
from engine.model.feed_queries import FileHistory
from engine.model.ids import ProtocolName
from engine.model.peer_commands import Listen
from tests.code_scene import click
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import listed, names
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.folders.code import link_of
from ui.folders.getting import GetFolderPage
from ui.look.theme import Theme
from ui.main_window.window import MainWindow

END_SECONDS = 20.0


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


Person = Callable[[str, str], MainWindow]


@pytest.fixture
def person(
    tmp_path: Path,
    qapp: QApplication,
    theme: Theme,
    run: Run[Any],
    qtbot: QtBot,
    qloop: asyncio.AbstractEventLoop,
) -> Iterator[Person]:
    """The window of somebody of that name who listens at that address."""
    qapp.setQuitOnLastWindowClosed(False)  # as in the program: its end is not the window's
    with ExitStack() as engines, ExitStack() as bridges:  # all bridges go before any engine

        def make(name: str, host: str) -> MainWindow:
            folder = tmp_path / "profiles" / name
            folder.mkdir(parents=True)
            thread = engines.enter_context(engine_of(folder))
            run(thread.opened())
            run(thread.perform(Listen(ProtocolName.TIDINGS, Address(host, 0))))
            run(thread.perform(CreateIdentity(name)))
            bridge = Bridge(thread, qloop)
            bridges.callback(lambda: run(bridge.close()))
            equipment = Equipment(bridge, theme, QrCodes(), TidingsLinks(), FakeSettings())
            window = MainWindow(
                qapp, replace(equipment, directories=DirectoriesOnDisk()), lambda _address: None
            )
            qtbot.addWidget(window)
            window.show()
            run(_begun(window))
            return window

        yield make
    qapp.setQuitOnLastWindowClosed(True)


async def _begun(window: MainWindow) -> None:
    await window.start()


def test_a_folder_is_shared_got_mirrored_and_followed(
    person: Person, run: Run[Any], tmp_path: Path
) -> None:
    plans = tmp_path / "Plans"
    (plans / "beans").mkdir(parents=True)
    (plans / "read me.txt").write_text("first")
    (plans / "beans" / "list.txt").write_bytes(b"b" * 200_000)
    june, wren = person("June", "127.0.1.1"), person("Wren", "127.0.1.2")

    async def shared() -> str:
        sharing = june.occasions.folders.show_sharing()
        sharing.field.take(plans)
        await until(sharing.share.isEnabled)
        click(sharing.share)
        await until(lambda: june.occasions.folders.place is not None)
        place = june.occasions.folders.place
        assert place is not None
        await until(lambda: place.view is not None and place.view.files == 2)
        assert place.view is not None
        return await link_of(june._equipment, place.view)

    async def got(link: str) -> None:
        wren.open_link(link)
        page = wren.pages.stack.currentWidget()
        assert isinstance(page, GetFolderPage)
        page.place.field.take(tmp_path / "mirror")
        click(page.get)
        hall = wren.occasions.folders
        await until(lambda: hall.place is not None and "read me.txt" in names(hall.place))
        await until((tmp_path / "mirror" / "beans" / "list.txt").exists)
        await until((tmp_path / "mirror" / "read me.txt").exists)

    async def followed() -> None:
        place = wren.occasions.folders.place
        assert place is not None
        assert place.view is not None
        (plans / "read me.txt").write_text("and then more")
        (plans / "new.txt").write_text("new")
        await until(lambda: "new.txt" in names(place))
        await until(lambda: "new.txt" in listed(tmp_path / "mirror"))
        mirrored = tmp_path / "mirror" / "read me.txt"
        await until(lambda: mirrored.read_text() == "and then more")
        query = FileHistory(place.view.feed.space, "read me.txt")
        history = await wren._bridge.ask(query)
        assert [one.size for one in history] == [13, 5]

    run(got(run(shared())))
    run(followed())
    assert (tmp_path / "mirror" / "beans" / "list.txt").read_bytes() == b"b" * 200_000
