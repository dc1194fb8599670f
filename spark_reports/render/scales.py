"""What stands at the side of a chart, and how high its values are there. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import assert_never

from spark_reports.render.charts import Lines, Measure

MARKS = 4
_DURATIONS = (
    *((1, "≤ 1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min"), (3_600, "1 h")),
    *((86_400, "1 day"), (604_800, "1 week"), (2_592_000, "30 days"), (31_557_600, "1 year")),
    *((315_576_000, "10 years"), (3_155_760_000, "100 years")),
)
"""Seconds, in words: about as far apart by their logarithms."""
_SHORT = ((1_000_000_000_000, "T"), (1_000_000_000, "B"), (1_000_000, "M"))
"""From which number on marks are told in what."""


@dataclass(frozen=True, slots=True)
class Side:
    """``marks`` from the lowest, which is at the bottom, to the highest, at the top, two or more;
    what each is called; and what they measure.
    """

    marks: Sequence[float]
    words: Sequence[str]
    measure: Measure

    def part(self, value: float) -> float:
        """How high a value is: 0 at the bottom, 1 at the top. What is beyond lies on the edge."""
        low, high, at = map(self._bent, (self.marks[0], self.marks[-1], value))
        return min(1.0, max(0.0, (at - low) / (high - low)))

    def _bent(self, value: float) -> float:
        match self.measure:
            case Measure.NUMBER:
                return value
            case Measure.DURATION:
                return math.log(max(value, self.marks[0]))
            case _:
                assert_never(self.measure)


def side_of(chart: Lines) -> Side:
    """The side of a chart with lines: all its values are between the lowest and highest mark."""
    known = [value for one in chart.series for value in one.values if value is not None]
    match chart.measure:
        case Measure.NUMBER:
            marks = marks_for(known)
            return Side(marks, [mark_words(mark, marks[-1]) for mark in marks], chart.measure)
        case Measure.DURATION:
            shown = _durations(known)
            return Side([one for one, _ in shown], [one for _, one in shown], chart.measure)
        case _:
            assert_never(chart.measure)


def _durations(known: Sequence[float]) -> Sequence[tuple[float, str]]:
    """From the last mark that is no longer than all, to the first that is as long as any."""
    least, most = min(known, default=0), max(known, default=0)
    count = len(_DURATIONS)
    first = sum(mark <= least for mark, _ in _DURATIONS[1:-1])
    last = next((at for at in range(count) if _DURATIONS[at][0] >= most), count - 1)
    return _DURATIONS[first : max(first + 1, last) + 1]


def marks_for(values: Iterable[float | None]) -> Sequence[float]:
    """From 0 in equal steps of 1, 2 or 5 times a power of ten, to the highest value or a little
    beyond. What is counted (whole numbers alone) has no marks between two of them.
    """
    known = [value for value in values if value is not None]
    top = max(known, default=0)
    if top <= 0:
        return (0.0, 1.0)
    rough = top / MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough * (1 - 1e-9))
    if all(float(value).is_integer() for value in known):
        step = max(1.0, step)
    count = math.ceil(top / step - 1e-9)
    return [round(one * step, 10) for one in range(count + 1)]


def mark_words(mark: float, highest: float) -> str:
    """As it stands beside the chart: ``0.25``, ``800,000``, ``2.5M``, ``10B``, never as a power of
    ten, and in one unit as far as the ``highest`` of its marks.
    """
    each, letter = next((one for one in _SHORT if mark and highest >= one[0]), (1, ""))
    # Ten digits, which a float alone would give a power.
    return f"{Decimal(f'{mark / each:.10g}'):,f}{letter}"
