"""Which unread posts call somebody, judged anew: an author was hidden, or is shown again.

What is folded away when it comes is quiet from the start, so that the number of what is unread is a
difference of two ranks. When the judgement changes later, the rows that are still unread become
quiet, or are so no more; of what was read nothing depends on it.
"""

from __future__ import annotations

from engine.model.ids import QUIET_KINDS, OrderKey, PostId, PublicKey
from engine.store.database import Database, Row
from engine.store.timeline import blocks
from engine.store.timeline.blocks import SHOWN, Line
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.posts import ID_BYTES

JUDGED_MAX = 10_000  # ours: the newest; nobody reads more digits, and looking goes on no longer

_QUIET_KINDS = ", ".join(f"'{kind.value}'" for kind in sorted(QUIET_KINDS))
_WHOSE = (
    " CROSS JOIN timeline ON timeline.number = recent.number"
    " CROSS JOIN author ON author.number = timeline.author"
    f" WHERE NOT timeline.ours AND timeline.kind NOT IN ({_QUIET_KINDS})"
)
_COLUMNS = "timeline.number, timeline.order_key, public_key, timeline.quiet"
_BEHIND = (
    f"SELECT {_COLUMNS} FROM (SELECT number FROM {SHOWN}"  # noqa: S608 - of fixed texts
    " WHERE space = ? AND channel = ? AND order_key > ? AND aside IS NULL"
    f" ORDER BY order_key DESC LIMIT ?) AS recent{_WHOSE}"
)
_LATE = (
    f"SELECT {_COLUMNS} FROM (SELECT shown.number AS number FROM late_post AS late"  # noqa: S608 - of fixed texts
    " CROSS JOIN timeline AS shown INDEXED BY timeline_shown ON shown.space = late.space"
    " AND shown.channel = late.channel AND shown.order_key = late.order_key"
    " AND shown.aside IS NULL WHERE late.space = ? AND late.channel = ?"
    f" ORDER BY late.order_key LIMIT ?) AS recent{_WHOSE}"
)


def judge_unread(database: Database, line: Line, is_folded: IsFolded | None, limit: int) -> bool:
    """Of a timeline's unread rows: at most ``limit`` behind the read mark, the newest, and as many
    of those that came in below it. ``is_folded`` None: no row is. Whether anything changed.
    """
    mark: OrderKey | None = database.value(
        "SELECT read_up_to FROM space WHERE number = ?", line[:1]
    )
    behind = database.rows(_BEHIND, (*line, mark or b"", limit))
    late = database.rows(_LATE, (*line, limit))
    other = [row for row in (*behind, *late) if _is_quiet(row, is_folded) != bool(row[3])]
    database.run_many(
        "UPDATE timeline SET quiet = NOT quiet WHERE number = ?", [(row[0],) for row in other]
    )
    blocks.count_anew_between(database, line, sorted(row[1] for row in other))
    return bool(other)


def _is_quiet(row: Row, is_folded: IsFolded | None) -> bool:
    _, order, author, _ = row
    return is_folded is not None and is_folded(PostId(order[-ID_BYTES:]), PublicKey(author))
