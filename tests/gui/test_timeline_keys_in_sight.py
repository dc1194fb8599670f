"""Keys act on a message in sight alone, and keys that go far take the keyboard's row with them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.queries import Query, Timeline
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import LEFT, MOSS, NO_KEYS, grown, opened, point_in, quiet
from ui.timeline.menu import PostMenu
from ui.timeline.view import TimelineView

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


def focused(view: TimelineView) -> str | None:
    """The text of the keyboard's row."""
    place = view.focused_place()
    return None if place is None else view.source.run.entries[place].post.text


def is_in_sight(view: TimelineView) -> bool:
    order = view.marking.focused
    return order is not None and not view.rect_of(order).isEmpty()


def press_menu_key(view: TimelineView) -> None:
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), asked)


def acts(view: TimelineView) -> list[str]:
    """What keys do from now on: which texts they delete, how many menus they open."""
    done: list[str] = []
    view.wishes.delete_for_us.connect(lambda posts: done.extend(post.text for post in posts))
    view._open_menu = lambda menu, at: done.append(  # type: ignore[method-assign]  # a popup would hold the test
        "menu" if isinstance(menu, PostMenu) else str(at)
    )
    return done


# ---- out of sight -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Return, Key.Key_Menu])
@pytest.mark.parametrize("count", [100, 1_000])
def test_a_key_brings_the_row_into_sight_before_it_acts_on_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine, key: Qt.Key, count: int
) -> None:
    async def press() -> None:
        if key == Key.Key_Menu:
            press_menu_key(view)
        else:
            QTest.keyClick(view, key)
        await quiet(view)

    async def scene() -> None:
        await opened(view, grown(engine, count))
        view.setFocus()
        QTest.keyClick(view, Key.Key_Up)
        row = focused(view)
        done = acts(view)
        view.to_beginning()
        await quiet(view)
        assert not is_in_sight(view)
        await press()
        assert done == []
        assert is_in_sight(view)
        assert focused(view) == row
        await press()
        assert done == [row if key == Key.Key_Delete else "menu"]

    run(scene())


def test_the_text_of_a_row_is_copied_once_it_is_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 100)))
    view.setFocus()
    QTest.keyClick(view, Key.Key_Up)
    view.to_beginning()
    QGuiApplication.clipboard().setText("before")
    QTest.keyClick(view, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "before"
    assert is_in_sight(view)
    QTest.keyClick(view, Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "post 99"


def test_a_row_that_only_peeps_in_is_not_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 100)))
    view.setFocus()
    QTest.keyClick(view, Key.Key_Up)
    order = view.marking.focused
    assert order is not None
    view.scroll_by(view.rect_of(order).top() - view.viewport_height() + 2)
    assert not view.rect_of(order).isEmpty()
    done = acts(view)
    QTest.keyClick(view, Key.Key_Delete)
    assert done == []
    assert view.rect_of(order).bottom() < view.viewport_height()


# ---- keys that go far ---------------------------------------------------------------------------


@pytest.mark.parametrize("count", [100, 1_000])
def test_home_and_end_take_the_keyboards_row_with_them(
    run: Run[Any],
    view: TimelineView,
    engine: FakeEngine,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
) -> None:
    space = grown(engine, count)

    async def scene() -> None:
        await opened(view, space)
        view.setFocus()
        told: list[int] = []
        monkeypatch.setattr(view.speaker, "tell_focus", told.append)
        QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, point_in(view, f"post {count - 2}", 2))
        QTest.keyClick(view, Key.Key_Home)
        await quiet(view)
        assert (focused(view), is_in_sight(view)) == ("post 0", True)
        assert told[-1] == 0
        QTest.keyClick(view, Key.Key_End)
        await quiet(view)
        assert (focused(view), is_in_sight(view)) == (f"post {count - 1}", True)
        assert told[-1] == len(view.source.run) - 1
        engine.receive(space, Said("hello", EPOCH * 2, MOSS))
        await until(lambda: view.source.run.entries[-1].post.text == "hello")
        assert view.anchor.stuck, "what comes in is followed still"
        assert focused(view) == f"post {count - 1}"

    run(scene())


def test_of_two_keys_that_go_far_the_last_one_has_the_row(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, asked, go_on = engine.ask, asyncio.Event(), asyncio.Event()

    async def slow(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, Timeline):
            asked.set()
            await go_on.wait()
        return await ask(query)

    async def scene() -> None:
        await opened(view, grown(engine, 1_000))
        view.setFocus()
        QTest.keyClick(view, Key.Key_Up)
        done = acts(view)
        monkeypatch.setattr(engine, "ask", slow)
        QTest.keyClick(view, Key.Key_Home)
        await asked.wait()
        QTest.keyClick(view, Key.Key_End)
        QTest.keyClick(view, Key.Key_Delete)
        assert done == [], "the row that is gone to is not there yet"
        go_on.set()
        await quiet(view)
        assert (focused(view), is_in_sight(view)) == ("post 999", True)

    run(scene())


def test_who_is_shown_another_message_meanwhile_has_no_row_where_nobody_goes(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 1_000)
    order = engine.spaces[space].history.run(500, 501)[0].order

    async def scene() -> None:
        await opened(view, space)
        view.setFocus()
        QTest.keyClick(view, Key.Key_Home)
        view.show_post(order)
        await quiet(view)
        assert view.marking.focused is None
        view.to_beginning()
        await quiet(view)
        assert view.marking.focused is None

    run(scene())


@pytest.mark.parametrize("key", [Key.Key_PageUp, Key.Key_PageDown])
def test_a_page_key_takes_the_keyboards_row_with_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine, key: Qt.Key
) -> None:
    run(opened(view, grown(engine, 100)))
    view.setFocus()
    if key == Key.Key_PageDown:
        view.to_beginning()
    QTest.keyClick(view, key)
    seen = view.in_sight()
    whole = [index for index, top in seen if view.ends_in_sight(index, top) and top >= 0]
    assert view.focused_place() == (whole[0] if key == Key.Key_PageUp else whole[-1])


@pytest.mark.parametrize("key", [Key.Key_PageUp, Key.Key_PageDown, Key.Key_Home, Key.Key_End])
def test_a_key_that_goes_far_without_shift_lets_go_of_what_keys_selected(
    run: Run[Any], view: TimelineView, engine: FakeEngine, key: Qt.Key
) -> None:
    run(opened(view, grown(engine, 100)))
    view.setFocus()
    for _ in range(2):
        QTest.keyClick(view, Key.Key_Up, SHIFT)
    assert view.selected_text()
    QTest.keyClick(view, key)
    assert view.pointer.selection is None
