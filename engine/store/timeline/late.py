"""Posts of others that came in below what was read already: they are unread until they were seen.

A read mark says nothing of them: a branch that is merged, or a late post of a community, stands
among what was read long ago. So the place of each is noted, from its arrival until it was in sight.
What was written before we came into the space is none of it, however late it comes: that is how
its history arrives. All that is noted stands at the mark or below it, and is shown.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing

from engine.model.ids import OrderKey, PublicKey
from engine.model.marks import Mark
from engine.model.views import LateView
from engine.store.database import Database, Reading
from engine.store.timeline.blocks import Line
from engine.store.timeline.marks import is_changed_sql

LATE_COUNTED_MAX = 10_000  # ours: nobody reads more digits, and looking goes on no longer

Came = tuple[str, OrderKey, float]
"""A row that came in: its channel, its place, the time its author gave it."""

_HERE = "FROM late_post WHERE space = ?1 AND channel = ?2"
_FIRST = f"(SELECT space, channel, order_key {_HERE} ORDER BY order_key LIMIT ?3) AS late"
_EXTENT = (
    f"SELECT count(*), min(late.order_key), (SELECT max(order_key) {_HERE}) FROM {_FIRST}"  # noqa: S608 - of fixed texts
    " CROSS JOIN timeline AS shown INDEXED BY timeline_shown ON shown.space = late.space"
    " AND shown.channel = late.channel AND shown.order_key = late.order_key"
    " AND shown.aside IS NULL WHERE NOT shown.quiet"
)
_SPEAKING = (
    f"SELECT timeline.order_key, public_key FROM {_FIRST}"  # noqa: S608 - of fixed texts
    " CROSS JOIN timeline INDEXED BY timeline_speaking ON timeline.space = late.space"
    " AND timeline.channel = late.channel AND timeline.order_key = late.order_key"
    " AND timeline.speaks = 1 CROSS JOIN author ON author.number = timeline.author"
    f" WHERE NOT {is_changed_sql('substr(timeline.order_key, -32)', Mark.RETRACTION)}"
    " AND NOT timeline.quiet ORDER BY timeline.order_key"
)

_NOTE = "INSERT INTO late_post VALUES (?, ?, ?)"


def late_posts(reading: Reading, line: Line) -> LateView | None:
    """Those of a timeline, of the first LATE_COUNTED_MAX all that are not folded away meanwhile;
    None: there are none.
    """
    row = reading.row(_EXTENT, (*line, LATE_COUNTED_MAX))
    if row is None or not row[0]:
        return None
    return LateView(row[0], OrderKey(row[1]), OrderKey(row[2]))


def late_speaking(
    reading: Reading, line: Line
) -> Generator[tuple[OrderKey, PublicKey], None, None]:
    """Of the first LATE_COUNTED_MAX of those: which speak to one of ours and were not taken back,
    and who says so; in order. To be closed.
    """
    with closing(reading.each(_SPEAKING, (*line, LATE_COUNTED_MAX))) as rows:
        for order, author in rows:
            yield OrderKey(order), PublicKey(author)


# ---- what arrives, moves, is seen and goes ------------------------------------------------------


def note_late(database: Database, space: int, came: Sequence[Came]) -> None:
    """Of rows that just came in, which would be news above the read mark: those below it."""
    row = database.row("SELECT read_up_to, created_at FROM space WHERE number = ?", (space,))
    if row is None or row[0] is None:
        return
    read_up_to, since = row
    late = [
        (space, channel, order)
        for channel, order, at in came
        if order <= read_up_to and at >= since
    ]
    if late:
        database.run_many(_NOTE, late)


def note_moved(database: Database, line: Line, moves: Mapping[OrderKey, OrderKey]) -> None:
    """Rows stand elsewhere now, by where they stood: each is unread if it was, and above the mark
    as all is there.
    """
    mark = database.value("SELECT read_up_to FROM space WHERE number = ?", line[:1])
    if mark is None:
        return
    for order, to in moves.items():
        if order > mark and to > mark:
            continue
        if order <= mark:
            forget_late(database, line, order, order + b"\0")
            is_unread = database.changes() > 0
        else:
            is_unread = _is_counting(database, line, to)
        if is_unread and to <= mark:
            database.run(_NOTE, (*line, to))


def note_seen(database: Database, line: Line, since: OrderKey | None, up_to: OrderKey) -> None:
    """What stands from ``since`` (None: the beginning) to ``up_to``, both inclusive, was seen."""
    forget_late(database, line, since or b"", up_to + b"\0")


def forget_late(database: Database, line: Line, first: bytes, end: bytes) -> None:
    """What stands from ``first`` to before ``end`` was seen, or is shown no more."""
    database.run(
        "DELETE FROM late_post"
        " WHERE space = ? AND channel = ? AND order_key >= ? AND order_key < ?",
        (*line, first, end),
    )


def erase(database: Database, space: int) -> None:
    """Of a space whose timelines count as empty."""
    database.run("DELETE FROM late_post WHERE space = ?", (space,))


def _is_counting(database: Database, line: Line, order: OrderKey) -> bool:
    row = database.row(
        "SELECT 1 FROM timeline WHERE space = ? AND channel = ? AND order_key = ?"
        " AND aside IS NULL AND NOT quiet",
        (*line, order),
    )
    return row is not None
