"""Where a sorted set is cut, so that each part's filter fits a message (protocols/hyperbloom.md 3).

The first part begins at the empty string and the last one has no end: together they cover all
values there are, whatever the other side holds. Pure.
"""

from __future__ import annotations

RUN_VALUES = (
    16_384  # ours: of one part; its filter has less than 30 KiB, and its answer stays short
)


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
