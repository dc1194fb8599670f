"""Which blocks are asked for, of whom: shared by all conversations of a profile. Pure.

What our user waits for comes first, in order (protocols/hypercore.md 14); then, of feeds that are
to be had whole, every gap from the beginning. A block is asked of one peer at a time, until that
one has kept us waiting.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.feeds import FeedTraffic
from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range, gaps_in
from engine.protocols.hypercore.exchange.asking.copies import Copies
from engine.protocols.hypercore.exchange.asking.measuring import Measuring
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    LOOKED_AHEAD_BLOCKS,
    SOUGHT_STRETCHES_LOOKED_AT,
    STRETCHES_LOOKED_AT,
)
from engine.protocols.hypercore.records import Feed, Records


@dataclass(slots=True, eq=False)
class Search:
    """How far one peer's blocks were looked through for what we lack.

    Everything before ``reached`` that it has is held, asked for, or ``skipped``: it is not asked
    for those, as it was already, or did not give them. ``sought``: the same of ranges that somebody
    waits for, or did, from their beginning; but from ``anew_from`` on there may be something new.
    """

    remote: Remote
    reached: int = 0
    skipped: BlockRanges = field(default_factory=BlockRanges)
    sought: dict[Range, int] = field(default_factory=dict)
    anew_from: int = BLOCK_LIMIT
    measuring: Measuring = field(init=False)

    def __post_init__(self) -> None:
        self.measuring = Measuring(self.remote.has)

    def again(self, start: int = 0) -> None:
        """From ``start`` on there may be something new."""
        self.reached = min(self.reached, start)
        self.seek_again(start)

    def seek_again(self, start: int) -> None:
        """There may be something new from there on, of what somebody waits for."""
        self.anew_from = min(self.anew_from, start)

    def reached_in(self, wish: Range) -> int:
        """How far that range was looked through."""
        return min(self.sought.get(wish, wish[0]), max(wish[0], self.anew_from))

    def begin(self, wishes: int) -> None:
        """To be called before ``sought`` is used: what may be new in it is looked through again.

        So is all of it once most of it is of ranges that nobody waits for now, of which there are
        ``wishes``: that is rare, and to find out which those are costs as much as they are.
        """
        if len(self.sought) > 2 * wishes + SOUGHT_STRETCHES_LOOKED_AT:
            self.sought = {}
        if self.anew_from < BLOCK_LIMIT:
            self.sought = {wish: self.reached_in(wish) for wish in self.sought}
            self.anew_from = BLOCK_LIMIT


class Download:
    """One feed's. ``asked`` are blocks on their way from somebody.

    ``is_narrowing``: one lane is asking where two histories of the feed part.
    """

    __slots__ = ("_records", "_searches", "asked", "copies", "is_narrowing", "space")

    def __init__(self, records: Records, space: SpaceId) -> None:
        self._records = records
        self._searches: list[Search] = []
        self.space = space
        self.asked = BlockRanges()
        self.copies = Copies(records, space, self.asked, self._look_again)
        self.is_narrowing = False

    def search(self, remote: Remote) -> Search:
        """A new one among that peer's blocks, until ``end``."""
        self._searches.append(Search(remote))
        return self._searches[-1]

    def end(self, search: Search) -> None:
        """That peer is asked for nothing any more."""
        if search in self._searches:
            self._searches.remove(search)

    def next_sought(
        self, feed: Feed, search: Search, sought: Sequence[Range], count: int
    ) -> list[int]:
        """Up to ``count`` blocks of ``sought`` to ask that peer for; the caller then calls ``ask``.

        Where ranges overlap a block may stand in it twice. At most so many stretches of blocks are
        looked at in one call; ``is_searched`` tells whether that was all.
        """
        found: list[int] = []
        limit, looked_at = _limit(feed, search), 0
        search.begin(len(sought))
        for wish in sought:  # of those behind the last that is looked at, none costs anything
            end = min(wish[1], limit)
            while (start := search.sought.get(wish, wish[0])) < end:
                if looked_at == SOUGHT_STRETCHES_LOOKED_AT or len(found) >= count:
                    return found
                reached = self._collect((start, end), search, found, count, is_sought=True)
                search.sought[wish] = reached
                looked_at += 1
        return found

    def has_sought(self, feed: Feed, search: Search, sought: Sequence[Range]) -> bool:
        """Whether there may be one that ``next_sought`` finds."""
        found = self.next_sought(feed, search, sought, 1)
        if found:
            search.again(found[0])  # it is not asked for now
        return bool(found) or not _is_searched(feed, search, sought)

    def next_blocks(
        self, feed: Feed, search: Search, count: int, but: Container[int] = ()
    ) -> list[int]:
        """Up to ``count`` blocks to ask that peer for now, of all that we lack, except for ``but``.

        At most so many stretches of blocks are looked at in one call; ``is_searched`` tells whether
        that was all.
        """
        found: list[int] = []
        self._search(feed, search, found, count)
        return [block for block in found if block not in but] if but else found

    def is_searched(self, feed: Feed, search: Search) -> bool:
        """Whether that peer has nothing more that nobody asks for."""
        if feed.whole and search.reached < _limit(feed, search):
            return False
        return _is_searched(feed, search, self._records.sought(self.space))

    @property
    def has_peers(self) -> bool:
        """Whether somebody is connected for it."""
        return bool(self._searches)

    def traffic(self, feed: Feed) -> FeedTraffic:
        """What goes on with it now. What is merely claimed and not asked about does not count."""
        whole = 0, feed.length
        has = [search.remote.has for search in self._searches]
        # The first range tells: whoever claims many shall not have us go through them each second.
        holders = sum(next(one.within(*whole), None) == whole for one in has)
        is_asked_about = any(search.measuring.asked is not None for search in self._searches)
        return FeedTraffic(holders, fetching=len(self.asked) > 0 or is_asked_about)

    def is_behind(self, feed: Feed) -> bool:
        """Whether somebody who is connected says to have more of it than is known to be."""
        has_more = any(search.remote.has.end > feed.length for search in self._searches)
        return has_more and feed.common is None

    def ask(self, start: int, end: int) -> None:
        """They are on their way."""
        self.asked.add(start, end)

    def arrived(self, block: int) -> None:
        """It has come."""
        self.asked.remove(block, block + 1)

    def lost(self, block: int) -> None:
        """It will not come from whom we asked, or not soon: others may be asked.

        Only those that have it look again: nobody can make the others begin anew.
        """
        self.asked.remove(block, block + 1)
        for search in self._searches:
            if block in search.remote.has:
                search.again(block)

    def _look_again(self, start: int) -> None:
        for search in self._searches:
            search.again(start)

    def _search(self, feed: Feed, search: Search, found: list[int], count: int) -> None:
        limit = _limit(feed, search)
        for _ in range(STRETCHES_LOOKED_AT):
            start = search.remote.has.first_at(max(search.reached, feed.gathers_from))
            if start is None or start >= limit:
                search.reached = limit
                return
            search.reached = self._collect((start, limit), search, found, count, is_sought=False)
            if len(found) >= count:
                return

    def _collect(
        self,
        stretch: Range,
        search: Search,
        found: list[int],
        count: int,
        *,
        is_sought: bool,
    ) -> int:
        """Of the next blocks of that stretch that the peer has, and a page of those behind: which
        we lack, and nobody was asked for. Returns behind which block to go on.

        What lies before the first of them, and behind the last, costs nothing, however much it is.
        What we let go lacks where somebody waits for it, and else does not.
        """
        first, end = search.remote.has.first_at(stretch[0]), stretch[1]
        if first is None or first >= end:
            return end
        stop = min(end, first - first % LOOKED_AHEAD_BLOCKS + LOOKED_AHEAD_BLOCKS)
        here = self._here(first, stop, is_sought=is_sought)
        for lacking in gaps_in(here, first, stop):
            for offered in search.remote.has.within(*lacking):
                for unasked in self.asked.gaps(*offered):
                    for low, high in search.skipped.gaps(*unasked):
                        found += range(low, min(high, low + count - len(found)))
                        if len(found) >= count:
                            return found[-1] + 1
        return stop

    def _here(self, start: int, end: int, *, is_sought: bool) -> Iterable[Range]:
        held = self._records.held(self.space, start, end)
        gone = () if is_sought else self._records.let_go(self.space, start, end)
        return BlockRanges((*held, *gone)) if gone else held


