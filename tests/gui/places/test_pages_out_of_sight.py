"""Pages out of sight: they close nothing that is seen, and are fresh once they are seen again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from typing_extensions import override

from engine.model import events
from engine.model.address import Address
from engine.model.commands import ForgetSpace
from engine.model.community_commands import ForgetCommunity
from engine.model.feeds import FeedState
from engine.model.ids import HOME_PROTOCOL, PublicKey
from engine.model.peer_commands import AddPeer
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.communities.scene import garden, view_of
from tests.gui.communities.scene import hall as community_hall
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import hall as feed_hall
from tests.gui.folders.scene import opened as folder_opened
from tests.gui.window_scene import channel, settled, started
from ui.bridge import Bridge
from ui.connections.page import ConnectionsPage
from ui.look.theme import Theme
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.people.member_page import MemberPage
from ui.widgets.fresh_page import FreshPage
from ui.widgets.page import Page


@pytest.mark.parametrize("name", list(PageName))
def test_a_page_that_one_has_left_closes_no_other(
    run: Run[None], window: MainWindow, engine: FakeEngine, theme: Theme, name: PageName
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        left = Page(theme, "Where the folder lies")
        window.pages.show_once(left)
        window.pages.show(name)
        left.closed.emit()  # what was begun on it has come to its end
        assert window.pages.is_shown(name)
        window.pages.show_once(left)
        left.closed.emit()
        assert window.pages.shows_channel
        await settled(window)

    run(scene())


def test_the_page_of_a_forgotten_community_closes_once(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        there = garden(engine)
        other = engine.communities.add("Boats")
        await started(window)
        page = community_hall(window).show_page(view_of(engine, there))
        await settled(window)
        closed: list[bool] = []
        page.closed.connect(lambda: closed.append(True))
        await engine.perform(ForgetCommunity(there.id))
        await settled(window)
        assert closed == [True]
        window.pages.show(PageName.SETTINGS)
        engine.communities.member(other, "Wren")
        await settled(window)
        assert closed == [True]
        assert window.pages.is_shown(PageName.SETTINGS)

    run(scene())


def test_the_page_about_a_forgotten_feed_closes_once(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        channel(engine, "Garden")
        space = engine.feeds.add("Harbour news", "one")
        await started(window)
        hall = feed_hall(window)
        feed = hall.book.one(space)
        assert feed is not None
        page = hall.show_about(feed)
        await settled(window)
        closed: list[bool] = []
        page.closed.connect(lambda: closed.append(True))
        await engine.perform(ForgetSpace(space))
        await settled(window)
        assert closed == [True]
        window.pages.show(PageName.SETTINGS)
        hall.book.changed.emit()  # as once a second while another feed comes in
        assert closed == [True]
        assert window.pages.is_shown(PageName.SETTINGS)

    run(scene())


class Counting(FreshPage):
    """Counts how often it has asked."""

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__(bridge, theme, "A page", 0)
        self.asked = 0

    @override
    async def _load(self) -> None:
        self.asked += 1


def test_a_fresh_page_asks_when_it_is_shown_and_after_changes_while_it_is_seen(
    run: Run[None], qtbot: QtBot, bridge: Bridge, theme: Theme
) -> None:
    async def scene() -> None:
        page = Counting(bridge, theme)
        qtbot.addWidget(page)

        async def asked(act: Callable[[], object]) -> int:
            before = page.asked
            act()
            await until(
                lambda: not page._refresh.is_pending and not page._refresh._pause.isActive()
            )
            return page.asked - before

        assert await asked(page._follow) == 0
        assert await asked(page.show) == 1
        assert await asked(page._follow) == 1
        assert await asked(page.hide) == 0
        assert await asked(page._follow) == 0
        assert await asked(page.show) == 1

    run(scene())


def test_connections_are_fresh_and_go_on_after_the_tray(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        channel(engine, "Garden")
        await started(window)
        window.pages.show_connections()
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, ConnectionsPage)
        window.hide()
        assert not page._clock.isActive()
        await engine.perform(AddPeer(HOME_PROTOCOL, Address("10.0.0.8", 4_000)))
        await settled(window)
        assert page.table.model.rowCount() == 0
        window.show()
        await settled(window)
        assert page.table.model.rowCount() == 1
        assert page._clock.isActive()

    run(scene())


def test_a_member_is_shown_as_they_are_after_the_tray(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        space = channel(engine, "Garden")
        june = MemberView(PublicKey(key_of("June")), "June", ("June",), None, online=False)
        engine.spaces[space].members = (june,)
        await started(window)
        window.occasions.show_member(engine.view(space), june)
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, MemberPage)
        window.hide()
        engine.spaces[space].members = (replace(june, online=True),)
        engine.tell(events.SpaceChanged(space))
        await settled(window)
        before = page.presence.text()
        window.show()
        await settled(window)
        assert page.presence.text() != before

    run(scene())


def test_the_speed_of_a_folder_goes_on_being_of_the_last_seconds_after_the_tray(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        files = {"beans.txt": b"bean"}
        space = engine.folders.add("Seeds", files, here=False, state=FeedState.DOWNLOADING)
        page = await folder_opened(window, engine, space)
        assert page._tick.isActive()
        window.hide()
        assert not page._tick.isActive()
        window.show()
        assert page._tick.isActive()
        await settled(window)

    run(scene())


def test_that_one_was_let_in_is_still_said_after_the_tray_and_not_once_one_has_gone_on(
    run: Run[None], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        space = channel(engine, "Garden")
        await started(window)
        page = window.pages.show_asking()
        await settled(window)
        page._join(space)
        await settled(window)
        window.hide()
        window.show()
        await settled(window)
        assert page.stages.current is page.joining
        window.pages.show(PageName.SETTINGS)
        window.pages.show_asking()
        await settled(window)
        assert page.stages.current is page.intro

    run(scene())
