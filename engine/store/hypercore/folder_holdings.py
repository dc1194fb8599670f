"""How much of a folder's files is here, counted from the bits that say which blocks are held.

A page of bits is one large number: counting the blocks of a file shifts and counts it, so that ten
thousand files take some milliseconds.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from engine.model.feeds import PART_BYTES
from engine.store.database import Reading
from engine.store.hypercore.pages import PAGE_BLOCKS


class Holdings:
    """Of one feed of contents, as it is in one snapshot."""

    def __init__(self, reading: Reading, feed: int | None) -> None:
        """``feed``: its number; None: it is not known yet, and nothing is here."""
        self._reading = reading
        self._feed = feed
        self._pages: dict[int, int] = {}
        self._pages_stored: Sequence[int] | None = None
        self._sought: set[tuple[int, int]] | None = None
        length = held = 0
        if feed is not None:
            sql = "SELECT length, held_blocks FROM hypercore_feed WHERE space = ?"
            length, held = reading.row(sql, (feed,)) or (0, 0)
        self.is_none = held == 0
        self._all_up_to = length if held >= length else 0

    def bytes_of(self, first: int, blocks: int, size: int) -> int:
        """How many bytes are here of a file of ``size`` bytes in those blocks."""
        if self.is_none or blocks == 0:
            return 0
        # A file is often told of before the feed is known to reach so far.
        if first + blocks <= self._all_up_to:
            return size
        held = self._held(first, first + blocks)
        if held in {0, blocks}:
            return size if held else 0
        last = size - PART_BYTES * (blocks - 1)
        if not 0 < last <= PART_BYTES:
            return size * held // blocks  # cut in another way: as near as can be said
        is_last_here = self._held(first + blocks - 1, first + blocks) == 1
        return PART_BYTES * held - (PART_BYTES - last if is_last_here else 0)

    def is_sought(self, first: int, blocks: int) -> bool:
        """Whether just those blocks are waited for, as a version of a file is."""
        if self._feed is None or blocks == 0:
            return False
        if self._sought is None:
            sql = "SELECT first_block, end_block FROM hypercore_sought WHERE feed = ?"
            self._sought = set(self._reading.rows(sql, (self._feed,)))
        return (first, first + blocks) in self._sought

    def _held(self, start: int, end: int) -> int:
        count = 0
        stored = self._stored()
        first = bisect_left(stored, start // PAGE_BLOCKS)
        behind = bisect_right(stored, (end - 1) // PAGE_BLOCKS)
        for page in stored[first:behind]:
            low = max(start - page * PAGE_BLOCKS, 0)
            high = min(end - page * PAGE_BLOCKS, PAGE_BLOCKS)
            mask = (1 << (high - low)) - 1
            count += (self._page(page) >> (PAGE_BLOCKS - high) & mask).bit_count()
        return count

    def _stored(self) -> Sequence[int]:
        """Which pages there are, in order: how many blocks a file has is only what is said."""
        if self._pages_stored is None:
            sql = "SELECT page FROM hypercore_held WHERE feed = ? ORDER BY page"
            self._pages_stored = [page for (page,) in self._reading.rows(sql, (self._feed,))]
        return self._pages_stored

    def _page(self, page: int) -> int:
        """Its bits as one number, the first block on top."""
        known = self._pages.get(page)
        if known is None:
            bits: bytes | None = self._reading.value(
                "SELECT bits FROM hypercore_held WHERE feed = ? AND page = ?", (self._feed, page)
            )
            whole = (bits or b"").ljust(PAGE_BLOCKS // 8, b"\0")
            known = self._pages[page] = int.from_bytes(whole, "big")
        return known
