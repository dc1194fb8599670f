"""What is asked before the window closes for good."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from tests.gui.window_scene import channel, dialog_of, settled, started
from ui.equipment import Equipment
from ui.languages import Languages
from ui.main_window.leaving import SETTING_TOLD_OF_END
from ui.main_window.window import MainWindow
from ui.reports.page import ReportPage
from ui.starting.showing import Showing
from ui.widgets.dialogs import Question


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    file = tmp_path / "letter.txt"
    file.write_text("dear all")
    return file


def words_of(question: Question) -> str:
    return " ".join(label.text() for label in question.findChildren(QLabel))


async def attached(window: MainWindow, letter: Path) -> None:
    composer = window.pages.channel.composer
    composer.attach([letter])
    await until(lambda: len(composer.attachments.waiting) == 1)
    await weighed(window)


async def weighed(window: MainWindow) -> None:
    await settled(window)
    weighing = window.pages.channel.composer.fitting.weighing
    await until(lambda: not weighing.is_pending)
    await settled(window)


@pytest.fixture
def ended(window: MainWindow) -> list[bool]:
    told: list[bool] = []
    window.ended.connect(lambda: told.append(True))
    return told


@pytest.mark.parametrize("by_key", [True, False])
def test_files_that_wait_are_asked_about_before_the_window_closes(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    ended: list[bool],
    letter: Path,
    *,
    by_key: bool,
) -> None:
    channel(engine, "Garden", "hello")

    def close() -> None:
        if by_key:
            QTest.keyClick(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
        else:
            window.close()

    async def scene() -> None:
        window.show()
        await started(window)
        await attached(window, letter)
        close()
        question = await dialog_of(Question)
        assert "1 file is attached and not sent" in words_of(question)
        close()  # once more, out of impatience: one question is enough
        question.reject()
        await settled(window)
        assert window.isVisible()
        assert not ended
        assert len(window.pages.channel.composer.attachments.waiting) == 1
        close()
        (await dialog_of(Question)).accept()
        await until(lambda: bool(ended))

    run(scene())


def test_a_report_that_is_being_made_is_asked_about(
    run: Run[Any],
    qapp: QApplication,
    equipment: Equipment,
    engine: FakeEngine,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    space = channel(engine, "Garden", "hello")
    reports = FakeReports()
    window = MainWindow(qapp, replace(equipment, reports=reports), lambda _address: None)
    qtbot.addWidget(window)
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def scene() -> None:
        window.show()
        await started(window)
        window.occasions.report(engine.view(space))
        page = window.pages.stack.currentWidget()
        assert isinstance(page, ReportPage)
        await until(lambda: bool(page.asking.spaces))
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        window.close()
        question = await dialog_of(Question)
        assert "nothing of it kept" in words_of(question)
        question.reject()
        await until(lambda: not question.isVisible())
        assert not ended
        assert page.is_making
        window.close()
        (await dialog_of(Question)).accept()
        await until(lambda: bool(ended))
        assert not page.is_making

    run(scene())


def test_files_of_a_channel_that_is_not_open_are_asked_about_too(
    run: Run[Any], window: MainWindow, engine: FakeEngine, ended: list[bool], letter: Path
) -> None:
    channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")

    async def scene() -> None:
        window.show()
        await started(window)
        await attached(window, letter)
        window.open_space(boats)
        await settled(window)
        window.close()
        (await dialog_of(Question)).accept()
        await until(lambda: bool(ended))

    run(scene())


def test_without_a_tray_the_first_closing_says_what_it_means_and_the_next_does_not(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    channel(engine, "Garden", "hello")
    settings.store_text(SETTING_TOLD_OF_END, "")
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def scene() -> None:
        window.show()
        await started(window)
        window.close()
        question = await dialog_of(Question)
        assert "nothing arrives" in words_of(question)
        question.reject()
        await settled(window)
        assert not ended
        window.close()
        (await dialog_of(Question)).accept()
        await until(lambda: bool(ended))

    run(scene())
    assert settings.texts[SETTING_TOLD_OF_END] == "yes"


def test_who_has_nothing_that_could_arrive_is_asked_nothing(
    run: Run[Any], window: MainWindow
) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def scene() -> None:
        window.show()
        await started(window)
        window.close()

    run(scene())
    assert ended


def test_files_that_wait_go_over_into_the_window_of_another_language(
    run: Run[Any],
    qapp: QApplication,
    equipment: Equipment,
    engine: FakeEngine,
    letter: Path,
) -> None:
    space = channel(engine, "Garden", "Hello.")
    languages = Languages(qapp)
    showing = Showing(qapp, equipment, languages, lambda _address: None, lambda _window: None)
    first = showing.window

    async def scene() -> None:
        first.show()
        await started(first)
        await attached(first, letter)
        equipment.choices.choose_language("de")
        await until(lambda: showing.window is not first)
        await weighed(showing.window)

    try:
        run(scene())
        composer = showing.window.pages.channel.composer
        assert showing.window.pages.channel.space == space
        assert [one.attachment.name for one in composer.attachments.waiting] == ["letter.txt"]
        assert len(composer.face.chips.chips) == 1
    finally:
        languages.speak("en")
        showing.window.quit()
        run(showing.close())
