"""Where the news begin is asked for, and one reads on, or goes elsewhere, before it is answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.queries import Extent
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, JUNE, channel, page_of, settled, started
from ui.main_window.window import MainWindow


class Slow(FakeEngine):
    """Whose next answer about where the news begin waits for ``goes_on``, from ``hold`` on."""

    is_holding = False

    def hold(self) -> None:
        self.is_holding = True
        self.is_asked, self.goes_on = asyncio.Event(), asyncio.Event()

    @override
    async def ask(self, query: Any) -> Any:
        answer = await super().ask(query)
        if isinstance(query, Extent) and self.is_holding:
            self.is_holding = False
            self.is_asked.set()
            await self.goes_on.wait()
        return answer


@pytest.fixture
def engine() -> Slow:
    return Slow()


def say(engine: FakeEngine, space: SpaceId, count: int) -> None:
    at = EPOCH + 100 + len(engine.spaces[space].history)
    engine.receive(space, *(Said(f"later {at + n}", at + n, JUNE) for n in range(count)))


async def read(window: MainWindow, engine: FakeEngine, space: SpaceId) -> None:
    window.activateWindow()
    await until(lambda: window.isActiveWindow() and engine.view(space).unread == 0)


async def outrun(window: MainWindow, engine: Slow, space: SpaceId) -> None:
    """All was read, one went to the beginning, and ten came whose first is still asked for."""
    await started(window)
    await read(window, engine, space)
    await settled(window)
    QTest.keyClick(page_of(window).timeline, Qt.Key.Key_Home, CTRL)
    await settled(window)
    engine.hold()
    say(engine, space, 10)
    await engine.is_asked.wait()


async def opened(window: MainWindow, space: SpaceId) -> None:
    source = page_of(window).source
    page_of(window).open(space)
    await until(lambda: source.is_open and source.space == space)


async def answered(window: MainWindow, engine: Slow) -> None:
    engine.goes_on.set()
    await settled(window)


def long_talk(engine: FakeEngine) -> SpaceId:
    return channel(engine, "Garden", *(f"post {n}" for n in range(60)))


def test_no_line_stands_above_what_was_read_to_its_end_meanwhile(
    run: Run[Any], window: MainWindow, engine: Slow
) -> None:
    space = long_talk(engine)
    timeline = page_of(window).timeline

    async def scene() -> None:
        await outrun(window, engine, space)
        while not timeline.anchor.stuck:
            QTest.keyClick(timeline, Qt.Key.Key_PageDown)
        await read(window, engine, space)
        await answered(window, engine)
        assert timeline.reading.unread_from is None

    run(scene())


def test_who_went_past_them_meanwhile_is_led_back(
    run: Run[Any], window: MainWindow, engine: Slow
) -> None:
    space = long_talk(engine)
    page = page_of(window)

    async def scene() -> None:
        await outrun(window, engine, space)
        say(engine, space, 60)
        await until(lambda: page.source.run.total == len(engine.spaces[space].history))
        page.timeline.to_end()
        await read(window, engine, space)
        await answered(window, engine)
        assert page.timeline.reading.unread_from is not None
        assert page.news.unread.isVisible()

    run(scene())


def test_what_was_asked_before_one_left_places_no_line_once_one_is_back(
    run: Run[Any], window: MainWindow, engine: Slow
) -> None:
    space, other = long_talk(engine), channel(engine, "Boats", "hello")
    page = page_of(window)

    async def scene() -> None:
        await outrun(window, engine, space)
        await opened(window, other)
        history = engine.spaces[space].history
        engine.spaces[space].read_up_to = history.run(len(history) - 1, len(history))[0].order
        await opened(window, space)
        await answered(window, engine)
        assert page.timeline.reading.unread_from is None

    run(scene())
