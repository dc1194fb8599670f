"""A report as PDF, by matplotlib: the same charts and the first rows of the tables, on A4.

Nothing in it says when it was made. What people wrote is never taken for mathematics.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, assert_never

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from spark_reports.files import create
from spark_reports.render.charts import Bars, Chart, Grid, Lines, Report, Rows, Section
from spark_reports.render.theme import LIGHT
from spark_reports.render.words import rows_left_out

PAGE_INCHES = (8.27, 11.69)
MARGIN = 0.09
ROWS_SHOWN = 22
CELL_CHARACTERS_MAX = 26
LINE_CHARACTERS = 96
_SETTINGS: dict[Any, Any] = {  # Any: matplotlib types the names of its settings one by one
    "font.family": "DejaVu Sans",
    "font.size": 9,
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
    """Raises OSError. Letters that the font lacks are shown as boxes."""
    about = {"Title": report.title, "Creator": "Tidings", "Producer": None, "CreationDate": None}
    with (
        warnings.catch_warnings(),
        mpl.rc_context(_SETTINGS),
        create(file) as sink,
        PdfPages(sink, metadata=about) as pages,
    ):
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        pages.savefig(_front(report))
        for section in report.sections:
            pages.savefig(_page(section, has_csv=report.has_csv))


def _front(report: Report) -> Figure:
    figure = Figure(figsize=PAGE_INCHES)
    figure.text(MARGIN, 0.93, report.title, fontsize=22, fontweight="bold")
    for number, (name, value) in enumerate(report.facts):
        y = 0.87 - number * 0.03
        figure.text(MARGIN, y, name, color=LIGHT["quiet"])
        figure.text(0.45, y, value)
    figure.text(MARGIN, 0.87 - (len(report.facts) + 1) * 0.03, "Contents", fontweight="bold")
    for number, section in enumerate(report.sections):
        y = 0.87 - (len(report.facts) + 2 + number * 0.8) * 0.03
        figure.text(MARGIN, y, f"{section.title}")
        figure.text(1 - MARGIN, y, str(number + 2), ha="right")
    return figure


def _page(section: Section, *, has_csv: bool) -> Figure:
    figure = Figure(figsize=PAGE_INCHES)
    figure.text(MARGIN, 0.94, section.title, fontsize=16, fontweight="bold")
    says = "\n".join(_wrapped(section.says, LINE_CHARACTERS))
    figure.text(MARGIN, 0.925, says, color=LIGHT["quiet"], va="top")
    top = 0.925 - 0.017 * (says.count("\n") + 1) - 0.03
    if section.chart is not None:
        height = 0.3 if not isinstance(section.chart, Bars) else 0.4
        _draw(figure, section.chart, top, height)
        top -= height + 0.06
    if section.table is not None:
        _table(figure, section.table, top, has_csv=has_csv)
    return figure


def _draw(figure: Figure, chart: Chart, top: float, height: float) -> None:
    left = 0.3 if isinstance(chart, Bars) else 0.14
    axes = figure.add_axes((left, top - height, 1 - left - MARGIN, height))
    match chart:
        case Lines():
            for series, colour in zip(chart.series, _SERIES, strict=False):
                style = "o" if len(series.values) == 1 else ""
                axes.plot(series.values, color=colour, label=series.name, marker=style)
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
            axes.set_yticks(places, chart.labels)
            axes.invert_yaxis()
            axes.set_xlabel(chart.unit)
        case Grid():
            field = [[float("nan") if v is None else v for v in row] for row in chart.values]
            axes.imshow(field, aspect="auto", cmap="Blues", vmin=0)
            axes.set_xticks(range(len(chart.columns)), chart.columns, fontsize=7)
            axes.set_yticks(range(len(chart.rows)), chart.rows)
        case _:
            assert_never(chart)


def _table(figure: Figure, table: Rows, top: float, *, has_csv: bool) -> None:
    room = max(1, int((top - 0.06) / 0.0165))
    rows = table.foremost(min(ROWS_SHOWN, room))
    columns = len(table.headings)
    size = 7.5 if columns <= 8 else 5
    longest = [
        max(len(_clipped(one[at])) for one in (table.headings, *rows)) + 2 for at in range(columns)
    ]
    x, width = MARGIN, (1 - 2 * MARGIN) / sum(longest)
    for at, heading in enumerate(table.headings):
        right = at in table.numbers
        place = x + (longest[at] * width - 0.01 if right else 0)
        side = "right" if right else "left"
        figure.text(place, top, _clipped(heading), fontsize=size, fontweight="bold", ha=side)
        for number, row in enumerate(rows, 1):
            y = top - number * 0.0165
            figure.text(place, y, _clipped(row[at]), fontsize=size, ha=side)
        x += longest[at] * width
    left_out = rows_left_out(table, len(rows), has_csv=has_csv)
    if left_out:
        y = top - (len(rows) + 1) * 0.0165
        figure.text(MARGIN, y, left_out, fontsize=size, color=LIGHT["quiet"])


def _clipped(cell: str) -> str:
    return cell if len(cell) <= CELL_CHARACTERS_MAX else f"{cell[: CELL_CHARACTERS_MAX - 1]}…"


def _wrapped(text: str, characters: int) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > characters:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]
