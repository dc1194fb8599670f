"""Which days a report is about: counted from today, however long its page is there already."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QDate
from pytestqt.qtbot import QtBot

from tests.gui.reports.scene import FakeReports
from ui.equipment import Equipment
from ui.reports.asking import CHOSEN_DAYS
from ui.reports.page import ReportPage

LAST_30_DAYS = 1
DAY_SECONDS = 86_400.0


@dataclass
class Clock:
    """Noon of a day in spring, until it is set."""

    at: float = datetime(2024, 3, 15, 12).timestamp()  # noqa: DTZ001 - on this computer's clock

    def now(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def page(qtbot: QtBot, equipment: Equipment, reports: FakeReports, clock: Clock) -> ReportPage:
    made = ReportPage(replace(equipment, now=clock.now), reports)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def clock_of() -> Iterator[Callable[[str], None]]:
    """Sets this computer's clock to the one of a time zone."""

    def choose(zone: str) -> None:
        patch.setenv("TZ", zone)
        time.tzset()

    with pytest.MonkeyPatch.context() as patch:
        yield choose
    time.tzset()


def test_the_last_days_end_today(page: ReportPage) -> None:
    page.asking.period.setCurrentIndex(LAST_30_DAYS)
    assert page.asking.chosen_days == (date(2024, 2, 15), None)


def test_the_last_days_are_those_before_the_report_is_made(page: ReportPage, clock: Clock) -> None:
    page.asking.period.setCurrentIndex(LAST_30_DAYS)
    clock.at += 2 * DAY_SECONDS
    assert page.asking.chosen_days == (date(2024, 2, 17), None)


def test_the_days_that_are_proposed_end_when_they_are_asked_for(
    page: ReportPage, clock: Clock
) -> None:
    clock.at += 2 * DAY_SECONDS
    page.asking.period.setCurrentIndex(CHOSEN_DAYS)
    assert page.asking.chosen_days == (date(2024, 2, 16), date(2024, 3, 17))


def test_days_that_were_chosen_stay_whatever_is_looked_at_meanwhile(page: ReportPage) -> None:
    page.asking.period.setCurrentIndex(CHOSEN_DAYS)
    page.asking.since.setDate(QDate(2024, 1, 2))
    page.asking.period.setCurrentIndex(LAST_30_DAYS)
    page.asking.period.setCurrentIndex(CHOSEN_DAYS)
    assert page.asking.chosen_days == (date(2024, 1, 2), date(2024, 3, 15))


def test_today_is_the_day_of_this_computers_clock(
    qtbot: QtBot, equipment: Equipment, reports: FakeReports, clock_of: Callable[[str], None]
) -> None:
    evening = datetime(2024, 3, 15, 20, tzinfo=UTC).timestamp()
    for zone, today in (("Asia/Tokyo", 16), ("America/New_York", 15)):
        clock_of(zone)
        made = ReportPage(replace(equipment, now=lambda: evening), reports)
        qtbot.addWidget(made)
        made.asking.period.setCurrentIndex(CHOSEN_DAYS)
        assert made.asking.chosen_days[1] == date(2024, 3, today)
