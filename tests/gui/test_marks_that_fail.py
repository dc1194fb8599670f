"""The mark of what was read, where it cannot be moved at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Command, MarkRead
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.places.test_late_messages import come_late, garden, looked_at, seen
from tests.gui.window_scene import JUNE, channel, settled, started
from ui.main_window.window import MainWindow

R = TypeVar("R")
FULL = Fault(FaultReason.DISK_FULL)


@dataclass
class FailingEngine(FakeEngine):
    """Moves no mark while there are ``failures``; it takes the first of them each time."""

    failures: list[Refused | Fault] = field(default_factory=list)

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, MarkRead) and self.failures:
            raise self.failures.pop(0)
        return await super().perform(command)


@pytest.fixture
def engine() -> FailingEngine:
    return FailingEngine()


@pytest.fixture
def told(window: MainWindow) -> list[object]:
    """What reached the place that shows sentences."""
    told: list[object] = []
    window._bridge.failed.connect(told.append)
    return told


def say(engine: FakeEngine, space: SpaceId, text: str) -> None:
    engine.receive(space, Said(text, EPOCH + 2, JUNE))


def test_a_mark_that_failed_is_moved_with_the_next_change(
    run: Run[Any], window: MainWindow, engine: FailingEngine, told: list[object]
) -> None:
    garden = channel(engine, "Garden", "one")

    async def scene() -> None:
        await started(window)
        await until(lambda: engine.view(garden).unread == 0)
        engine.failures = [FULL]
        say(engine, garden, "two")
        await until(lambda: not engine.failures)
        await settled(window)
        assert engine.view(garden).unread == 1
        engine.change(garden, peers=1)
        await until(lambda: engine.view(garden).unread == 0)

    run(scene())
    assert told == [FULL]


def test_a_mark_that_failed_is_moved_as_far_whatever_older_is_looked_at_meanwhile(
    run: Run[Any], window: MainWindow, engine: FailingEngine
) -> None:
    garden = channel(engine, "Garden", *map(str, range(60)))

    async def scene() -> None:
        await started(window)
        await until(lambda: engine.view(garden).unread == 0)
        engine.failures = [FULL]
        say(engine, garden, "more")
        await until(lambda: not engine.failures)
        await settled(window)
        window.pages.channel.timeline.to_beginning()
        await until(lambda: engine.view(garden).unread == 0)

    run(scene())


def test_a_mark_that_failed_is_moved_also_where_another_channel_was_opened(
    run: Run[Any], window: MainWindow, engine: FailingEngine
) -> None:
    garden = channel(engine, "Garden", "one")
    boats = channel(engine, "Boats", "ahoy")

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await until(lambda: engine.view(garden).unread == 0)
        engine.failures = [FULL]
        say(engine, garden, "two")
        await until(lambda: not engine.failures)
        window.open_space(boats)
        await until(lambda: engine.view(garden).unread == 0)

    run(scene())


def test_marks_that_fail_again_are_told_once_until_one_succeeds(
    run: Run[Any], window: MainWindow, engine: FailingEngine, told: list[object]
) -> None:
    garden = channel(engine, "Garden", "one")

    async def fails(*failures: Fault) -> None:
        say(engine, garden, "more")
        for failure in failures:
            engine.failures = [failure]
            await until(lambda: not engine.failures)
            await settled(window)
            engine.change(garden, peers=1)
        await until(lambda: engine.view(garden).unread == 0)

    async def scene() -> None:
        await started(window)
        await until(lambda: engine.view(garden).unread == 0)
        await fails(FULL, FULL, FULL)
        assert told == [FULL]
        await fails(FULL)
        assert told == [FULL, FULL]

    run(scene())


def test_a_channel_that_was_forgotten_before_its_mark_moved_needs_none(
    run: Run[Any], window: MainWindow, engine: FailingEngine, told: list[object]
) -> None:
    garden = channel(engine, "Garden", "one")

    async def scene() -> None:
        await started(window)
        engine.failures = [Refused(Refusal.SPACE_UNKNOWN)]
        say(engine, garden, "two")
        await until(lambda: not engine.failures)
        await settled(window)

    run(scene())
    assert told == []


def test_late_posts_that_were_seen_while_no_mark_could_be_moved_are_read_once_one_can(
    run: Run[Any], window: MainWindow, engine: FailingEngine, settings: FakeSettings
) -> None:
    space = garden(engine, settings)

    async def scene() -> None:
        await looked_at(window)
        come_late(engine, space)
        await seen(window)
        engine.failures = [FULL] * 100
        say(engine, space, "more")
        await seen(window)
        window.pages.channel.news.up.click()  # the mark that failed is further than these
        await seen(window)
        assert engine.view(space).unread == 4
        engine.failures = []
        engine.change(space, peers=1)
        await seen(window)
        assert engine.view(space).unread == 0

    run(scene())
