"""Feeds' trees: verified nodes, and which trees their authors have signed.

Nodes are looked up far more often than they are written (a digest alone asks for two a level), so
those last used are kept in memory, and with them what is known not to be there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.protocols.hypercore.limits import COPIED_BYTES_MIN
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.tree.verification import INDEX_LIMIT
from engine.store.database import Database, Value

NODES_KEPT_MAX = 16_384  # ours: some 6 MiB
RUN_BITS = 6  # nodes are read so many at a time: neighbours are asked for next
RUNS_KEPT_MAX = 16_384  # ours: known to be read, some 3 MiB; a sparse feed has runs without a node
SIGNATURES_READ_MAX = 64  # ours: as many as a proof tries
LARGE_READ_MAX = 64  # ours: of the same hash
HELD_BACK_MAX = 4_096  # ours: rows


class Trees:
    """All feeds' nodes and signatures. Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._known: dict[tuple[int, int], Node | None] = {}
        self._read: set[tuple[int, int]] = set()  # runs of which nothing else is written
        self._nodes: list[tuple[Value, ...]] = []
        self._signed: list[tuple[Value, ...]] = []
        database.on_transaction_end(self.flush, self._forget)

    def of(self, feed: int) -> StoredTree:
        """That feed's."""
        return StoredTree(self, feed, self._known)

    def node(self, feed: int, index: int) -> Node | None:
        """See ``Tree``."""
        key = (feed, index)
        try:
            return self._known[key]
        except KeyError:
            if index >= INDEX_LIMIT:
                return None  # a proof may lead there, and SQLite has no such numbers
        run = (feed, index >> RUN_BITS)
        if run in self._read:
            return None
        first = run[1] << RUN_BITS
        rows = self._database.rows(
            "SELECT number, hash, size FROM hypercore_node WHERE feed = ? AND number >= ?"
            " AND number <= ?",
            (feed, first, min(first + (1 << RUN_BITS), INDEX_LIMIT) - 1),
        )
        self._make_room(len(rows))
        if len(self._read) >= RUNS_KEPT_MAX:
            self._read.clear()
        for number, hashed, size in rows:
            self._known.setdefault((feed, number), Node(number, hashed, size))
        self._read.add(run)
        return self._known.get(key)

    def large(self, like: Node) -> list[tuple[int, int]]:
        """Written nodes of any feed that hash the same, where they are not too small: the feed's
        number and theirs. One question for all feeds, for it is asked with nearly every block.
        """
        # The first bound is that of the index, which SQLite takes only where it says the same.
        rows = self._database.rows(
            "SELECT feed, number FROM hypercore_node INDEXED BY hypercore_node_large"  # noqa: S608
            f" WHERE hash = ? AND size >= {COPIED_BYTES_MIN} AND size = ?"
            " ORDER BY feed, number LIMIT ?",
            (like.hash, like.size, LARGE_READ_MAX),
        )
        return [(feed, number) for feed, number in rows]

    def signed(self, feed: int, shortest: int, longest: int) -> list[Signed]:
        """See ``Tree``."""
        self.flush()
        rows = self._database.rows(
            "SELECT length, signature FROM hypercore_signature"
            " WHERE feed = ? AND length BETWEEN ? AND ? ORDER BY length DESC LIMIT ?",
            (feed, shortest, longest, SIGNATURES_READ_MAX),
        )
        return [Signed(length, signature) for length, signature in rows]

    def add(self, feed: int, nodes: Sequence[Node], signed: Signed | None) -> None:
        """Verified nodes, and the tree that they were proved by."""
        self._make_room(len(nodes))
        self._known.update({(feed, node.index): node for node in nodes})
        self._nodes += [(feed, node.index, node.hash, node.size) for node in nodes]
        if signed is not None:
            self._signed.append((feed, signed.length, signed.signature))
        if len(self._nodes) >= HELD_BACK_MAX:
            self.flush()

    def flush(self) -> None:
        """Writes what is held back."""
        nodes, self._nodes = self._nodes, []
        if nodes:
            sql = "INSERT OR IGNORE INTO hypercore_node VALUES (?, ?, ?, ?)"
            self._database.run_many(sql, nodes)
        signed, self._signed = self._signed, []
        if signed:
            sql = "INSERT OR IGNORE INTO hypercore_signature VALUES (?, ?, ?)"
            self._database.run_many(sql, signed)

    def _make_room(self, count: int) -> None:
        if self._known and len(self._known) + count > NODES_KEPT_MAX:
            self.flush()  # what is not written yet must be found
            self._read.clear()
            for oldest in list(self._known)[: max(count, NODES_KEPT_MAX // 4)]:
                del self._known[oldest]

    def _forget(self) -> None:
        self._known.clear()
        self._read.clear()
        self._nodes.clear()
        self._signed.clear()


class StoredTree:
    """Implements ``Tree`` for one feed."""

    __slots__ = ("_feed", "_known", "_trees")

    def __init__(
        self, trees: Trees, feed: int, known: Mapping[tuple[int, int], Node | None]
    ) -> None:
        """``known``: what ``trees`` has in memory, which mostly does."""
        self._trees = trees
        self._feed = feed
        self._known = known

    def node(self, index: int) -> Node | None:
        """See ``Tree``."""
        try:
            return self._known[self._feed, index]
        except KeyError:
            return self._trees.node(self._feed, index)

    def signed(self, shortest: int, longest: int) -> Iterable[Signed]:
        """See ``Tree``."""
        return self._trees.signed(self._feed, shortest, longest)
