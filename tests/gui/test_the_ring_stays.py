"""The ring stays on what the keys have reached, whatever becomes of the rows around it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden
from tests.gui.conftest import Run, until
from tests.gui.test_walking_the_list import DOWN, begun, reached, strike
from tests.gui.window_scene import CTRL, ENTER, channel, settled, sidebar_names
from ui.main_window.window import MainWindow

SHIFT = Qt.KeyboardModifier.ShiftModifier


async def ring_to(window: MainWindow, row: str) -> None:
    """Leads the ring down to that row; nothing is opened."""
    while reached(window) != row:
        before = reached(window)
        QTest.keyClick(window.sidebar.list, DOWN, CTRL)
        await settled(window)
        assert reached(window) != before


async def comes(window: MainWindow, engine: FakeEngine, name: str) -> None:
    """A channel comes into the list."""
    engine.change(channel(engine, name))
    await settled(window)
    assert name in sidebar_names(window)


def marked(window: MainWindow) -> list[str]:
    """What the list shows as open."""
    return [str(one.data()) for one in window.sidebar.list.selectedIndexes()]


def test_a_channel_is_moved_as_often_as_the_keys_are_pressed(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, *_others = (channel(engine, name) for name in ("Ash", "Birch", "Elm", "Fir", "Yew"))

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Birch")
        for _ in range(2):
            QTest.keyClick(window.sidebar.list, DOWN, CTRL | SHIFT)
            await settled(window)
            assert (reached(window), marked(window)) == ("Birch", ["Ash"])

    run(scene())
    assert sidebar_names(window)[1:] == ["Ash", "Elm", "Fir", "Birch", "Yew"]


def test_enter_opens_the_row_with_the_ring_though_a_channel_has_come(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, _second, third = (channel(engine, name) for name in ("Ash", "Birch", "Elm"))

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Elm")
        await comes(window, engine, "Aspen")
        assert (reached(window), marked(window)) == ("Elm", ["Ash"])
        await strike(window, ENTER)

    run(scene())
    assert window.pages.space == third


@pytest.mark.parametrize("row", ["Archived (1)", "Garden"])
def test_the_ring_stays_on_a_row_that_is_no_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine, row: str
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Attic", archived=True)
    garden(engine)

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, row)
        await comes(window, engine, "Aspen")
        assert (reached(window), marked(window)) == (row, ["Ash"])

    run(scene())


def test_the_ring_of_a_channel_that_has_gone_is_on_the_open_one(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Birch")
        engine.change(second, archived=True)
        await settled(window)

    run(scene())
    assert (reached(window), marked(window)) == ("Ash", ["Ash"])


def test_after_its_menu_the_ring_is_on_the_same_channel_though_another_has_come(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Birch")
        by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(2, 2), QPoint(2, 2))
        QApplication.sendEvent(window.sidebar.list.viewport(), by_key)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        await comes(window, engine, "Aspen")
        menu.close()
        await until(lambda: QApplication.activePopupWidget() is None)

    run(scene())
    assert (reached(window), marked(window)) == ("Birch", ["Ash"])


def test_the_open_channel_stays_marked_where_the_communities_come_anew(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Birch")
    community = garden(engine).id

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Birch")
        window.sidebar.model.fold_community(community, folded=True)

    run(scene())
    assert (reached(window), marked(window)) == ("Birch", ["Ash"])
