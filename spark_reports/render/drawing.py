"""Charts on a page of the PDF. Places and rooms are parts of the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spark_reports.render.charts import Bars, Chart, Grid, Lines
from spark_reports.render.fitting import fitted
from spark_reports.render.lettering import Lettering
from spark_reports.render.paper import MARGIN, POINTS, SIZE, fitting
from spark_reports.render.scales import mark_words, marks_for, side_of
from spark_reports.render.theme import LIGHT

LINES_HEIGHT, BARS_HEIGHT, GRID_HEIGHT = 0.3, 0.4, 0.3  # ours, at most
BAR_HEIGHT, CELL_HEIGHT, CELL_WIDTH = 0.03, 0.043, 0.08  # ours; less where there are many
LEFT = 0.14  # ours: where a chart with short labels begins
LABEL_ROOM = 0.4  # ours, at most, for the labels of bars: of two names with keys
LABELS_MAX = 8  # below lines
SLANT = 30  # degrees, of labels below lines that have no room side by side
BELOW, BELOW_SLANTED = 0.06, 0.075  # ours: what is written below a chart, and some room
SERIES = (LIGHT["s0"], LIGHT["s1"], LIGHT["s2"])


def height_of(chart: Chart) -> float:
    """What it takes of the page: few bars do not become blocks."""
    match chart:
        case Lines():
            return LINES_HEIGHT
        case Bars():
            return min(BARS_HEIGHT, BAR_HEIGHT * max(1, len(chart.labels)))
        case Grid():
            return min(GRID_HEIGHT, CELL_HEIGHT * max(1, len(chart.rows)))
        case _:
            assert_never(chart)


def draw_chart(figure: Figure, chart: Chart, top: float, lettering: Lettering) -> float:
    """As high as ``height_of`` says, below ``top``. Returns where what follows may begin, below
    what is written along the chart.
    """
    bottom = top - height_of(chart)
    match chart:
        case Lines():
            axes = _axes(figure, LEFT, bottom, top)
            _draw_lines(axes, chart)
            return bottom - _write_along(axes, chart, lettering)
        case Bars():
            labels, left = _labels(chart, lettering)
            _draw_bars(_axes(figure, left, bottom, top), chart, labels)
        case Grid():
            room = min(1 - MARGIN - LEFT, CELL_WIDTH * max(1, len(chart.columns)))
            _draw_grid(_axes(figure, LEFT, bottom, top, LEFT + room), chart)
        case _:
            assert_never(chart)
    return bottom - BELOW


def _axes(
    figure: Figure, left: float, bottom: float, top: float, right: float = 1 - MARGIN
) -> Axes:
    return figure.add_axes((left, bottom, right - left, top - bottom))


def _draw_lines(axes: Axes, chart: Lines) -> None:
    side = side_of(chart)
    for series, colour in zip(chart.series, SERIES, strict=False):
        values = [float("nan") if one is None else side.part(one) for one in series.values]
        alone = [piece[0][0] for piece in series.pieces if len(piece) == 1]
        axes.plot(values, "o-", color=colour, label=series.name, markevery=alone)
    axes.set_yticks([side.part(mark) for mark in side.marks], side.words)
    axes.set_ylim(0, 1.02)  # a line at the top is not cut in half
    axes.set_ylabel(chart.unit)
    if len(chart.series) > 1:
        # Above the chart: nowhere in it is it certain that no line passes.
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),
            ncols=len(chart.series),
            frameon=False,
            borderaxespad=0,
        )


def _write_along(axes: Axes, chart: Lines, lettering: Lettering) -> float:
    """The labels, and what they take of the page: slanted where one would touch the next."""
    places = chart.written(LABELS_MAX)
    labels = [chart.labels[at] for at in places]
    axes.set_xticks(places, labels)
    begins, ends = axes.get_xlim()
    closest = min((after - at for at, after in pairwise(places)), default=ends - begins)
    room = axes.get_position().width * closest / (ends - begins)
    if all(map(fitting(lettering, SIZE, room - SIZE / POINTS), labels)):
        return BELOW
    axes.set_xticks(places, labels, rotation=SLANT, ha="right")
    return BELOW_SLANTED


def _draw_bars(axes: Axes, chart: Bars, labels: Sequence[str]) -> None:
    places = list(range(len(chart.labels)))
    axes.barh(places, chart.values, color=SERIES[0])
    axes.set_yticks(places, labels)
    axes.set_ylim(max(1, len(places)) - 0.5, -0.5)  # the first at the top
    marks = marks_for(chart.values)
    axes.set_xticks(marks, [mark_words(mark, marks[-1]) for mark in marks])
    axes.set_xlim(0, marks[-1])
    axes.set_xlabel(chart.unit)


def _draw_grid(axes: Axes, chart: Grid) -> None:
    field = [[float("nan") if v is None else v for v in row] for row in chart.values]
    # What is transparent has black beneath, which most readers let through along its edges.
    axes.imshow(field, aspect="auto", cmap=colormaps["Blues"].with_extremes(bad="white"), vmin=0)
    axes.set_xticks(range(len(chart.columns)), chart.columns, fontsize=7)
    axes.set_yticks(range(len(chart.rows)), chart.rows)
    axes.set_xlabel(chart.across)


def _labels(chart: Bars, lettering: Lettering) -> tuple[Sequence[str], float]:
    """What stands beside bars, and where they begin."""
    fits = fitting(lettering, SIZE, LABEL_ROOM)
    labels = [fitted(label, fits) for label in chart.labels]
    widest = max((lettering.ems(label) for label in labels), default=0) * SIZE / POINTS
    return labels, max(LEFT, MARGIN + widest + 0.015)
