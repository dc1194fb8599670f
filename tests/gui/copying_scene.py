"""Copying all of a long timeline: its pages come when the test says so."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.errors import Fault
from engine.model.queries import Query, Timeline
from tests.fake_engine import FakeEngine
from tests.gui.conftest import until
from tests.gui.window_scene import CTRL, started
from ui.main_window.window import MainWindow
from ui.timeline.selecting import copying


class OnePageAtATime:
    """Pages of a timeline come one by one, each once ``let`` is called."""

    def __init__(self, engine: FakeEngine) -> None:
        self._let = asyncio.Semaphore(0)
        self._ask = engine.ask
        self.asked = 0
        self.failure: Fault | None = None
        engine.ask = self.ask  # type: ignore[method-assign]  # stands before it

    async def ask(self, query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, Timeline) and query.limit == copying.PAGE_POSTS:
            self.asked += 1
            await self._let.acquire()
            if self.failure is not None:
                raise self.failure
        return await self._ask(query)

    def let(self) -> None:
        self._let.release()


async def copied_all(window: MainWindow, engine: FakeEngine) -> OnePageAtATime:
    """Ctrl+A and Ctrl+C in a long timeline, of which no page has come yet."""
    await started(window)
    pages = OnePageAtATime(engine)
    QGuiApplication.clipboard().setText("before")
    timeline = window.pages.channel.timeline
    QTest.keyClick(timeline, Qt.Key.Key_A, CTRL)
    QTest.keyClick(timeline, Qt.Key.Key_C, CTRL)
    await until(lambda: pages.asked == 1)
    return pages


async def told_of(window: MainWindow, engine: FakeEngine) -> OnePageAtATime:
    """As ``copied_all``, until it is said how far that has come."""
    pages = await copied_all(window, engine)
    await until(window.toast.isVisible)
    return pages
