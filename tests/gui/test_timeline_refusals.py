"""The timeline where the engine refuses or fails: the next wish is fulfilled all the same."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.queries import Extent, Query, Timeline
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import READING, grown, opened, quiet, texts
from ui.bridge import Bridge
from ui.timeline.view import TimelineView

R = TypeVar("R")


@dataclass
class FailingEngine(FakeEngine):
    """Answers the first question of that ``kind`` with ``failure``, once ``may_fail`` is set."""

    kind: type[Extent | Timeline] = Extent
    failure: Refused | Fault | None = None
    may_fail: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def ask(self, query: Query[R]) -> R:
        if isinstance(query, self.kind) and self.failure is not None:
            failure, self.failure = self.failure, None
            await self.may_fail.wait()
            raise failure
        return await super().ask(query)


@pytest.fixture
def engine() -> FailingEngine:
    return FailingEngine()


@pytest.fixture
def told(bridge: Bridge) -> list[object]:
    """What reached the place that shows sentences."""
    told: list[object] = []
    bridge.failed.connect(told.append)
    return told


async def left_while_failing(
    view: TimelineView, engine: FailingEngine, failure: Refused | Fault
) -> None:
    """A space is opened and left for another one before the engine says ``failure``."""
    left, other = grown(engine, 3), grown(engine, 5)
    engine.failure = failure
    view.show_space(left, READING)
    await until(lambda: engine.failure is None)
    view.show_space(other, READING)
    engine.may_fail.set()
    await quiet(view)


@pytest.mark.parametrize("reason", [Refusal.SPACE_UNKNOWN, Refusal.READ_ONLY])
def test_a_refusal_for_the_space_just_left_does_not_keep_the_next_one_blank(
    run: Run[Any],
    view: TimelineView,
    engine: FailingEngine,
    told: list[object],
    reason: Refusal,
) -> None:
    run(left_while_failing(view, engine, Refused(reason)))
    assert view.source.is_open
    assert texts(view)[-1] == "post 4"
    assert told == []


def test_a_fault_is_told_and_the_next_space_is_shown(
    run: Run[Any], view: TimelineView, engine: FailingEngine, told: list[object]
) -> None:
    fault = Fault(FaultReason.DISK_FULL)
    run(left_while_failing(view, engine, fault))
    assert view.source.is_open
    assert texts(view)[-1] == "post 4"
    assert told == [fault]


def test_a_refusal_for_the_space_that_is_open_is_told_and_later_wishes_are_served(
    run: Run[Any], view: TimelineView, engine: FailingEngine, told: list[object]
) -> None:
    space = grown(engine, 5)
    refused = Refused(Refusal.READ_ONLY)
    engine.failure = refused
    engine.may_fail.set()

    async def scene() -> None:
        view.show_space(space, READING)
        await until(lambda: bool(told))
        await quiet(view)
        await opened(view, grown(engine, 7))

    run(scene())
    assert told == [refused]
    assert texts(view)[-1] == "post 6"


def test_what_stays_in_sight_as_a_place_could_not_be_read_counts_as_seen(
    run: Run[Any], view: TimelineView, engine: FailingEngine, told: list[object]
) -> None:
    seen: list[object] = []
    view.seen.connect(lambda newest, _oldest: seen.append(newest))

    async def scene() -> None:
        view.activateWindow()
        await opened(view, grown(engine, 300))
        await until(lambda: bool(seen))
        seen.clear()
        engine.kind, engine.failure = Timeline, Fault(FaultReason.DISK_FULL)
        engine.may_fail.set()
        view.to_beginning()
        await until(lambda: bool(told))
        await until(lambda: bool(seen))

    run(scene())
    assert seen == [view.source.run.last]
