"""A report goes on while something else is looked at; it is found again, and told of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from tests.gui.window_scene import CTRL, ENTER, channel, dialog_of, started
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.report_service import NoReport
from ui.reports.page import ReportPage
from ui.switching.switcher import Switcher


@pytest.fixture
def reports() -> FakeReports:
    return FakeReports()


@pytest.fixture
def space(engine: FakeEngine) -> SpaceId:
    return channel(engine, "Garden", "hello")


@pytest.fixture
def window(
    qtbot: QtBot, qapp: QApplication, equipment: Equipment, reports: FakeReports, space: SpaceId
) -> MainWindow:
    made = MainWindow(qapp, replace(equipment, reports=reports), lambda _address: None)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def ask(window: MainWindow, engine: FakeEngine, space: SpaceId) -> Callable[[], ReportPage]:
    """Asks for a report of the channel, as its menu does; the page that is shown."""

    def ask() -> ReportPage:
        window.occasions.report(engine.view(space))
        page = window.pages.stack.currentWidget()
        assert isinstance(page, ReportPage)
        return page

    return ask


async def _begun(ask: Callable[[], ReportPage], reports: FakeReports, out: Path) -> ReportPage:
    page = ask()
    await until(lambda: bool(page.asking.spaces))
    page.make_in(out)
    await until(lambda: bool(reports.asked))
    return page


def test_a_report_that_is_being_made_is_returned_to(
    run: Run[Any],
    window: MainWindow,
    reports: FakeReports,
    ask: Callable[[], ReportPage],
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        await started(window)
        page = await _begun(ask, reports, tmp_path / "r")
        page.back.click()
        assert window.pages.shows_channel
        assert ask() is page
        assert page.running.isVisible()
        window.occasions.show_identities()  # which takes its place
        assert ask() is page
        reports.goes_on.set()
        await until(page.ended.isVisible)
        page.back.click()
        assert ask() is not page  # what was seen is among the earlier ones
        assert not window.toast.isVisible()

    run(scene())
    assert len(reports.asked) == 1


def test_a_report_that_came_out_unseen_is_told_and_shown(
    run: Run[Any],
    window: MainWindow,
    reports: FakeReports,
    ask: Callable[[], ReportPage],
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        await started(window)
        page = await _begun(ask, reports, tmp_path / "r")
        window.occasions.show_identities()
        reports.goes_on.set()
        await until(window.toast.isVisible)
        assert window.toast.sentence.text() == "The report is ready."
        window.toast.action.click()
        assert window.pages.stack.currentWidget() is page
        assert page.ended.isVisible()

    run(scene())


def test_why_there_is_no_report_waits_until_it_is_read(
    run: Run[Any],
    window: MainWindow,
    reports: FakeReports,
    ask: Callable[[], ReportPage],
    tmp_path: Path,
) -> None:
    reports.outcome = NoReport("The disk is full.")

    async def scene() -> None:
        await started(window)
        page = await _begun(ask, reports, tmp_path / "r")
        page.back.click()
        reports.goes_on.set()
        await until(window.toast.isVisible)
        assert window.toast.sentence.text() == "The report could not be made."
        assert ask() is page
        assert page.asking.problem.sentence.text() == "The disk is full."

    run(scene())


def test_the_quick_switcher_asks_for_a_report_of_what_is_open(
    run: Run[Any], window: MainWindow, space: SpaceId
) -> None:
    async def scene() -> ReportPage:
        await until(window.isActiveWindow)
        await started(window)
        QTest.keyClick(window, Qt.Key.Key_K, CTRL)
        switcher = await dialog_of(Switcher)
        QTest.keyClicks(switcher.words, "report")
        QTest.keyClick(switcher.words, ENTER)
        await until(lambda: isinstance(window.pages.stack.currentWidget(), ReportPage))
        page = window.pages.stack.currentWidget()
        assert isinstance(page, ReportPage)
        await until(lambda: bool(page.asking.spaces))
        return page

    assert run(scene()).asking.chosen_spaces == (space,)


def test_where_nothing_is_open_the_page_asks_what_the_report_is_about(
    run: Run[Any], window: MainWindow
) -> None:
    async def scene() -> ReportPage:
        await started(window)
        window.pages.close_space()
        window.occasions.report_here()
        page = window.pages.stack.currentWidget()
        assert isinstance(page, ReportPage)
        await until(lambda: bool(page.asking.spaces))
        page.asking.make.click()
        return page

    page = run(scene())
    assert page.asking.chosen_spaces == ()
    assert "Nothing is chosen yet." in page.asking.problem.sentence.text()
