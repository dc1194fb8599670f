"""Work that a widget starts: it ends with the window, also where it had not begun."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.widgets.problem import Problem, attempt


@pytest.fixture
def bridge(engine: FakeEngine, qloop: asyncio.AbstractEventLoop) -> Bridge:
    return Bridge(engine, qloop)


@pytest.fixture
def problem(theme: Theme, qtbot: QtBot) -> Problem:
    shown = Problem(theme)
    qtbot.addWidget(shown)
    return shown


def test_what_had_not_begun_when_the_window_closed_is_ended_quietly(
    bridge: Bridge, problem: Problem, run: Run[None]
) -> None:
    work = asyncio.sleep(0.0)

    async def scene() -> None:
        attempt(bridge, work, problem)
        await bridge.close()

    run(scene())
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED


def test_what_comes_back_to_a_page_that_is_gone_ends_quietly(
    bridge: Bridge, theme: Theme, run: Run[None]
) -> None:
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
    bridge: Bridge, problem: Problem, qloop: asyncio.AbstractEventLoop, run: Run[None]
) -> None:
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
