"""What waits behind something else in the toast is said, one after the other, and each once; and
what was done one after the other can be taken back so, the last first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.look.theme import Theme
from ui.widgets.toast import BEHIND_MAX, Toast


@pytest.fixture
def toast(theme: Theme, qtbot: QtBot) -> Iterator[Toast]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    made = Toast(theme, window)
    window.show()
    yield made
    window.hide()  # it is there until here


def fail(toast: Toast, *sentences: str) -> None:
    for sentence in sentences:
        toast.say_behind("circle-alert", "danger", sentence)


def said_after(toast: Toast) -> list[str]:
    """All that is said once what is said now has gone."""
    said: list[str] = []
    while toast.isVisible():
        toast.hide()
        QApplication.processEvents()
        if toast.isVisible():
            said.append(toast.sentence.text())
    return said


def test_failures_behind_an_undo_are_all_said_in_their_order(toast: Toast) -> None:
    toast.say_undoable("Archived.", lambda: None)
    fail(toast, "A failed.", "B failed.")
    assert toast.sentence.text() == "Archived."
    assert said_after(toast) == ["A failed.", "B failed."]


def test_the_same_failure_is_said_once(toast: Toast) -> None:
    toast.say_undoable("Archived.", lambda: None)
    fail(toast, "A failed.", "B failed.", "A failed.")
    assert said_after(toast) == ["A failed.", "B failed."]


def test_a_failure_does_not_overtake_those_that_wait(toast: Toast) -> None:
    toast.say_undoable("Archived.", lambda: None)
    fail(toast, "A failed.", "B failed.")
    toast.hide()
    fail(toast, "C failed.")
    QApplication.processEvents()
    assert toast.sentence.text() == "A failed."
    assert said_after(toast) == ["B failed.", "C failed."]


def test_of_many_failures_the_latest_wait(toast: Toast) -> None:
    sentences = [f"{count} failed." for count in range(BEHIND_MAX + 1)]
    toast.say_undoable("Archived.", lambda: None)
    fail(toast, *sentences)
    assert said_after(toast) == sentences[1:]


def did(toast: Toast, *sentences: str) -> list[str]:
    """Which of them were taken back by now."""
    back: list[str] = []
    for sentence in sentences:
        toast.say_undoable(sentence, partial(back.append, sentence))
    return back


def test_what_was_done_twice_can_be_taken_back_twice(toast: Toast) -> None:
    back = did(toast, "One deleted.", "Other deleted.")
    toast.take_back()
    assert (back, toast.sentence.text()) == (["Other deleted."], "One deleted.")
    toast.action.click()
    assert back == ["Other deleted.", "One deleted."]
    assert toast.isHidden()
    toast.take_back()
    assert len(back) == 2


def test_what_the_toast_has_gone_of_is_done(toast: Toast) -> None:
    gone = did(toast, "One deleted.")
    toast.hide()
    back = did(toast, "Other deleted.")
    toast.take_back()
    assert toast.isHidden()
    assert (gone, back) == ([], ["Other deleted."])


def test_a_failure_is_said_once_nothing_is_offered_any_more(toast: Toast) -> None:
    did(toast, "One deleted.", "Other deleted.")
    fail(toast, "A failed.")
    toast.take_back()
    QApplication.processEvents()
    assert toast.sentence.text() == "One deleted."
    assert said_after(toast) == ["A failed."]