def _is_searched(feed: Feed, search: Search, sought: Iterable[Range]) -> bool:
    """Whether all of what somebody waits for was looked through."""
    limit = _limit(feed, search)
    return all(search.reached_in(wish) >= min(wish[1], limit) for wish in sought)


def _limit(feed: Feed, search: Search) -> int:
    """Behind the last block that may be asked for."""
    end = search.remote.has.end
    return end if feed.common is None else min(end, feed.common)


class Downloads:
    """Of all feeds."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._feeds: dict[SpaceId, Download] = {}

    def __len__(self) -> int:
        """Of how many feeds anything is remembered."""
        return len(self._feeds)

    def of(self, space: SpaceId) -> Download:
        """That feed's."""
        download = self._feeds.get(space)
        if download is None:
            download = self._feeds[space] = Download(self._records, space)
        return download

    def let_go(self, space: SpaceId) -> None:
        """Somebody is connected for it no more: once nobody is, nothing of it is remembered."""
        download = self._feeds.get(space)
        if download is not None and not download.has_peers:
            del self._feeds[space]

    def is_behind(self, feed: Feed) -> bool:
        """See ``Download.is_behind``; nobody is for a feed that nobody is connected for."""
        download = self._feeds.get(feed.space)
        return download is not None and download.is_behind(feed)

    def traffic(self) -> Mapping[SpaceId, FeedTraffic]:
        """What goes on now with the feeds that somebody is connected for."""
        return {
            space: download.traffic(feed)
            for space, download in self._feeds.items()
            if (feed := self._records.feed(space)) is not None and download.has_peers
        }
