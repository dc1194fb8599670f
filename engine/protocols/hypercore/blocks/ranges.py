"""Sets of blocks as sorted ranges, so that a peer's 2^60 blocks cost as much as one. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from typing_extensions import override

Range = tuple[int, int]
"""From the first block to behind the last."""


def runs(blocks: Iterable[int]) -> list[Range]:
    """Those blocks, in any order, as ranges that do not touch, in order."""
    found: list[Range] = []
    start = end = -1
    for block in sorted(blocks):
        if block == end:
            end += 1
        elif block > end:
            if start >= 0:
                found.append((start, end))
            start, end = block, block + 1
    if start >= 0:
        found.append((start, end))
    return found


def gaps_in(ranges: Iterable[Range], start: int, end: int) -> Iterator[Range]:
    """What lacks from ``start`` to before ``end`` of ``ranges``, which lie there, in order."""
    for low, high in ranges:
        if start < low:
            yield start, low
        start = high
    if start < end:
        yield start, end


class BlockRanges:
    """Disjoint ranges that do not touch, in order. Each operation costs as many as it meets."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in ranges:
            if start < end and start > self.end:  # in order, as they mostly are
                self._starts.append(start)
                self._ends.append(end)
            else:
                self.add(start, end)

    def __len__(self) -> int:
        """How many ranges there are: what it costs to keep this."""
        return len(self._starts)

    def __iter__(self) -> Iterator[Range]:
        return zip(self._starts, self._ends, strict=True)

    def __contains__(self, block: int) -> bool:
        at = bisect_right(self._starts, block) - 1
        return at >= 0 and block < self._ends[at]

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, BlockRanges) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    @override
    def __repr__(self) -> str:
        return f"BlockRanges({list(self)})"

    @property
    def blocks(self) -> int:
        """How many blocks there are in all ranges."""
        return sum(self._ends) - sum(self._starts)

    @property
    def end(self) -> int:
        """Behind the last block; 0 if there is none."""
        return self._ends[-1] if self._ends else 0

    def add(self, start: int, end: int) -> None:
        """The blocks from ``start`` to before ``end`` are in; nothing if there are none."""
        if start >= end:
            return
        first = bisect_left(self._ends, start)  # touching ones are joined
        last = bisect_right(self._starts, end)
        if first < last:
            start = min(start, self._starts[first])
            end = max(end, self._ends[last - 1])
        self._starts[first:last] = [start]
        self._ends[first:last] = [end]

    def remove(self, start: int, end: int) -> None:
        """The blocks from ``start`` to before ``end`` are out."""
        if start >= end:
            return
        first = bisect_right(self._ends, start)
        last = bisect_left(self._starts, end)
        if first >= last:
            return
        kept = [(self._starts[first], start), (end, self._ends[last - 1])]
        kept = [(low, high) for low, high in kept if low < high]
        self._starts[first:last] = [low for low, _ in kept]
        self._ends[first:last] = [high for _, high in kept]

    def replace(self, start: int, end: int, ranges: Iterable[Range]) -> None:
        """Between ``start`` and ``end`` there are these and no others; they lie within, in order.

        Costs as many as there are, once, however many they are: a bitfield of a peer's may be full
        of them.
        """
        self.remove(start, end)
        disjoint = BlockRanges(ranges)  # each is added behind the last
        at = bisect_left(self._starts, start)
        before, behind = max(0, at - 1), min(len(self._starts), at + 1)
        edges = [*self._slice(before, at), *self._slice(at, behind)]
        self._starts[before:behind] = disjoint._starts
        self._ends[before:behind] = disjoint._ends
        for low, high in edges:  # which the new ones may touch
            self.add(low, high)

    def keep_first(self, count: int) -> None:
        """The ranges behind the first ``count`` are out."""
        del self._starts[count:]
        del self._ends[count:]

    def _slice(self, first: int, last: int) -> Iterator[Range]:
        return zip(self._starts[first:last], self._ends[first:last], strict=True)

    def within(self, start: int, end: int) -> Iterator[Range]:
        """The ranges between ``start`` and ``end``, cut to it, in order; none is empty."""
        at = bisect_right(self._ends, start)
        while start < end and at < len(self._starts) and self._starts[at] < end:
            yield max(start, self._starts[at]), min(end, self._ends[at])
            at += 1

    def gaps(self, start: int, end: int) -> Iterator[Range]:
        """What lacks between ``start`` and ``end``, in order."""
        return gaps_in(self.within(start, end), start, end)

    def first_at(self, block: int) -> int | None:
        """The first block in it from ``block`` on."""
        at = bisect_right(self._ends, block)
        return max(block, self._starts[at]) if at < len(self._starts) else None

    def last_before(self, block: int) -> int | None:
        """The last block in it before ``block``."""
        at = bisect_left(self._starts, block) - 1
        return min(block, self._ends[at]) - 1 if at >= 0 else None
