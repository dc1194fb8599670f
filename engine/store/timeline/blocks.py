"""How many posts precede a place in a timeline, cheaply however long it is.

A timeline is cut into blocks of at most BLOCK_POSTS_MAX posts; ``timeline_block`` holds for each
its first key, how many posts, and of them quiet ones, it has, and the newest of their times. The
first block begins at the empty key, so every key lies in a block. A rank is the sum over the blocks
before, and a count inside one. What stands aside (marks, hidden posts) is no post here; how much of
it lies in a block is noted beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.ids import OrderKey
from engine.store.database import Database, Reading

BLOCK_POSTS_MAX = 512  # ours
BLOCK_POSTS_SPLIT = 256  # ours: what a block that grew too large is cut into

Line = tuple[int, str]
"""A timeline: the space's number, and the channel."""

SHOWN = "timeline INDEXED BY timeline_shown"
"""The posts without what stands aside, which may be any number between two of them."""

_COLUMNS = "space, channel, first_key, posts, quiet, aside, latest"


@dataclass(frozen=True, slots=True)
class Count:
    """Posts, and how many of them never count as unread."""

    posts: int
    quiet: int

    @property
    def counting(self) -> int:
        """Those that count as unread until they are read."""
        return self.posts - self.quiet

    def __sub__(self, other: Count) -> Count:
        """Of a run, what is left behind another that begins at the same place."""
        return Count(self.posts - other.posts, self.quiet - other.quiet)


class Row(NamedTuple):
    """What counts of a row of the timeline. ``aside``: it is not shown."""

    key: bytes
    at: float
    quiet: bool
    aside: bool


def count_in(database: Database, line: Line, rows: list[Row]) -> None:
    """Counts rows that were just written."""
    if not _has_blocks(database, line):
        database.run(
            f"INSERT INTO timeline_block ({_COLUMNS}) VALUES (?, ?, x'', 0, 0, 0, NULL)",  # noqa: S608 - of fixed texts
            line,
        )
    rows.sort()
    start = 0
    while start < len(rows):
        first, end = _block_around(database, line, rows[start].key)
        stop = start + 1
        while stop < len(rows) and (end is None or rows[stop].key < end):
            stop += 1
        _add(database, line, first, end, rows[start:stop])
        start = stop


def count_anew(database: Database, line: Line, key: bytes) -> None:
    """Of the block that ``key`` lies in: one of its rows is shown now, or is not any more."""
    first, end = _block_around(database, line, key)
    _write(database, line, [_counted(database, line, first, end)])


def count_anew_between(database: Database, line: Line, keys: Sequence[bytes]) -> None:
    """Of all blocks that one of ``keys``, which are sorted, lies in."""
    behind: bytes | None = b""
    for key in keys:
        if behind is None or key < behind:
            continue
        first, behind = _block_around(database, line, key)
        _write(database, line, [_counted(database, line, first, behind)])


def count_moved(database: Database, line: Line, moves: Mapping[OrderKey, OrderKey]) -> None:
    """Rows stand at other keys now, by those at which they stood; mostly in the same block."""
    firsts: dict[bytes, bytes] = {}
    first: bytes = b""
    behind: bytes | None = b""
    for key in sorted((*moves, *moves.values())):
        if behind is not None and key >= behind:
            first, behind = _block_around(database, line, key)
        firsts[key] = first
    changed = [pair for pair in moves.items() if firsts[pair[0]] != firsts[pair[1]]]
    count_anew_between(database, line, sorted(key for pair in changed for key in pair))


def count_all_anew(database: Database, line: Line) -> None:
    """Of every block."""
    firsts: list[bytes] = [
        first
        for (first,) in database.rows(
            "SELECT first_key FROM timeline_block WHERE space = ? AND channel = ?"
            " ORDER BY first_key",
            line,
        )
    ]
    ends: list[bytes | None] = [*firsts[1:], None]
    pairs = zip(firsts, ends, strict=False)
    _write(database, line, [_counted(database, line, first, end) for first, end in pairs])


def total(reading: Reading, line: Line) -> Count:
    """All posts of the timeline."""
    row = reading.row(
        "SELECT total(posts), total(quiet) FROM timeline_block WHERE space = ? AND channel = ?",
        line,
    )
    assert row is not None
    return Count(int(row[0]), int(row[1]))


def count_before(reading: Reading, line: Line, key: bytes) -> Count:
    """The posts whose order key is less than ``key``, which need not be one of them."""
    first: bytes | None = reading.value(
        "SELECT max(first_key) FROM timeline_block"
        " WHERE space = ? AND channel = ? AND first_key <= ?",
        (*line, key),
    )
    if first is None:
        return Count(0, 0)
    row = reading.row(
        "SELECT blocks.posts + inside.posts, blocks.quiet + inside.quiet FROM"  # noqa: S608 - of fixed texts
        " (SELECT total(posts) AS posts, total(quiet) AS quiet FROM timeline_block"
        "  WHERE space = ?1 AND channel = ?2 AND first_key < ?3) AS blocks,"
        f" (SELECT count(*) AS posts, total(quiet) AS quiet FROM {SHOWN}"
        "  WHERE space = ?1 AND channel = ?2 AND order_key >= ?3 AND order_key < ?4"
        "  AND aside IS NULL) AS inside",
        (*line, first, key),
    )
    assert row is not None
    return Count(int(row[0]), int(row[1]))


