"""Work that a widget starts: it ends with the window, also where it had not begun."""

from __future__ import annotations

import asyncio
import inspect

from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.widgets.problem import Problem, attempt


def test_what_had_not_begun_when_the_window_closed_is_ended_quietly(
    engine: FakeEngine,
    qloop: asyncio.AbstractEventLoop,
    theme: Theme,
    run: Run[None],
    qtbot: QtBot,
) -> None:
    bridge = Bridge(engine, qloop)
    problem = Problem(theme)
    qtbot.addWidget(problem)
    work = asyncio.sleep(0.0)

    async def scene() -> None:
        attempt(bridge, work, problem)
        await bridge.close()

    run(scene())
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED
