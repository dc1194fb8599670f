"""One event loop for Qt and asyncio, and the window's surroundings. Shared by all tests here.

Never wait for a Qt signal inside a coroutine with ``qtbot.waitSignal``: it would hang. Await a
future that the signal resolves, inside ``run(...)``; or poll with ``until``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, date
from typing import Any, TypeVar

import pytest
import qasync
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.links import TidingsLinks
from app.qr import QrCodes
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from ui.bridge import Bridge
from ui.composing import weighing
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.main_window.leaving import SETTING_TOLD_OF_END
from ui.main_window.window import MainWindow
from ui.refresh import Refresh, Work
from ui.timeline.loading.rows import Reading
from ui.timeline.loading.source import TimelineSource
from ui.timeline.view import TimelineView

T = TypeVar("T")
Run = Callable[[Coroutine[Any, Any, T]], T]  # Any: what a coroutine yields is the loop's affair

WAIT_SECONDS = 60.0  # bounds a hang, also on a busy machine; nothing measures it
POLL_SECONDS = 0.002
QUICK_MS = 20


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses between two questions are short here; that there are any is shown by themselves.

    (``test_refresh.py``, ``composing``.) Else most of the time would be spent waiting for them.
    """
    made = Refresh.__init__

    def quick(self: Refresh, bridge: Bridge, work: Work, pause_ms: int, parent: QObject) -> None:
        made(self, bridge, work, min(pause_ms, QUICK_MS), parent)

    monkeypatch.setattr(Refresh, "__init__", quick)
    monkeypatch.setattr(weighing, "PAUSE_MS", QUICK_MS)


@pytest.fixture
def qloop(qapp: QApplication) -> Iterator[asyncio.AbstractEventLoop]:
    loop = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(loop)
    errors: list[dict[str, object]] = []
    loop.set_exception_handler(lambda _loop, context: errors.append(context))
    try:
        yield loop
    finally:
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
        asyncio.set_event_loop(None)
        assert not errors, errors


@pytest.fixture
def run(qloop: asyncio.AbstractEventLoop) -> Run[Any]:
    """Runs a coroutine on the window's loop to its end."""
    return lambda work: qloop.run_until_complete(asyncio.wait_for(work, WAIT_SECONDS))


async def until(holds: Callable[[], bool]) -> None:
    """Returns when ``holds()`` is true; ``run`` bounds the wait."""
    while not holds():  # noqa: ASYNC110 - what is awaited is a widget's state, it has no Event
        await asyncio.sleep(POLL_SECONDS)


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def settings() -> FakeSettings:
    """Of somebody who has closed a window before."""
    return FakeSettings({SETTING_TOLD_OF_END: "yes"})


@pytest.fixture
def theme(qapp: QApplication, settings: FakeSettings) -> Theme:
    return Theme(qapp, settings)


@pytest.fixture
def bridge(qloop: asyncio.AbstractEventLoop, engine: FakeEngine) -> Iterator[Bridge]:
    made = Bridge(engine, qloop)

    async def closed() -> None:
        async with asyncio.timeout(WAIT_SECONDS):  # pytest's own ends with a test's first failure
            await made.close()

    yield made
    qloop.run_until_complete(closed())


@pytest.fixture
def equipment(bridge: Bridge, theme: Theme, settings: FakeSettings) -> Equipment:
    return Equipment(bridge, theme, QrCodes(), TidingsLinks(), settings)


@pytest.fixture
def opened_addresses() -> list[str]:
    """What was handed to the desktop."""
    return []


@pytest.fixture
def window(
    qtbot: QtBot, qapp: QApplication, equipment: Equipment, opened_addresses: list[str]
) -> MainWindow:
    """The main window, shown and in front; ``window.start()`` is the test's."""
    made = MainWindow(qapp, equipment, opened_addresses.append)
    qtbot.addWidget(made)
    made.resize(1_180, 760)
    made.show()
    made.activateWindow()
    return made


@pytest.fixture
def view(qtbot: QtBot, bridge: Bridge, theme: Theme) -> TimelineView:
    made = TimelineView(
        TimelineSource(bridge),
        theme,
        Reading(date(2023, 11, 15), UTC, space_name="Garden", given_name="Garden"),
    )
    qtbot.addWidget(made)
    made.resize(640, 480)
    made.show()
    return made
