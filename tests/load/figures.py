"""What is made of measured values. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

NEVER = math.inf
"""How long what has not come to be took."""


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least that share of all do not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def fairness(values: Sequence[float]) -> float:
    """Jain's index: 1 where all have the same, one in their number where one has everything."""
    squares = sum(value * value for value in values)
    return 1.0 if not squares else sum(values) ** 2 / (len(values) * squares)


def slope(places: Sequence[tuple[float, float]]) -> float:
    """Of the straight line that lies closest to ``(x, y)`` in the mean of squares; 0 for one."""
    middle = sum(x for x, _ in places) / len(places)
    spread = sum((x - middle) ** 2 for x, _ in places)
    return sum((x - middle) * y for x, y in places) / spread if spread else 0.0
