"""Which blocks are asked for, of whom: shared by all conversations of a profile. Pure.

What our user waits for comes first, in order (protocols/hypercore.md 14); then, of feeds that are
to be had whole, every gap from the beginning. A block is asked of one peer at a time, until that
one has kept us waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.exchange.remote import Remote
from engine.protocols.hypercore.limits import LOOKED_AHEAD_BLOCKS, STRETCHES_LOOKED_AT
from engine.protocols.hypercore.records import Feed, Records


@dataclass(slots=True, eq=False)
class Search:
    """How far one peer's blocks were looked through for what we lack.

    Everything before ``reached`` that it has is held, asked for, or ``skipped``: it is not asked
    for those, as it was already, or did not give them.
    """

    remote: Remote
    reached: int = 0
    skipped: BlockRanges = field(default_factory=BlockRanges)

    def again(self, start: int = 0) -> None:
        """From ``start`` on there may be something new."""
        self.reached = min(self.reached, start)


class Download:
    """One feed's. ``asked`` are blocks on their way from somebody."""

    __slots__ = ("_records", "_searches", "asked", "space")

    def __init__(self, records: Records, space: SpaceId) -> None:
        self._records = records
        self._searches: list[Search] = []
        self.space = space
        self.asked = BlockRanges()

    def search(self, remote: Remote) -> Search:
        """A new one among that peer's blocks, until ``end``."""
        self._searches.append(Search(remote))
        return self._searches[-1]

    def end(self, search: Search) -> None:
        """That peer is asked for nothing any more."""
        if search in self._searches:
            self._searches.remove(search)

    def next_blocks(self, feed: Feed, search: Search, count: int) -> list[int]:
        """Up to ``count`` blocks to ask that peer for now; the caller then calls ``ask``.

        At most so many stretches of blocks are looked at in one call; ``is_searched`` tells whether
        that was all.
        """
        found: list[int] = []
        for start, end in self._records.sought(self.space):
            self._collect((start, min(end, _limit(feed, search))), search, found, count)
            if len(found) >= count:
                return found
        if feed.whole:
            self._search(feed, search, found, count)
        return found

    def is_searched(self, feed: Feed, search: Search) -> bool:
        """Whether that peer has nothing more that nobody asks for."""
        return not feed.whole or search.reached >= _limit(feed, search)

    def ask(self, block: int) -> None:
        """It is on its way."""
        self.asked.add(block, block + 1)

    def arrived(self, block: int) -> None:
        """It has come."""
        self.asked.remove(block, block + 1)

    def lost(self, block: int) -> None:
        """It will not come from whom we asked, or not soon: others may be asked.

        Only those that have it look again: nobody can make the others begin anew.
        """
        self.asked.remove(block, block + 1)
        for search in self._searches:
            if search.reached > block and block in search.remote.has:
                search.again(block)

    def _search(self, feed: Feed, search: Search, found: list[int], count: int) -> None:
        limit = _limit(feed, search)
        for _ in range(STRETCHES_LOOKED_AT):
            start = search.remote.has.first_at(search.reached)
            if start is None or start >= limit:
                search.reached = limit
                return
            end = min(start + LOOKED_AHEAD_BLOCKS, limit)
            self._collect((start, end), search, found, count)
            if len(found) >= count:
                search.reached = found[-1] + 1
                return
            search.reached = end

    def _collect(self, stretch: Range, search: Search, found: list[int], count: int) -> None:
        """Of that stretch the blocks that the peer has, we lack, and nobody was asked for."""
        for lacking in self._lacking(*stretch):
            for offered in search.remote.has.within(*lacking):
                for unasked in self.asked.gaps(*offered):
                    for start, end in search.skipped.gaps(*unasked):
                        found += range(start, min(end, start + count - len(found)))
                        if len(found) >= count:
                            return

    def _lacking(self, start: int, end: int) -> Iterator[Range]:
        """Looked for a piece at a time, so that what lies behind costs nothing."""
        while start < end:
            stop = min(end, start - start % LOOKED_AHEAD_BLOCKS + LOOKED_AHEAD_BLOCKS)
            for low, high in self._records.held(self.space, start, stop):
                if start < low:
                    yield start, low
                start = high
            if start < stop:
                yield start, stop
            start = stop


def _limit(feed: Feed, search: Search) -> int:
    """Behind the last block that may be asked for."""
    end = search.remote.has.end
    return end if feed.common is None else min(end, feed.common)


class Downloads:
    """Of all feeds."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._feeds: dict[SpaceId, Download] = {}

    def of(self, space: SpaceId) -> Download:
        """That feed's."""
        download = self._feeds.get(space)
        if download is None:
            download = self._feeds[space] = Download(self._records, space)
        return download

    def forget(self, space: SpaceId) -> None:
        """The feed is gone."""
        self._feeds.pop(space, None)
