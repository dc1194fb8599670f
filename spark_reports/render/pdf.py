"""A report as PDF, by matplotlib: the same charts and as much of the tables as fits, on A4.

Nothing in it says when it was made. What people wrote is never taken for mathematics.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.text import Text

from spark_reports.files import create
from spark_reports.render.charts import Bars, Report, Section
from spark_reports.render.drawing import draw_chart
from spark_reports.render.fitting import lines
from spark_reports.render.lettering import Lettering, lettering_for
from spark_reports.render.paper import (
    MARGIN,
    PAGE_INCHES,
    ROOM,
    SIZE,
    TABLE_SIZE,
    draw_table,
    fitting,
)
from spark_reports.render.theme import LIGHT

TITLE_LINES, FACT_LINES, SAID_LINES = 3, 2, 8
TITLE_SIZE = 22  # points
SECTIONS_FROM = 2  # the front is page 1
FOOT, LOWEST = 0.025, 0.05  # ours: where a page's number stands, and above it all else
CONTENTS_STEP = 0.024  # ours, at most: of long facts and many sections all are listed, closer
SETTINGS: dict[Any, Any] = {  # Any: matplotlib types the names of its settings one by one
    "font.size": SIZE,
    "text.parse_math": False,
    "text.usetex": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": LIGHT["rule"],
    "axes.labelcolor": LIGHT["quiet"],
    "text.color": LIGHT["text"],
    "xtick.color": LIGHT["quiet"],
    "ytick.color": LIGHT["quiet"],
    "pdf.fonttype": 42,
    "pdf.compression": 6,
}


def write_pdf(report: Report, file: Path) -> None:
    """Raises OSError. Letters that all fonts lack are shown as boxes, and it says so."""
    lettering = lettering_for(_texts(report))
    settings = SETTINGS | {"font.family": list(lettering.families)}
    about = {"Title": report.title, "Creator": "Tidings", "Producer": None, "CreationDate": None}
    with (
        warnings.catch_warnings(),
        mpl.rc_context(settings),
        create(file) as sink,
        PdfPages(sink, metadata=about) as pages,
    ):
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        for page in pages_of(report, lettering):
            pages.savefig(page)


def pages_of(report: Report, lettering: Lettering) -> Iterator[Figure]:
    """The front page, then one a section; each has the number that the front lists it by."""
    yield _with_foot(_front(report, lettering), 1, lettering)
    for number, section in enumerate(report.sections, SECTIONS_FROM):
        page = _page(section, lettering, has_csv=report.has_csv)
        yield _with_foot(page, number, lettering)


def _with_foot(figure: Figure, number: int, lettering: Lettering) -> Figure:
    """Its number, and whether boxes stand on it."""
    quiet: Mapping[str, Any] = {  # Any: what matplotlib takes of a text
        "fontsize": TABLE_SIZE,
        "color": LIGHT["quiet"],
    }
    texts = (one.get_text() for one in figure.findobj(Text) if isinstance(one, Text))
    if any(lettering.lacks(text) for text in texts):
        says = "Boxes stand for letters that no font of this computer has."
        figure.text(MARGIN, FOOT, says, **quiet)
    figure.text(1 - MARGIN, FOOT, str(number), ha="right", **quiet)
    return figure


def _front(report: Report, lettering: Lettering) -> Figure:
    figure = Figure(figsize=PAGE_INCHES)
    fits = fitting(lettering, TITLE_SIZE, ROOM, bold=True)
    top = 0.963
    for line in lines(report.title, fits, TITLE_LINES):
        top -= 0.033
        figure.text(MARGIN, top, line, fontsize=TITLE_SIZE, fontweight="bold")
    top -= 0.06
    fits = fitting(lettering, SIZE, 1 - MARGIN - 0.45)
    for name, value in report.facts:
        figure.text(MARGIN, top, name, color=LIGHT["quiet"])
        for line in lines(value, fits, FACT_LINES):
            figure.text(0.45, top, line)
            top -= 0.016
        top -= 0.01
    top -= 0.025
    figure.text(MARGIN, top, "Contents", fontweight="bold")
    top -= 0.03
    step = min(CONTENTS_STEP, (top - LOWEST) / max(1, len(report.sections) - 1))
    for place, section in enumerate(report.sections):
        y = top - place * step
        figure.text(MARGIN, y, f"{section.title}")
        figure.text(1 - MARGIN, y, str(SECTIONS_FROM + place), ha="right")
    return figure


def _page(section: Section, lettering: Lettering, *, has_csv: bool) -> Figure:
    figure = Figure(figsize=PAGE_INCHES)
    figure.text(MARGIN, 0.94, section.title, fontsize=16, fontweight="bold")
    says = "\n".join(lines(section.says, fitting(lettering, SIZE, ROOM), SAID_LINES))
    figure.text(MARGIN, 0.925, says, color=LIGHT["quiet"], va="top")
    top = 0.925 - 0.017 * (says.count("\n") + 1) - 0.03
    if section.chart is not None:
        top = draw_chart(figure, section.chart, top, lettering)
    if section.table is not None:
        draw_table(figure, section.table, top, lettering, has_csv=has_csv)
    return figure


def _texts(report: Report) -> Iterator[str]:
    yield report.title
    yield from (value for _, value in report.facts)
    for section in report.sections:
        yield section.says
        if isinstance(section.chart, Bars):
            yield from section.chart.labels
        if section.table is not None:
            yield from (cell for row in section.table.rows for cell in row)
