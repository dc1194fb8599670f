"""How many posts precede a place in a timeline, cheaply however long it is.

A timeline is cut into blocks of at most BLOCK_POSTS_MAX posts; ``timeline_block`` holds for each
its first key and how many posts, and of them quiet ones, it has. The first block begins at the
empty key, so every key lies in a block. A rank is the sum over the blocks before, and a count
inside one.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.store.database import Database, Reading

BLOCK_POSTS_MAX = 512  # ours
BLOCK_POSTS_SPLIT = 256  # ours: what a block that grew too large is cut into

Line = tuple[int, str]
"""A timeline: the space's number, and the channel."""


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


def count_in(database: Database, line: Line, keys: list[tuple[bytes, bool]]) -> None:
    """Counts posts that were just written: their order keys, and which of them are quiet."""
    if not _has_blocks(database, line):
        database.run("INSERT INTO timeline_block VALUES (?, ?, x'', 0, 0)", line)
    keys.sort()
    start = 0
    while start < len(keys):
        first, end = _block_around(database, line, keys[start][0])
        stop = start + 1
        while stop < len(keys) and (end is None or keys[stop][0] < end):
            stop += 1
        _add(database, line, first, end, [quiet for _, quiet in keys[start:stop]])
        start = stop


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
        "SELECT blocks.posts + inside.posts, blocks.quiet + inside.quiet FROM"
        " (SELECT total(posts) AS posts, total(quiet) AS quiet FROM timeline_block"
        "  WHERE space = ?1 AND channel = ?2 AND first_key < ?3) AS blocks,"
        " (SELECT count(*) AS posts, total(quiet) AS quiet FROM timeline"
        "  WHERE space = ?1 AND channel = ?2 AND order_key >= ?3 AND order_key < ?4) AS inside",
        (*line, first, key),
    )
    assert row is not None
    return Count(int(row[0]), int(row[1]))


def count_up_to(reading: Reading, line: Line, key: bytes | None) -> Count:
    """The posts whose order key is ``key`` or less; None: none."""
    # No key lies between a key and the same one with a zero byte behind it.
    return Count(0, 0) if key is None else count_before(reading, line, key + b"\0")


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
        "SELECT order_key FROM timeline"  # noqa: S608 - of two fixed texts
        f" WHERE space = ? AND channel = ? AND order_key > ?{last} AND NOT quiet"
        " ORDER BY order_key LIMIT 1",
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
    database: Database, line: Line, first: bytes, end: bytes | None, quiets: list[bool]
) -> None:
    block = (*line, first)
    posts: int = database.value(
        "UPDATE timeline_block SET posts = posts + ?, quiet = quiet + ?"
        " WHERE space = ? AND channel = ? AND first_key = ? RETURNING posts",
        (len(quiets), sum(quiets), *block),
    )
    if posts <= BLOCK_POSTS_MAX:
        return
    last = "" if end is None else " AND order_key < ?"
    rows = database.rows(
        "SELECT order_key, quiet FROM timeline"  # noqa: S608 - of two fixed texts
        f" WHERE space = ? AND channel = ? AND order_key >= ?{last} ORDER BY order_key",
        block if end is None else (*block, end),
    )
    assert len(rows) == posts, "the counts and the timeline disagree"
    pieces = [rows[at : at + BLOCK_POSTS_SPLIT] for at in range(0, posts, BLOCK_POSTS_SPLIT)]
    database.run_many(
        "INSERT OR REPLACE INTO timeline_block VALUES (?, ?, ?, ?, ?)",
        [
            (*line, piece[0][0] if at else first, len(piece), sum(quiet for _, quiet in piece))
            for at, piece in enumerate(pieces)
        ],
    )
