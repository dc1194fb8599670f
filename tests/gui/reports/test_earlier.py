"""Earlier reports are listed, and looked for again before one is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QPushButton

from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from ui.bridge import Bridge
from ui.report_service import FinishedReport
from ui.reports.page import ReportPage


def test_earlier_reports_are_found_again(
    run: Run[Any], page: ReportPage, reports: FakeReports, tmp_path: Path
) -> None:
    reports.found.append(FinishedReport(tmp_path, "<b>Old\u202e</b>", 7, 1e9, None, None))
    page.open()
    run(until(page.earlier.isVisible))
    [entry] = page.earlier.findChildren(QPushButton)
    assert "\u202e" not in entry.text()
    assert "<b>Old" in entry.text()
    entry.click()
    run(until(page.ended.isVisible))
    assert page.finished is reports.found[0]
    page.again.click()
    assert page.asking.isVisible()


def test_an_earlier_report_whose_folder_was_deleted_meanwhile_is_said_to_be_gone(
    run: Run[Any], page: ReportPage, reports: FakeReports, tmp_path: Path
) -> None:
    for name in ("gone", "kept"):
        reports.found.append(FinishedReport(tmp_path / name, name, 7, 1e9, None, None))
    page.open()
    run(until(page.earlier.isVisible))
    first, _ = page.earlier.findChildren(QPushButton)
    del reports.found[0]
    first.click()
    run(until(page.missing.isVisible))
    assert page.asking.isVisible()
    [left] = (one for one in page.earlier.findChildren(QPushButton) if one is not first)
    left.click()
    run(until(page.ended.isVisible))
    assert page.finished is reports.found[0]
    assert not page.missing.isVisible()


def test_an_earlier_report_that_was_made_anew_meanwhile_is_shown_as_it_is_now(
    run: Run[Any], page: ReportPage, reports: FakeReports, tmp_path: Path
) -> None:
    reports.found.append(FinishedReport(tmp_path, "Old", 7, 1e9, None, None))
    page.open()
    run(until(page.earlier.isVisible))
    [entry] = page.earlier.findChildren(QPushButton)
    reports.found[0] = replace(reports.found[0], posts=8)
    entry.click()
    run(until(page.ended.isVisible))
    assert page.outcome.text() == "8 messages are counted in this report."


def test_earlier_reports_of_one_day_are_told_apart(
    run: Run[Any], page: ReportPage, reports: FakeReports, tmp_path: Path
) -> None:
    for minutes, folder in enumerate(("spring", "all of it")):
        out = tmp_path / folder
        made_at = 1e9 + 60 * minutes
        reports.found.append(FinishedReport(out, "Activity report", 7, made_at, None, None))
    page.open()
    run(until(page.earlier.isVisible))
    first, second = (entry.text() for entry in page.earlier.findChildren(QPushButton))
    assert "spring" in first
    assert "all of it" in second
    assert first[-5:] != second[-5:], "their times"


def test_who_is_at_an_earlier_report_stays_there_when_the_list_comes_anew(
    run: Run[Any], page: ReportPage, reports: FakeReports, bridge: Bridge, tmp_path: Path
) -> None:
    reports.found += [_named(tmp_path / name) for name in ("spring", "summer")]
    _listed(run, page, bridge)
    entry = _entry(page, "summer")
    entry.setFocus()
    entry.setDown(True)
    reports.found.insert(0, _named(tmp_path / "late"))
    reports.found[2] = replace(reports.found[2], title="Renewed")
    _listed(run, page, bridge)
    assert page.window().focusWidget() is entry
    assert entry.isDown(), "a press that has begun goes on"
    assert "Renewed" in entry.accessibleName()
    column = page.earlier.layout()
    assert column is not None
    shown = [_entry(page, name) for name in ("late", "spring", "summer")]
    assert [column.indexOf(one) for one in shown] == [1, 2, 3]
    assert [one.nextInFocusChain() for one in shown[:2]] == shown[1:]


def test_who_is_at_an_earlier_report_that_is_gone_goes_on_from_the_page(
    run: Run[Any], page: ReportPage, reports: FakeReports, bridge: Bridge, tmp_path: Path
) -> None:
    reports.found += [_named(tmp_path / name) for name in ("spring", "summer")]
    _listed(run, page, bridge)
    _entry(page, "summer").setFocus()
    del reports.found[1]
    _listed(run, page, bridge)
    assert page.window().focusWidget() is page.asking.make


def _named(folder: Path) -> FinishedReport:
    return FinishedReport(folder, folder.name, 7, 1e9, None, None)


def _listed(run: Run[Any], page: ReportPage, bridge: Bridge) -> None:
    page.open()
    run(until(lambda: page.earlier.isVisible() and not bridge._tasks))


def _entry(page: ReportPage, folder: str) -> QPushButton:
    entries = page.earlier.findChildren(QPushButton)
    [found] = (one for one in entries if folder in one.accessibleName())
    return found
