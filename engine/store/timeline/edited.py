"""What an edit changes of its post in the table itself; all else of it is found out when it is read
(``marks``). Whether a post speaks to us is counted by an index, so the post's row has to say it.
Also: of which posts edits and retractions speak.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.store.database import Database, Reading, array_of
from engine.store.timeline.blocks import Line
from engine.store.timeline.marks import CHANGES, edit_of
from engine.store.timeline.posts import ID_BYTES, Detail, read_detail

_EDITS = (
    "FROM timeline INDEXED BY timeline_change"
    " WHERE aside = 'edit' AND aside IN ('edit', 'retraction') AND space = ?"
)
_HERE = "WHERE timeline.space = ?1 AND channel = ?2 AND order_key = ?3"
_WHOSE = (
    "SELECT public_key, about FROM timeline JOIN author ON author.number = timeline.author"  # noqa: S608 - of fixed texts
    f" {_HERE} AND NOT ours AND kind <> ?4"
)


@dataclass(frozen=True, slots=True)
class Speaking:
    """What decides whom a post speaks to: the post it answers, and whom its text mentions."""

    about: PostId | None
    mentions: tuple[PublicKey, ...]


def edited_among(reading: Reading, space: int, posts: Collection[PostId]) -> list[PostId]:
    """Of which of ``posts``, at least one, an edit is here, of whomever."""
    sql = f"SELECT DISTINCT about {_EDITS} AND about IN carray(?)"
    return [PostId(post) for (post,) in reading.rows(sql, (space, array_of([*posts])))]


def edited_to_mention(reading: Reading, space: int, key: PublicKey) -> list[PostId]:
    """Of which posts an edit mentions ``key``."""
    sql = f"SELECT DISTINCT about {_EDITS} AND instr(detail, ?)"
    return [PostId(post) for (post,) in reading.rows(sql, (space, key.hex()))]


def changed_by(reading: Reading, line: Line, orders: Collection[OrderKey]) -> list[PostId]:
    """Which posts the edits and retractions among the posts at ``orders``, at least one, speak of,
    known or not.
    """
    sql = (
        "SELECT DISTINCT about FROM timeline WHERE space = ? AND channel = ?"  # noqa: S608 - of fixed texts
        f" AND order_key IN carray(?) AND about IS NOT NULL AND +{CHANGES}"
    )
    return [PostId(post) for (post,) in reading.rows(sql, (*line, array_of([*orders])))]


def speak_as_edited(
    database: Database,
    line: Line,
    order: OrderKey,
    speaks: Callable[[Speaking], bool | None],
) -> bool:
    """The post at ``order`` speaks to whom its newest text does, if its author has edited it.

    Answers whether it speaks to us and did not before.
    """
    post = PostId(order[-ID_BYTES:])
    row = database.row(_WHOSE, (*line, order, PostKind.MARK.value))
    edited = None if row is None else edit_of(database, line[0], post, PublicKey(row[0]))
    if row is None or edited is None:
        return False
    about = None if row[1] is None else PostId(row[1])
    said = speaks(Speaking(about, edited.detail.mentioned))
    database.run(
        f"UPDATE timeline SET speaks = ?4 {_HERE} AND speaks IS NOT ?4",  # noqa: S608 - of fixed texts
        (*line, order, said),
    )
    return bool(said) and database.changes() > 0


def detail_at(reading: Reading, line: Line, order: OrderKey) -> Detail:
    """Of the post at ``order``; nothing to tell where there is none."""
    return read_detail(reading.value(f"SELECT detail FROM timeline {_HERE}", (*line, order)))  # noqa: S608 - of fixed texts
