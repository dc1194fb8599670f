"""An export as a table: CSV (RFC 4180), UTF-8, a header row, times in ISO 8601 and UTC.

What people wrote can never be a formula: a cell that a spreadsheet would calculate begins with an
apostrophe (reliability.md D-3).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import BinaryIO

from app.exporting.naming import Naming
from app.exporting.told import folded, is_left_out
from engine.model.body_text import whole_text
from engine.model.comments import CommentView
from engine.model.ids import SpaceKind
from engine.model.views import PostView

COLUMNS = (
    "time",
    "author",
    "author_path",
    "author_key",
    "kind",
    "text",
    "answers",
    "edited",
    "retracted",
    "reactions",
    "files",
    "id",
    "entry",  # of a feed: its number; of a comment, the one it is about
    "folded",  # why the window folds it away
)
FORMULA_BEGINNINGS = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
PATH_STEP = " / "


class Table:
    """See ``Form``."""

    everything = False

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self._numbers = naming.space.kind is SpaceKind.FEED

    def begin(self, file: BinaryIO) -> None:
        """The header row."""
        file.write(_rows([COLUMNS]))

    async def write(self, file: BinaryIO, posts: Sequence[PostView]) -> int:
        """See ``Form``."""
        shown = [post for post in posts if not is_left_out(post, self._naming.space)]
        file.write(_rows([[guarded(cell) for cell in self._cells(post)] for post in shown]))
        return len(shown)

    def write_comments(self, file: BinaryIO, comments: Sequence[CommentView]) -> None:
        """See ``Form``."""
        file.write(_rows([[guarded(cell) for cell in self._said(one)] for one in comments]))

    def end(self, file: BinaryIO) -> None:
        """Nothing stands behind the last row."""

    def _cells(self, post: PostView) -> tuple[str, ...]:
        path = post.author.path
        return (
            _time(post.timestamp),
            self._naming.of(post.author),
            PATH_STEP.join(path),
            post.author.public_key.hex(),
            str(post.kind),
            post.text,
            "" if post.reply is None else post.reply.id.hex(),
            "" if post.edited_at is None else _time(post.edited_at),
            "yes" if post.retracted else "",
            " ".join(f"{one.emoji} {one.count}" for one in post.reactions),
            "; ".join(one.name for one in post.files),
            post.id.hex(),
            str(post.height) if self._numbers else "",
            folded(post, self._naming.space),
        )

    def _said(self, one: CommentView) -> tuple[str, ...]:
        return (
            _time(one.at),
            self._naming.commenter(one.author),
            PATH_STEP.join(self._naming.commenter(key) for key in one.path),
            one.author.hex(),
            "comment",
            one.text,
            "" if one.reply_to is None else one.reply_to.hex(),
            "" if one.edited_at is None else _time(one.edited_at),
            "yes" if one.retracted else "",
            "",
            "",
            one.id.hex(),
            "" if one.entry is None else str(one.entry),
            "",
        )


def guarded(cell: str) -> str:
    """``cell``, with an apostrophe before it where a spreadsheet would calculate it."""
    return f"'{cell}" if cell[:1] in FORMULA_BEGINNINGS and cell else cell


def _time(at: float) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):  # a time that no calendar has
        return str(at)


def _rows(rows: Sequence[Sequence[str]]) -> bytes:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return whole_text(written.getvalue()).encode("utf-8")