def count_up_to(reading: Reading, line: Line, key: bytes | None) -> Count:
    """The posts whose order key is ``key`` or less; None: none."""
    # No key lies between a key and the same one with a zero byte behind it.
    return Count(0, 0) if key is None else count_before(reading, line, key + b"\0")


def first_since(reading: Reading, line: Line, at: float) -> bytes | None:
    """The order key of the first post, in order, that is not older than ``at``."""
    block: bytes | None = reading.value(
        "SELECT first_key FROM timeline_block"
        " WHERE space = ? AND channel = ? AND latest >= ? ORDER BY first_key LIMIT 1",
        (*line, at),
    )
    if block is None:
        return None
    found: bytes | None = reading.value(
        f"SELECT order_key FROM {SHOWN} WHERE space = ? AND channel = ? AND order_key >= ?"  # noqa: S608 - of fixed texts
        " AND aside IS NULL AND at >= ? ORDER BY order_key LIMIT 1",
        (*line, block, at),
    )
    return found


def first_counting_after(reading: Reading, line: Line, key: bytes | None) -> bytes | None:
    """The order key of the first post behind ``key`` (None: at all) that is not quiet."""
    after = b"" if key is None else key
    end: bytes | None = reading.value(
        "SELECT min(first_key) FROM timeline_block"
        " WHERE space = ? AND channel = ? AND first_key > ?",
        (*line, after),
    )
    found = _first_counting(reading, line, after, end)
    if found is not None or end is None:
        return found
    block: bytes | None = reading.value(
        "SELECT first_key FROM timeline_block"
        " WHERE space = ? AND channel = ? AND first_key >= ? AND posts > quiet"
        " ORDER BY first_key LIMIT 1",
        (*line, end),
    )
    # One byte less than the block's first key is enough to have that key itself looked at.
    return None if block is None else _first_counting(reading, line, block[:-1], None)


def _first_counting(reading: Reading, line: Line, after: bytes, end: bytes | None) -> bytes | None:
    last = "" if end is None else " AND order_key < ?"
    found: bytes | None = reading.value(
        f"SELECT order_key FROM {SHOWN}"  # noqa: S608 - of fixed texts
        f" WHERE space = ? AND channel = ? AND order_key > ?{last} AND NOT quiet"
        " AND aside IS NULL ORDER BY order_key LIMIT 1",
        (*line, after) if end is None else (*line, after, end),
    )
    return found


def _has_blocks(database: Database, line: Line) -> bool:
    sql = "SELECT 1 FROM timeline_block WHERE space = ? AND channel = ? AND first_key = x''"
    return database.row(sql, line) is not None


def _block_around(database: Database, line: Line, key: bytes) -> tuple[bytes, bytes | None]:
    """The first key of the block that ``key`` lies in, and that of the next one."""
    where = "FROM timeline_block WHERE space = ? AND channel = ? AND first_key"
    first: bytes = database.value(f"SELECT max(first_key) {where} <= ?", (*line, key))
    end: bytes | None = database.value(f"SELECT min(first_key) {where} > ?", (*line, key))
    return first, end


def _add(
    database: Database, line: Line, first: bytes, end: bytes | None, rows: Sequence[Row]
) -> None:
    shown = [row for row in rows if not row.aside]
    latest = max((row.at for row in shown), default=None)
    posts: int = database.value(
        "UPDATE timeline_block SET posts = posts + ?, quiet = quiet + ?, aside = aside + ?,"
        " latest = max(coalesce(latest, ?4), coalesce(?4, latest))"
        " WHERE space = ? AND channel = ? AND first_key = ? RETURNING posts",
        (len(shown), sum(row.quiet for row in shown), len(rows) - len(shown), latest, *line, first),
    )
    if posts > BLOCK_POSTS_MAX:
        _split(database, line, first, end)


def _split(database: Database, line: Line, first: bytes, end: bytes | None) -> None:
    last = "" if end is None else " AND order_key < ?"
    rows = database.rows(
        f"SELECT order_key FROM {SHOWN}"  # noqa: S608 - of fixed texts
        f" WHERE space = ? AND channel = ? AND order_key >= ?{last} AND aside IS NULL"
        " ORDER BY order_key",
        (*line, first) if end is None else (*line, first, end),
    )
    starts = [first, *(key for (key,) in rows[BLOCK_POSTS_SPLIT::BLOCK_POSTS_SPLIT])]
    ends = [*starts[1:], end]
    pairs = zip(starts, ends, strict=True)
    _write(database, line, [_counted(database, line, start, stop) for start, stop in pairs])


_Block = tuple[bytes, int, int, int, float | None]
"""First key, posts, quiet ones, those aside, the newest time shown."""


def _counted(database: Database, line: Line, first: bytes, end: bytes | None) -> _Block:
    """The block from ``first`` up to ``end``, by looking at each of its rows."""
    last = "" if end is None else " AND order_key < ?"
    row = database.row(
        "SELECT count(*) - count(aside), total(iif(aside IS NULL, quiet, 0)), count(aside),"  # noqa: S608 - of two fixed texts
        " max(iif(aside IS NULL, at, NULL)) FROM timeline"
        f" WHERE space = ? AND channel = ? AND order_key >= ?{last}",
        (*line, first) if end is None else (*line, first, end),
    )
    assert row is not None
    return first, int(row[0]), int(row[1]), int(row[2]), row[3]


def _write(database: Database, line: Line, blocks: Sequence[_Block]) -> None:
    database.run_many(
        f"INSERT OR REPLACE INTO timeline_block ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - of fixed texts
        [(*line, *block) for block in blocks],
    )
