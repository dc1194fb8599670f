"""A community made in one window and joined in another: two real engines, TCP on loopback."""

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
from engine.model.commands import CreateIdentity, Listen
from engine.model.communities import MemberStanding, WireVersion
from engine.model.ids import ProtocolName
from tests.fake_engine import FakeSettings
from tests.gui.codes.test_invite_between_engines import engine_of
from tests.gui.communities.scene import lines, names, type_and_send
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of, settled, started
from ui.bridge import Bridge
from ui.communities.sharing import ShareCommunityPage
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.main_window.community_hall import CommunityHall
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


@dataclass
class Desk:
    """Somebody's window over their engine."""

    window: MainWindow
    equipment: Equipment

    @property
    def hall(self) -> CommunityHall:
        return self.window.occasions.communities


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


async def made(desk: Desk, wire: WireVersion = WireVersion.S) -> str:
    """A community of theirs; its link."""
    page = desk.hall.show_new()
    page.name.setText("Garden")
    page.nickname.setText("Juniper")
    page.wire.buttons[wire.value].click()
    page.make.click()
    channel = desk.window.pages.channel
    await until(lambda: channel.view is not None and channel.view.community is not None)
    await until(lambda: desk.hall.desk.community is not None)
    desk.hall.pane.share.click()
    share = desk.window.pages.stack.currentWidget()
    assert isinstance(share, ShareCommunityPage)
    await until(lambda: bool(share.code.link))
    desk.window.pages.close_page()
    await settled(desk.window)
    return share.code.link


async def joined(desk: Desk, link: str) -> None:
    page = desk.hall.show_joining()
    page.scan.look_at_text(link)
    await until(page.preview.isVisible)
    page.nickname.setText("Wren")
    page.join.click()
    channel = desk.window.pages.channel
    await until(lambda: channel.view is not None and channel.view.community is not None)
    await settled(desk.window)


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
def test_two_people_talk_and_see_each_other(
    desk: Callable[[str, str], Desk], run: Run[Any], wire: WireVersion
) -> None:
    first, second = desk("Juniper", "127.0.0.91"), desk("Wren", "127.0.0.92")

    async def scene() -> None:
        link = await made(first, wire)
        type_and_send(first.window, "The first beans are up.")
        await joined(second, link)
        await until(lambda: "The first beans are up." in lines(second.window))
        type_and_send(second.window, "I bring the watering can.")
        await until(lambda: "I bring the watering can." in lines(first.window))
        await until(lambda: first.window.pages.channel.head.pill.text == "1 member online")
        people = first.hall.pane.list.members
        await until(
            lambda: "Wren" in [str(people.index(n).data()) for n in range(people.rowCount())]
        )
        type_and_send(first.window, "/topic Beans and tools")
        topic = second.window.pages.channel.head.topic
        await until(lambda: topic.shown.accessibleName().startswith("Topic: Beans"))
        type_and_send(first.window, "/join seedlings")
        await until(lambda: "#seedlings" in names(first.window))
        await settled(first.window)
        await settled(second.window)

    run(scene())


def test_whom_one_hides_is_folded_away_for_them_alone(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    first, second = desk("Juniper", "127.0.0.93"), desk("Wren", "127.0.0.94")

    async def scene() -> None:
        await joined(second, await made(first))
        type_and_send(second.window, "Buy now")
        await until(lambda: "Buy now" in lines(first.window))
        await until(lambda: any(one.name == "Wren" for one in first.hall.desk.members))
        type_and_send(first.window, "/hide Wren advertising")
        folded = "[A message of Wren. Hidden by you: advertising]"
        await until(lambda: folded in lines(first.window))
        hidden = [one for one in first.hall.desk.members if one.standing is MemberStanding.HIDDEN]
        assert not hidden or hidden[0].name == "Wren"
        assert "Buy now" in lines(second.window)
        type_and_send(first.window, "/unhide Wren")
        await until(lambda: "Buy now" in lines(first.window))
        await settled(first.window)
        await settled(second.window)

    run(scene())


def test_a_deleted_message_goes_from_both_windows(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    first, second = desk("Juniper", "127.0.0.95"), desk("Wren", "127.0.0.96")

    async def scene() -> None:
        await joined(second, await made(first))
        type_and_send(first.window, "Oh no")
        await until(lambda: "Oh no" in lines(second.window))
        await until(lambda: "Oh no" in lines(first.window))
        post = next(
            entry.post
            for entry in first.window.pages.channel.source.run.entries
            if entry.post.text == "Oh no"
        )
        view = first.hall.desk.view
        assert view is not None
        task = first.hall._equipment.bridge.start(first.hall.moderating._delete_post(view.id, post))
        dialog = await dialog_of(Question)
        dialog.proceed.click()
        await task
        await until(lambda: "Oh no" not in lines(first.window))
        await until(lambda: "Oh no" not in lines(second.window))
        await settled(first.window)
        await settled(second.window)

    run(scene())
