"""Which blocks of a feed are rows of its timeline.

A block that is held is a row, unless it is a part of a file that an entry before it carries. Which
blocks those are (``hypercore_parts``) is known once the entry is, whichever came first, and stays
known when the entry itself is let go. What lies among an entry's parts is no entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, starmap

from engine.model.ids import PostKind, PublicKey
from engine.model.views import FileView
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.posts.entries import Entry, data_view, file_views, read_block
from engine.protocols.hypercore.posts.places import order_key
from engine.store.database import Database
from engine.store.hypercore.blocks import BlockRows, Numbered
from engine.store.hypercore.feeds import FeedRow
from engine.store.hypercore.news import FeedNews
from engine.store.timeline.posts import TimelinePost
from engine.store.timeline.timeline import Timeline

CHANNEL = ""
SHOWN_AGAIN_MAX = 256  # ours: by one block that comes, some 20 ms


@dataclass(frozen=True, slots=True)
class Arrival:
    """When blocks came; ``ours``: from ourselves."""

    at: float
    ours: bool


class Posts:
    """The rows of all feeds. Writes need an open transaction."""

    def __init__(
        self, database: Database, timeline: Timeline, blocks: BlockRows, news: FeedNews
    ) -> None:
        """Borrows all."""
        self._database = database
        self._news = news
        self._timeline = timeline
        self._blocks = blocks
        self._has_parts: dict[int, bool] = {}
        database.on_transaction_end(lambda: None, self._has_parts.clear)

    def show_all(self, row: FeedRow, blocks: Sequence[Numbered], arrival: Arrival) -> None:
        """Those blocks are held from now on."""
        for block, content in blocks:
            again = self._show_one(row, block, content, arrival)
            if again is not None:
                self._show_again(row, again, arrival)

    def _show_again(self, row: FeedRow, again: Range | None, arrival: Arrival) -> None:
        """Where an entry came whose parts were taken for entries, what had been theirs is shown,
        and so on: a bounded number, since an author could make it any.
        """
        left = SHOWN_AGAIN_MAX
        while again is not None and left > 0:
            held = self._blocks.held(row.number, *again)
            again = None
            for block in islice(chain.from_iterable(starmap(range, held)), left):
                content = self._blocks.content(row.number, block)
                assert content is not None, "a block that is held and not there"
                left -= 1
                # What a later one of them takes in lies behind all of them: there is one at most.
                again = self._show_one(row, block, content, arrival) or again

    def _show_one(self, row: FeedRow, block: int, content: bytes, arrival: Arrival) -> Range | None:
        """Blocks that are nobody's parts any more by that, and are to be shown."""
        feed = row.number
        if self._is_part(feed, block):
            return None
        entry = read_block(content)
        files = (data_view(content),) if entry is None else file_views(entry)
        post = _post((row.feed.key, block), arrival, entry, files)
        self._timeline.add(feed, post)
        self._news.post(row.feed.space, post.order, own=arrival.ours)
        if entry is None or not entry.parts:
            return None
        return self._claim(row, block + 1, block + 1 + entry.parts)

    def hide(self, row: FeedRow, start: int, end: int) -> None:
        """Those blocks are held no more."""
        key = row.feed.key
        first, last = order_key(key, start), order_key(key, end)
        if self._timeline.remove(row.number, CHANNEL, first, last):
            self._news.gone(row.feed.space, first, last)

    def is_post(self, row: FeedRow, block: int) -> bool:
        """Whether that block has a row, shown or put aside."""
        self._timeline.flush()
        sql = "SELECT 1 FROM timeline WHERE space = ? AND channel = ? AND order_key = ?"
        place = (row.number, CHANNEL, order_key(row.feed.key, block))
        return self._database.value(sql, place) is not None

    def put_aside(self, row: FeedRow, block: int, *, hidden: bool) -> None:
        """Our user deleted that row for themselves, or took that back."""
        place = order_key(row.feed.key, block)
        self._timeline.hide_post(row.number, CHANNEL, place, hidden=hidden)

    def rebuild(self, row: FeedRow, received_at: float) -> None:
        """Fills its timeline anew. When a block came is not known any more."""
        for start, end in self._blocks.held(row.number, 0, row.feed.length):
            for block in range(start, end):
                content = self._blocks.content(row.number, block)
                if content is not None:
                    self.show_all(row, [(block, content)], Arrival(received_at, row.feed.own))

    def erase_some(self, feed: int) -> bool:
        """See ``Eraser``."""
        self._database.run("DELETE FROM hypercore_parts WHERE feed = ?", (feed,))
        self._has_parts.pop(feed, None)
        return self._database.changes() > 0

    def _is_part(self, feed: int, block: int) -> bool:
        has_parts = self._has_parts.get(feed)
        if has_parts is None:
            sql = "SELECT 1 FROM hypercore_parts WHERE feed = ? LIMIT 1"
            has_parts = self._has_parts[feed] = self._database.value(sql, (feed,)) is not None
        if not has_parts:
            return False
        end: int | None = self._database.value(
            "SELECT end_block FROM hypercore_parts WHERE feed = ? AND first_block <= ?"
            " ORDER BY first_block DESC LIMIT 1",
            (feed, block),
        )
        return end is not None and block < end

    def _claim(self, row: FeedRow, start: int, end: int) -> Range | None:
        """Those are parts; what they were taken for is taken back."""
        feed = row.number
        among = (feed, start, end)  # parts of an entry begin behind it
        beyond: int | None = self._database.value(
            "SELECT max(end_block) FROM hypercore_parts"
            " WHERE feed = ? AND first_block > ? AND first_block <= ?",
            among,
        )
        self._database.run(
            "DELETE FROM hypercore_parts WHERE feed = ? AND first_block > ? AND first_block <= ?",
            among,
        )
        self._database.run("INSERT OR REPLACE INTO hypercore_parts VALUES (?, ?, ?)", among)
        self._has_parts[feed] = True
        if self._blocks.held(feed, start, end):
            self.hide(row, start, end)
        return (end, beyond) if beyond is not None and beyond > end else None


def _post(
    place: tuple[PublicKey, int],
    arrival: Arrival,
    entry: Entry | None,
    files: tuple[FileView, ...],
) -> TimelinePost:
    key, block = place
    at = arrival.at
    return TimelinePost(
        channel=CHANNEL,
        order=order_key(key, block),
        kind=PostKind.BLOCK,
        height=block,
        parents=(),
        at=at if entry is None or entry.at is None else entry.at,
        received_at=at,
        author=key,
        path=(),
        ours=arrival.ours,
        text="" if entry is None else entry.text,
        body=None,
        files=files,
    )
