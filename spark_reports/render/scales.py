"""Round numbers for the side of a chart. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

MARKS = 4


def ticks(top: float) -> Sequence[float]:
    """From 0 in equal steps of 1, 2 or 5 times a power of ten, to ``top`` or a little beyond."""
    if top <= 0:
        return (0.0, 1.0)
    rough = top / MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough * (1 - 1e-9))
    count = math.ceil(top / step - 1e-9)
    return [round(one * step, 10) for one in range(count + 1)]
