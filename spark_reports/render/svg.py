"""Charts as SVG inside a page: no script, colours from the page's style, every text escaped."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import assert_never

from spark_reports.render.charts import Bars, Chart, Grid, Lines
from spark_reports.render.fitting import ems, fitted
from spark_reports.render.scales import Side, side_of

WIDTH, HEIGHT = 860, 260
LETTERS = 12  # so large the style sets texts in charts
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 26, 28
"""Around lines; on the left more where a mark is wider."""
GAP = 8  # between a text and what it stands beside
BAR_HEIGHT, BAR_GAP = 18, 6
BAR_LEFT, BAR_LEFT_MAX = 270, 360  # ours: where bars begin; the latter for two names with keys
BAR_LABEL_MARGIN = 12  # ours: left and right of labels together
BAR_LABEL_EMS = (BAR_LEFT_MAX - BAR_LABEL_MARGIN) / LETTERS
BAR_RIGHT = 90
"""For the numbers behind bars; more where one is wider."""
CELL_HEIGHT, CELL_LEFT, CELL_WIDTH_MAX = 22, 96, 64
LABELS_MAX = 7
_FAINTEST = 0.06


def svg(chart: Chart, number: int, title: str, alternative: str) -> str:
    """The ``number``-th chart of a page."""
    match chart:
        case Lines():
            height, drawn = HEIGHT, _lines(chart)
        case Bars():
            height, drawn = len(chart.labels) * (BAR_HEIGHT + BAR_GAP) + BAR_GAP, _bars(chart)
        case Grid():
            height, drawn = (len(chart.rows) + 1) * CELL_HEIGHT + 8, _grid(chart)
        case _:
            assert_never(chart)
    names = f"chart-{number}-title chart-{number}-text"
    head = (
        f'<svg role="img" viewBox="0 0 {WIDTH} {height}" aria-labelledby="{names}">'
        f'<title id="chart-{number}-title">{escape(title)}</title>'
        f'<desc id="chart-{number}-text">{escape(alternative)}</desc>'
    )
    return head + "".join(drawn) + "</svg>"


def _lines(chart: Lines) -> Iterator[str]:
    side = side_of(chart)
    left = max(LEFT, GAP + _widest(side.words))
    for mark, words in zip(side.marks, side.words, strict=True):
        y = _number(_height(side, mark))
        yield f'<line class="rule" x1="{left}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield _text(left - GAP, float(y) + 4, words, "end")
    count = len(chart.labels)
    step = (WIDTH - left - RIGHT) / max(1, count - 1)
    for at in chart.written(LABELS_MAX):
        anchor = "start" if at == 0 else "end" if at == count - 1 else "middle"
        yield _text(left + at * step, HEIGHT - 8, chart.labels[at], anchor)
    x = float(left)
    for number, series in enumerate(chart.series):
        for piece in series.pieces:
            points = [(left + at * step, _height(side, value)) for at, value in piece]
            yield _path(points, f"s{number}")
        yield (
            f'<line class="line s{number}" x1="{_number(x)}" x2="{_number(x + 18)}" '
            f'y1="12" y2="12"/>'
        )
        name = series.name if len(chart.series) > 1 else chart.unit
        yield _text(x + 24, 16, name, "start")
        x += 40 + 8 * len(name)
    if len(chart.series) > 1:
        yield _text(WIDTH - RIGHT, 16, chart.unit, "end")


def _height(side: Side, value: float) -> float:
    return HEIGHT - BOTTOM - side.part(value) * (HEIGHT - TOP - BOTTOM)


def _path(points: Sequence[tuple[float, float]], name: str) -> str:
    if len(points) == 1:
        x, y = points[0]
        return f'<circle class="dot {name}" cx="{_number(x)}" cy="{_number(y)}" r="3"/>'
    places = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    return f'<polyline class="line {name}" points="{places}"/>'


def _bars(chart: Bars) -> Iterator[str]:
    most = max(chart.values, default=0) or 1
    numbers = [_exact(value) for value in chart.values]
    labels = [fitted(one, lambda text: ems(text) <= BAR_LABEL_EMS) for one in chart.labels]
    left = max(BAR_LEFT, BAR_LABEL_MARGIN + _widest(labels))
    room = WIDTH - left - max(BAR_RIGHT, GAP + _widest(numbers))
    for at, (label, value) in enumerate(zip(labels, chart.values, strict=True)):
        y = BAR_GAP + at * (BAR_HEIGHT + BAR_GAP)
        width = _number(max(1.0, value / most * room))
        yield _text(left - GAP, y + 13, label, "end")
        yield f'<rect class="bar" x="{left}" y="{y}" width="{width}" height="{BAR_HEIGHT}"/>'
        yield _text(left + float(width) + 6, y + 13, numbers[at], "start")


def _grid(chart: Grid) -> Iterator[str]:
    most = max((v for row in chart.values for v in row if v is not None), default=0) or 1
    width = min(CELL_WIDTH_MAX, (WIDTH - CELL_LEFT) / max(1, len(chart.columns)))
    yield _text(0, 15, chart.across, "start")
    for at, name in enumerate(chart.columns):
        yield _text(CELL_LEFT + (at + 0.5) * width, 15, name, "middle")
    for down, (name, row) in enumerate(zip(chart.rows, chart.values, strict=True), 1):
        y = down * CELL_HEIGHT
        yield _text(CELL_LEFT - GAP, y + 15, name, "end")
        for at, value in enumerate(row):
            if value is None:
                continue
            strength = _FAINTEST + (1 - _FAINTEST) * value / most
            yield (
                f'<rect class="bar" x="{_number(CELL_LEFT + at * width + 1)}" y="{y + 1}" '
                f'width="{_number(width - 2)}" height="{CELL_HEIGHT - 2}" '
                f'fill-opacity="{_number(strength)}"/>'
            )


def _exact(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def _widest(texts: Sequence[str]) -> int:
    return math.ceil(max(map(ems, texts), default=0) * LETTERS)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
