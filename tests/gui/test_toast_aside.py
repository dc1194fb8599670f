"""How far something has come is said while nothing else is, and so that it can be called off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.look.theme import Theme
from ui.widgets import toast as toasts
from ui.widgets.toast import Toast

LEFT = Qt.MouseButton.LeftButton


class Work:
    """Something that takes long and is told in ``toast``."""

    def __init__(self, toast: Toast) -> None:
        self.toast = toast
        self.is_called_off = False

    def come(self, count: int) -> None:
        self.toast.say_going_on(f"{count} of 9", self._call_off)

    def end(self) -> None:
        self.toast.say_going_on("", self._call_off)

    def _call_off(self) -> None:
        self.is_called_off = True


@pytest.fixture
def toast(theme: Theme, qtbot: QtBot) -> Iterator[Toast]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    made = Toast(theme, window)
    window.show()
    window.activateWindow()
    yield made
    window.hide()  # it is there until here


@pytest.fixture
def work(toast: Toast) -> Work:
    return Work(toast)


def test_a_failure_is_not_overwritten_by_what_goes_on_nor_by_what_came_of_it(
    toast: Toast, work: Work, qtbot: QtBot
) -> None:
    work.come(1)
    toast.say_behind("circle-alert", "danger", "The disk is full.")
    work.come(2)
    assert toast.sentence.text() == "The disk is full."
    work.end()
    toast.say_outcome("All 9 came")
    assert toast.sentence.text() == "The disk is full."
    assert toast.isVisible()
    toast.hide()
    qtbot.waitUntil(toast.isVisible)
    assert toast.sentence.text() == "All 9 came"


def test_a_failure_that_waits_is_said_before_what_goes_on(
    toast: Toast, work: Work, qtbot: QtBot
) -> None:
    toast.say_undoable("Pinned.", lambda: None)
    toast.say_behind("circle-alert", "danger", "The disk is full.")
    toast.hide()
    work.come(1)
    qtbot.waitUntil(toast.isVisible)
    assert toast.sentence.text() == "The disk is full."


def test_what_goes_on_is_said_again_once_nothing_else_is(
    toast: Toast, work: Work, qtbot: QtBot
) -> None:
    work.come(1)
    toast.say("check", "ok", "Pinned.")
    toast.hide()
    qtbot.waitUntil(toast.isVisible)
    assert toast.sentence.text() == "1 of 9"
    assert toast.action.isVisible()


def test_what_goes_on_and_its_end_leave_an_undo_alone(toast: Toast, work: Work) -> None:
    undone: list[str] = []
    toast.say_undoable("Pinned.", lambda: undone.append("pin"))
    work.come(1)
    assert toast.action.text() == "Undo"
    work.end()
    toast.say_outcome("All 9 came")
    assert toast.action.isVisible()
    toast.take_back()
    assert undone == ["pin"]


def test_what_came_of_it_is_not_told_once_something_else_begins(toast: Toast, work: Work) -> None:
    toast.say("check", "ok", "Pinned.")
    toast.say_outcome("All 9 came")
    work.end()
    toast.hide()
    QApplication.processEvents()
    assert not toast.isVisible()


def test_what_came_of_it_takes_the_place_of_what_came_before(toast: Toast) -> None:
    toast.say_outcome("All 9 came")
    toast.say_outcome("All 8 came")
    assert toast.sentence.text() == "All 8 came"


def test_who_closed_it_is_not_told_again_whatever_else_is_said(toast: Toast, work: Work) -> None:
    work.come(1)
    toast.shut.click()
    toast.say("check", "ok", "Pinned.")
    work.come(2)
    assert toast.sentence.text() == "Pinned."
    toast.hide()
    QApplication.processEvents()
    work.come(3)
    assert not toast.isVisible()
    work.end()
    work.come(1)
    assert toast.isVisible(), "that is of something new"


def test_cancel_can_be_pressed_while_it_goes_on(toast: Toast, work: Work) -> None:
    work.come(1)
    toast.action.setFocus()
    assert toast.window().focusWidget() is toast.action
    QTest.mousePress(toast.action, LEFT)
    work.come(2)
    assert toast.sentence.text() == "2 of 9"
    assert toast.accessibleName() == "2 of 9"
    assert toast.window().focusWidget() is toast.action
    QTest.mouseRelease(toast.action, LEFT)
    assert work.is_called_off
    assert not toast.isVisible()


def test_only_that_it_began_is_read_aloud(
    toast: Toast, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(toasts, "announce", lambda _widget, words: spoken.append(words))
    work.come(1)
    work.come(2)
    assert spoken == ["1 of 9"]


def test_cancel_calls_off_what_is_told_and_not_what_was_told_before(
    toast: Toast, work: Work
) -> None:
    other = Work(toast)
    work.come(1)
    other.come(2)
    toast.action.click()
    assert (work.is_called_off, other.is_called_off) == (False, True)


def test_the_end_of_something_else_leaves_what_goes_on(toast: Toast, work: Work) -> None:
    other = Work(toast)
    work.come(1)
    other.come(2)
    work.end()
    assert toast.isVisible()
    assert toast.sentence.text() == "2 of 9"


def test_who_closed_one_is_told_of_another(toast: Toast, work: Work) -> None:
    work.come(1)
    toast.shut.click()
    other = Work(toast)
    other.come(2)
    assert toast.isVisible()
    other.end()
    work.come(3)
    assert not toast.isVisible(), "that was closed"
