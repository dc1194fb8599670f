"""Space presses a row of the list as Enter does; no key or click with Ctrl unmarks the open one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.test_the_ring_stays import marked, ring_to
from tests.gui.test_walking_the_list import begun, reached, strike
from tests.gui.window_scene import CTRL, LEFT, channel, settled, sidebar_names
from ui.main_window.window import MainWindow

SPACE, SELECT = Qt.Key.Key_Space, Qt.Key.Key_Select


@pytest.fixture
def no_hurry(qapp: QApplication) -> Iterator[None]:
    """Letters are of one name, however slow the computer is."""
    usual = qapp.keyboardInputInterval()
    qapp.setKeyboardInputInterval(60_000)
    yield
    qapp.setKeyboardInputInterval(usual)


@pytest.mark.parametrize("key", [SPACE, SELECT], ids=["Space", "Select"])
def test_space_goes_into_the_channel_with_the_ring(
    run: Run[Any], window: MainWindow, engine: FakeEngine, key: Qt.Key
) -> None:
    first, second = channel(engine, "Ash"), channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Birch")
        await strike(window, key)

    run(scene())
    assert window.pages.space == second
    assert marked(window) == ["Birch"]
    assert window.pages.channel.composer.edit.hasFocus()


def test_space_unfolds_the_archived_ones(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Attic", archived=True)

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, "Archived (1)")
        await strike(window, SPACE)

    run(scene())
    assert "Attic" in sidebar_names(window)
    assert (reached(window), marked(window)) == ("Archived (1)", ["Ash"])


@pytest.mark.usefixtures("no_hurry")
def test_a_space_in_a_name_that_is_typed_presses_nothing(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, other = channel(engine, "Ash"), channel(engine, "Oak lane")
    wanted = channel(engine, "Oak street")

    async def scene() -> None:
        await begun(window, first)
        QTest.keyClicks(window.sidebar.list, "oak")
        assert window.pages.space == other
        QTest.keyClicks(window.sidebar.list, " s")
        await settled(window)

    run(scene())
    assert window.pages.space == wanted
    assert marked(window) == ["Oak street"]
    assert window.sidebar.list.hasFocus()


@pytest.mark.parametrize("row", ["Ash", "Birch"], ids=["on the open one", "on another"])
def test_ctrl_and_space_do_nothing(
    run: Run[Any], window: MainWindow, engine: FakeEngine, row: str
) -> None:
    first = channel(engine, "Ash")
    channel(engine, "Birch")

    async def scene() -> None:
        await begun(window, first)
        await ring_to(window, row)
        QTest.keyClick(window.sidebar.list, SPACE, CTRL)
        await settled(window)

    run(scene())
    assert window.pages.space == first
    assert (reached(window), marked(window)) == (row, ["Ash"])


def test_a_click_with_ctrl_leaves_the_open_channel_marked(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first = channel(engine, "Ash")

    async def scene() -> None:
        await begun(window, first)
        view = window.sidebar.list
        room = view.visualRect(window.sidebar.model.index_of(first))
        QTest.mouseClick(view.viewport(), LEFT, CTRL, room.center())
        await settled(window)

    run(scene())
    assert marked(window) == ["Ash"]
