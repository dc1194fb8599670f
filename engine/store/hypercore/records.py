"""The Hypercore repository: ``Records`` over SQLite (engine/protocols/hypercore/records.py).

``feeds``   the feeds, and what our user waits for
``trees``   verified nodes and signatures
``blocks``  contents, and which of them are held
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.model.ids import SpaceId
from engine.protocols.contract import Record
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.records import (
    Appended,
    Evicted,
    Feed,
    FeedForgotten,
    FeedStored,
    Forked,
    HypercoreRecord,
    Naming,
    Received,
    Sought,
)
from engine.store.database import ERASED_ROWS, Database
from engine.store.hypercore.blocks import Blocks
from engine.store.hypercore.feeds import Feeds
from engine.store.hypercore.trees import StoredTree, Trees
from engine.store.spaces import SpaceRepository

_NAME_DIGITS = 8  # ours: of the key, until it has a name of ours


class HypercoreRepository:
    """Reads see what the running transaction has applied. Writes need an open one."""

    def __init__(self, database: Database, spaces: SpaceRepository) -> None:
        """Borrows both."""
        self._database = database
        self._feeds = Feeds(database, spaces)
        self._trees = Trees(database)
        self._blocks = Blocks(database)

    # ---- writes -----------------------------------------------------------------------------

    def apply(self, record: Record) -> None:
        """Stores one record of this protocol."""
        if not isinstance(record, HypercoreRecord):
            raise TypeError(record)
        match record:
            case Received():
                self._receive(record)
            case Appended():
                self._append(record)
            case FeedStored(feed=feed):
                self._feeds.store(record, feed.key.hex()[:_NAME_DIGITS])
            case Evicted(space, start, end):
                self._blocks.remove(self._feeds.number(space), start, end)
            case Sought(space, start, end, wanted):
                change = self._feeds.seek if wanted else self._feeds.stop_seeking
                change(space, start, end)
            case Forked():
                self._feeds.fork(record)
            case FeedForgotten(space):
                self._feeds.forget(space)
            case _:
                assert_never(record)

    def _receive(self, record: Received) -> None:
        feed = self._feeds.number(record.space)
        verified = record.verified
        self._trees.add(feed, verified.nodes, verified.signed)
        if verified.signed is not None:
            self._feeds.grow(record.space, verified.signed.length, verified.byte_length)
        if record.value is None:
            return
        self._blocks.add(feed, record.block, record.value)
        for start, end in self._feeds.sought(record.space).copy():
            if start <= record.block < end and self._has_all(feed, start, end):
                self._feeds.stop_seeking(record.space, start, end)

    def _has_all(self, feed: int, start: int, end: int) -> bool:
        # Where the last block lacks, as it mostly does, the rest is not looked at.
        is_last_there = bool(self._blocks.held(feed, end - 1, end))
        return is_last_there and self._blocks.held(feed, start, end) == [(start, end)]

    def _append(self, record: Appended) -> None:
        feed = self._feeds.number(record.space)
        self._trees.add(feed, record.nodes, record.signed)
        for block, content in enumerate(record.blocks, record.first):
            self._blocks.add(feed, block, content)
        self._feeds.grow(record.space, record.signed.length, record.byte_length)

    # ---- reads ------------------------------------------------------------------------------

    def feed(self, space: SpaceId) -> Feed | None:
        """See ``Records``."""
        return self._feeds.feed(space)

    def feeds(self) -> Sequence[Feed]:
        """See ``Records``."""
        return self._feeds.feeds()

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        """See ``Records``."""
        return self._feeds.named(discovery_key)

    def tree(self, space: SpaceId) -> StoredTree:
        """See ``Records``."""
        return self._trees.of(self._feeds.number(space))

    def held(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        """See ``Records``."""
        return self._blocks.held(self._feeds.number(space), start, end)

    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        """See ``Records``."""
        return self._blocks.bits(self._feeds.number(space), start, end)

    def block(self, space: SpaceId, block: int) -> bytes | None:
        """See ``Records``."""
        return self._blocks.content(self._feeds.number(space), block)

    def sought(self, space: SpaceId) -> Sequence[Range]:
        """See ``Records``."""
        return self._feeds.sought(space)

    # ---- forgetting -------------------------------------------------------------------------

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        if self._blocks.erase_some(number):
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
