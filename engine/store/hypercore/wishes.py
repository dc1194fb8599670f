"""What our user waits for in feeds: blocks, or the blocks that hold certain bytes."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from engine.protocols.hypercore.blocks.ranges import Range
from engine.store.database import Database

_BLOCKS = "hypercore_sought", "first_block", "end_block"
_BYTES = "hypercore_sought_bytes", "first_byte", "end_byte"


class _Known:
    """One feed's, in memory. They may overlap, and be as many as a folder has files.

    ``latest_first`` is another list after each change: somebody may be going through the former.
    """

    __slots__ = ("_in_order", "_longest", "latest_first")

    def __init__(self, latest_first: list[Range]) -> None:
        self.latest_first = latest_first
        self._in_order = sorted(latest_first)
        self._longest = max((end - start for start, end in latest_first), default=0)

    def add(self, wish: Range) -> None:
        self.remove(wish)
        self.latest_first = [wish, *self.latest_first]
        insort(self._in_order, wish)
        self._longest = max(self._longest, wish[1] - wish[0])

    def remove(self, wish: Range) -> None:
        at = bisect_left(self._in_order, wish)
        if self._in_order[at : at + 1] == [wish]:
            del self._in_order[at]
            self.latest_first = self.latest_first.copy()
            self.latest_first.remove(wish)  # mostly one of the first

    def touching(self, start: int, end: int) -> list[Range]:
        first = bisect_left(self._in_order, (start - self._longest, 0))
        behind = bisect_left(self._in_order, (end, 0))
        return [wish for wish in self._in_order[first:behind] if start < wish[1]]


class Wishes:
    """Of one kind, the latest first. Writes need an open transaction."""

    def __init__(self, database: Database, table: str, start: str, end: str) -> None:
        """Borrows ``database``; the rest are names of our own."""
        self._database = database
        self._table = table
        self._columns = start, end
        self._known: dict[int, _Known] = {}
        database.on_transaction_end(lambda: None, self._known.clear)

    def of(self, feed: int) -> Sequence[Range]:
        """That feed's."""
        return self._of(feed).latest_first

    def touching(self, feed: int, start: int, end: int) -> Sequence[Range]:
        """Those that have something between ``start`` and ``end``, in order."""
        return self._of(feed).touching(start, end)

    def _of(self, feed: int) -> _Known:
        known = self._known.get(feed)
        if known is None:
            start, end = self._columns
            rows = self._database.rows(
                f"SELECT {start}, {end} FROM {self._table}"  # noqa: S608 - of fixed names
                " WHERE feed = ? ORDER BY number DESC",
                (feed,),
            )
            known = self._known[feed] = _Known([(first, last) for first, last in rows])
        return known

    def add(self, feed: int, start: int, end: int) -> None:
        """Our user waits for these from now on."""
        self._database.run(self._insertion(), (feed, start, end))
        if feed in self._known:
            self._known[feed].add((start, end))

    def add_all(self, feed: int, wishes: Iterable[Range]) -> None:
        """The same of all of these, the first of them the most urgent."""
        rows = [(feed, *wish) for wish in reversed(list(wishes))]
        self._database.run_many(self._insertion(), rows)
        self._known.pop(feed, None)  # read once, instead of changed so many times

    def _insertion(self) -> str:
        columns = ", ".join(self._columns)
        return f"INSERT OR REPLACE INTO {self._table} (feed, {columns}) VALUES (?, ?, ?)"  # noqa: S608 - as above

    def remove(self, feed: int, start: int, end: int) -> None:
        """They are there, or are not waited for any more."""
        first, last = self._columns
        self._database.run(
            f"DELETE FROM {self._table} WHERE feed = ? AND {first} = ? AND {last} = ?",  # noqa: S608 - as above
            (feed, start, end),
        )
        if feed in self._known:
            self._known[feed].remove((start, end))

    def forget(self, feed: int) -> None:
        """None of it is waited for."""
        self._database.run(f"DELETE FROM {self._table} WHERE feed = ?", (feed,))  # noqa: S608 - as above
        self._known.pop(feed, None)


def wished_blocks(database: Database) -> Wishes:
    """By block numbers."""
    return Wishes(database, *_BLOCKS)


def wished_bytes(database: Database) -> Wishes:
    """By offsets in the whole feed."""
    return Wishes(database, *_BYTES)
