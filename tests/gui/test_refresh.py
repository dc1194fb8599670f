"""What is asked after changes: at once, never twice at a time, and once more after the last."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from engine.errors import Refusal, Refused
from tests.gui.conftest import Run, until
from ui.bridge import Bridge
from ui.refresh import Refresh

PAUSE_MS = 20
LONG_MS = 3_600_000


def test_a_thousand_changes_ask_at_once_and_once_more_at_the_end(
    run: Run[Any], bridge: Bridge
) -> None:
    asked: list[int] = []
    changes = 0

    async def ask() -> None:
        asked.append(changes)

    async def scene() -> None:
        nonlocal changes
        owner = QObject()
        refresh = Refresh(bridge, ask, PAUSE_MS, owner)
        for _change in range(1_000):
            changes += 1
            refresh.ask()
        await until(lambda: not refresh.is_pending)

    run(scene())
    assert asked == [1_000, 1_000]


def test_two_answers_are_never_awaited_at_a_time(run: Run[Any], bridge: Bridge) -> None:
    under_way = 0
    most = 0
    gate = asyncio.Event()

    async def ask() -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await gate.wait()
        under_way -= 1

    async def scene() -> None:
        owner = QObject()
        refresh = Refresh(bridge, ask, PAUSE_MS, owner)
        refresh.ask()
        await asyncio.sleep(0)
        refresh.ask_now()
        refresh.ask_now()
        gate.set()
        await until(lambda: not refresh.is_pending)

    run(scene())
    assert most == 1


def test_nothing_is_asked_once_the_bridge_is_closed(
    run: Run[Any], qtbot: QtBot, bridge: Bridge
) -> None:
    asked: list[None] = []
    owner = QObject()

    async def ask() -> None:
        asked.append(None)

    refresh = Refresh(bridge, ask, PAUSE_MS, owner)

    async def scene() -> None:
        refresh.ask()
        await until(lambda: bool(asked) and not refresh._running)
        refresh.ask()  # waits for the pause to end
        await bridge.close()

    run(scene())
    qtbot.waitUntil(lambda: not refresh._pause.isActive())
    refresh.ask()
    assert asked == [None]
    assert not refresh.is_pending


def test_a_space_forgotten_meanwhile_is_no_failure_and_others_are(
    run: Run[Any], bridge: Bridge
) -> None:
    failures: list[object] = []
    bridge.failed.connect(failures.append)
    reasons = [Refusal.SPACE_UNKNOWN, Refusal.READ_ONLY]

    async def ask() -> None:
        raise Refused(reasons.pop(0))

    async def scene() -> None:
        owner = QObject()
        refresh = Refresh(bridge, ask, PAUSE_MS, owner)
        refresh.ask()
        refresh.ask()
        await until(lambda: not reasons and not refresh.is_pending)

    run(scene())
    assert [str(failure) for failure in failures] == ["read_only"]


@pytest.mark.parametrize("is_gone", [True, False])
def test_an_answer_for_what_has_gone_meanwhile_is_dropped_and_other_mistakes_are_not(
    run: Run[Any], bridge: Bridge, qloop: asyncio.AbstractEventLoop, *, is_gone: bool
) -> None:
    wrong: list[object] = []
    qloop.set_exception_handler(lambda _loop, context: wrong.append(context))
    gate = asyncio.Event()
    owner = QWidget()
    elsewhere = QWidget()
    shown = QLabel("", owner if is_gone else elsewhere)

    async def ask() -> None:
        await gate.wait()
        shown.setText("the answer")

    async def scene() -> None:
        Refresh(bridge, ask, PAUSE_MS, owner).ask()
        await asyncio.sleep(0)
        delete(owner if is_gone else shown)
        gate.set()
        await until(lambda: not bridge._tasks)

    run(scene())
    assert bool(wrong) is not is_gone


def test_who_waits_for_an_answer_while_another_is_under_way_gets_theirs_without_the_pause(
    run: Run[Any], bridge: Bridge
) -> None:
    asked: list[None] = []
    gate = asyncio.Event()

    async def ask() -> None:
        asked.append(None)
        await gate.wait()

    async def scene() -> None:
        owner = QObject()
        refresh = Refresh(bridge, ask, PAUSE_MS, owner)
        refresh._pause.setInterval(LONG_MS)
        refresh.ask()
        await until(lambda: bool(asked))
        refresh.ask_now()
        gate.set()
        await until(lambda: len(asked) == 2 and not refresh._running)
        refresh.ask()  # nobody waits for this one
        assert refresh._pause.isActive()
        assert len(asked) == 2

    run(scene())
