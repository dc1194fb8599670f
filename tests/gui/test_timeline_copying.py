"""What is copied of a timeline and takes long: how far it is, and that it can be called off."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.copying_scene import copied_all, told_of
from tests.gui.timeline_scene import grown
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow
from ui.timeline.selecting import copying

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "PAGE_POSTS", 400)


def test_copying_that_takes_long_says_how_far_it_is(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    grown(engine, 1_000)

    async def scene() -> None:
        pages = await copied_all(window, engine)
        said = window.toast.sentence
        assert not window.toast.isVisible(), "it may not take long"
        await until(lambda: said.text() == "Copying 0 of 1,000 messages…")
        pages.let()
        await until(lambda: said.text() == "Copying 400 of 1,000 messages…")
        window.toast.time_is_over()
        assert window.toast.isVisible(), "it is still being copied"
        pages.let()
        await until(lambda: said.text() == "Copying 800 of 1,000 messages…")
        pages.let()
        await until(lambda: said.text() == "Copied 1,000 messages")

    run(scene())


def test_copying_can_be_called_off(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    grown(engine, 1_000)

    async def scene() -> int:
        pages = await told_of(window, engine)
        window.toast.action.click()
        pages.let()
        await settled(window)
        return pages.asked

    assert run(scene()) == 1, "no further page is asked for"
    assert QGuiApplication.clipboard().text() == "before"
    assert not window.toast.isVisible()


def test_of_copying_that_was_called_off_nothing_is_worked_out(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown(engine, 1_000)
    worked_out: list[bool] = []

    def selected_rows(*_of: object) -> list[object]:
        worked_out.append(True)
        return []

    async def scene() -> None:
        pages = await copied_all(window, engine)
        monkeypatch.setattr(copying, "selected_rows", selected_rows)
        window.pages.channel.timeline.copying.give_up()
        pages.let()
        await settled(window)

    run(scene())
    assert not worked_out


def test_what_else_is_copied_ends_what_is_on_its_way(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    grown(engine, 1_000)

    async def scene() -> None:
        pages = await told_of(window, engine)
        timeline = window.pages.channel.timeline
        timeline.pointer.clear()
        QTest.keyClick(timeline, Qt.Key.Key_Up)
        QTest.keyClick(timeline, Qt.Key.Key_C, CTRL)
        assert not window.toast.isVisible()
        pages.let()
        await settled(window)

    run(scene())
    assert QGuiApplication.clipboard().text() == "post 999"


def test_of_copying_that_fails_only_the_failure_is_said(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    grown(engine, 1_000)

    async def scene() -> None:
        pages = await told_of(window, engine)
        pages.failure = Fault(FaultReason.DISK_FULL)
        pages.let()
        await settled(window)

    run(scene())
    assert not window.toast.isVisible() or "Copying" not in window.toast.sentence.text()
    assert QGuiApplication.clipboard().text() == "before"


def test_who_closes_what_is_said_of_copying_hears_only_its_end(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    grown(engine, 1_000)

    async def scene() -> None:
        pages = await told_of(window, engine)
        window.toast.shut.click()
        pages.let()
        await until(lambda: pages.asked == 2)
        assert not window.toast.isVisible()
        pages.let()
        pages.let()
        await until(window.toast.isVisible)

    run(scene())
    assert window.toast.sentence.text() == "Copied 1,000 messages"


def test_a_failure_of_something_else_outlasts_copying(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    grown(engine, 1_000)

    async def scene() -> None:
        pages = await copied_all(window, engine)
        toast = window.toast
        await until(toast.isVisible)
        window._bridge.failed.emit(Fault(FaultReason.DISK_FULL))
        failure = toast.sentence.text()
        assert "Copying" not in failure
        for _ in range(3):
            pages.let()
        await settled(window)
        assert toast.isVisible()
        assert toast.sentence.text() == failure
        toast.time_is_over()
        await until(lambda: toast.sentence.text() == "Copied 1,000 messages")

    run(scene())


def test_copying_leaves_what_can_be_undone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    grown(engine, 1_000)
    undone: list[bool] = []

    async def scene() -> None:
        pages = await told_of(window, engine)
        window.toast.say_undoable("Deleted for you.", lambda: undone.append(True))
        for _ in range(3):
            pages.let()
        await settled(window)
        window.toast.take_back()

    run(scene())
    assert undone
