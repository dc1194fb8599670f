"""The arrow keys walk the list of spaces: each is shown, and the keyboard stays in the list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.model.commands import Say
from engine.model.ids import NotificationLevel, SpaceId
from engine.model.queries import Query, Space
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.communities.scene import garden
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    ALT,
    CTRL,
    ENTER,
    JUNE,
    LEFT,
    channel,
    settled,
    sidebar_names,
    started,
)
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.widgets.space_place import SpacePlace

UP, DOWN, F6 = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_F6
Make = Callable[[FakeEngine], SpaceId]


async def strike(window: MainWindow, key: Qt.Key, *, fast: bool = False) -> None:
    """Where the focus is, wherever that may be."""
    QTest.keyClick(window.focusWidget(), key)
    if not fast:
        await settled(window)


async def begun(window: MainWindow, space: SpaceId) -> None:
    """The window with that space open, and the keyboard in the list."""
    await until(window.isActiveWindow)
    await started(window)
    window.open_space(space)
    await settled(window)
    window.sidebar.list.setFocus()


def reached(window: MainWindow) -> str:
    """The row that the keys have reached."""
    return str(window.sidebar.list.currentIndex().data())


async def menu_by_key(window: MainWindow) -> list[str]:
    """What the menu key offers where the focus is, though the pointer rests elsewhere."""
    focus = window.focusWidget()
    QTest.mouseMove(window.sidebar.list.viewport(), QPoint(2, 2))
    reason = QContextMenuEvent.Reason.Keyboard
    to = window.sidebar.list.viewport() if focus is window.sidebar.list else focus
    QApplication.sendEvent(to, QContextMenuEvent(reason, QPoint(2, 2), QPoint(2, 2)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    words = [action.text() for action in menu.actions()]
    menu.close()
    window.activateWindow()  # a screen of memory does not do it after a menu
    await until(window.isActiveWindow)
    return words


@pytest.mark.parametrize("fast", [False, True], ids=["slowly", "fast"])
def test_the_arrows_walk_the_list_and_enter_goes_into_what_they_reached(
    run: Run[Any], window: MainWindow, engine: FakeEngine, *, fast: bool
) -> None:
    first, second = channel(engine, "Ash", "hello"), channel(engine, "Birch", "hello")
    third = channel(engine, "Elm", "hello", notifications=NotificationLevel.NONE)

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        window.open_space(first)
        await settled(window)
        assert window.pages.channel.composer.edit.hasFocus()
        while not window.sidebar.list.hasFocus():
            await strike(window, F6)
        for space in (second, third):
            await strike(window, DOWN, fast=fast)
            assert window.sidebar.list.hasFocus()
            assert window.pages.space == space
        await settled(window)
        assert window.sidebar.list.hasFocus()
        assert reached(window) == window.pages.channel.head.name.text() == "Elm"
        assert "Unmute" in await menu_by_key(window)
        await strike(window, ENTER)
        assert window.pages.channel.composer.edit.hasFocus()

    run(scene())


def test_enter_goes_into_a_channel_that_is_still_being_opened(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        await strike(window, DOWN, fast=True)
        await strike(window, ENTER)

    run(scene())
    assert window.pages.space == second
    assert window.pages.channel.composer.edit.hasFocus()


def test_enter_goes_to_what_is_read_where_nothing_may_be_written(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, feed = channel(engine, "Ash"), engine.feeds.add("Harbour news", "one")

    async def scene() -> None:
        await begun(window, first)
        for key in (DOWN, ENTER):
            await strike(window, key)

    run(scene())
    assert window.pages.space == feed
    assert window.pages.channel.timeline.hasFocus()


def test_enter_goes_into_the_channel_of_a_community(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, there = channel(engine, "Ash"), garden(engine).space

    async def scene() -> None:
        await begun(window, first)
        while window.pages.space != there:
            await strike(window, DOWN)
        assert window.sidebar.list.hasFocus()
        await strike(window, ENTER)

    run(scene())
    assert window.pages.channel.composer.edit.hasFocus()


def test_who_turns_to_another_page_before_a_channel_came_types_there(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        come = held(engine, Space)
        for key in (DOWN, ENTER):
            await strike(window, key, fast=True)
        window.search()
        QTest.keyClicks(window.focusWidget(), "my old ")
        come()
        await until(lambda: window.pages.channel.composer.writes_to(second))
        await settled(window)
        QTest.keyClicks(window.focusWidget(), "letter")
        await strike(window, ENTER)

    run(scene())
    assert window.pages.is_shown(PageName.SEARCH)
    assert not window.pages.channel.composer.edit.toPlainText()
    assert not any(isinstance(one, Say) for one in engine.performed)


def test_who_goes_back_to_the_list_before_a_channel_came_stays_there(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        window.pages.channel.timeline.setFocus()
        come = held(engine, Space)
        window.open_space(second)
        window.sidebar.list.setFocus()
        come()
        await until(lambda: window.pages.channel.composer.writes_to(second))
        await settled(window)

    run(scene())
    assert window.sidebar.list.hasFocus()


def held(engine: FakeEngine, kind: type[Query[Any]]) -> Callable[[], None]:
    """Answers to such queries come once what is returned is called."""
    go_on, ask = asyncio.Event(), engine.ask

    async def held_up(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, kind):
            await go_on.wait()
        return await ask(query)

    engine.ask = held_up  # type: ignore[method-assign]  # as an engine that is busy
    return go_on.set


def test_who_walks_on_from_a_channel_before_it_came_stays_in_the_list(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, _second, third = (channel(engine, name) for name in ("Ash", "Birch", "Elm"))

    async def scene() -> None:
        await begun(window, first)
        for key in (DOWN, ENTER):
            await strike(window, key, fast=True)
        window.sidebar.list.setFocus()
        await strike(window, DOWN)

    run(scene())
    assert window.pages.space == third
    assert window.sidebar.list.hasFocus()


def test_the_list_keeps_the_keyboard_between_channels_feeds_folders_and_communities(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Attic", archived=True)
    engine.feeds.add("Harbour news", "one")
    engine.feeds.add("My log", "one", own=True)
    engine.folders.add("Empty", {})
    engine.folders.add("Seeds", {"list.txt": b"x"})
    garden(engine)

    async def scene() -> list[str]:
        await begun(window, first)
        window.sidebar.model.fold_archive(folded=False)
        window.sidebar.choose(first)
        seen = []
        for key in (UP, DOWN):
            before = ""
            while reached(window) != before:
                before = reached(window)
                await strike(window, key)
                assert window.sidebar.list.hasFocus(), reached(window)
                seen.append(reached(window))
        return seen

    seen = run(scene())
    headings = {"Private channels", "Feeds", "Shared folders", "Communities"}
    assert set(seen) == set(sidebar_names(window)) - headings


@pytest.mark.parametrize("files", [{}, {"list.txt": b"x"}], ids=["empty", "with a file"])
def test_enter_goes_into_a_folder(
    run: Run[Any], window: MainWindow, engine: FakeEngine, files: dict[str, bytes]
) -> None:
    first, folder = channel(engine, "Ash"), engine.folders.add("Seeds", files, own=True)

    async def scene() -> None:
        await begun(window, first)
        while window.pages.space != folder:
            await strike(window, DOWN)
        assert window.sidebar.list.hasFocus()
        await strike(window, ENTER)

    run(scene())
    assert isinstance(window.pages.place, SpacePlace)
    assert window.pages.place.isAncestorOf(window.focusWidget())


def test_the_find_bar_of_the_channel_that_is_left_takes_no_keyboard(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash", "hello")
    channel(engine, "Birch", "hello")

    async def scene() -> None:
        await begun(window, first)
        window.pages.channel.open_find("hello")
        window.sidebar.list.setFocus()
        await settled(window)
        await strike(window, DOWN)

    run(scene())
    assert window.pages.channel.looking.bar.isHidden()
    assert window.sidebar.list.hasFocus()


def test_an_arrow_that_comes_back_to_the_open_channel_closes_the_page_over_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Attic", archived=True)

    async def scene() -> None:
        await begun(window, first)
        await strike(window, DOWN)
        window.pages.show_connections()
        await settled(window)
        window.sidebar.list.setFocus()
        await strike(window, UP)

    run(scene())
    assert window.pages.shows_channel
    assert window.sidebar.list.hasFocus()


def test_in_a_narrow_window_the_list_stays_in_sight_until_enter(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")
    window.resize(560, 760)

    async def scene() -> None:
        await begun(window, first)
        window.panes.bring_forward(content=False)
        window.sidebar.list.setFocus()
        await strike(window, DOWN)
        assert window.pages.space == second
        assert window.sidebar.list.hasFocus()
        await strike(window, ENTER)

    run(scene())
    assert not window.sidebar.isVisible()
    assert window.pages.channel.composer.edit.hasFocus()


@pytest.mark.parametrize("by", ["click", "keys from anywhere"])
def test_a_click_and_the_keys_for_the_next_channel_go_into_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine, by: str
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        if by == "click":
            view = window.sidebar.list
            room = view.visualRect(window.sidebar.model.index_of(second))
            QTest.mouseClick(view.viewport(), LEFT, pos=room.center())
        else:
            QTest.keyClick(window, DOWN, ALT)
        await settled(window)

    run(scene())
    assert window.pages.space == second
    assert window.pages.channel.composer.edit.hasFocus()


# ---- the ring alone -----------------------------------------------------------------------------


def test_ctrl_and_an_arrow_move_only_the_ring_whose_row_the_menu_is_of(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")
    second = channel(engine, "Birch", notifications=NotificationLevel.NONE)

    async def scene() -> None:
        await begun(window, first)
        QTest.keyClick(window.sidebar.list, DOWN, CTRL)
        await settled(window)
        assert window.pages.space == first
        assert reached(window) == "Birch"
        assert [one.data() for one in window.sidebar.list.selectedIndexes()] == ["Ash"]
        assert "Unmute" in await menu_by_key(window)
        await strike(window, ENTER)

    run(scene())
    assert window.pages.space == second
    assert window.pages.channel.composer.edit.hasFocus()


def test_the_ring_stays_on_its_row_when_something_arrives(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash", "hello")
    channel(engine, "Attic", archived=True)

    async def scene() -> None:
        await begun(window, first)
        await strike(window, DOWN)
        assert reached(window) == "Archived (1)"
        engine.receive(first, Said("ahoy", EPOCH + 9, JUNE))
        await settled(window)
        assert reached(window) == "Archived (1)"
        assert [one.data() for one in window.sidebar.list.selectedIndexes()] == ["Ash"]

    run(scene())
