"""What is asked before something is announced: it may take a while, or fail."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.errors import Fault, FaultReason
from engine.model.queries import Members, Query
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import quiet, say, scene_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import started, trigger


def test_what_is_read_while_the_names_of_members_are_asked_for_is_not_announced(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _here, there = scene_of(engine, settings)
    ask, asked, answer = engine.ask, asyncio.Event(), asyncio.Event()

    async def late(query: Query[Any]) -> Any:  # Any: what it answers
        found = await ask(query)
        if query == Members(there):
            asked.set()
            await answer.wait()
        return found

    async def scene() -> None:
        await started(around.window)
        monkeypatch.setattr(engine, "ask", late)
        engine.receive(there, *say(around, "one"))
        await asked.wait()
        trigger(around.window, there, "Mark as read")
        await until(lambda: engine.view(there).unread == 0)
        answer.set()
        await quiet(around)

    run(scene())
    assert around.notifier.shown == []


def test_a_question_about_names_that_fails_keeps_no_notice_away(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _here, there = scene_of(engine, settings)
    ask = engine.ask

    async def fail(query: Query[Any]) -> Any:  # Any: what it answers
        if query == Members(there):
            raise Fault(FaultReason.DISK_FULL)
        return await ask(query)

    async def scene() -> None:
        await started(around.window)
        monkeypatch.setattr(engine, "ask", fail)
        engine.receive(there, *say(around, "one"))
        await until(lambda: bool(around.notifier.shown))

    run(scene())
    assert [notice.text for notice in around.notifier.shown] == ["one"]
