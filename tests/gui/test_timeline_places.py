"""Going elsewhere: until the other place is ready what was shown stays, and only what was shown
counts as seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Extent, Query
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import JUNE, READING, grown, opened, quiet, texts
from ui.timeline.view import TimelineView

LONG_MS = 60_000
A_WHILE_MS = 50


class Held:
    """A place that is gone to is not ready before ``go_on``, as while its pictures come."""

    def __init__(self, view: TimelineView) -> None:
        self.is_ahead = asyncio.Event()
        self.go_on = asyncio.Event()
        view.source.prepare = self._prepare

    async def _prepare(self, *_: object) -> None:
        self.is_ahead.set()
        await self.go_on.wait()


async def looked_at(view: TimelineView) -> list[OrderKey]:
    """What counts as seen now."""
    told: list[OrderKey] = []
    link = view.seen.connect(lambda newest, oldest: told.extend((newest, oldest)))
    view._seen_timer.setInterval(0)
    view.tell_seen()
    await until(lambda: not view._seen_timer.isActive())
    view.seen.disconnect(link)
    return told


def boats(engine: FakeEngine) -> SpaceId:
    """As long as what ``grown`` makes, and read to its middle."""
    space = engine.add_space("Boats")
    engine.receive(space, *(Said(f"boat {n}", EPOCH + n * 400, JUNE) for n in range(400)))
    history = engine.spaces[space].history
    engine.spaces[space].read_up_to = history.run(99, 100)[0].order
    return space


def order_at(engine: FakeEngine, space: SpaceId, place: int) -> OrderKey:
    return engine.spaces[space].history.run(place, place + 1)[0].order


def test_nothing_of_a_space_counts_as_seen_before_it_is_shown(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    first, other = grown(engine, 400), boats(engine)

    async def scene() -> None:
        view.activateWindow()
        await opened(view, first)
        held = Held(view)
        view.show_space(other, READING)
        await held.is_ahead.wait()
        assert texts(view) == []
        assert await looked_at(view) == []
        held.go_on.set()
        await quiet(view)
        _newest, oldest = await looked_at(view)
        assert oldest <= order_at(engine, other, 100)

    run(scene())


@pytest.mark.parametrize("place", [0, 500, 1_000])
def test_until_another_place_is_ready_what_was_in_sight_stays(
    run: Run[Any], view: TimelineView, engine: FakeEngine, place: int
) -> None:
    space = grown(engine, 2_000)

    async def scene() -> None:
        view.activateWindow()
        await opened(view, space)
        view.scroll_by(-40)
        before, seen = texts(view), await looked_at(view)
        held = Held(view)
        view.show_post(order_at(engine, space, place))
        await held.is_ahead.wait()
        assert texts(view) == before
        assert await looked_at(view) == seen
        held.go_on.set()
        await quiet(view)
        assert f"post {place}" in texts(view)

    run(scene())


def test_what_changes_in_a_space_that_could_not_be_opened_is_not_loaded_unseen(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = grown(engine, 80)
    ask = engine.ask

    async def failing(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, Extent):
            raise Fault(FaultReason.DISK_FAILED)
        return await ask(query)

    monkeypatch.setattr(engine, "ask", failing)

    async def scene() -> None:
        view.activateWindow()
        view.show_space(space, READING)
        await quiet(view)
        post = engine.spaces[space].history.run(79, 80)[0]
        engine.talk.change(space, post.id, edited_at=EPOCH)
        await quiet(view)
        assert texts(view) == []
        assert await looked_at(view) == []

    run(scene())


@pytest.mark.parametrize("place", [1_990, 500])
def test_who_goes_on_while_a_place_is_not_ready_ends_where_they_went_last(
    run: Run[Any], view: TimelineView, engine: FakeEngine, place: int
) -> None:
    space = grown(engine, 2_000)

    async def scene() -> None:
        await opened(view, space)
        held = Held(view)
        view.show_post(order_at(engine, space, 900))
        await held.is_ahead.wait()
        view.show_post(order_at(engine, space, place))
        held.go_on.set()
        await quiet(view)
        assert f"post {place}" in texts(view)
        view.show_post(order_at(engine, space, 900))
        view.to_end()
        await quiet(view)
        assert texts(view)[-1] == "post 1999"

    run(scene())


def test_from_the_end_home_and_end_at_once_end_at_the_end(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 2_000))
        held = Held(view)
        QTest.keyClick(view, Qt.Key.Key_Home)
        await held.is_ahead.wait()
        QTest.keyClick(view, Qt.Key.Key_End)
        held.go_on.set()
        await quiet(view)

    run(scene())
    assert texts(view)[-1] == "post 1999"
    assert view.anchor.stuck


@pytest.mark.parametrize("way", ["the end", "the beginning"])
def test_a_post_that_was_not_waited_for_is_not_meant_any_more(
    run: Run[Any], view: TimelineView, engine: FakeEngine, way: str
) -> None:
    space = grown(engine, 2_000)

    async def scene() -> None:
        await opened(view, space)
        view.show_post(order_at(engine, space, 900))
        WAYS[way](view, engine, space, space)
        await quiet(view)
        dragged(view, 900)
        await quiet(view)

    run(scene())
    assert texts(view)[0] == "post 900"
    assert view.marking.flashed is None


def dragged(view: TimelineView, rank: int) -> None:
    view.verticalScrollBar().setSliderDown(True)
    view.verticalScrollBar().setSliderPosition(rank)


WAYS: dict[str, Callable[[TimelineView, FakeEngine, SpaceId, SpaceId], None]] = {
    "another space": lambda view, _engine, _space, other: view.show_space(other, READING),
    "a loaded post": lambda view, engine, space, _: view.show_post(order_at(engine, space, 1_950)),
    "a far post": lambda view, engine, space, _: view.show_post(order_at(engine, space, 500)),
    "the end": lambda view, _engine, _space, _other: view.to_end(),
    "a rank": lambda view, _engine, _space, _other: dragged(view, 1_950),
    "the beginning": lambda view, _engine, _space, _other: view.to_beginning(),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_was_gone_to_must_be_in_sight_for_a_moment_of_its_own(
    run: Run[Any], view: TimelineView, engine: FakeEngine, way: str
) -> None:
    space, other = grown(engine, 2_000), boats(engine)
    timer, left = view._seen_timer, list[int]()

    async def scene() -> None:
        await opened(view, space)
        view.scroll_by(-900)
        await quiet(view)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.start(LONG_MS)
        await until(lambda: timer.remainingTime() < LONG_MS - A_WHILE_MS)
        view.settled.connect(lambda: left.append(timer.remainingTime()))
        WAYS[way](view, engine, space, other)
        await quiet(view)

    run(scene())
    assert max(left) > LONG_MS - A_WHILE_MS


def test_how_long_the_place_before_was_in_sight_counts_for_no_place_that_comes_later(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space, timer = grown(engine, 2_000), view._seen_timer

    async def scene() -> None:
        await opened(view, space)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        held = Held(view)
        view.show_post(order_at(engine, space, 900))
        await held.is_ahead.wait()
        view.scroll_by(-40)
        timer.start(LONG_MS)
        await until(lambda: timer.remainingTime() < LONG_MS - A_WHILE_MS)
        held.go_on.set()
        left: list[int] = []
        view.settled.connect(lambda: left.append(timer.remainingTime()))
        await quiet(view)
        assert "post 900" in texts(view)
        assert max(left) > LONG_MS - A_WHILE_MS

    run(scene())


def under_way(view: TimelineView) -> tuple[bool, bool]:
    return view.glide.is_moving, view._seen_timer.isActive()


def test_where_nothing_is_shown_nothing_glides_on_and_nothing_is_about_to_count_as_seen(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 400))
        view.glide.push(-2_000)
        assert under_way(view) == (True, True)
        view.show_nothing()
        assert under_way(view) == (False, False)

    run(scene())
