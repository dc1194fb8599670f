"""Pages that are not looked at: they close nothing that is."""

from __future__ import annotations

import pytest

from engine.model.commands import ForgetSpace
from engine.model.community_commands import ForgetCommunity
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, view_of
from tests.gui.communities.scene import hall as community_hall
from tests.gui.conftest import Run
from tests.gui.feeds.scene import hall as feed_hall
from tests.gui.window_scene import channel, settled, started
from ui.look.theme import Theme
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
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
