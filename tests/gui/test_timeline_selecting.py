"""What is selected of a timeline: over rows that are not loaded, with Shift, and by keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest

from engine.model.ids import SpaceId
from engine.model.queries import Members, Timeline
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, key_of
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import (
    JUNE,
    LEFT,
    NO_KEYS,
    grown,
    opened,
    point_in,
    quiet,
    read_all,
)
from ui.timeline.selecting import copying
from ui.timeline.selecting.selection import Selection
from ui.timeline.view import TimelineView

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down
HOME, END = Qt.Key.Key_Home, Qt.Key.Key_End
PAGE_UP, PAGE_DOWN = Qt.Key.Key_PageUp, Qt.Key.Key_PageDown


def clip() -> str:
    return QGuiApplication.clipboard().text()


async def copied(view: TimelineView) -> str:
    """What Ctrl+C says once all is here that is selected."""
    told: list[str] = []
    view.copying.done.connect(told.append)
    QTest.keyClick(view, Qt.Key.Key_C, CTRL)
    await until(lambda: bool(told))
    return told[0]


def posts_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("post ")]


# ---- what is not loaded -------------------------------------------------------------------------


def test_all_of_a_long_timeline_is_copied_though_little_of_it_is_loaded(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> str:
        await opened(view, grown(engine, 1_200))
        assert view.source.run.before > 0
        QTest.keyClick(view, Qt.Key.Key_A, CTRL)
        return await copied(view)

    assert run(scene()) == "Copied 1,200 messages"
    assert posts_in(clip()) == [f"post {n}" for n in range(1_200)]


def test_members_are_asked_for_once_however_many_pages_are_copied(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGE_POSTS", 300)

    async def scene() -> None:
        space = grown(engine, 1_200)
        history = engine.spaces[space].history
        for post in history.run(0, len(history)):
            engine.talk.change(space, post.id, mentions=(key_of("somebody"),))
        await opened(view, space)
        engine.asked.clear()
        view.select_all()
        await copied(view)

    run(scene())
    assert sum(isinstance(query, Members) for query in engine.asked) == 1


def test_a_selection_begins_and_ends_within_posts_that_are_not_loaded_any_more(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 1_000))
        viewport = view.viewport()
        QTest.mouseClick(viewport, LEFT, NO_KEYS, point_in(view, "post 999", 4))
        view.to_beginning()
        await quiet(view)
        QTest.mouseClick(viewport, LEFT, SHIFT, point_in(view, "post 0", 5))
        view._go_to_rank(500)
        await quiet(view)
        assert await copied(view) == "Copied 1,000 messages"

    run(scene())
    lines = clip().splitlines()
    assert lines[1] == "0"
    assert lines[-1] == "post"
    assert posts_in(clip()) == [f"post {n}" for n in range(1, 999)]


def test_a_timeline_that_runs_from_the_newest_down_is_copied_as_it_runs(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        view.face(newest_first=True)
        await opened(view, grown(engine, 700))
        view.read_as(replace(view.reading, newest_first=True))
        view.select_all()
        await copied(view)

    run(scene())
    assert posts_in(clip()) == [f"post {n}" for n in reversed(range(700))]


def test_more_than_can_be_copied_is_cut_and_that_is_said(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGE_POSTS", 50)
    monkeypatch.setattr(copying, "POSTS_MAX", 120)

    async def scene() -> str:
        await opened(view, grown(engine, 300))
        view.select_all()
        return await copied(view)

    assert run(scene()) == "Copied the first 120 messages: more cannot be copied at once"
    assert posts_in(clip()) == [f"post {n}" for n in range(120)]


def test_long_texts_are_cut_sooner(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGE_POSTS", 10)
    monkeypatch.setattr(copying, "CHARACTERS_MAX", 200)

    async def scene() -> str:
        await opened(view, grown(engine, 300))
        view.select_all()
        return await copied(view)

    assert run(scene()) == "Copied the first 30 messages: more cannot be copied at once"


def test_what_is_copied_last_stays_on_the_clipboard(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 1_000))
        view.select_all()
        view.copy()
        engine.asked.clear()
        QTest.mouseDClick(view.viewport(), LEFT, NO_KEYS, point_in(view, "post 999", 6))
        view.copy()
        await until(lambda: sum(isinstance(one, Timeline) for one in engine.asked) > 1)
        await quiet(view)

    run(scene())
    assert clip() == "999"


def test_what_was_copied_before_does_not_begin_behind_what_is_copied_last(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 1_000))
        view.select_all()
        view.copy()  # no step of it is done yet
        view.pointer.select_word(point_in(view, "post 999", 6).toPointF())
        view.copy()
        await until(lambda: not view.source.bridge._tasks)

    run(scene())
    assert clip() == "999"


def test_what_is_loaded_is_copied_at_once_and_nothing_is_asked_for(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 20)))
    engine.asked.clear()
    view.select_all()
    view.copy()
    assert posts_in(clip()) == [f"post {n}" for n in range(20)]
    assert engine.asked == []


# ---- with Shift ---------------------------------------------------------------------------------


def test_shift_and_a_press_reach_from_the_last_press_to_here(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, *(Said(f"word {n} https://example.org", EPOCH + n, JUNE) for n in (1, 2)))
    read_all(engine, space)
    run(opened(view, space))
    pressed: list[str] = []
    view.wishes.open_link.connect(pressed.append)
    viewport = view.viewport()
    QTest.mouseClick(viewport, LEFT, NO_KEYS, point_in(view, "word 1", 5))
    QTest.mouseClick(viewport, LEFT, SHIFT, point_in(view, "word 2", 6))
    assert view.selected_text().splitlines()[1] == "1 https://example.org"
    assert view.selected_text().splitlines()[-1] == "word 2"
    QTest.mouseClick(viewport, LEFT, SHIFT, point_in(view, "word 1", 12))
    assert view.selected_text() == "1 https", "from the same place, and no link is pressed"
    assert pressed == []
    view.pointer.clear()
    QTest.mouseClick(viewport, LEFT, SHIFT, point_in(view, "word 2", 12))
    assert pressed == ["https://example.org"], "there was nothing to reach from"


def test_shift_and_arrows_select_rows_from_where_they_began(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 300)))
    view.setFocus()
    for key, keys, selected in (
        (UP, NO_KEYS, []),
        (UP, SHIFT, ["post 298", "post 299"]),
        (UP, SHIFT, ["post 297", "post 298", "post 299"]),
        (DOWN, SHIFT, ["post 298", "post 299"]),
        (UP, NO_KEYS, []),
        (DOWN, SHIFT, ["post 297", "post 298"]),
        (DOWN, SHIFT, ["post 297", "post 298", "post 299"]),
    ):
        QTest.keyClick(view, key, keys)
        assert posts_in(view.selected_text()) == selected
    node = QAccessible.queryAccessibleInterface(view)
    assert node is not None
    last = len(view.source.run) - 1
    told = [node.child(place).state().selected for place in (last - 3, last - 2, last)]
    assert told == [0, 1, 1]
    QTest.keyClick(view, Qt.Key.Key_C, CTRL)
    assert posts_in(clip()) == ["post 297", "post 298", "post 299"]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.selected_text() == ""


def test_shift_and_an_arrow_select_from_the_row_that_was_left_however_far_away(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> str:
        await opened(view, grown(engine, 1_000))
        view.setFocus()
        QTest.keyClick(view, UP)
        view.to_beginning()
        await quiet(view)
        QTest.keyClick(view, DOWN, SHIFT)
        return await copied(view)

    assert run(scene()) == "Copied 1,000 messages"


@pytest.mark.parametrize(("key", "count"), [(HOME, 1_000), (HOME, 100), (END, 1_000), (END, 100)])
def test_shift_and_home_or_end_select_all_that_is_beyond_be_it_loaded_or_not(
    run: Run[Any], view: TimelineView, engine: FakeEngine, key: Qt.Key, count: int
) -> None:
    """The row of the keys stands at the other end."""

    async def scene() -> None:
        await opened(view, grown(engine, count))
        view.setFocus()
        if key == END:
            view.to_beginning()
            await quiet(view)
        QTest.keyClick(view, UP if key == HOME else DOWN)
        QTest.keyClick(view, UP if key == HOME else DOWN)
        QTest.keyClick(view, key, SHIFT)
        QTest.keyClick(view, Qt.Key.Key_C, CTRL)
        await until(lambda: not view.source.bridge._tasks)

    run(scene())
    expected = range(count - 1) if key == HOME else range(1, count)
    assert posts_in(clip()) == [f"post {n}" for n in expected]


def test_shift_and_keys_far_and_near_go_on_with_the_same_selection(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 100)))
    view.setFocus()
    QTest.keyClick(view, UP)
    QTest.keyClick(view, UP)
    for key, first, last in ((HOME, 0, 98), (DOWN, 1, 98), (END, 98, 99), (UP, 98, 98)):
        QTest.keyClick(view, key, SHIFT)
        assert posts_in(view.selected_text()) == [f"post {n}" for n in range(first, last + 1)]


def test_shift_and_a_page_key_select_to_the_last_row_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 100)))
    view.setFocus()
    QTest.keyClick(view, PAGE_UP, SHIFT)
    whole = [index for index, top in view.in_sight() if view.ends_in_sight(index, top) and top >= 0]
    assert posts_in(view.selected_text()) == [f"post {n}" for n in range(whole[0], 100)]
    QTest.keyClick(view, PAGE_DOWN, SHIFT)
    assert posts_in(view.selected_text()) == ["post 99"]
    QTest.keyClick(view, PAGE_UP)
    assert posts_in(view.selected_text()) == []


# ---- texts that are longer than what is read of them --------------------------------------------

LINES = [f"line {n}" for n in range(9_000)]


def said(engine: FakeEngine, *said_texts: str) -> SpaceId:
    space = engine.add_space("Garden")
    engine.receive(space, *(Said(text, EPOCH + n, JUNE) for n, text in enumerate(said_texts)))
    read_all(engine, space)
    return space


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES),
        "\n\n".join(f"- **line {n}**" for n in range(9_000)),
        "word " * 50_000,
    ],
)
def test_a_long_message_is_copied_to_its_end_as_it_was_written(
    run: Run[Any], view: TimelineView, engine: FakeEngine, text: str
) -> None:
    run(opened(view, said(engine, text)))
    assert len(view.source.run.entries[-1].prose[0].text) < len(text), "it is not read whole"
    view.select_all()
    assert view.selected_text().endswith(text)


def test_a_long_message_that_is_not_loaded_is_copied_to_its_end(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        space = grown(engine, 500)
        engine.receive(space, Said("\n".join(LINES), EPOCH - 400, JUNE), height=1)
        read_all(engine, space)
        await opened(view, space)
        view.select_all()
        assert await copied(view) == "Copied 501 messages"

    run(scene())
    assert [line for line in clip().splitlines() if line.startswith("line ")] == LINES


@pytest.mark.parametrize("unfolded", [0, 2])
def test_from_within_a_long_message_all_that_follows_is_copied(
    run: Run[Any], view: TimelineView, engine: FakeEngine, unfolded: int
) -> None:
    async def scene() -> int:
        await opened(view, said(engine, "**Begin**\n" + "\n".join(LINES), "after"))
        place = len(view.source.run) - 2
        for _ in range(unfolded):
            view.show_more(place)
        await quiet(view)
        return place

    place = run(scene())
    orders = [entry.post.order for entry in view.source.run.entries]
    view.pointer.select(Selection((orders[place], 6), (orders[place + 1], 2)))
    lines = view.selected_text().splitlines()
    assert lines[1:-3] == LINES
    assert lines[-1] == "af"


def test_of_a_long_message_no_more_is_copied_than_is_selected(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, said(engine, "\n".join(LINES))))
    order = view.source.run.entries[-1].post.order
    view.pointer.select(Selection((order, 0), (order, 13)))
    assert view.selected_text() == "line 0\nline 1"
