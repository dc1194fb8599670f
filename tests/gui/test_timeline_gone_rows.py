"""Where the keyboard's row goes, the next message is the keyboard's, until it is back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason
from engine.model.commands import HidePost
from engine.model.ids import PostKind, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
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
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.timeline.view import TimelineView

UP, DOWN, DELETE = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Delete
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
WORDS = ("one", "two", "three", "four", "five", "six")


def texts(view: TimelineView) -> list[str]:
    return [entry.post.text for entry in view.source.run.entries if entry.post.text]


def focus(view: TimelineView, text: str) -> None:
    view.setFocus()
    orders = {entry.post.text: entry.post.order for entry in view.source.run.entries}
    view.marking.focus(orders[text])


def focused(view: TimelineView) -> str | None:
    place = view.focused_place()
    return None if place is None else view.source.run.entries[place].post.text


@pytest.fixture
def garden(run: Run[Any], window: MainWindow, engine: FakeEngine) -> TimelineView:
    """Six messages, all in sight."""
    channel(engine, "Garden", *WORDS)
    run(started(window))
    return window.pages.channel.timeline


@pytest.mark.parametrize(
    ("begun", "left", "reached"),
    [("two", ["one", "five", "six"], "five"), ("five", ["one", "two", "three"], "three")],
)
def test_delete_pressed_three_times_takes_away_three_messages(
    run: Run[Any],
    window: MainWindow,
    garden: TimelineView,
    begun: str,
    left: list[str],
    reached: str,
) -> None:
    async def scene() -> None:
        focus(garden, begun)
        for _ in range(3):
            QTest.keyClick(garden, DELETE)
        await until(lambda: texts(garden) == left)
        await settled(window)

    run(scene())
    assert focused(garden) == reached


def test_arrows_go_on_from_where_the_message_was(
    run: Run[Any], window: MainWindow, garden: TimelineView
) -> None:
    async def scene() -> None:
        focus(garden, "three")
        QTest.keyClick(garden, DELETE)
        await until(lambda: "three" not in texts(garden))
        await settled(window)
        assert focused(garden) == "four"
        QTest.keyClick(garden, DOWN)
        assert focused(garden) == "five"

    run(scene())


def test_with_the_message_the_keyboards_row_is_back(
    run: Run[Any], window: MainWindow, garden: TimelineView
) -> None:
    async def scene() -> None:
        focus(garden, "four")
        for _ in range(2):
            QTest.keyClick(garden, UP, SHIFT)
        QTest.keyClick(garden, DELETE)
        await until(lambda: texts(garden) == ["one", "five", "six"])
        await settled(window)
        assert focused(garden) == "five"
        QTest.keyClick(garden, Qt.Key.Key_Z, CTRL)
        await until(lambda: texts(garden) == list(WORDS))
        await settled(window)

    run(scene())
    assert focused(garden) == "two", "where the keys had come to"


def test_who_has_gone_on_since_stays_where_he_is(
    run: Run[Any], window: MainWindow, garden: TimelineView
) -> None:
    async def scene() -> None:
        focus(garden, "three")
        QTest.keyClick(garden, DELETE)
        await until(lambda: "three" not in texts(garden))
        await settled(window)
        QTest.keyClick(garden, DOWN)
        QTest.keyClick(garden, Qt.Key.Key_Z, CTRL)
        await until(lambda: texts(garden) == list(WORDS))
        await settled(window)

    run(scene())
    assert focused(garden) == "five"


def press_row(view: TimelineView, text: str) -> None:
    QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, point_in(view, text, 2))


@pytest.mark.parametrize(
    "come_again", [lambda view: QTest.keyClick(view, UP), lambda view: press_row(view, "four")]
)
def test_who_has_gone_on_and_comes_by_again_is_taken_nowhere(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    garden: TimelineView,
    come_again: Callable[[TimelineView], object],
) -> None:
    async def scene() -> None:
        focus(garden, "three")
        QTest.keyClick(garden, DELETE)
        await until(lambda: "three" not in texts(garden))
        await settled(window)
        QTest.keyClick(garden, DOWN)
        QTest.keyClick(garden, Qt.Key.Key_Z, CTRL)
        await until(lambda: texts(garden) == list(WORDS))
        await settled(window)
        come_again(garden)
        assert focused(garden) == "four"
        assert garden.source.space is not None
        engine.receive(garden.source.space, Said("seven", EPOCH + 60, JUNE))
        await until(lambda: "seven" in texts(garden))
        await settled(window)

    run(scene())
    assert focused(garden) == "four"


@pytest.mark.parametrize(("gone", "reached"), [("three", "four"), ("six", "five")])
def test_a_message_that_goes_by_other_means_leaves_its_row_to_the_next(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    garden: TimelineView,
    gone: str,
    reached: str,
) -> None:
    async def scene() -> None:
        focus(garden, gone)
        space = garden.source.space
        post = next(one.post for one in garden.source.run.entries if one.post.text == gone)
        assert space is not None
        await engine.perform(HidePost(space, post.id))
        await until(lambda: gone not in texts(garden))
        await settled(window)
        assert focused(garden) == reached
        await engine.perform(HidePost(space, post.id, hidden=False))
        await until(lambda: gone in texts(garden))
        await settled(window)

    run(scene())
    assert focused(garden) == gone


async def fail_to_delete(
    window: MainWindow, engine: FakeEngine, view: TimelineView, text: str
) -> None:
    focus(view, text)
    engine.next_failure = Fault(FaultReason.DISK_FULL)
    QTest.keyClick(view, DELETE)
    assert focused(view) != text
    await until(lambda: "disk" in window.toast.sentence.text())
    await settled(window)


def test_a_message_that_could_not_be_deleted_is_the_keyboards_again(
    run: Run[Any], window: MainWindow, engine: FakeEngine, garden: TimelineView
) -> None:
    async def scene() -> None:
        await fail_to_delete(window, engine, garden, "two")
        assert focused(garden) == "two"
        QTest.keyClick(garden, UP)
        QTest.keyClick(garden, DELETE)
        assert focused(garden) == "two", "it is passed over no more"
        await until(lambda: "one" not in texts(garden))
        await settled(window)
        QTest.keyClick(garden, Qt.Key.Key_Z, CTRL)
        await until(lambda: texts(garden) == list(WORDS))
        await settled(window)

    run(scene())
    assert focused(garden) == "one"


def test_one_that_could_not_be_deleted_is_no_way_back_from_the_next_that_was(
    run: Run[Any], window: MainWindow, engine: FakeEngine, garden: TimelineView
) -> None:
    async def scene() -> None:
        focus(garden, "two")
        engine.next_failure = Fault(FaultReason.DISK_FULL)
        for _ in range(2):
            QTest.keyClick(garden, DELETE)
        await until(lambda: texts(garden) == ["one", "two", "four", "five", "six"])
        await settled(window)
        assert focused(garden) == "four"
        QTest.keyClick(garden, Qt.Key.Key_Z, CTRL)
        await until(lambda: texts(garden) == list(WORDS))
        await settled(window)

    run(scene())
    assert focused(garden) == "three"


def with_a_join(engine: FakeEngine) -> SpaceId:
    space = engine.add_space("Garden")
    kinds = (PostKind.MESSAGE, PostKind.JOIN, PostKind.MESSAGE)
    engine.receive(
        space, *(Said(f"{n}", EPOCH + n, JUNE, kind=kind) for n, kind in enumerate(kinds))
    )
    read_all(engine, space)
    return space


def test_what_cannot_be_deleted_is_passed_over(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, with_a_join(engine)))
    focus(view, "0")
    QTest.keyClick(view, DELETE)
    assert focused(view) == "2"


def test_the_next_message_is_brought_into_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await opened(view, grown(engine, 100))
        view.to_beginning()
        await quiet(view)
        last = [place for place, top in view.in_sight() if view.ends_in_sight(place, top)][-1]
        focus(view, view.source.run.entries[last].post.text)
        QTest.keyClick(view, DELETE)
        assert view.focused_place() == last + 1
        top = dict(view.in_sight())[last + 1]
        assert view.ends_in_sight(last + 1, top)

    run(scene())
