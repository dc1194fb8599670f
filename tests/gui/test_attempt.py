"""Work that a widget starts: it ends with the window, also where it had not begun."""

from __future__ import annotations

import asyncio
import inspect

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import delete

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


def test_what_comes_back_to_a_page_that_is_gone_ends_quietly(
    engine: FakeEngine, qloop: asyncio.AbstractEventLoop, theme: Theme, run: Run[None]
) -> None:
    bridge = Bridge(engine, qloop)
    problem, label = Problem(theme), QLabel()
    answered = asyncio.Event()

    async def work() -> None:
        await answered.wait()
        label.setText("It goes on by itself.")

    async def scene() -> None:
        attempt(bridge, work(), problem)
        await asyncio.sleep(0.0)
        delete(label)
        delete(problem)
        answered.set()
        await bridge.settle()
        await bridge.close()

    run(scene())  # ``qloop`` asserts that nothing failed there


def test_what_fails_on_a_page_that_is_there_is_told(
    engine: FakeEngine,
    qloop: asyncio.AbstractEventLoop,
    theme: Theme,
    run: Run[None],
    qtbot: QtBot,
) -> None:
    bridge = Bridge(engine, qloop)
    problem = Problem(theme)
    qtbot.addWidget(problem)
    told: list[dict[str, object]] = []
    qloop.set_exception_handler(lambda _loop, context: told.append(context))

    async def work() -> None:
        raise RuntimeError("a bug of a page")

    async def scene() -> None:
        attempt(bridge, work(), problem)
        await asyncio.sleep(0.0)
        await bridge.close()

    run(scene())
    assert [str(context["exception"]) for context in told] == ["a bug of a page"]
