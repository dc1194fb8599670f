"""Feeds' blocks: their contents, and which of them there are.

Which blocks are held is asked all the time, for ranges of thousands. It is kept as bits, a page for
8,192 blocks, so that a feed of ten million blocks of which a few are held costs a few pages.
"""

from __future__ import annotations

from collections import OrderedDict

from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.store.database import ERASED_ROWS, Database

PAGE_BLOCKS = 8_192
PAGE_BYTES = PAGE_BLOCKS // 8
PAGES_KEPT_MAX = 256  # ours: of those that were asked for last
HELD_BACK_BYTES_MAX = 8 << 20  # ours

_Place = tuple[int, int]
"""A feed and a page, or a feed and a block."""


class Blocks:
    """All feeds'. Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._pages: OrderedDict[_Place, BlockRanges] = OrderedDict()
        self._changed: set[_Place] = set()
        self._contents: dict[_Place, bytes] = {}
        self._held_back_bytes = 0
        database.on_transaction_end(self.flush, self._forget)

    def held(self, feed: int, start: int, end: int) -> list[Range]:
        """Which blocks from ``start`` to before ``end`` there are, in order, joined over pages."""
        found: list[Range] = []
        for page in self._pages_between(feed, start, end):
            first = page * PAGE_BLOCKS
            for low, high in self._page((feed, page)).within(start - first, end - first):
                is_joined = bool(found) and low == 0 and found[-1][1] == first
                joined = found.pop()[0] if is_joined else first + low
                found.append((joined, first + high))
        return found

    def bits(self, feed: int, start: int, end: int) -> bytes:
        """The same as a bitfield whose first bit is ``start``, without looking at each block."""
        if start >= end:
            return b""
        first, last = start // PAGE_BLOCKS, (end - 1) // PAGE_BLOCKS
        pages = dict(
            self._database.rows(
                "SELECT page, bits FROM hypercore_held WHERE feed = ? AND page BETWEEN ? AND ?",
                (feed, first, last),
            )
        )
        for one, page in self._changed:
            if one == feed and first <= page <= last:
                pages[page] = rle.bitfield_of(self._pages[feed, page], 0)
        joined = bytearray()
        for page in sorted(pages):
            joined += bytes((page - first) * PAGE_BYTES - len(joined)) + pages[page]
        count = min(end - start, 8 * len(joined))
        return rle.bits_from(bytes(joined), start - first * PAGE_BLOCKS, count)

    def content(self, feed: int, block: int) -> bytes | None:
        """A block's content; None if it is not there."""
        held_back = self._contents.get((feed, block))
        if held_back is not None:
            return held_back
        content: bytes | None = self._database.value(
            "SELECT content FROM hypercore_block WHERE feed = ? AND number = ?", (feed, block)
        )
        return content

    def add(self, feed: int, block: int, content: bytes) -> None:
        """That block is there from now on."""
        self._contents[feed, block] = content
        self._held_back_bytes += len(content)
        page, within = divmod(block, PAGE_BLOCKS)
        self._page((feed, page)).add(within, within + 1)
        self._changed.add((feed, page))
        if self._held_back_bytes > HELD_BACK_BYTES_MAX:
            self.flush()

    def remove(self, feed: int, start: int, end: int) -> None:
        """Those blocks are there no more."""
        self.flush()
        for page in self._pages_between(feed, start, end):
            first = page * PAGE_BLOCKS
            ranges = self._page((feed, page))
            ranges.remove(max(0, start - first), min(PAGE_BLOCKS, end - first))
            self._changed.add((feed, page))
        self._database.run(
            "DELETE FROM hypercore_block WHERE feed = ? AND number >= ? AND number < ?",
            (feed, start, end),
        )

    def flush(self) -> None:
        """Writes what is held back."""
        contents, self._contents, self._held_back_bytes = self._contents, {}, 0
        if contents:
            self._database.run_many(
                "INSERT OR REPLACE INTO hypercore_block VALUES (?, ?, ?)",
                [(feed, block, content) for (feed, block), content in contents.items()],
            )
        changed, self._changed = self._changed, set()
        if changed:
            self._database.run_many(
                "INSERT OR REPLACE INTO hypercore_held VALUES (?, ?, ?)",
                [(*place, rle.bitfield_of(self._pages[place], 0)) for place in sorted(changed)],
            )

    def erase_some(self, feed: int) -> bool:
        """See ``Eraser``."""
        self._database.run(
            "DELETE FROM hypercore_block WHERE rowid IN"
            " (SELECT rowid FROM hypercore_block WHERE feed = ? LIMIT ?)",
            (feed, ERASED_ROWS // 8),  # they are large
        )
        if self._database.changes():
            return True
        self._database.run("DELETE FROM hypercore_held WHERE feed = ?", (feed,))
        return self._database.changes() > 0

    def _pages_between(self, feed: int, start: int, end: int) -> list[int]:
        """Those that have, or may have, something there."""
        if start >= end:
            return []
        first, last = start // PAGE_BLOCKS, (end - 1) // PAGE_BLOCKS
        if first == last:
            return [first]
        stored = self._database.rows(
            "SELECT page FROM hypercore_held WHERE feed = ? AND page BETWEEN ? AND ?",
            (feed, first, last),
        )
        held_back = {page for one, page in self._changed if one == feed and first <= page <= last}
        return sorted({page for (page,) in stored} | held_back)

    def _page(self, place: _Place) -> BlockRanges:
        page = self._pages.get(place)
        if page is not None:
            self._pages.move_to_end(place)
            return page
        bits: bytes | None = self._database.value(
            "SELECT bits FROM hypercore_held WHERE feed = ? AND page = ?", place
        )
        page = self._pages[place] = BlockRanges(() if bits is None else rle.ranges_of(bits))
        while len(self._pages) > PAGES_KEPT_MAX:
            oldest = next(iter(self._pages))
            if oldest == place or oldest in self._changed:
                break
            del self._pages[oldest]
        return page

    def _forget(self) -> None:
        self._pages.clear()
        self._changed.clear()
        self._contents.clear()
        self._held_back_bytes = 0
