"""Which blocks are asked for, of whom: shared by all conversations of a profile. Pure.

What our user waits for comes first, in order (protocols/hypercore.md 14); then, of feeds that are
to be had whole, every gap from the beginning. A block is asked of one peer at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.exchange.remote import Remote
from engine.protocols.hypercore.limits import LOOKED_AHEAD_BLOCKS, STRETCHES_LOOKED_AT
from engine.protocols.hypercore.records import Feed, Records


@dataclass(slots=True)
class Search:
    """How far one peer's blocks were looked through for what we lack.

    Everything before ``reached`` that it has is held or asked for, as of ``turn``.
    """

    reached: int = 0
    turn: int = 0

    def again(self, start: int = 0) -> None:
        """From ``start`` on there may be something new."""
        self.reached = min(self.reached, start)


class Download:
    """One feed's. ``asked`` are blocks on their way from somebody."""

    __slots__ = ("_records", "_turn", "asked", "space")

    def __init__(self, records: Records, space: SpaceId) -> None:
        self._records = records
        self._turn = 0
        self.space = space
        self.asked = BlockRanges()

    def next_blocks(self, feed: Feed, remote: Remote, search: Search, count: int) -> list[int]:
        """Up to ``count`` blocks to ask that peer for now; the caller then calls ``ask``.

        At most so many stretches of blocks are looked at in one call; ``is_searched`` tells whether
        that was all.
        """
        found: list[int] = []
        for start, end in self._records.sought(self.space):
            self._collect((start, min(end, _limit(feed, remote))), remote, found, count)
        if feed.whole and len(found) < count:
            self._search(feed, remote, search, found, count)
        return found

    def is_searched(self, feed: Feed, remote: Remote, search: Search) -> bool:
        """Whether that peer has nothing more that nobody asks for."""
        is_current = search.turn == self._turn and search.reached >= _limit(feed, remote)
        return is_current or not feed.whole

    def ask(self, block: int) -> None:
        """It is on its way."""
        self.asked.add(block, block + 1)

    def arrived(self, block: int) -> None:
        """It has come."""
        self.asked.remove(block, block + 1)

    def lost(self, block: int) -> None:
        """It will not come from whom we asked, or we have it no more: others may be asked."""
        self.asked.remove(block, block + 1)
        self._turn += 1

    def _search(
        self, feed: Feed, remote: Remote, search: Search, found: list[int], count: int
    ) -> None:
        if search.turn != self._turn:
            search.turn, search.reached = self._turn, 0
        limit = _limit(feed, remote)
        for _ in range(STRETCHES_LOOKED_AT):
            start = remote.has.first_at(search.reached)
            if start is None or start >= limit:
                search.reached = limit
                return
            end = min(start + LOOKED_AHEAD_BLOCKS, limit)
            self._collect((start, end), remote, found, count)
            if len(found) >= count:
                search.reached = found[-1] + 1
                return
            search.reached = end

    def _collect(self, stretch: Range, remote: Remote, found: list[int], count: int) -> None:
        """Of that stretch the blocks that the peer has, we lack, and nobody was asked for."""
        for lacking in self._lacking(*stretch):
            for offered in remote.has.within(*lacking):
                for start, end in self.asked.gaps(*offered):
                    found += range(start, min(end, start + count - len(found)))
                    if len(found) >= count:
                        return

    def _lacking(self, start: int, end: int) -> Iterator[Range]:
        for low, high in self._records.held(self.space, start, end):
            if start < low:
                yield start, low
            start = high
        if start < end:
            yield start, end


def _limit(feed: Feed, remote: Remote) -> int:
    """Behind the last block that may be asked for."""
    return remote.has.end if feed.common is None else min(remote.has.end, feed.common)


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
