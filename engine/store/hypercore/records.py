"""The Hypercore repository: ``OwnRecords`` over SQLite (engine/protocols/hypercore/records.py).

``feeds``   the feeds
``wishes``  what our user waits for
``trees``   verified nodes and signatures
``blocks``  contents, which of them are held (``pages``), let go, and used last
``posts``   which of them are rows of a timeline
``folders`` the files that feeds of names tell of (``folder_clashes``, ``folder_contents``,
            ``folder_wants``)
``news``    what is told of all that
``stored_feeds`` puts them together, and reads
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.model.events import Event, FolderChanged
from engine.model.ids import SpaceId, SpaceKind
from engine.protocols.contract import Record
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.commands.fixing import passing_away
from engine.protocols.hypercore.folders.records import FolderRecord
from engine.protocols.hypercore.posts.places import block_of
from engine.protocols.hypercore.records import (
    PASSING,
    Appended,
    AuthorSeen,
    ContinuedHere,
    Copied,
    Evicted,
    FeedForgotten,
    FeedLeft,
    FeedStored,
    Filled,
    Forked,
    ForkNarrowed,
    HypercoreRecord,
    OwnElsewhere,
    PostHidden,
    Received,
    Reclaimed,
    RunReceived,
    Sought,
    SoughtBytes,
    Used,
)
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.verification import Verified
from engine.protocols.tidings.port.records import Acknowledged
from engine.store.database import ERASED_ROWS
from engine.store.hypercore.feeds import FeedRow
from engine.store.hypercore.holders import note_held_up_to
from engine.store.hypercore.mending import mend_held, mend_lengths
from engine.store.hypercore.posts import Arrival
from engine.store.hypercore.stored_feeds import StoredFeeds

_OfContents = Received | RunReceived | Appended | Copied | Evicted | PostHidden
_OfWishes = Sought | SoughtBytes | Reclaimed | Used | Filled
_OfFeeds = (
    FeedStored
    | FeedLeft
    | Forked
    | ForkNarrowed
    | OwnElsewhere
    | ContinuedHere
    | AuthorSeen
    | FeedForgotten
)


class HypercoreRepository(StoredFeeds):
    """Reads see what the running transaction has applied. Writes need an open one."""

    # ---- writes -----------------------------------------------------------------------------

    def apply(self, record: Record) -> None:
        """Stores one record of this protocol."""
        if isinstance(record, RunReceived):  # nearly all of them
            self._receive_run(record)
        elif isinstance(record, Received):
            self._receive(record)
        elif isinstance(record, Acknowledged):
            self._note_acknowledged(record)
        elif isinstance(record, HypercoreRecord):
            self._apply(record)
        elif isinstance(record, FolderRecord):
            self._folders.apply(record)
        else:
            raise TypeError(record)

    def _apply(self, record: HypercoreRecord) -> None:
        if isinstance(record, _OfContents):
            self._apply_to_contents(record)
        elif isinstance(record, _OfWishes):
            self._apply_to_wishes(record)
        else:
            self._apply_to_feeds(record)
            self._note_changed(record.space)

    def _apply_to_contents(self, record: _OfContents) -> None:
        match record:
            case Received():
                self._receive(record)
            case RunReceived():
                self._receive_run(record)
            case Appended():
                self._append(record)
            case Copied():
                self._copy(record)
            case Evicted(space, start, end):
                self._evict(space, start, end)
            case PostHidden(space, block, hidden):
                self._posts.put_aside(self._feeds.row(space), block, hidden=hidden)
            case _:
                assert_never(record)

    def _apply_to_wishes(self, record: _OfWishes) -> None:
        feed = self._feeds.number(record.space)
        match record:
            case Sought(_, start, end, wanted):
                (self._sought.add if wanted else self._sought.remove)(feed, start, end)
            case SoughtBytes(_, start, end, wanted):
                (self._sought_bytes.add if wanted else self._sought_bytes.remove)(feed, start, end)
            case Reclaimed():
                self._blocks.reclaim(feed)
            case Used(_, start, end, at):
                self._blocks.use(feed, start, end, at)
            case Filled(space, full, gathers_from):
                self._feeds.fill(space, gathers_from if full else None)
                self._note_changed(space)
            case _:
                assert_never(record)

    def _apply_to_feeds(self, record: _OfFeeds) -> None:
        match record:
            case FeedStored():
                self._feeds.store(record)
            case FeedLeft(space, left):
                self._feeds.leave(space, left=left)
                self._folders.note_freed()  # of one that is followed again, while it was left
            case Forked(space, common):
                if self._feeds.fork(record):
                    row = self._feeds.row(space)
                    self._news.forked(row.feed.beside or space, common)
                self._folders.read_on(space)
            case ForkNarrowed(space):
                self._feeds.narrow_fork(record)
                self._folders.read_on(space)
            case OwnElsewhere(space, length):
                self._feeds.set_elsewhere(space, length)
            case ContinuedHere(space):
                self._feeds.set_elsewhere(space, None)
            case AuthorSeen(space, at):
                self._feeds.see_author(space, at)
            case FeedForgotten(space):
                self._forget(space)
            case _:
                assert_never(record)

    def _note_changed(self, space: SpaceId) -> None:
        """Of a folder, whichever of its feeds it is."""
        feed = self._feeds.known(space)
        if feed is not None:
            self._news.changed(feed.beside or space)

    def _receive(self, record: Received) -> None:
        row = self._prove(record.space, record.verified)
        if record.value is None:
            if record.verified.signed is not None:
                self._note_changed(record.space)  # its length may be another one
            return
        self._hold(row, record.block, record.value, record.at)
        self._read_on(row)
        self._end_met(row.number, (record.block, record.block + 1))

    def _receive_run(self, record: RunReceived) -> None:
        row = self._prove(record.space, record.verified)
        new = self._blocks.lacking(row.number, record.blocks)
        if row.has_posts:  # before they are held: of those behind an entry nothing is shown yet
            self._posts.show_all(row, new, Arrival(record.at, row.feed.own))
        if new:
            size = self._blocks.add_all(row.number, new, record.at)
            self._news.blocks(row.feed.beside or row.feed.space, size, len(new))
        self._read_on(row)
        self._end_met(row.number, (record.blocks[0][0], record.blocks[-1][0] + 1))

    def _prove(self, space: SpaceId, verified: Verified) -> FeedRow:
        """The feed, with what was verified of its tree."""
        row = self._feeds.row(space)
        self._trees.add(row.number, verified.nodes, verified.signed)
        if verified.signed is None:
            return row
        self._feeds.grow(space, verified.signed.length, verified.byte_length)
        return self._feeds.row(space)

    def _end_met(self, feed: int, arrived: Range) -> None:
        """What somebody waited for is waited for no more where all of it is here now."""
        for start, end in self._sought.touching(feed, *arrived):
            if self._has_all(feed, start, end):
                self._sought.remove(feed, start, end)

    def _has_all(self, feed: int, start: int, end: int) -> bool:
        # Where the last block lacks, as it mostly does, the rest is not looked at.
        is_last_there = bool(self._blocks.held(feed, end - 1, end))
        return is_last_there and self._blocks.held(feed, start, end) == [(start, end)]

    def _append(self, record: Appended) -> None:
        row = self._feeds.row(record.space)
        self._trees.add(row.number, record.nodes, record.signed)
        for block, content in enumerate(record.blocks, record.first):
            self._hold(row, block, content, record.at, ours=True)
        self._feeds.grow(record.space, record.signed.length, record.byte_length)
        self._read_on(row)

    def _copy(self, record: Copied) -> None:
        row, copied = self._feeds.row(record.space), self._feeds.row(record.source)
        source, ours = copied.number, copied.feed.own and not row.feed.signed
        start, end = flat.blocks_below(record.node)
        first, _ = flat.blocks_below(record.source_node)
        nodes: list[Node] = []
        for index in range(2 * start, 2 * end - 1):
            node = self._trees.node(source, index + 2 * (first - start))
            assert node is not None, "a copy of what is not held"
            nodes.append(Node(index, node.hash, node.size))
        self._trees.add(row.number, nodes, None)
        for block in range(start, end):
            content = self._blocks.content(source, block - start + first)
            assert content is not None, "a copy of what is not held"
            self._hold(row, block, content, record.at, ours=ours)
        self._read_on(row)

    def _read_on(self, row: FeedRow) -> None:
        if row.kind is SpaceKind.FOLDER and row.feed.beside is None:
            self._folders.read_on(row.feed.space)

    def _hold(
        self, row: FeedRow, block: int, content: bytes, at: float, *, ours: bool = False
    ) -> None:
        if not self._blocks.add(row.number, block, content, at):
            return
        space = row.feed.space
        self._news.blocks(row.feed.beside or space, len(content))  # of a folder, whichever feed
        if row.has_posts:
            self._posts.show_all(row, [(block, content)], Arrival(at, ours or row.feed.own))

    def _evict(self, space: SpaceId, start: int, end: int) -> None:
        row = self._feeds.row(space)
        self._end_wishes(row.number, self._blocks.held(row.number, start, end))
        self._blocks.remove(row.number, start, end)
        self._note_changed(space)
        if row.has_posts:
            self._posts.hide(row, start, end)

    def _end_wishes(self, feed: int, held: Sequence[Range]) -> None:
        """What somebody waited for, and which was there: else it would come again, and go again."""
        served = BlockRanges(held)
        for start, end in self._sought.of(feed):
            if any(served.within(start, end)):
                self._sought.remove(feed, start, end)
                for low, high in served.gaps(start, end):
                    self._sought.add(feed, low, high)

    def _forget(self, space: SpaceId) -> None:
        """Its secret goes now, and nobody is shown anything of it; its blocks are erased later."""
        number = self._feeds.number(space)
        self._sought.forget(number)
        self._sought_bytes.forget(number)
        self._timeline.drop(number)
        self._folders.forget(space)
        self._feeds.forget(space)
        self._news.forget_space(space)
        self._database.leave_no_trace()

    def _note_acknowledged(self, record: Acknowledged) -> None:
        feed = self._feeds.known(record.space)
        if feed is None or not feed.own:
            return
        blocks = [block_of(feed.key, head) for head in record.heads]
        known = [block for block in blocks if block is not None]
        if known:
            self._timeline.flush()
            number = self._feeds.number(record.space)
            note_held_up_to(self._database, self._delivery, (number, record.peer), max(known))

    def take_news(self) -> Sequence[Event]:
        """See ``NewsSource``."""
        return [*self._news.take(), *map(FolderChanged, self._folders.take_changed())]

    # ---- mending ----------------------------------------------------------------------------

    def mend(self) -> None:
        """To be called when a store is opened, outside a transaction.

        What was only being made when the program was ended goes, too.
        """
        mend_held(self._database)
        mend_lengths(self._database, self._feeds, self._trees)
        passing = [feed for feed in self.all_known() if feed.beside == PASSING]
        for space in [space for feed in passing for space in passing_away(self, feed)]:
            with self._database.atomic():
                self._forget(space)
        self._folders.mend()

    def rebuild_timeline(self, space: SpaceId, now: float) -> None:
        """Fills a feed's timeline anew from its blocks. In an open transaction.

        When they came is not known any more: ``now``.
        """
        row = self._feeds.row(space)
        if row.has_posts:
            self._timeline.drop(row.number)
            while self._timeline.erase_rows(row.number):
                pass
            self._posts.rebuild(row, now)
            self._timeline.hide_again(row.number)

    # ---- forgetting -------------------------------------------------------------------------

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        if self._blocks.erase_some(number) or self._posts.erase_some(number):
            return True
        if self._folders.erase_some(number):
            return True
        for table, key in (("node", "number"), ("signature", "length")):
            self._database.run(
                f"DELETE FROM hypercore_{table} WHERE feed = ?1 AND {key} IN"  # noqa: S608 - ours
                f" (SELECT {key} FROM hypercore_{table} WHERE feed = ?1 LIMIT ?2)",
                (number, ERASED_ROWS),
            )
            if self._database.changes():
                return True
        return False
