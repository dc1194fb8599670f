"""Which blocks are asked for together, of who takes requests for runs (``exchange.runs``). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.limits import BLOCK_LIMIT, RUN_BLOCKS_MAX, RUN_BYTES_AIMED
from engine.protocols.hypercore.records import Feed

_RUNS_END = BLOCK_LIMIT // 2  # a run is named by a node, in the place of a block


def size_of_runs(feed: Feed) -> int:
    """How many of its blocks are worth a run: a power of two, 1 where none is."""
    mean = feed.byte_length // feed.length if feed.length else RUN_BYTES_AIMED
    wanted = min(RUN_BLOCKS_MAX, RUN_BYTES_AIMED // max(1, mean))
    return 1 << max(0, wanted.bit_length() - 1)


def nodes_of(blocks: Iterable[int], size: int) -> Iterator[int]:
    """The nodes below which exactly those blocks lie, in their order, at most ``size`` each."""
    for start, end in _stretches(blocks):
        at = start
        while at < end:
            most = size if at < _RUNS_END else 1
            below = min(at & -at or most, most, 1 << (end - at).bit_length() - 1)
            yield 2 * at + below - 1
            at += below


def _stretches(blocks: Iterable[int]) -> Iterator[Range]:
    start = end = -1
    for block in blocks:
        if block != end and start >= 0:
            yield start, end
        start = block if block != end else start
        end = block + 1
    if start >= 0:
        yield start, end
