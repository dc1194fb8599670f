"""A report as PDF, by matplotlib: the same charts and as much of the tables as fits, on A4.

Nothing in it says when it was made. What people wrote is never taken for mathematics.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, assert_never

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.text import Text

from spark_reports.files import create
from spark_reports.render.charts import Bars, Chart, Grid, Lines, Report, Section
from spark_reports.render.fitting import fitted, lines
from spark_reports.render.lettering import Lettering, lettering_for
from spark_reports.render.paper import (
    MARGIN,
    PAGE_INCHES,
    POINTS,
    ROOM,
    SIZE,
    TABLE_SIZE,
    draw_table,
    fitting,
)
from spark_reports.render.theme import LIGHT

TITLE_LINES, FACT_LINES, SAID_LINES = 3, 2, 8
TITLE_SIZE = 22  # points
LABEL_ROOM = 0.33  # ours, for the labels of bars
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
_SERIES = (LIGHT["s0"], LIGHT["s1"], LIGHT["s2"])
_LABELS_MAX = 8


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
    """The front page, then one a section."""
    yield _told_of_boxes(_front(report, lettering), lettering)
    for section in report.sections:
        yield _told_of_boxes(_page(section, lettering, has_csv=report.has_csv), lettering)


def _told_of_boxes(figure: Figure, lettering: Lettering) -> Figure:
    texts = (one.get_text() for one in figure.findobj(Text) if isinstance(one, Text))
    if any(lettering.lacks(text) for text in texts):
        says = "Boxes stand for letters that no font of this computer has."
        figure.text(MARGIN, 0.025, says, fontsize=TABLE_SIZE, color=LIGHT["quiet"])
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
    for number, section in enumerate(report.sections):
        y = top - (1 + number * 0.8) * 0.03
        figure.text(MARGIN, y, f"{section.title}")
        figure.text(1 - MARGIN, y, str(number + 2), ha="right")
    return figure


def _page(section: Section, lettering: Lettering, *, has_csv: bool) -> Figure:
    figure = Figure(figsize=PAGE_INCHES)
    figure.text(MARGIN, 0.94, section.title, fontsize=16, fontweight="bold")
    says = "\n".join(lines(section.says, fitting(lettering, SIZE, ROOM), SAID_LINES))
    figure.text(MARGIN, 0.925, says, color=LIGHT["quiet"], va="top")
    top = 0.925 - 0.017 * (says.count("\n") + 1) - 0.03
    if section.chart is not None:
        height = 0.3 if not isinstance(section.chart, Bars) else 0.4
        _draw(figure, section.chart, top, height, lettering)
        top -= height + 0.06
    if section.table is not None:
        draw_table(figure, section.table, top, lettering, has_csv=has_csv)
    return figure


def _draw(figure: Figure, chart: Chart, top: float, height: float, lettering: Lettering) -> None:
    labels, left = _labels(chart, lettering)
    axes = figure.add_axes((left, top - height, 1 - left - MARGIN, height))
    match chart:
        case Lines():
            for series, colour in zip(chart.series, _SERIES, strict=False):
                values = [float("nan") if one is None else one for one in series.values]
                alone = [piece[0][0] for piece in series.pieces if len(piece) == 1]
                axes.plot(values, "o-", color=colour, label=series.name, markevery=alone)
            last = len(chart.labels) - 1
            steps = (round(one * last / (_LABELS_MAX - 1)) for one in range(_LABELS_MAX))
            places = sorted(set(steps)) if chart.labels else []
            axes.set_xticks(places, [chart.labels[at] for at in places], rotation=30, ha="right")
            axes.set_ylim(bottom=0)
            axes.set_ylabel(chart.unit)
            if len(chart.series) > 1:
                axes.legend(frameon=False)
        case Bars():
            places = list(range(len(chart.labels)))
            axes.barh(places, chart.values, color=_SERIES[0])
            axes.set_yticks(places, labels)
            axes.invert_yaxis()
            axes.set_xlabel(chart.unit)
        case Grid():
            field = [[float("nan") if v is None else v for v in row] for row in chart.values]
            axes.imshow(field, aspect="auto", cmap="Blues", vmin=0)
            axes.set_xticks(range(len(chart.columns)), chart.columns, fontsize=7)
            axes.set_yticks(range(len(chart.rows)), chart.rows)
        case _:
            assert_never(chart)


def _labels(chart: Chart, lettering: Lettering) -> tuple[Sequence[str], float]:
    """What stands beside bars, and where they begin; other charts have short labels."""
    if not isinstance(chart, Bars):
        return (), 0.14
    fits = fitting(lettering, SIZE, LABEL_ROOM)
    labels = [fitted(label, fits) for label in chart.labels]
    widest = max((lettering.ems(label) for label in labels), default=0) * SIZE / POINTS
    return labels, max(0.14, MARGIN + widest + 0.015)


def _texts(report: Report) -> Iterator[str]:
    yield report.title
    yield from (value for _, value in report.facts)
    for section in report.sections:
        yield section.says
        if isinstance(section.chart, Bars):
            yield from section.chart.labels
        if section.table is not None:
            yield from (cell for row in section.table.rows for cell in row)
