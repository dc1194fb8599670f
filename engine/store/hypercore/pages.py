"""Sets of a feed's blocks as bits, a page for 8,192 blocks.

Which blocks are held is asked all the time, for ranges of thousands; and a feed of ten million
blocks of which a few are held costs a few pages.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Literal

from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.limits import BLOCK_LIMIT
from engine.store.database import Database

PAGE_BLOCKS = 8_192
PAGE_BYTES = PAGE_BLOCKS // 8
PAGES_KEPT_MAX = 256  # ours: of those that were asked for last

_Place = tuple[int, int]
"""A feed and a page."""


class Pages:
    """One such set for each feed. Writes need an open transaction."""

    def __init__(
        self, database: Database, table: Literal["hypercore_held", "hypercore_let_go"]
    ) -> None:
        """Borrows ``database``; its owner calls ``flush`` and ``forget`` as transactions end."""
        self._database = database
        self._table = table
        self._pages: OrderedDict[_Place, BlockRanges] = OrderedDict()
        self._changed: set[_Place] = set()

    def within(self, feed: int, start: int, end: int) -> list[Range]:
        """Which blocks from ``start`` to before ``end`` are in, in order, joined over pages."""
        found: list[Range] = []
        for page in self._pages_between(feed, start, end):
            first = page * PAGE_BLOCKS
            for low, high in self._page((feed, page)).within(start - first, end - first):
                is_joined = bool(found) and low == 0 and found[-1][1] == first
                joined = found.pop()[0] if is_joined else first + low
                found.append((joined, first + high))
        return found

    def first_at(self, feed: int, block: int) -> int | None:
        """The first block from ``block`` on that is in; None if there is none."""
        page, within = divmod(block, PAGE_BLOCKS)
        while (found := self._next_page(feed, page)) is not None:
            first = self._page((feed, found)).first_at(within if found == page else 0)
            if first is not None:
                return found * PAGE_BLOCKS + first
            page, within = found + 1, 0
        return None

    def bits(self, feed: int, start: int, end: int) -> bytes:
        """``within`` as a bitfield whose first bit is ``start``, without looking at each block."""
        if start >= end:
            return b""
        first, last = start // PAGE_BLOCKS, (end - 1) // PAGE_BLOCKS
        pages = self._bits_of_pages(feed, first, last)
        joined = bytearray()
        for page in sorted(pages):
            joined += bytes((page - first) * PAGE_BYTES - len(joined)) + pages[page]
        count = min(end - start, 8 * len(joined))
        return rle.bits_from(bytes(joined), start - first * PAGE_BLOCKS, count)

    def count(self, feed: int) -> int:
        """How many blocks are in."""
        pages = self._bits_of_pages(feed, 0, BLOCK_LIMIT // PAGE_BLOCKS)
        return sum(int.from_bytes(bits, "big").bit_count() for bits in pages.values())

    def add(self, feed: int, block: int) -> bool:
        """That block is in from now on; whether it was not."""
        page, within = divmod(block, PAGE_BLOCKS)
        place = feed, page
        ranges = self._page(place)
        if within in ranges:
            return False
        ranges.add(within, within + 1)
        self._changed.add(place)
        return True

    def add_all(self, feed: int, ranges: Iterable[Range]) -> None:
        """So are those."""
        for start, end in ranges:
            for page in range(start // PAGE_BLOCKS, -(-end // PAGE_BLOCKS)):
                first = page * PAGE_BLOCKS
                low, high = max(start - first, 0), min(end - first, PAGE_BLOCKS)
                self._page((feed, page)).add(low, high)
                self._changed.add((feed, page))

    def remove(self, feed: int, start: int, end: int) -> None:
        """Those blocks are out."""
        for page in self._pages_between(feed, start, end):
            first = page * PAGE_BLOCKS
            ranges = self._page((feed, page))
            ranges.remove(max(0, start - first), min(PAGE_BLOCKS, end - first))
            self._changed.add((feed, page))

    def has_any(self, feed: int) -> bool:
        """Whether there may be one."""
        sql = f"SELECT 1 FROM {self._table} WHERE feed = ? LIMIT 1"  # noqa: S608 - as above
        is_stored = self._database.value(sql, (feed,)) is not None
        return is_stored or any(one == feed for one, _ in self._changed)

    def flush(self) -> None:
        """Writes what is held back."""
        changed, self._changed = self._changed, set()
        if changed:
            self._database.run_many(
                f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?)",  # noqa: S608 - as above
                [(*place, rle.bitfield_of(self._pages[place], 0)) for place in sorted(changed)],
            )

    def clear(self, feed: int) -> None:
        """None of that feed's is in."""
        self.flush()
        self._database.run(f"DELETE FROM {self._table} WHERE feed = ?", (feed,))  # noqa: S608 - as above
        self.forget()

    def forget(self) -> None:
        """What is in memory may never have been."""
        self._pages.clear()
        self._changed.clear()

    def _bits_of_pages(self, feed: int, first: int, last: int) -> dict[int, bytes]:
        """By their numbers; not of those in which nothing ever was."""
        pages = dict(
            self._database.rows(
                f"SELECT page, bits FROM {self._table}"  # noqa: S608 - of two fixed names
                " WHERE feed = ? AND page BETWEEN ? AND ?",
                (feed, first, last),
            )
        )
        for one, page in self._changed:
            if one == feed and first <= page <= last:
                pages[page] = rle.bitfield_of(self._pages[feed, page], 0)
        return pages

    def _pages_between(self, feed: int, start: int, end: int) -> list[int]:
        """Those that have, or may have, something there."""
        if start >= end:
            return []
        first, last = start // PAGE_BLOCKS, (end - 1) // PAGE_BLOCKS
        if first == last:
            return [first]
        stored = self._database.rows(
            f"SELECT page FROM {self._table}"  # noqa: S608 - as above
            " WHERE feed = ? AND page BETWEEN ? AND ?",
            (feed, first, last),
        )
        held_back = {page for one, page in self._changed if one == feed and first <= page <= last}
        return sorted({page for (page,) in stored} | held_back)

    def _next_page(self, feed: int, page: int) -> int | None:
        """The first from there on that has, or may have, something."""
        stored: int | None = self._database.value(
            f"SELECT page FROM {self._table}"  # noqa: S608 - as above
            " WHERE feed = ? AND page >= ? AND bits != x'' ORDER BY page LIMIT 1",
            (feed, page),
        )
        held_back = [one for known, one in self._changed if known == feed and one >= page]
        return min(held_back if stored is None else [stored, *held_back], default=None)

    def _page(self, place: _Place) -> BlockRanges:
        page = self._pages.get(place)
        if page is not None:
            self._pages.move_to_end(place)
            return page
        sql = f"SELECT bits FROM {self._table} WHERE feed = ? AND page = ?"  # noqa: S608 - as above
        bits: bytes | None = self._database.value(sql, place)
        page = self._pages[place] = BlockRanges(() if bits is None else rle.ranges_of(bits))
        while len(self._pages) > PAGES_KEPT_MAX:
            oldest = next(iter(self._pages))
            if oldest == place or oldest in self._changed:
                break
            del self._pages[oldest]
        return page
