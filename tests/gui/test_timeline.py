"""The timeline over an engine: it opens, follows, stays, jumps, and holds a million posts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.ids import OrderKey
from engine.model.queries import Query, Timeline
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, EndlessHistory, Said, order_of
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import (
    MOSS,
    READING,
    grown,
    opened,
    quiet,
    shown,
    texts,
)
from ui.timeline.laying.shelf import ROWS_KEPT_MAX
from ui.timeline.loading.run import RUN_POSTS_MAX
from ui.timeline.view import TimelineView


def test_it_opens_at_the_end_where_all_was_read(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 80)))
    assert texts(view)[-1] == "post 79"
    assert view.anchor.stuck


def test_it_opens_at_the_first_unread_post_with_the_line_above(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 300)
    engine.spaces[space].read_up_to = engine.spaces[space].history.run(99, 100)[0].order
    run(opened(view, space))
    assert "post 100" in texts(view)
    index = [entry.post.text for entry in view.source.run.entries].index("post 100")
    assert view.row(index).shape.unread
    assert not view.anchor.stuck


def test_it_opens_again_where_it_was_left(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    first, other = grown(engine, 300), grown(engine, 10)

    async def scene() -> tuple[str, str]:
        await opened(view, first)
        view.scroll_by(-3_000)
        await quiet(view)
        left = texts(view)[0]
        await opened(view, other)
        await opened(view, first)
        return left, texts(view)[0]

    left, found = run(scene())
    assert left == found


def test_at_the_end_a_new_post_comes_into_sight_by_itself(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)

    async def scene() -> None:
        await opened(view, space)
        engine.receive(space, Said("hello", EPOCH * 2, MOSS))
        await until(lambda: len(view.source.run) == 81)

    run(scene())
    assert texts(view)[-1] == "hello"


def test_away_from_the_end_a_new_post_is_counted_and_moves_nothing(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 80)

    async def scene() -> tuple[dict[str, float], dict[str, float]]:
        await opened(view, space)
        view.scroll_by(-700)
        before = shown(view)
        engine.receive(space, Said("hello", EPOCH * 2, MOSS))
        await until(lambda: len(view.source.run) == 81)
        return before, shown(view)

    before, after = run(scene())
    assert before == after
    assert view.newcomers.count == 1
    view.to_end()
    assert view.newcomers.count == 0
    assert texts(view)[-1] == "hello"


@pytest.mark.parametrize("height", [5, 30, 50])
def test_posts_that_arrive_above_do_not_move_what_is_seen(
    run: Run[Any], view: TimelineView, engine: FakeEngine, height: int
) -> None:
    space = grown(engine, 80)
    older: list[object] = []
    view.newcomers.older_arrived.connect(older.append)

    async def scene() -> tuple[dict[str, float], dict[str, float]]:
        await opened(view, space)
        view.scroll_by(-700)
        before = shown(view)
        late = (Said(f"late {n}", EPOCH + height * 400 + 1, MOSS) for n in range(9))
        engine.receive(space, *late, height=height)
        await until(lambda: len(view.source.run) == 89)
        return before, shown(view)

    before, after = run(scene())
    still = before.keys() & after.keys()
    assert len(still) >= len(before) - 1
    assert {text: after[text] for text in still} == pytest.approx(
        {text: before[text] for text in still}, abs=1.0
    )
    assert older


def test_a_million_posts_open_scroll_and_jump_with_little_kept(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    count = 1_000_000
    space = engine.add_space("Long", EndlessHistory(count))
    engine.spaces[space].read_up_to = order_of(count, b"")

    async def scene() -> None:
        await opened(view, space)
        assert texts(view)[-1].startswith("Post number 999999.")
        for _page in range(40):
            QTest.keyClick(view, Qt.Key.Key_PageUp)
            await quiet(view)
        view._go_to_rank(400_000)
        await quiet(view)
        assert texts(view)[0].startswith("Post number 400000.")
        QTest.keyClick(view, Qt.Key.Key_Home)
        await quiet(view)
        assert texts(view)[0].startswith("Post number 0.")
        QTest.keyClick(view, Qt.Key.Key_End)
        await quiet(view)
        assert texts(view)[-1].startswith("Post number 999999.")

    run(scene())
    assert len(view.source.run) <= RUN_POSTS_MAX
    assert len(view._shelf) <= ROWS_KEPT_MAX
    assert view.verticalScrollBar().maximum() > 999_900
    limits = [query.limit for query in engine.asked if isinstance(query, Timeline)]
    assert max(limits) <= RUN_POSTS_MAX


def test_painting_asks_nothing(run: Run[Any], view: TimelineView, engine: FakeEngine) -> None:
    run(opened(view, grown(engine, 300)))
    asked = len(engine.asked)
    view.grab()
    assert len(engine.asked) == asked


def test_a_page_turned_keeps_two_lines_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> tuple[list[str], list[str]]:
        await opened(view, grown(engine, 300))
        before = texts(view)
        QTest.keyClick(view, Qt.Key.Key_PageUp)
        return before, texts(view)

    before, after = run(scene())
    assert set(before) & set(after)
    assert before[0] == after[-1] or before[1] == after[-1]


def test_a_wheel_notch_moves_it_and_comes_to_rest(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 300))
        at = QPointF(100, 100)
        event = QWheelEvent(
            at,
            at,
            QPoint(),
            QPoint(0, 360),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,  # noqa: FBT003 - Qt's own constructor
        )
        QApplication.sendEvent(view.viewport(), event)
        await until(lambda: not view.glide._timer.isActive())

    run(scene())
    assert not view.anchor.stuck


def test_it_tells_what_was_seen_once_it_is_in_front(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 5)
    told: list[OrderKey] = []
    view.seen.connect(lambda newest, _oldest: told.append(newest))

    async def scene() -> None:
        view.activateWindow()
        await until(view.isActiveWindow)
        await opened(view, space)
        await until(lambda: bool(told))

    run(scene())
    assert told[-1] == engine.spaces[space].history.run(4, 5)[0].order


def test_leaving_a_space_while_it_loads_shows_the_other(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    first, other = grown(engine, 300), grown(engine, 3)

    async def scene() -> None:
        view.show_space(first, READING)
        await opened(view, other)
        await quiet(view)

    run(scene())
    assert len(view.source.run) == 3


def test_a_post_that_arrives_while_a_space_is_being_opened_is_not_lost(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 30)

    async def scene() -> None:
        view.show_space(space, READING)
        await until(lambda: len(engine.asked) >= 2)
        engine.receive(space, Said("in between", EPOCH * 2, MOSS))
        await until(lambda: texts(view)[-1:] == ["in between"])

    run(scene())


def test_a_post_that_arrives_while_the_answer_without_it_is_on_its_way_is_not_lost(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = grown(engine, 5)
    ask, answered, go_on = engine.ask, asyncio.Event(), asyncio.Event()

    async def slow(query: Query[Any]) -> Any:  # Any: what it answers
        answer = await ask(query)
        if isinstance(query, Timeline) and not answered.is_set():
            answered.set()
            await go_on.wait()
        return answer

    monkeypatch.setattr(engine, "ask", slow)

    async def scene() -> None:
        told: list[object] = []
        view.source.bridge.posts_arrived.connect(told.append)
        view.show_space(space, READING)
        await answered.wait()
        engine.receive(space, Said("meanwhile", EPOCH + 9_000, MOSS))
        await until(lambda: bool(told))
        go_on.set()
        await until(lambda: view.source.is_open)
        await quiet(view)

    run(scene())
    assert texts(view)[-1] == "meanwhile"


def test_the_scroll_bar_counts_posts_and_takes_one_anywhere(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Long", EndlessHistory(10_000))
    engine.spaces[space].read_up_to = order_of(10_000, b"")

    async def scene() -> None:
        await opened(view, space)
        bar = view.verticalScrollBar()
        assert bar.value() == bar.maximum()
        bar.setSliderDown(True)
        bar.setSliderPosition(2_500)
        await quiet(view)
        bar.setSliderDown(False)
        assert view.source.run.before + view.anchor.index == 2_500

    run(scene())


def test_a_window_that_leaves_it_no_height_at_all_keeps_its_place(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 60))
        view.to_beginning()
        await quiet(view)
        view.resize(640, 0)
        view.scroll_by(0)
        view.resize(640, 480)
        await quiet(view)

    run(scene())
    assert view.anchor.index == 0
    assert not view.anchor.stuck
