"""Windows of several people over real engines, TCP on loopback; a feed published and followed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.links import TidingsLinks
from app.qr import QrCodes
from engine.model.address import Address
from engine.model.commands import CreateIdentity
from engine.model.feeds import FeedState
from engine.model.ids import ProtocolName
from engine.model.peer_commands import Listen
from tests.fake_settings import FakeSettings
from tests.gui.codes.test_invite_between_engines import engine_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import shown_texts, started
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.feeds.code import FeedCodePage
from ui.look.theme import Theme
from ui.main_window.feed_hall import FeedHall
from ui.main_window.window import MainWindow


@dataclass
class Desk:
    """Somebody's window over their engine."""

    window: MainWindow
    equipment: Equipment

    @property
    def hall(self) -> FeedHall:
        return self.window.occasions.feeds

    @property
    def state(self) -> FeedState | None:
        feed = self.hall.desk.feed
        return None if feed is None else feed.state


@pytest.fixture
def desk(
    tmp_path: Path,
    qapp: QApplication,
    theme: Theme,
    run: Run[Any],
    qloop: asyncio.AbstractEventLoop,
) -> Iterator[Callable[[str, str], Desk]]:
    """Opens the window of somebody of that name who listens at that address."""
    bridges: list[Bridge] = []
    engines = []
    windows: list[MainWindow] = []
    quits = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)  # the engines are still to be closed then

    def make(name: str, host: str) -> Desk:
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
        equipment = Equipment(bridge, theme, QrCodes(), TidingsLinks(), FakeSettings())
        window = MainWindow(qapp, equipment, lambda _address: None)
        windows.append(window)
        window.resize(1_180, 760)  # what stands beside a space has room
        window.show()
        run(started(window))
        return Desk(window, equipment)

    yield make
    for bridge in bridges:  # first: what is under way shall not meet a window that has gone
        run(bridge.close())
    for window in windows:
        window.quit()
        window.deleteLater()
    for scope in engines:
        scope.__exit__(None, None, None)
    qapp.setQuitOnLastWindowClosed(quits)


async def published(desk: Desk, *entries: str) -> str:
    """A feed of theirs with these entries; its link."""
    page = desk.hall.show_new()
    page.name.setText("Harbour news")
    page.make.click()
    channel = desk.window.pages.channel
    await until(lambda: channel.view is not None and channel.view.name == "Harbour news")
    await until(lambda: not channel.composer.face.post.isHidden())
    for count, entry in enumerate(entries, 1):
        channel.composer.edit.write(entry)
        channel.composer.face.post.click()
        await until(lambda count=count: len(shown_texts(desk.window)) == count)  # type: ignore[misc]
    channel.head.code_wanted.emit()
    code = desk.window.pages.stack.currentWidget()
    assert isinstance(code, FeedCodePage)
    await until(lambda: bool(code.code.link))
    return code.code.link


async def followed(desk: Desk, link: str, *, whole: bool = True) -> None:
    page = desk.hall.show_following()
    page.scan.look_at_text(link)
    await until(page.preview.isVisible)
    page.whole.setChecked(whole)
    page.follow.click()
    await until(lambda: page.preview.key.text() != "" and desk.hall.desk.feed is not None)
