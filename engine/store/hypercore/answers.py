"""What only Hypercore can answer: feeds, their blocks and bytes."""

from __future__ import annotations

from engine.errors import Refusal, Refused
from engine.model.feed_queries import (
    PAGE_BLOCKS_MAX,
    READ_BYTES_MAX,
    Blocks,
    Bytes,
    Feeds,
    MissingBlocks,
    OneFeed,
)
from engine.model.feeds import BlockStretch, BlockView, FeedTraffic, FeedView, ForkView
from engine.model.ids import SpaceId, SpaceKind
from engine.protocols.hypercore.commands.making import NEVER_LIMITED
from engine.protocols.hypercore.state import Circumstances, form_of, state_of
from engine.protocols.hypercore.tree.places import Place, block_at
from engine.store.database import Reading
from engine.store.hypercore.feeds import FeedRow
from engine.store.hypercore.reading import (
    Particulars,
    bytes_from,
    content,
    feed_row,
    fork_trees,
    is_sought,
    lacking_entries,
    let_go_blocks,
    node_of,
    particulars,
    sizes,
    tree_hash,
)
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.spaces import all_spaces, one_space

_QUIET = FeedTraffic()


class FeedAnswers:
    """Reads what was committed."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Feeds: self.feeds,
            OneFeed: self.one_feed,
            Blocks: self.blocks,
            Bytes: self.bytes,
            MissingBlocks: self.missing,
        }

    def feeds(self, _query: Feeds, around: AnswerSurroundings) -> tuple[FeedView, ...]:
        """See ``Feeds``."""
        spaces = [one for one in all_spaces(self._reading) if one.kind is SpaceKind.FEED]
        ordered = sorted(spaces, key=lambda space: space.list_key)
        return tuple(self.view(self.known(space.id), around) for space in ordered)

    def one_feed(self, query: OneFeed, around: AnswerSurroundings) -> FeedView:
        """See ``OneFeed``."""
        return self.view(self.known(query.space), around)

    def blocks(self, query: Blocks, _around: AnswerSurroundings) -> tuple[BlockView, ...]:
        """See ``Blocks``."""
        row = self.known(query.space)
        start = max(0, query.start)
        end = min(query.end, row.feed.length, start + PAGE_BLOCKS_MAX)
        if start >= end:
            return ()
        known = sizes(self._reading, row.number, start, end)
        found: list[BlockView] = []
        total = 0
        for block in range(start, end):
            data = content(self._reading, row.number, block)
            total += 0 if data is None else len(data)
            if found and total > READ_BYTES_MAX:
                break
            size = known.get(block) if data is None else len(data)
            found.append(BlockView(block, size, data))
        return tuple(found)

    def missing(
        self, query: MissingBlocks, _around: AnswerSurroundings
    ) -> tuple[BlockStretch, ...]:
        """See ``MissingBlocks``."""
        row = self.known(query.space)
        given = row.feed.length if row.feed.common is None else row.feed.common
        start = max(0, query.start)
        end = min(query.end, given, start + PAGE_BLOCKS_MAX)
        lacking = lacking_entries(self._reading, row.number, start, end)
        return tuple(BlockStretch(*one) for one in lacking)

    def bytes(self, query: Bytes, _around: AnswerSurroundings) -> bytes:
        """See ``Bytes``."""
        row = self.known(query.space)
        start = max(0, query.start)
        end = min(query.end, row.feed.byte_length, start + READ_BYTES_MAX)
        return read_bytes(self._reading, row, start, end)

    def known(self, space: SpaceId) -> FeedRow:
        """Refused: SPACE_UNKNOWN, or NOT_A_FEED for a space of another kind."""
        row = feed_row(self._reading, space)
        if row is not None:
            return row
        other = one_space(self._reading, space)
        if other is not None:
            raise Refused(Refusal.NOT_A_FEED, other.name)
        raise Refused(Refusal.SPACE_UNKNOWN)

    def view(self, row: FeedRow, around: AnswerSurroundings) -> FeedView:
        """The feed as it is now."""
        feed, more = row.feed, particulars(self._reading, row.number)
        present = around.presence.get(feed.space, ())
        traffic = around.traffic.get(feed.space, _QUIET)
        peers = len({peer for peer, _ in present})
        here = more.held_blocks
        if here < feed.length:
            here += let_go_blocks(self._reading, row.number)
        around_it = Circumstances(here, is_sought(self._reading, row.number), peers, traffic)
        is_author_here = any(key == feed.key for _, key in present)
        is_author_known = is_author_here or more.author_seen_at is not None
        space = one_space(self._reading, feed.space)
        return FeedView(
            space=feed.space,
            key=feed.key,
            discovery_key=more.discovery_key,
            name="" if space is None else space.name,
            form=form_of(feed),
            own=feed.own,
            length=feed.length,
            byte_length=feed.byte_length,
            downloaded=more.held_blocks,
            downloaded_bytes=more.held_bytes,
            tree_hash=tree_hash(self._reading, row),
            state=state_of(feed, around_it),
            peers=peers,
            holders=traffic.holders,
            paused=feed.paused,
            whole=feed.whole,
            limit_bytes=None if feed.limit_bytes == NEVER_LIMITED else feed.limit_bytes,
            author_online=is_author_here if is_author_known else None,
            author_seen_at=around.now if is_author_here else more.author_seen_at,
            fork=_fork_view(row, more),
            restored=more.elsewhere == 0,
        )


def _fork_view(row: FeedRow, more: Particulars) -> ForkView | None:
    common = row.feed.common
    if common is None or more.noticed_at is None:
        return None
    trees = fork_trees(row, more.evidence)
    lengths = tuple(length for length, _ in trees)
    return ForkView(common, more.noticed_at, lengths, tuple(hash_ for _, hash_ in trees))


def read_bytes(reading: Reading, row: FeedRow, start: int, end: int) -> bytes:
    """The bytes between, which lie within the feed. Refused with BLOCKS_MISSING."""
    if start >= end:
        return b""
    place = block_at(row.feed.length, start, node_of(reading, row.number))
    if not isinstance(place, Place):
        raise Refused(Refusal.BLOCKS_MISSING)
    return bytes_from(reading, row.number, place, end - start, row.feed.length)
