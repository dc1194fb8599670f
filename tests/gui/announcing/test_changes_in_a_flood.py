"""Changes that need not be looked at: a flood of them costs few questions, or none."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.events import PostsChanged
from engine.model.ids import SpaceId
from engine.model.queries import OnePost, Query, Space
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import announced, last, quiet, scene_of, take_back
from tests.gui.conftest import Run, until
from ui.announcing.changes import ANY_PAUSE_SECONDS


def questions_of(
    engine: FakeEngine, space: SpaceId, monkeypatch: pytest.MonkeyPatch
) -> list[Query[Any]]:
    """What is asked from now on of the space or of a post there."""
    asked: list[Query[Any]] = []
    ask = engine.ask

    async def heard(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, Space | OnePost) and query.space == space:
            asked.append(query)
        return await ask(query)

    monkeypatch.setattr(engine, "ask", heard)
    return asked


def test_changes_of_posts_that_no_notice_tells_are_no_question(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> list[Query[Any]]:
        await announced(around, engine, there, "one")
        asked = questions_of(engine, there, monkeypatch)
        engine.tell(PostsChanged(there, (last(engine, there, 2).id,)))
        await quiet(around)
        return asked

    assert run(scene()) == []


def test_changes_of_any_posts_are_looked_at_at_once_and_then_no_more_than_now_and_then(
    run: Run[Any],
    around: Around,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        await announced(around, engine, there, "one")
        asked = questions_of(engine, there, monkeypatch)
        one = last(engine, there)
        engine.tell(PostsChanged(there, ()))
        await until(lambda: OnePost(there, one.id) in asked)
        await quiet(around)
        asked.clear()
        take_back(engine, there, one)
        engine.tell(PostsChanged(there, ()))
        await quiet(around)
        assert asked == []
        around.clock.slept_seconds += ANY_PAUSE_SECONDS
        around.window.outside.announcer._rested.timeout.emit()
        await until(lambda: not around.notifier.there)

    run(scene())
