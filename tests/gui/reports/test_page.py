"""The window's report: chosen, followed, called off, read, and found again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from PySide6.QtCore import QDate, Qt

from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EndlessHistory
from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from ui.bridge import Bridge
from ui.report_service import FinishedReport, NoReport, ReportForm, ReportProgress
from ui.reports.asking import CHOSEN_DAYS
from ui.reports.page import LAST_STAGE, ReportPage
from ui.reports.words import STAGE_WORDS
from ui.text.names import shown_name

Make = Callable[[], ReportPage]


def test_the_space_it_was_opened_from_is_chosen_and_text_is_off(
    run: Run[Any], page: ReportPage, reports: FakeReports, spaces: list[SpaceId], tmp_path: Path
) -> None:
    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        reports.goes_on.set()
        await until(page.ended.isVisible)

    run(scene())
    [choice] = reports.asked
    assert choice.spaces == (spaces[0],)
    assert choice.forms == (ReportForm.HTML, ReportForm.PDF)
    assert (choice.since, choice.until, choice.include_text) == (None, None, False)
    assert not choice.pseudonyms
    assert choice.title == "Report on Garden"


def test_everything_can_be_chosen(
    run: Run[Any], page: ReportPage, reports: FakeReports, spaces: list[SpaceId], tmp_path: Path
) -> None:
    asking = page.asking
    asking.spaces[spaces[1]].click()
    asking.forms[ReportForm.CSV].click()
    asking.forms[ReportForm.PDF].click()
    asking.texts.click()
    asking.pseudonyms.click()
    asking.period.setCurrentIndex(CHOSEN_DAYS)
    assert asking.since.isVisible()
    asking.since.setDate(QDate(2024, 1, 2))
    asking.until.setDate(QDate(2024, 3, 4))

    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        reports.goes_on.set()
        await until(page.ended.isVisible)

    run(scene())
    [choice] = reports.asked
    assert choice.spaces == tuple(spaces)
    assert choice.forms == (ReportForm.HTML, ReportForm.CSV)
    assert (choice.since, choice.until) == (date(2024, 1, 2), date(2024, 3, 4))
    assert choice.include_text
    assert choice.pseudonyms
    assert choice.title == "Activity report"


def test_without_names_neither_its_title_nor_its_folder_names_a_channel(
    run: Run[Any], page: ReportPage, reports: FakeReports, spaces: list[SpaceId], tmp_path: Path
) -> None:
    """The first channel of somebody is called as they are."""
    page.asking.pseudonyms.click()

    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        reports.goes_on.set()
        await until(page.ended.isVisible)

    run(scene())
    [choice] = reports.asked
    assert choice.spaces == (spaces[0],)
    assert choice.title == "Activity report"
    assert "Garden" not in page._free_place().name


def test_no_count_is_promised_that_the_report_would_not_have(
    page: ReportPage, spaces: list[SpaceId]
) -> None:
    """Rows of a timeline are also what only happened, as that a channel was made."""
    assert page.asking.spaces[spaces[0]].text() == shown_name("Garden")


@pytest.mark.parametrize("lacking", ["spaces", "forms", "days"])
def test_what_cannot_be_made_is_said_before_a_folder_is_asked_for(
    page: ReportPage, spaces: list[SpaceId], lacking: str
) -> None:
    asking = page.asking
    wanted: list[bool] = []
    asking.wanted.disconnect()
    asking.wanted.connect(lambda: wanted.append(True))
    if lacking == "spaces":
        asking.spaces[spaces[0]].click()
    elif lacking == "forms":
        asking.forms[ReportForm.HTML].click()
        asking.forms[ReportForm.PDF].click()
    else:
        asking.period.setCurrentIndex(CHOSEN_DAYS)
        asking.since.setDate(QDate(2025, 1, 2))
        asking.until.setDate(QDate(2025, 1, 1))
    asking.make.click()
    assert asking.problem.isVisible()
    assert not wanted


def test_each_stage_is_shown_with_its_progress(
    run: Run[Any], page: ReportPage, reports: FakeReports, tmp_path: Path
) -> None:
    reports.steps = [
        ReportProgress(0, 0, "dataset", 1_000, 4_000),
        ReportProgress(5, 20, "activity_daily", 3, 4),
    ]

    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        await until(lambda: page.bar.maximum() == 20)

    run(scene())
    assert page.running.isVisible()
    assert page.step.text() == "Step 5 of 20: Counting days"
    assert (page.bar.value(), page.part.value()) == (4, 750)


def test_every_stage_of_the_job_has_a_word() -> None:
    from spark_reports.job import stage_names
    from spark_reports.outputs import FORMATS

    assert {*stage_names(FORMATS), "dataset", "done"} == set(STAGE_WORDS)
    assert stage_names(FORMATS)[-1] == LAST_STAGE


def test_what_is_called_off_is_asked_again(
    run: Run[Any], page: ReportPage, reports: FakeReports, bridge: Bridge, tmp_path: Path
) -> None:
    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked))
        page.call_off.click()
        await until(lambda: reports.called_off == 1 and not bridge._tasks)

    run(scene())
    assert page.asking.isVisible()


def test_what_takes_the_place_of_an_older_report_is_not_called_off_any_more(
    run: Run[Any], page: ReportPage, reports: FakeReports, bridge: Bridge, tmp_path: Path
) -> None:
    reports.steps = [ReportProgress(19, 20, "pdf", 0, 1)]

    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: page.bar.maximum() == 20)
        assert page.call_off.isEnabled()
        page.call_off.click()
        await until(lambda: reports.called_off == 1 and not bridge._tasks)
        reports.steps = [ReportProgress(20, 20, "finish", 0, 1)]
        page.make_in(tmp_path / "r")
        await until(lambda: page.bar.value() == 19)
        assert not page.call_off.isEnabled()
        assert page.isAncestorOf(page.window().focusWidget())
        reports.goes_on.set()
        await until(page.ended.isVisible)
        page.make_in(tmp_path / "r")
        assert page.call_off.isEnabled()

    run(scene())


def test_what_was_left_and_joined_meanwhile_is_known_when_it_is_asked_again(
    run: Run[Any],
    page: ReportPage,
    reports: FakeReports,
    engine: FakeEngine,
    spaces: list[SpaceId],
    tmp_path: Path,
) -> None:
    garden, shed = spaces
    page.asking.spaces[shed].click()
    reports.outcome = Refused(Refusal.SPACE_UNKNOWN)
    reports.goes_on.set()
    joined: list[SpaceId] = []

    async def scene() -> None:
        page.make_in(tmp_path / "r")
        del engine.spaces[garden]
        joined.append(engine.add_space("Fence", EndlessHistory(3)))
        await until(lambda: joined[0] in page.asking.spaces)

    run(scene())
    assert set(page.asking.spaces) == {shed, *joined}
    assert page.asking.chosen_spaces == (shed,)
    assert page.asking.problem.isVisible(), "why there is none is still said"


def test_the_pdf_is_read_in_the_window_and_the_rest_outside(
    run: Run[Any], page: ReportPage, reports: FakeReports, opened: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "r"
    out.mkdir()
    reports.printed, reports.page = out / "report.pdf", out / "report.html"
    with PdfPages(reports.printed) as pages:
        for _ in range(3):
            pages.savefig(Figure())
    reports.page.write_text("<p>")
    reports.goes_on.set()

    async def scene() -> None:
        page.make_in(out)
        await until(page.ended.isVisible)

    run(scene())
    assert page.printed.isVisible()
    assert page.printed.pages == 3
    assert page.outcome.text() == "12 messages are counted in this report."
    page.show_page.click()
    page.show_folder.click()
    assert opened == [out / "report.html", out]


def test_a_report_without_a_pdf_or_with_a_broken_one_shows_none(
    page: ReportPage, tmp_path: Path
) -> None:
    broken = tmp_path / "report.pdf"
    broken.write_bytes(b"no pdf")
    for printed in (None, broken):
        page.show_report(FinishedReport(tmp_path, "x", 1, 0.0, None, printed))
        assert not page.printed.isVisible()
        assert not page.show_page.isVisible()


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (NoReport("Activity reports need Java 17 or newer.", "Install it."), "Java"),
        (Refused(Refusal.FILE_UNWRITABLE, "/x (it holds other things)"), "/x"),
    ],
)
def test_why_there_is_none_is_said_where_it_was_asked_for(
    run: Run[Any],
    page: ReportPage,
    reports: FakeReports,
    tmp_path: Path,
    outcome: NoReport | Refused,
    words: str,
) -> None:
    reports.outcome = outcome
    reports.goes_on.set()

    async def scene() -> None:
        page.make_in(tmp_path / "r")
        await until(lambda: bool(reports.asked) and page.asking.isVisible())
        await until(page.asking.problem.isVisible)

    run(scene())
    assert words in page.asking.problem.sentence.text()


def test_a_bug_leaves_no_page_behind_that_waits_for_ever(
    run: Run[Any], page: ReportPage, reports: FakeReports, tmp_path: Path
) -> None:
    reports.outcome = ZeroDivisionError()
    reports.goes_on.set()
    told: list[object] = []

    async def scene() -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: told.append(context["exception"])
        )
        page.make_in(tmp_path / "r")
        await until(lambda: bool(told))

    run(scene())
    assert told == [reports.outcome]
    assert page.asking.isVisible()
    assert not page.is_making


def test_missing_java_is_said_at_once(
    run: Run[Any], page: ReportPage, reports: FakeReports
) -> None:
    reports.lacks = NoReport("Activity reports need Java 17 or newer.", "sudo x")
    page.open()
    run(until(page.asking.problem.isVisible))
    hint = page.asking.problem.hint
    assert hint.text() == "sudo x"
    assert hint.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
