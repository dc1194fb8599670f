"""Messages that come in below what was read: they are counted and told of until they were seen."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.events import ReconciliationDone, Reconciling
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, PEER, channel, settled, started
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow

TOLD = "3 older messages arrived above"


def garden(engine: FakeEngine, settings: FakeSettings) -> SpaceId:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(80)))
    settings.store_text(SETTING_OPEN, space.hex())
    return space


async def looked_at(window: MainWindow) -> None:
    """The window is in front, and what is in sight there was told."""
    window.pages.channel.timeline._seen_timer.setInterval(0)
    window.activateWindow()
    await until(window.isActiveWindow)
    await started(window)
    await seen(window)


async def seen(window: MainWindow) -> None:
    for _time in range(2):
        await settled(window)
        await until(lambda: not window.pages.channel.timeline._seen_timer.isActive())


def come_late(engine: FakeEngine, space: SpaceId, count: int = 3, height: int = 5) -> None:
    late = (Said(f"late {n}", EPOCH + 1, JUNE) for n in range(count))
    engine.receive(space, *late, height=height)


def told(window: MainWindow) -> str:
    up = window.pages.channel.news.up
    return "" if up.isHidden() else up.text()


def test_at_the_end_one_is_told_of_what_came_in_above(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = garden(engine, settings)

    async def scene() -> None:
        await looked_at(window)
        assert window.pages.channel.timeline.anchor.stuck
        come_late(engine, space)
        await seen(window)
        assert (told(window), engine.view(space).unread) == (TOLD, 3)
        assert window.windowTitle() == "(3) Tidings"
        window.pages.channel.news.up.click()
        await seen(window)
        assert (told(window), engine.view(space).unread) == ("", 0)
        assert window.windowTitle() == "Tidings"

    run(scene())


def test_what_came_while_another_channel_was_open_is_told_when_one_returns(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = garden(engine, settings)
    boats = channel(engine, "Boats", "hello")

    async def scene() -> None:
        await looked_at(window)
        window.open_space(boats)
        await seen(window)
        come_late(engine, space)
        await seen(window)
        assert (told(window), window.windowTitle()) == ("", "(3) Tidings")
        window.open_space(space)
        await seen(window)
        assert (told(window), engine.view(space).unread) == (TOLD, 3)
        window.open_space(boats)
        await seen(window)
        assert told(window) == ""

    run(scene())


def test_one_that_stands_in_sight_is_read_by_looking(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = garden(engine, settings)

    async def scene() -> None:
        await looked_at(window)
        come_late(engine, space, 1, height=79)
        await seen(window)
        assert engine.spaces[space].late == set()
        assert (told(window), engine.view(space).unread) == ("", 0)

    run(scene())


def test_marking_all_as_read_counts_them_as_read(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = garden(engine, settings)

    async def scene() -> None:
        await looked_at(window)
        come_late(engine, space)
        await seen(window)
        QTest.keyClick(window, Qt.Key.Key_Escape, Qt.KeyboardModifier.ShiftModifier)
        await seen(window)
        assert (told(window), engine.view(space).unread) == ("", 0)

    run(scene())


def test_while_a_channel_catches_up_they_are_counted_and_told_afterwards(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = garden(engine, settings)

    async def scene() -> None:
        await looked_at(window)
        engine.tell(Reconciling(space, PEER, 3))
        await settled(window)
        come_late(engine, space)
        await seen(window)
        assert (told(window), engine.view(space).unread) == ("", 3)
        engine.tell(ReconciliationDone(space, PEER, 3, 0))
        await until(lambda: told(window) == TOLD)

    run(scene())
