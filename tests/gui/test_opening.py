"""What is shown while a profile takes its time to be opened."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from engine.model.queries import Identities
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled
from ui.main_window import before
from ui.main_window.before import Before
from ui.main_window.window import MainWindow
from ui.starting import opening
from ui.starting.opening import OpeningWindow, opened_in_sight


def windows() -> list[OpeningWindow]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, OpeningWindow)]


def test_what_is_opened_quickly_shows_nothing_and_comes_back(qapp: QApplication) -> None:
    seen: list[OpeningWindow] = []
    watching = QTimer(interval=1)
    watching.timeout.connect(lambda: seen.extend(windows()))
    watching.start()
    assert opened_in_sight(lambda _told: "open", FakeSettings()) == "open"
    watching.stop()
    assert not seen


def test_what_cannot_be_opened_raises_here(qapp: QApplication) -> None:
    def fail(_told: opening.Told) -> None:
        raise Fault(FaultReason.PROFILE_NEWER, "9")

    with pytest.raises(Fault):
        opened_in_sight(fail, FakeSettings())


def test_what_takes_long_says_so_and_what_is_being_done(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "SHOWN_AFTER_MS", 0)
    goes_on = threading.Event()
    said: list[tuple[str, int, int]] = []

    def slow(told: Callable[[int, int], object]) -> str:
        for done in range(3):
            told(done, 3)
            goes_on.wait()
            goes_on.clear()
        return "open"

    def look() -> None:
        for window in windows():
            if window.isVisible():
                bar = window.progress
                now = (window.words.text(), bar.value(), bar.maximum())
                if now not in said and "longer than usual" not in now[0]:  # before it is told
                    said.append(now)
                    goes_on.set()

    watching = QTimer(interval=1)
    watching.timeout.connect(look)
    watching.start()
    assert opened_in_sight(slow, FakeSettings()) == "open"
    watching.stop()
    assert [words.split(".")[0] for words, _, _ in said] == [
        "This version keeps its records in another form",
        "The copy is made",
        "The copy is made",
    ]
    assert ["step 1 of 2" in said[1][0], "step 2 of 2" in said[2][0]] == [True, True]
    assert [(value, most) for _, value, most in said[1:]] == [(1, 3), (2, 3)]
    assert not any(window.isVisible() for window in windows())


def test_an_engine_that_takes_its_time_is_waited_for_with_a_word(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel(engine, "Garden", "hello")
    answers = asyncio.Event()
    ask = engine.ask

    async def slow(query: Any) -> Any:  # Any: of any answer
        if isinstance(query, Identities):
            await answers.wait()
        return await ask(query)

    monkeypatch.setattr(engine, "ask", slow)
    shown = window.pages.stack.currentWidget()
    assert isinstance(shown, Before)

    async def scene() -> None:
        window.start()
        assert not shown.title.isVisible(), "at first nothing flashes"
        shown._slow.timeout.emit()
        assert shown.title.isVisible()
        assert not shown.words.isVisible()
        shown._long.timeout.emit()
        assert shown.words.isVisible()
        answers.set()
        await settled(window)
        await until(lambda: window.pages.shows_channel)

    run(scene())
    assert not shown._slow.isActive()
    assert not shown._long.isActive()


def test_the_word_fits_into_the_narrowest_window(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(420, 480)
    shown = window.pages.stack.currentWidget()
    assert isinstance(shown, Before)
    assert shown.width() >= before.WIDTH
