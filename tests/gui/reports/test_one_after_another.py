"""A report begun while one that was called off still takes its files away; lists that overlap."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from typing_extensions import override

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EndlessHistory
from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.report_service import FinishedReport, NoReport, ReportChoice, ReportProgress
from ui.reports.page import ReportPage


class SlowReports(FakeReports):
    """Of one that is called off the files are gone when ``cleared``; ``listed`` lets lists come."""

    def __init__(self) -> None:
        super().__init__()
        self.cleared, self.listed = asyncio.Event(), asyncio.Event()
        self.listed.set()
        self.lists = self.ended = 0

    @override
    async def make(
        self, choice: ReportChoice, told: Callable[[ReportProgress], None]
    ) -> FinishedReport | NoReport:
        try:
            return await super().make(choice, told)
        finally:
            if self.called_off == 1:
                await self.cleared.wait()
                told(ReportProgress(1, 7, "links", 0, 1))
            self.ended += 1

    @override
    async def earlier(self) -> Sequence[FinishedReport]:
        self.lists += 1
        await self.listed.wait()
        return await super().earlier()


@pytest.fixture
def reports() -> SlowReports:
    return SlowReports()


@pytest.fixture
def page(
    qtbot: QtBot, run: Run[Any], equipment: Equipment, reports: SlowReports, engine: FakeEngine
) -> ReportPage:
    """Opened from a garden."""
    space: SpaceId = engine.add_space("Garden", EndlessHistory(3))
    made = ReportPage(equipment, reports, (space,))
    qtbot.addWidget(made)
    made.show()
    made.open()
    run(until(lambda: bool(made.asking.spaces)))
    return made


def test_a_report_begun_after_one_called_off_is_told_of_and_can_be_called_off(
    run: Run[Any], page: ReportPage, reports: SlowReports, tmp_path: Path
) -> None:
    async def scene() -> None:
        page.make_in(tmp_path / "one")
        await until(lambda: len(reports.asked) == 1)
        page.call_off.click()
        await until(lambda: reports.called_off == 1)
        reports.steps = [ReportProgress(5, 20, "activity_daily", 3, 4)]
        page.make_in(tmp_path / "other")
        await until(lambda: len(reports.asked) == 2)
        reports.cleared.set()
        await until(lambda: reports.ended == 1)
        assert page.is_making
        assert page.bar.maximum() == 20, "what the other one says is not said any more"
        page.call_off.click()
        await until(lambda: reports.called_off == 2)

    run(scene())
    assert not page.is_making
    assert page.asking.isVisible()


def test_a_report_that_was_called_off_too_late_is_listed_once_it_is_there(
    run: Run[Any], page: ReportPage, reports: SlowReports, bridge: Bridge, tmp_path: Path
) -> None:
    async def scene() -> None:
        page.make_in(tmp_path / "one")
        await until(lambda: len(reports.asked) == 1)
        page.call_off.click()
        await until(lambda: reports.called_off == 1 and page.asking.isVisible())
        assert not page.earlier.isVisible()
        reports.found.append(FinishedReport(tmp_path / "one", "Late", 7, 1e9, None, None))
        reports.cleared.set()
        await until(lambda: reports.ended == 1 and not bridge._tasks)

    run(scene())
    [entry] = page.earlier.findChildren(QPushButton)
    assert page.earlier.isVisible()
    assert "Late" in entry.text()


def test_earlier_reports_are_listed_once_however_often_they_are_asked_for(
    run: Run[Any], page: ReportPage, reports: SlowReports, bridge: Bridge, tmp_path: Path
) -> None:
    reports.found.append(FinishedReport(tmp_path, "Old", 7, 1e9, None, None))

    async def scene() -> None:
        reports.listed.clear()
        before = reports.lists
        page.open()
        page.open()
        await until(lambda: reports.lists == before + 2)
        reports.listed.set()
        await until(lambda: page.earlier.isVisible() and not bridge._tasks)

    run(scene())
    column = page.earlier.layout()
    assert column is not None
    assert column.count() == 2, "their title, and the only one"
