"""The message that the mouse has pressed is the one that keys act on."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QFocusEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.timeline_scene import LEFT, NO_KEYS, grown, opened, point_in
from ui.timeline.menu import PostMenu
from ui.timeline.view import TimelineView

RIGHT = Qt.MouseButton.RightButton
Reason = Qt.FocusReason


def press(view: TimelineView, text: str, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(view.viewport(), button, NO_KEYS, point_in(view, text, 2))


def lose_focus(view: TimelineView, reason: Qt.FocusReason) -> None:
    QApplication.sendEvent(view, QFocusEvent(QFocusEvent.Type.FocusOut, reason))


@pytest.fixture
def garden(run: Run[Any], view: TimelineView, engine: FakeEngine) -> TimelineView:
    """Five posts, all in sight."""
    run(opened(view, grown(engine, 5)))
    view.setFocus()
    return view


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_delete_takes_away_the_message_that_was_pressed(
    garden: TimelineView, button: Qt.MouseButton
) -> None:
    gone: list[str] = []
    garden.wishes.delete_for_us.connect(lambda posts: gone.extend(post.text for post in posts))
    press(garden, "post 3", button)
    QTest.keyClick(garden, Qt.Key.Key_Delete)
    assert gone == ["post 3"]


def test_the_menu_key_opens_the_menu_of_the_message_that_was_pressed(
    garden: TimelineView,
) -> None:
    press(garden, "post 3")
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(garden.viewport(), asked)
    (menu,) = [one for one in garden.findChildren(PostMenu) if one.isVisible()]
    next(action for action in menu.actions() if action.text() == "Copy message").trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "post 3"


def test_arrows_go_on_from_the_message_that_was_pressed(garden: TimelineView) -> None:
    press(garden, "post 3")
    pressed = garden.focused_place()
    assert pressed is not None
    QTest.keyClick(garden, Qt.Key.Key_Up)
    assert garden.focused_place() == pressed - 1


def test_a_ring_is_for_the_keyboard_alone(garden: TimelineView) -> None:
    def is_ringed() -> bool:
        return garden.marking.is_ringed

    press(garden, "post 3")
    assert not is_ringed()
    QTest.keyClick(garden, Qt.Key.Key_Up)
    assert is_ringed()
    press(garden, "post 2")
    assert not is_ringed()


def test_a_press_beside_all_messages_lets_go_of_the_keyboards_row(garden: TimelineView) -> None:
    press(garden, "post 3")
    assert garden.focused_place() is not None
    below = QPoint(5, garden.viewport().height() - 2)
    QTest.mouseClick(garden.viewport(), LEFT, NO_KEYS, below)
    assert garden.focused_place() is None


@pytest.mark.parametrize(
    ("reason", "stays"),
    [(Reason.PopupFocusReason, True), (Reason.ActiveWindowFocusReason, True)]
    + [(reason, False) for reason in (Reason.TabFocusReason, Reason.MouseFocusReason)],
)
def test_a_pressed_message_is_let_go_of_once_another_part_has_the_keys(
    garden: TimelineView, reason: Qt.FocusReason, *, stays: bool
) -> None:
    press(garden, "post 3")
    lose_focus(garden, reason)
    assert (garden.focused_place() is not None) is stays


def test_the_keyboards_own_row_stays_though_another_part_has_the_keys(
    garden: TimelineView,
) -> None:
    QTest.keyClick(garden, Qt.Key.Key_Up)
    lose_focus(garden, Reason.TabFocusReason)
    assert garden.focused_place() is not None


def test_a_pressed_message_that_is_out_of_sight_is_not_acted_on(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 60)))
    view.setFocus()
    gone: list[object] = []
    view.wishes.delete_for_us.connect(gone.append)
    press(view, "post 59")
    view.scroll_by(-2 * view.viewport_height())
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert gone == [], "nobody sees what would go"
    view.to_end()
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert len(gone) == 1


def test_shift_and_an_arrow_do_not_begin_at_a_pressed_message_that_is_out_of_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 60)))
    view.setFocus()
    gone: list[str] = []
    view.wishes.delete_for_us.connect(lambda posts: gone.extend(post.text for post in posts))
    press(view, "post 59")
    view.scroll_by(-2 * view.viewport_height())
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    reached = view.focused_place()
    assert reached is not None
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert gone == [view.source.run.entries[reached].post.text]


def test_screen_readers_are_told_which_message_was_pressed(garden: TimelineView) -> None:
    press(garden, "post 3")
    place = garden.focused_place()
    assert place is not None
    node = QAccessible.queryAccessibleInterface(garden)
    assert node is not None
    assert node.child(place).state().focused == 1
