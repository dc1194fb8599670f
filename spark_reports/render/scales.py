"""Round numbers for the side of a chart. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

MARKS = 4


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


def mark_words(mark: float) -> str:
    """As it stands beside the chart: never as a power of ten."""
    return f"{mark:,.10g}"
