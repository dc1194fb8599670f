"""Where a sorted set is cut, so that each part's filter fits a message (protocols/hyperbloom.md 3).

The first part begins at the empty string and the last one has no end: together they cover all
values there are, whatever the other side holds. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.protocols.hyperbloom.packets import Bounds

RUN_VALUES = (
    16_384  # ours: of one part; its filter has less than 30 KiB, and its answer stays short
)


def runs(count: int, run_values: int = RUN_VALUES) -> list[range]:
    """Ranks of the values of each part, in order; one empty run where there are none."""
    parts = max(1, -(-count // run_values))
    ends = [count * part // parts for part in range(parts + 1)]
    return [range(start, end) for start, end in pairwise(ends)]


def border(before: bytes, first: bytes) -> bytes:
    """The shortest beginning of ``first`` that follows ``before``, which is less than ``first``."""
    same = next(
        (
            place
            for place, pair in enumerate(zip(before, first, strict=False))
            if pair[0] != pair[1]
        ),
        len(before),
    )
    return first[: same + 1]


def bounds_between(borders: Sequence[bytes]) -> list[Bounds]:
    """The parts between these borders, and before and behind them."""
    starts = [b"", *borders]
    ends: list[bytes | None] = [*borders, None]
    return [Bounds(start, end) for start, end in zip(starts, ends, strict=True)]
