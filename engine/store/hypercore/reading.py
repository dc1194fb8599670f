"""Feeds as the queries' own connection reads them: what was committed, and nothing in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range, runs
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.places import Place
from engine.protocols.hypercore.tree.suites import SUITES
from engine.store.database import Reading
from engine.store.hypercore.feeds import FeedRow, decoded_evidence, read_feeds


@dataclass(frozen=True, slots=True)
class Particulars:
    """What the feed's row holds besides."""

    discovery_key: bytes
    held_blocks: int
    held_bytes: int
    noticed_at: float | None
    author_seen_at: float | None
    evidence: bytes | None
    elsewhere: int | None


def feed_row(reading: Reading, space: SpaceId) -> FeedRow | None:
    """Also of what lies beside another; None if there is no such feed."""
    rows = read_feeds(reading, "space.id = ? AND NOT forgotten", (space,))
    return rows[0] if rows else None


def particulars(reading: Reading, feed: int) -> Particulars:
    """Of the feed of that number; it must be there."""
    row = reading.row(
        "SELECT published_key, held_blocks, held_bytes, noticed_at, author_seen_at, evidence,"
        " elsewhere"
        " FROM hypercore_feed WHERE space = ?",
        (feed,),
    )
    assert row is not None
    return Particulars(*row)


def node_of(reading: Reading, feed: int) -> Callable[[int], Node | None]:
    """Its tree."""

    def node(index: int) -> Node | None:
        sql = "SELECT hash, size FROM hypercore_node WHERE feed = ? AND number = ?"
        row = reading.row(sql, (feed, index))
        return None if row is None else Node(index, row[0], row[1])

    return node


def tree_hash(reading: Reading, row: FeedRow) -> bytes | None:
    """Of the longest tree that was verified; None if it is empty."""
    if not row.feed.length:
        return None
    node = node_of(reading, row.number)
    roots = [node(index) for index in flat.full_roots(row.feed.length)]
    known = [root for root in roots if root is not None]
    return SUITES[row.feed.suite].tree(known) if len(known) == len(roots) else None


def fork_trees(row: FeedRow, evidence: bytes | None) -> tuple[tuple[int, bytes], ...]:
    """Length and hash of the two trees that prove a fork, ours first."""
    suite = SUITES[row.feed.suite]
    kept = decoded_evidence(evidence) or ()
    return tuple((one.signed.length, suite.tree(one.roots)) for one in kept)


def content(reading: Reading, feed: int, block: int) -> bytes | None:
    """None if it is not here."""
    sql = "SELECT content FROM hypercore_block WHERE feed = ? AND number = ?"
    found: bytes | None = reading.value(sql, (feed, block))
    return found


def bytes_from(reading: Reading, feed: int, place: Place, count: int, end: int) -> bytes:
    """So many bytes from there on, all before block ``end``. Refused with BLOCKS_MISSING."""
    joined, wanted = bytearray(), place.within + count
    for block in range(place.block, end):
        data = content(reading, feed, block)
        if data is None:
            break
        joined += data
        if len(joined) >= wanted:
            return bytes(joined[place.within : wanted])
    raise Refused(Refusal.BLOCKS_MISSING)


def lacking_entries(reading: Reading, feed: int, start: int, end: int) -> Sequence[Range]:
    """Blocks from ``start`` to before ``end`` that are not here, without known parts of files."""
    between = (feed, start, end)
    held = reading.rows(
        "SELECT number FROM hypercore_block WHERE feed = ? AND number >= ? AND number < ?", between
    )
    parts = reading.rows(
        "SELECT first_block, end_block FROM hypercore_parts"
        " WHERE feed = ? AND end_block > ? AND first_block < ?",
        between,
    )
    known = BlockRanges(runs(number for (number,) in held))
    for first, last in parts:
        known.add(first, last)
    return list(known.gaps(start, end))


def sizes(reading: Reading, feed: int, start: int, end: int) -> dict[int, int]:
    """How large the blocks are from ``start`` to before ``end``, as far as the tree tells."""
    rows = reading.rows(
        "SELECT number / 2, size FROM hypercore_node"
        " WHERE feed = ? AND number >= ? AND number < ? AND number % 2 = 0",
        (feed, 2 * start, 2 * end),
    )
    return dict(rows)


def let_go_blocks(reading: Reading, feed: int) -> int:
    """How many blocks there were once, and are not fetched unasked."""
    pages = reading.rows("SELECT bits FROM hypercore_let_go WHERE feed = ?", (feed,))
    return sum(int.from_bytes(bits, "big").bit_count() for (bits,) in pages)


def is_sought(reading: Reading, feed: int) -> bool:
    """Whether somebody waits for something of it."""
    return any(
        reading.value(f"SELECT 1 FROM {table} WHERE feed = ? LIMIT 1", (feed,)) is not None  # noqa: S608 - of two fixed names
        for table in ("hypercore_sought", "hypercore_sought_bytes")
    )
