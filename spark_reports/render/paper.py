"""A page of the PDF: its measures, and tables on it. Places and rooms are parts of the page."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from spark_reports.render.charts import Rows
from spark_reports.render.fitting import Fits, fitted, shared_out
from spark_reports.render.lettering import Lettering
from spark_reports.render.theme import LIGHT
from spark_reports.render.words import rows_left_out

PAGE_INCHES = (8.27, 11.69)  # A4
MARGIN = 0.09
ROOM = 1 - 2 * MARGIN
POINTS = PAGE_INCHES[0] * 72
SIZE, TABLE_SIZE = 9, 7.5  # points
ROW_HEIGHT = 0.0165
TEXT_EMS_MIN = 12  # ours: rather than leave a column of texts less, a table is set smaller
GAP_EMS = 1.4  # between columns


def fitting(lettering: Lettering, size: float, room: float, *, bold: bool = False) -> Fits:
    """Whether a text is no wider than that part of the page."""
    ems = room * POINTS / size * (1 + 1e-9)
    return lambda text: lettering.ems(text, bold=bold) <= ems


def draw_table(
    figure: Figure, table: Rows, top: float, lettering: Lettering, *, has_csv: bool
) -> None:
    """Its foremost rows, as many as fit below ``top``, and what is left out."""
    rows = table.foremost(max(1, int((top - 0.06) / ROW_HEIGHT)))
    needs = [
        GAP_EMS
        + max(
            lettering.ems(heading, bold=True),
            max((lettering.ems(row[at]) for row in rows), default=0),
        )
        for at, heading in enumerate(table.headings)
    ]
    size, widths = _columns(needs, table.numbers)
    left = MARGIN
    for at, width in enumerate(widths):
        _column(figure, table, rows, at, (left, top, width), size, lettering)
        left += width
    left_out = rows_left_out(table, len(rows), has_csv=has_csv)
    if left_out:
        y = top - (len(rows) + 1) * ROW_HEIGHT
        figure.text(MARGIN, y, left_out, fontsize=TABLE_SIZE, color=LIGHT["quiet"])


def _columns(needs: Sequence[float], numbers: frozenset[int]) -> tuple[float, Sequence[float]]:
    """Of which size a table is, and how wide each column, in parts of the page; no number cut."""
    least = sum(need if at in numbers else min(need, TEXT_EMS_MIN) for at, need in enumerate(needs))
    room = ROOM * POINTS
    size = min(TABLE_SIZE, room / least)
    widths = shared_out([need * size for need in needs], numbers, room)
    return size, [width / POINTS for width in widths]


def _column(
    figure: Figure,
    table: Rows,
    rows: Sequence[Sequence[str]],
    at: int,
    place: tuple[float, float, float],
    size: float,
    lettering: Lettering,
) -> None:
    left, top, width = place
    gap = GAP_EMS * size / POINTS
    is_number = at in table.numbers
    x, side = (left + width - gap, "right") if is_number else (left, "left")
    for number, cell in enumerate((table.headings[at], *(row[at] for row in rows))):
        bold = number == 0
        fits = fitting(lettering, size, width - gap, bold=bold)
        shown = cell if is_number else fitted(cell, fits)
        weight = "bold" if bold else "normal"
        y = top - number * ROW_HEIGHT
        figure.text(x, y, shown, fontsize=size, fontweight=weight, ha=side)
