"""The places of activity reports, one function each: it opens the place and answers it."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from PySide6.QtWidgets import QWidget

from tests.gui.conftest import until
from tests.gui.everywhere.house import House, Place
from tests.gui.everywhere.world import NOW
from tests.gui.reports.scene import FakeReports
from tests.gui.window_scene import settled
from ui.report_service import FinishedReport, NoReport, ReportProgress
from ui.reports.asking import CHOSEN_DAYS
from ui.reports.page import ReportPage


async def _page(house: House, reports: FakeReports) -> ReportPage:
    page = ReportPage(house.equipment, reports, (house.world.space,), lambda _path: None)
    house.window.pages.show_once(page)
    page.open()
    await until(lambda: bool(page.asking.spaces))
    await settled(house.window)
    return page


async def report_asked_for(house: House) -> QWidget:
    folder = Path(house.name.replace("/", "-").replace("\x00", ""))
    earlier = FinishedReport(folder, house.name, 7, NOW, None, None)
    page = await _page(house, FakeReports([earlier], NoReport("text:1", "text:2")))
    page.asking.period.setCurrentIndex(CHOSEN_DAYS)
    await settled(house.window)
    return page


async def report_under_way(house: House) -> QWidget:
    reports = FakeReports(steps=[ReportProgress(5, 20, "links", 3, 4)])
    page = await _page(house, reports)
    page.make_in(Path("text:1"))
    await until(lambda: page.bar.maximum() == 20)  # it goes on: nothing is settled yet
    return page


async def report_shown(house: House) -> QWidget:
    page = await _page(house, FakeReports())
    with NamedTemporaryFile(suffix=".pdf") as file:
        with PdfPages(file) as pages:
            pages.savefig(Figure(figsize=(2, 2)))
        file.flush()
        printed = Path(file.name)
        page.show_report(FinishedReport(Path("text:1"), house.name, 7, NOW, printed, printed))
        await settled(house.window)
    return page


PLACES: dict[str, Place] = {
    place.__name__: place for place in (report_asked_for, report_under_way, report_shown)
}
