"""Blocks that another feed of ours has already (draft 1, "Merkle Tree Deduplication"). Pure.

A node that is verified stands for all blocks below it. If another feed of the same suite holds the
blocks below a node of the same hash, they are the same, and are copied instead of fetched: a piece
at a time, for a turn must not take long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.limits import (
    COPIED_BLOCKS_MAX,
    COPIED_BYTES_MAX,
    COPIED_BYTES_MIN,
    COPIES_LOOKED_FOR_MAX,
)
from engine.protocols.hypercore.records import Copied, Feed, Records
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node


@dataclass(frozen=True, slots=True)
class _Piece:
    """The blocks below ``node`` are those below ``source_node`` of the feed ``source``."""

    node: int
    source: SpaceId
    source_node: int

    @property
    def blocks(self) -> Range:
        return flat.blocks_below(self.node)


class Copies:
    """One feed's. ``asked``: blocks that are on their way; those to be copied are among them.

    What peers were asked for already is copied as well where it can be; then that is taken back.
    """

    def __init__(
        self,
        records: Records,
        space: SpaceId,
        asked: BlockRanges,
        fetch: Callable[[int], None],
    ) -> None:
        """``fetch`` is told from which block on there is something to be fetched after all."""
        self._records = records
        self._fetch = fetch
        self._space = space
        self._asked = asked
        self._waiting: deque[_Piece] = deque()
        self._running: _Piece | None = None
        self._planned = BlockRanges()

    def __len__(self) -> int:
        """How many pieces wait."""
        return len(self._waiting)

    def look(self, feed: Feed, nodes: Iterable[Node], but: Range) -> None:
        """These were verified with the blocks ``but``, which are here: are theirs somewhere?"""
        for node in nodes:
            if node.size >= COPIED_BYTES_MIN:
                start, end = flat.blocks_below(node.index)
                is_apart = end <= but[0] or but[1] <= start
                if is_apart and self._is_wanted(feed, (start, end)):
                    self._find(feed, node)

    def look_at_all(self, feed: Feed) -> None:
        """Of what is known of the tree: more of it may be wanted than when it came."""
        is_wanted = feed.whole or bool(self._records.sought(self._space))
        if feed.paused or not is_wanted:
            return
        tree, looked_at = self._records.tree(self._space), 0
        waiting = deque(flat.full_roots(feed.length))
        while waiting and looked_at < COPIES_LOOKED_FOR_MAX:
            node = tree.node(waiting.popleft())
            looked_at += 1
            if node is None or node.size < COPIED_BYTES_MIN:
                continue
            blocks = flat.blocks_below(node.index)
            if self._records.held(self._space, *blocks) == [blocks]:
                continue
            is_found = self._is_wanted(feed, blocks) and self._find(feed, node)
            if not is_found and node.index % 2:
                waiting.extend(flat.children(node.index))

    def _is_wanted(self, feed: Feed, blocks: Range) -> bool:
        """All of them, and none is here or is to be copied already."""
        start, end = blocks
        is_planned = any(self._planned.within(start, end))
        if is_planned or self._records.held(self._space, start, end):
            return False
        is_frozen = feed.common is not None and end > feed.common
        if feed.paused or is_frozen or self._records.let_go(self._space, start, end):
            return False
        if feed.whole and start >= feed.gathers_from:
            return True
        return any(low <= start and end <= high for low, high in self._records.sought(self._space))

    def _find(self, feed: Feed, node: Node) -> bool:
        found = self._records.copy_of(feed.suite, node)
        if found is None:
            return False
        for piece in self._pieces(_Piece(node.index, *found)):
            self._waiting.append(piece)
            self._asked.add(*piece.blocks)
            self._planned.add(*piece.blocks)
        return True

    def _pieces(self, piece: _Piece) -> Iterator[_Piece]:
        start, end = piece.blocks
        known = self._records.tree(piece.source).node(piece.source_node)
        size = COPIED_BYTES_MAX if known is None else known.size
        if end - start == 1 or (size <= COPIED_BYTES_MAX and end - start <= COPIED_BLOCKS_MAX):
            yield piece
            return
        sides = zip(flat.children(piece.node), flat.children(piece.source_node), strict=True)
        for node, source_node in sides:
            yield from self._pieces(_Piece(node, piece.source, source_node))

    def next(self, now: float) -> Copied | None:
        """The next piece, if it is still there; None as well while one is being copied."""
        while self._waiting and self._running is None:
            piece = self._waiting.popleft()
            blocks = flat.blocks_below(piece.source_node)
            is_known = self._records.feed(piece.source) is not None
            if is_known and self._records.held(piece.source, *blocks) == [blocks]:
                self._running = piece
                return Copied(self._space, piece.node, piece.source, piece.source_node, now)
            self._let_go(piece)
            self._fetch(piece.blocks[0])
        return None

    def done(self, node: int) -> None:
        """It is stored."""
        if self._running is not None and self._running.node == node:
            self._let_go(self._running)
            self._running = None

    def stop(self) -> None:
        """What was to be stored was not: all of it may be fetched."""
        for piece in (self._running, *self._waiting):
            if piece is not None:
                self._let_go(piece)
                self._fetch(piece.blocks[0])
        self._waiting.clear()
        self._running = None

    def _let_go(self, piece: _Piece) -> None:
        self._asked.remove(*piece.blocks)
        self._planned.remove(*piece.blocks)
