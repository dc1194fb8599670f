"""Which blocks of a feed are to be fetched for who reads it: those near what is seen. Pure; no Qt.

Of a feed that is not had whole only what somebody reads is fetched: some screens at a time, where
the reader comes near to what is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

STEP_BLOCKS = 50  # ours: fetched at a time, some screens
NEAR_ROWS = 10  # ours: less than comes at a time, else all would come while nobody moves


@dataclass(frozen=True, slots=True)
class Loaded:
    """The entries of a feed that are loaded, in its own order, by their blocks.

    ``first`` and ``last`` are the places of those in sight. ``is_begin`` and ``is_end``: nothing
    that is here lies before the first, or behind the last.
    """

    blocks: Sequence[int] = ()
    first: int = 0
    last: int = 0
    is_begin: bool = True
    is_end: bool = True


def blocks_near(loaded: Loaded, length: int) -> list[range]:
    """What is to be here of a feed of ``length`` blocks, the most urgent first: what lies between
    entries that are near, and the newest. What of it is here already is not known here.
    """
    near: list[range] = []
    behind = len(loaded.blocks)
    for place in range(
        max(0, loaded.first - NEAR_ROWS), min(behind, loaded.last + NEAR_ROWS + 1) + 1
    ):
        is_open_end = (place == 0 and not loaded.is_begin) or (
            place == behind and not loaded.is_end
        )
        if not is_open_end:
            start = loaded.blocks[place - 1] + 1 if place else 0
            end = loaded.blocks[place] if place < behind else length
            near += _sides(start, end, is_after_entry=place > 0)
    near.append(range(max(0, length - STEP_BLOCKS), length))
    return [one for one in near if one]


def _sides(start: int, end: int, *, is_after_entry: bool) -> list[range]:
    """Of a gap what is next to the entries at its sides, of which the older one may not be."""
    before_newer = range(max(start, end - STEP_BLOCKS), end)
    behind_older = range(start, min(start + STEP_BLOCKS, end))
    return [before_newer, behind_older] if is_after_entry else [before_newer]


def stretches(blocks: Iterable[int], span_max: int, gap_max: int = 1) -> list[range]:
    """Those blocks as few ranges, none longer than ``span_max``, in order.

    ``gap_max``: from one block to the next of the same range.
    """
    found: list[range] = []
    for block in sorted(blocks):
        last = found[-1] if found else range(0)
        if last and block - last[-1] <= gap_max and block - last.start < span_max:
            found[-1] = range(last.start, block + 1)
        else:
            found.append(range(block, block + 1))
    return found
