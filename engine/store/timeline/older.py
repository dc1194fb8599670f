"""Timelines that a program of format 4 has written: it showed every post as a row of text.

The migration (0005) only adds columns, whatever the length of a timeline. What they hold is filled
in here, in one transaction, before anything is read: only rows whose body says more than a text are
read anew, which are few, and the counts are taken anew. A second per million posts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.model.ids import PostId, PostKind, PublicKey
from engine.model.marks import Mark
from engine.model.views import FileView
from engine.store.database import Database, Reading, Row
from engine.store.settings import set_setting, setting
from engine.store.timeline import arrivals, blocks
from engine.store.timeline.arrivals import numbers_of
from engine.store.timeline.posts import body_column, detail_column

ROWS_AT_ONCE = 64  # ours: a body may have two megabytes
ARRIVALS_RUN = 64  # ours: rows for which one time is noted

_STATE = "timeline_of_format_4"  # set by the migration
_INDEXED = "substr(text, 1, 65536)"  # as that format had it indexed


@dataclass(frozen=True, slots=True)
class ShownAnew:
    """What a body says. As the fields of the same name in ``TimelinePost``."""

    text: str
    mark: Mark | None
    about: PostId | None
    mentions: tuple[PublicKey, ...]
    files: tuple[FileView, ...]
    plain_json: bool
    speaks: bool | None


ReadAnew = Callable[[str, bool], ShownAnew]
"""What a body says, and whether the post is ours."""


def is_of_format_4(reading: Reading) -> bool:
    """Whether timelines are still as that format had them."""
    return setting(reading, _STATE) is not None


def note_up_to_date(database: Database) -> None:
    """They are so no more."""
    set_setting(database, _STATE, None)


def bring_up_to_date(database: Database, space: int, read: ReadAnew) -> None:
    """Of the space of that number. In an open transaction."""
    last, end = numbers_of(space)
    last -= 1
    while rows := database.rows(
        f"SELECT number, ours, {_INDEXED}, body FROM timeline"  # noqa: S608 - of fixed texts
        " WHERE number > ? AND number < ? AND octet_length(body) > 0 ORDER BY number LIMIT ?",
        (last, end, ROWS_AT_ONCE),
    ):
        _write_anew(database, [(row, read(row[3], bool(row[1]))) for row in rows])
        last = rows[-1][0]
    blocks.count_all_anew(database, (space, ""))
    arrivals.fill(database, space, ARRIVALS_RUN)


def _write_anew(database: Database, rows: Sequence[tuple[Row, ShownAnew]]) -> None:
    changed = [row for row, shown in rows if row[2] != _indexed_text(shown)]
    database.run_many(
        "INSERT INTO timeline_words (timeline_words, rowid, text)"
        " VALUES ('delete', ?, searched_text(?))",  # as the last step of the format left it
        [(number, indexed) for number, _, indexed, _ in changed if indexed],
    )
    database.run_many(
        "UPDATE timeline SET text = ?, body = ?, kind = iif(?3 IS NULL, kind, ?4), aside = ?3,"
        " about = ?, detail = ?, speaks = ? WHERE number = ?",
        [
            (
                shown.text,
                body_column(body, shown.text, plain_json=shown.plain_json),
                None if shown.mark is None else shown.mark.value,
                PostKind.MARK.value,
                shown.about,
                detail_column(shown.files, shown.mentions, plain_json=shown.plain_json),
                shown.speaks,
                number,
            )
            for (number, _, _, body), shown in rows
        ],
    )
    database.run_many(
        "INSERT INTO timeline_words (rowid, text) SELECT number, text FROM timeline_words_source"
        " WHERE number = ?",
        [(number,) for number, *_ in changed],
    )


def _indexed_text(shown: ShownAnew) -> str:
    """As ``timeline_words_source`` has it now, but for its length."""
    if shown.mark is not None and shown.mark is not Mark.EDIT:
        return ""
    return "\n".join([shown.text, *(file.name for file in shown.files)])
