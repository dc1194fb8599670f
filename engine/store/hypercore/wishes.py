"""What our user waits for in feeds: blocks, or the blocks that hold certain bytes."""

from __future__ import annotations

from engine.protocols.hypercore.blocks.ranges import Range
from engine.store.database import Database

_BLOCKS = "hypercore_sought", "first_block", "end_block"
_BYTES = "hypercore_sought_bytes", "first_byte", "end_byte"


class Wishes:
    """Of one kind, the latest first. Writes need an open transaction."""

    def __init__(self, database: Database, table: str, start: str, end: str) -> None:
        """Borrows ``database``; the rest are names of our own."""
        self._database = database
        self._table = table
        self._columns = start, end
        self._known: dict[int, list[Range]] = {}
        database.on_transaction_end(lambda: None, self._known.clear)

    def of(self, feed: int) -> list[Range]:
        """That feed's."""
        known = self._known.get(feed)
        if known is None:
            start, end = self._columns
            rows = self._database.rows(
                f"SELECT {start}, {end} FROM {self._table}"  # noqa: S608 - of fixed names
                " WHERE feed = ? ORDER BY number DESC",
                (feed,),
            )
            known = self._known[feed] = [(first, last) for first, last in rows]
        return known

    def add(self, feed: int, start: int, end: int) -> None:
        """Our user waits for these from now on."""
        self._database.run(
            f"INSERT OR REPLACE INTO {self._table} (feed, {', '.join(self._columns)})"  # noqa: S608 - as above
            " VALUES (?, ?, ?)",
            (feed, start, end),
        )
        self._change(feed, (start, end), wanted=True)

    def remove(self, feed: int, start: int, end: int) -> None:
        """They are there, or are not waited for any more."""
        first, last = self._columns
        self._database.run(
            f"DELETE FROM {self._table} WHERE feed = ? AND {first} = ? AND {last} = ?",  # noqa: S608 - as above
            (feed, start, end),
        )
        self._change(feed, (start, end), wanted=False)

    def _change(self, feed: int, changed: Range, *, wanted: bool) -> None:
        """What is known of it: a list of its own, for somebody may be going through the other."""
        known = self._known.get(feed)
        if known is not None:
            others = [one for one in known if one != changed]
            self._known[feed] = [changed, *others] if wanted else others

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
