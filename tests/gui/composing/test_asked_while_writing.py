"""A question that comes by itself takes nothing of what is being written, nor is answered by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent, QInputMethodQueryEvent
from PySide6.QtTest import QTest

from tests.gui.composing.desk import ENTER, ESCAPE, TAB, UP, Desk, names
from tests.gui.conftest import QUICK_MS, Run, until
from tests.gui.window_scene import dialog_of
from ui.attaching import attachments as limits
from ui.widgets import late_question
from ui.widgets.late_question import LateQuestion

NEVER_MS = 3_600_000


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """So large that it is asked about."""
    path = tmp_path / "film.bin"
    with path.open("wb") as file:
        file.truncate(limits.ASKED_ABOVE_BYTES + 1)
    return path


@pytest.fixture
def still_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause in which keys do not answer lasts for the whole test."""
    monkeypatch.setattr(late_question, "QUIET_MS", NEVER_MS)


@pytest.fixture
def at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is over soon."""
    monkeypatch.setattr(late_question, "QUIET_MS", QUICK_MS)


async def asked(desk: Desk, film: Path) -> LateQuestion:
    """The question, while "three" stands in the field."""
    await desk.opened()
    desk.composer.attach([film])
    desk.type("three")
    return await dialog_of(LateQuestion)


def press(question: LateQuestion, key: Qt.Key) -> None:
    """By whatever of it has the focus."""
    QTest.keyClick(question.focusWidget() or question, key)


@pytest.mark.usefixtures("still_writing")
def test_who_goes_on_writing_writes_into_the_field(run: Run[Any], desk: Desk, film: Path) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        for letter in " pics":
            QTest.keyClicks(question.focusWidget() or question, letter)
        assert question.isVisible()
        assert desk.text() == "three pics"
        desk.click(question.cancel)
        await desk.settled()

    run(scene())


@pytest.mark.usefixtures("still_writing")
def test_who_corrects_what_is_written_corrects_it(run: Run[Any], desk: Desk, film: Path) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        QTest.keyClicks(question, " teh")
        for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Backspace):
            press(question, key)
        QTest.keyClicks(question, "hx")
        press(question, Qt.Key.Key_Left)
        press(question, Qt.Key.Key_Shift)
        QTest.keyClicks(question, "E")
        press(question, Qt.Key.Key_Delete)
        assert desk.text() == "three thE"
        desk.click(question.cancel)
        await desk.settled()

    run(scene())


@pytest.mark.usefixtures("still_writing")
@pytest.mark.parametrize("key", [ENTER, UP])
def test_after_a_key_that_is_for_nobody_nothing_more_is_written(
    run: Run[Any], desk: Desk, film: Path, key: Qt.Key
) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        press(question, key)
        QTest.keyClicks(question, "four")
        press(question, Qt.Key.Key_Backspace)
        compose(question, "", "é")
        assert not takes_composed(question)
        assert desk.text() == "three"
        desk.click(question.cancel)
        await desk.settled()

    run(scene())


def compose(question: LateQuestion, composing: str, composed: str) -> None:
    event = QInputMethodEvent(composing, [])
    event.setCommitString(composed)
    QCoreApplication.sendEvent(question, event)


def takes_composed(question: LateQuestion) -> bool:
    """What the desktop asks whoever has the focus."""
    query = QInputMethodQueryEvent(Qt.InputMethodQuery.ImEnabled)
    QCoreApplication.sendEvent(question, query)
    return bool(query.value(Qt.InputMethodQuery.ImEnabled))


@pytest.mark.usefixtures("still_writing")
def test_a_letter_that_is_composed_is_written_too(run: Run[Any], desk: Desk, film: Path) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        assert takes_composed(question)
        question.quiet.stop()
        compose(question, "e", "")
        assert question.quiet.isActive()
        compose(question, "", "é")
        assert desk.text() == "threeé"
        desk.click(question.cancel)
        await desk.settled()

    run(scene())


@pytest.mark.usefixtures("still_writing")
@pytest.mark.parametrize("key", [ENTER, ESCAPE, TAB, UP])
def test_no_other_key_does_anything_meanwhile(
    run: Run[Any], desk: Desk, film: Path, key: Qt.Key
) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        before = question.focusWidget()
        press(question, key)
        assert question.isVisible()
        assert question.focusWidget() is before
        assert desk.text() == "three"
        assert desk.contents == []
        desk.click(question.cancel)
        await desk.settled()

    run(scene())


@pytest.mark.usefixtures("still_writing")
def test_each_key_makes_the_pause_begin_anew(run: Run[Any], desk: Desk, film: Path) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        question.quiet.stop()
        press(question, ENTER)
        assert question.quiet.isActive()
        desk.click(question.cancel)
        await desk.settled()

    run(scene())


@pytest.mark.usefixtures("still_writing")
def test_letters_press_no_button_of_the_window(run: Run[Any], desk: Desk, film: Path) -> None:
    pressed: list[object] = []
    desk.composer.face.emoji.pressed.connect(lambda: pressed.append(None))

    async def scene() -> None:
        question = await asked(desk, film)
        desk.composer.face.emoji.setFocus()
        press(question, Qt.Key.Key_Space)
        desk.click(question.cancel)
        await desk.settled()

    run(scene())
    assert not pressed


@pytest.mark.usefixtures("at_rest")
def test_after_a_pause_enter_does_what_does_no_harm(run: Run[Any], desk: Desk, film: Path) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        await until(lambda: question.focusWidget() is question.cancel)
        assert not question.proceed.isDefault()
        press(question, ENTER)
        await desk.settled()

    run(scene())
    assert names(desk) == []
    assert desk.text() == "three"


@pytest.mark.usefixtures("at_rest")
def test_after_a_pause_keys_alone_can_agree(run: Run[Any], desk: Desk, film: Path) -> None:
    async def scene() -> None:
        question = await asked(desk, film)
        await until(lambda: question.focusWidget() is question.cancel)
        while question.focusWidget() is not question.proceed:
            press(question, TAB)
        press(question, Qt.Key.Key_Space)
        await desk.settled()

    run(scene())
    assert names(desk) == ["film.bin"]
