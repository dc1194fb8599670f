"""Where a report is to lie: what is proposed, and which names the dialog takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from ui.report_service import FinishedReport
from ui.reports.page import ReportPage

FREE = pytest.mark.parametrize(
    ("there", "named"),
    [
        ((), "Report on Garden"),
        (("Report on Garden",), "Report on Garden 2"),
        (("Report on Garden", "Report on Garden 2"), "Report on Garden 3"),
    ],
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path) -> Iterator[Path]:
    """It has a folder of documents, and the program was started somewhere else."""
    with pytest.MonkeyPatch.context() as patch:
        for one in ("home/Documents", "elsewhere"):
            (tmp_path / one).mkdir(parents=True)
        patch.setenv("HOME", str(tmp_path / "home"))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))
        patch.chdir(tmp_path / "elsewhere")
        yield tmp_path / "home"


def asked(page: ReportPage) -> tuple[QFileDialog, QLineEdit]:
    """The dialog, and its field for the name."""
    page.asking.make.click()
    dialog = page.findChild(QFileDialog)
    assert dialog is not None
    field = dialog.findChild(QLineEdit)
    assert field is not None
    return dialog, field


def proposed(page: ReportPage) -> Path:
    dialog, field = asked(page)
    dialog.close()
    return Path(dialog.directory().path()) / field.text()


@FREE
def test_the_first_one_is_to_lie_among_the_documents(
    page: ReportPage, home: Path, there: tuple[str, ...], named: str
) -> None:
    for one in there:
        (home / "Documents" / one).mkdir()
    assert proposed(page) == home / "Documents" / named


def test_where_no_folder_is_for_documents_it_is_to_lie_at_home(
    page: ReportPage, home: Path
) -> None:
    (home / "Documents").rmdir()
    assert proposed(page) == home / "Report on Garden"


@FREE
def test_the_next_one_is_to_lie_beside_the_last_one(
    run: Run[Any],
    page: ReportPage,
    reports: FakeReports,
    tmp_path: Path,
    there: tuple[str, ...],
    named: str,
) -> None:
    place = tmp_path / "reports"
    for one in ("of March", *there):
        (place / one).mkdir(parents=True)
    for made, at in ((place / "of March", 2.0), (tmp_path / "of May", 1.0)):
        reports.found.append(FinishedReport(made, "Before", 3, at, None, None))
    page.open()
    run(until(page.earlier.isVisible))
    assert proposed(page) == place / named


def test_where_the_folder_of_the_last_one_is_gone_it_is_among_the_documents(
    run: Run[Any], page: ReportPage, reports: FakeReports, home: Path, tmp_path: Path
) -> None:
    reports.found.append(FinishedReport(tmp_path / "gone" / "r", "Before", 3, 1.0, None, None))
    page.open()
    run(until(page.earlier.isVisible))
    assert proposed(page) == home / "Documents" / "Report on Garden"


@pytest.mark.parametrize("name", ['w r"1', '"w" "r"'])
def test_a_name_that_the_dialog_would_take_apart_is_refused(
    page: ReportPage, reports: FakeReports, name: str
) -> None:
    dialog, field = asked(page)
    field.setText(name)
    dialog.accept()
    assert not page.is_making
    assert page.asking.problem.sentence.text() == 'The name cannot have a " here.'
    assert not reports.asked


def test_a_name_is_taken_as_it_was_typed(
    run: Run[Any], page: ReportPage, reports: FakeReports, home: Path
) -> None:
    dialog, field = asked(page)
    field.setText("März '26")
    dialog.accept()
    run(until(lambda: bool(reports.asked)))
    assert reports.asked[0].out == home / "Documents" / "März '26"
    reports.goes_on.set()
    run(until(page.ended.isVisible))
