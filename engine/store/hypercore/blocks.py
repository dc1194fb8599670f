"""Feeds' blocks: their contents, which of them there are, which were let go, when they were used.

What is written is held back until its transaction ends, and then written in one go.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range, runs
from engine.protocols.hypercore.limits import BLOCK_ROW_BYTES
from engine.protocols.hypercore.records import Held
from engine.store.database import ERASED_ROWS, Database
from engine.store.hypercore.pages import Pages

RUN_BLOCKS = 256  # ours: whose last use is noted together
JUST_READ_MAX = 64  # ours: ranges of one feed that were read last; in memory
HELD_BACK_BYTES_MAX = 8 << 20  # ours
NOTHING = Held(0, 0)

Numbered = tuple[int, bytes]
"""A block and its content."""
_Place = tuple[int, int]
"""A feed and a block, or a feed and a run."""


class BlockRows:
    """All feeds'. Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._held = Pages(database, "hypercore_held")
        self._let_go = Pages(database, "hypercore_let_go")
        self._has_let_go: dict[int, bool] = {}
        self._gone: dict[int, int] = {}
        self._contents: dict[_Place, bytes] = {}
        self._held_back_bytes = 0
        self._used: dict[_Place, float] = {}
        self._just_read: dict[int, deque[Range]] = {}
        self._grown: dict[int, Held] = {}
        self._totals: dict[int, Held] = {}
        database.on_transaction_end(self.flush, self._forget)

    def held(self, feed: int, start: int, end: int) -> list[Range]:
        """Which blocks from ``start`` to before ``end`` there are, in order."""
        return self._held.within(feed, start, end)

    def next_held(self, feed: int, block: int) -> int | None:
        """The first from ``block`` on that there is; None if there is none."""
        return self._held.first_at(feed, block)

    def bits(self, feed: int, start: int, end: int) -> bytes:
        """What ``held`` says as a bitfield whose first bit is ``start``."""
        return self._held.bits(feed, start, end)

    def let_go(self, feed: int, start: int, end: int) -> list[Range]:
        """Which of those there were once, and are not fetched unasked."""
        return self._let_go.within(feed, start, end) if self._may_have_let_go(feed) else []

    def gone(self, feed: int) -> int:
        """How many those are."""
        count = self._gone.get(feed)
        if count is None:
            is_any = self._may_have_let_go(feed)
            count = self._gone[feed] = self._let_go.count(feed) if is_any else 0
        return count

    def total(self, feed: int) -> Held:
        """How much of it there is."""
        return _sum(self._stored_total(feed), self._grown.get(feed, NOTHING))

    def content(self, feed: int, block: int) -> bytes | None:
        """A block's content; None if it is not there."""
        held_back = self._contents.get((feed, block))
        if held_back is not None:
            return held_back
        content: bytes | None = self._database.value(
            "SELECT content FROM hypercore_block WHERE feed = ? AND number = ?", (feed, block)
        )
        return content

    def contents(self, feed: int, start: int, end: int) -> Sequence[bytes] | None:
        """Of all of those blocks, in order; None if one of them is not there."""
        if self._contents:
            self.flush()
        rows = self._database.rows(
            "SELECT content FROM hypercore_block WHERE feed = ? AND number >= ? AND number < ?"
            " ORDER BY number",
            (feed, start, end),
        )
        contents = [content for (content,) in rows]
        return contents if len(contents) == end - start else None

    def add(self, feed: int, block: int, content: bytes, at: float) -> bool:
        """That block is there from now on; whether it was not."""
        if not self._held.add(feed, block):
            return False
        self._contents[feed, block] = content
        size = len(content)
        self._held_back_bytes += size
        grown = self._grown.get(feed, NOTHING)
        self._grown[feed] = Held(grown.blocks + 1, grown.bytes + size)
        self._used[feed, block // RUN_BLOCKS] = at
        self._come_back(feed, block, block + 1)
        if self._held_back_bytes > HELD_BACK_BYTES_MAX:
            self.flush()
        return True

    def lacking(self, feed: int, blocks: Sequence[Numbered]) -> Sequence[Numbered]:
        """Those of them that are not there. ``blocks``: at least one, ascending."""
        held = BlockRanges(self._held.within(feed, blocks[0][0], blocks[-1][0] + 1))
        return [one for one in blocks if one[0] not in held] if held else blocks

    def add_all(self, feed: int, blocks: Sequence[Numbered], at: float) -> int:
        """Those, which lack, are there from now on; how many bytes they have."""
        ranges = runs(block for block, _ in blocks)
        self._held.add_all(feed, ranges)
        self._contents.update({(feed, block): content for block, content in blocks})
        size = sum(len(content) for _, content in blocks)
        self._held_back_bytes += size
        self._grown[feed] = _sum(self._grown.get(feed, NOTHING), Held(len(blocks), size))
        self._used.update({(feed, block // RUN_BLOCKS): at for block, _ in blocks})
        for start, end in ranges:
            self._come_back(feed, start, end)
        if self._held_back_bytes > HELD_BACK_BYTES_MAX:
            self.flush()
        return size

    def remove(self, feed: int, start: int, end: int) -> Held:
        """Those blocks are there no more; how many there were."""
        self.flush()
        between = (feed, start, end)
        gone, gone_before = self._held.within(feed, start, end), self.gone(feed)
        size: int = self._database.value(
            "SELECT coalesce(sum(length(content)), 0) FROM hypercore_block"
            " WHERE feed = ? AND number >= ? AND number < ?",
            between,
        )
        self._database.run(
            "DELETE FROM hypercore_block WHERE feed = ? AND number >= ? AND number < ?", between
        )
        self._held.remove(feed, start, end)
        self._let_go.add_all(feed, gone)
        self._has_let_go[feed] = True
        lost = Held(sum(high - low for low, high in gone), size)
        self._gone[feed] = gone_before + lost.blocks
        self._grown[feed] = Held(-lost.blocks, -lost.bytes)
        first, last = -(-start // RUN_BLOCKS), end // RUN_BLOCKS  # of whole runs
        sql = "DELETE FROM hypercore_use WHERE feed = ? AND run >= ? AND run < ?"
        self._database.run(sql, (feed, first, last))
        return lost

    def reclaim(self, feed: int) -> None:
        """Nothing of it is let go any more."""
        self._let_go.clear(feed)
        self._has_let_go.pop(feed, None)
        self._gone.pop(feed, None)

    def use(self, feed: int, start: int, end: int, at: float) -> None:
        """Somebody reads those of them that there are; what is not there yet, as it comes."""
        self._just_read.setdefault(feed, deque(maxlen=JUST_READ_MAX)).append((start, end))
        for low, high in self._held.within(feed, start, end):
            for run in range(low // RUN_BLOCKS, (high - 1) // RUN_BLOCKS + 1):
                self._used[feed, run] = at

    def oldest(self, feed: int, spare_bytes: int) -> Sequence[Range]:
        """The runs used longest ago whose blocks take at least so many bytes in all; of the last of
        them no more blocks than it takes, and of those first what nobody has just read.
        """
        self.flush()
        found: list[Range] = []
        used = self._database.rows(
            "SELECT run FROM hypercore_use WHERE feed = ? ORDER BY at, run", (feed,)
        )
        for (run,) in used:
            if spare_bytes <= 0:
                break
            start, end = run * RUN_BLOCKS, (run + 1) * RUN_BLOCKS
            sizes = self._database.rows(
                "SELECT number, length(content) + ? FROM hypercore_block"
                " WHERE feed = ? AND number >= ? AND number < ? ORDER BY number",
                (BLOCK_ROW_BYTES, feed, start, end),
            )
            total = sum(size for _, size in sizes)
            found += [(start, end)] if total <= spare_bytes else self._few(feed, sizes, spare_bytes)
            spare_bytes -= total
        return found

    def _few(self, feed: int, sizes: Sequence[tuple[int, int]], spare_bytes: int) -> list[Range]:
        """As many of those blocks as take so many bytes."""
        just_read = BlockRanges(self._just_read.get(feed, ()))
        chosen: list[int] = []
        for block, size in sorted(sizes, key=lambda one: one[0] in just_read):
            if spare_bytes <= 0:
                break
            chosen.append(block)
            spare_bytes -= size
        return runs(chosen)

    def flush(self) -> None:
        """Writes what is held back."""
        contents, self._contents, self._held_back_bytes = self._contents, {}, 0
        if contents:
            self._database.run_many(
                "INSERT OR REPLACE INTO hypercore_block VALUES (?, ?, ?)",
                [(feed, block, content) for (feed, block), content in contents.items()],
            )
        self._held.flush()
        self._let_go.flush()
        used, self._used = self._used, {}
        if used:
            self._database.run_many(
                "INSERT OR REPLACE INTO hypercore_use VALUES (?, ?, ?)",
                [(feed, run, at) for (feed, run), at in used.items()],
            )
        grown, self._grown = self._grown, {}
        for feed, more in grown.items():
            total = self._totals[feed] = _sum(self._stored_total(feed), more)
            self._database.run(
                "UPDATE hypercore_feed SET held_blocks = ?, held_bytes = ? WHERE space = ?",
                (total.blocks, total.bytes, feed),
            )

    def erase_some(self, feed: int) -> bool:
        """See ``Eraser``."""
        self._database.run(
            "DELETE FROM hypercore_block WHERE rowid IN"
            " (SELECT rowid FROM hypercore_block WHERE feed = ? LIMIT ?)",
            (feed, ERASED_ROWS // 8),  # they are large
        )
        if self._database.changes():
            return True
        for table in ("held", "let_go", "use"):
            self._database.run(f"DELETE FROM hypercore_{table} WHERE feed = ?", (feed,))  # noqa: S608 - ours
            if self._database.changes():
                return True
        return False

    def _come_back(self, feed: int, start: int, end: int) -> None:
        """None of those is let go any more."""
        if not self._may_have_let_go(feed):
            return
        back = sum(high - low for low, high in self._let_go.within(feed, start, end))
        if back:
            self._gone[feed] = self.gone(feed) - back
            self._let_go.remove(feed, start, end)

    def _may_have_let_go(self, feed: int) -> bool:
        known = self._has_let_go.get(feed)
        if known is None:
            known = self._has_let_go[feed] = self._let_go.has_any(feed)
        return known

    def _stored_total(self, feed: int) -> Held:
        total = self._totals.get(feed)
        if total is None:
            row = self._database.row(
                "SELECT held_blocks, held_bytes FROM hypercore_feed WHERE space = ?", (feed,)
            )
            total = self._totals[feed] = NOTHING if row is None else Held(row[0], row[1])
        return total

    def _forget(self) -> None:
        self._held.forget()
        self._let_go.forget()
        self._has_let_go.clear()
        self._gone.clear()
        self._contents.clear()
        self._held_back_bytes = 0
        self._used.clear()
        self._grown.clear()
        self._totals.clear()


def _sum(one: Held, other: Held) -> Held:
    return Held(one.blocks + other.blocks, one.bytes + other.bytes)
