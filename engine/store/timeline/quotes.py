"""The post that another one answers, as a line above the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.model.ids import OrderKey, PostId, PublicKey
from engine.model.views import QuoteView
from engine.store.database import Reading
from engine.store.timeline.authors import author_view
from engine.store.timeline.blocks import Line
from engine.store.timeline.marks import edit_of, is_marked_sql, is_retracted
from engine.store.timeline.posts import read_detail

QUOTE_CHARACTERS_MAX = 200  # ours: more than fits the line
_READ_CHARACTERS = 1_024  # ours: blanks are left out of what is read

OrderOf = Callable[[PostId], OrderKey | None]
"""Where a post of the space stands, as only its protocol knows; None if it is unknown."""


def unknown(_: PostId) -> OrderKey | None:
    """An ``OrderOf`` for timelines in which nothing answers."""
    return None


_ROW = (
    f"SELECT substr(text, 1, {_READ_CHARACTERS}), detail, public_key, path,"  # noqa: S608 - of fixed texts
    f" {is_marked_sql('?4')} FROM timeline JOIN author ON author.number = timeline.author"
    " WHERE timeline.space = ?1 AND channel = ?2 AND order_key = ?3 AND aside IS NULL"
)


class Quotes:
    """For one page: each post is looked up once."""

    def __init__(self, reading: Reading, line: Line, order_of: OrderOf) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._line = line
        self._order_of = order_of
        self._known: dict[PostId, QuoteView] = {}

    def of(self, post: PostId) -> QuoteView:
        """Without an author where we do not hold it, it is no post, hidden or taken back."""
        if post not in self._known:
            self._known[post] = self._read(post)
        return self._known[post]

    def _read(self, post: PostId) -> QuoteView:
        nobody = QuoteView(post, None, "", None)
        order = self._order_of(post)
        row = None if order is None else self._reading.row(_ROW, (*self._line, order, post))
        if row is None:
            return nobody
        text, detail, key, path, is_marked = row
        author, space = PublicKey(key), self._line[0]
        if is_marked:
            if is_retracted(self._reading, space, post, author):
                return replace(nobody, retracted=True)
            edited = edit_of(self._reading, space, post, author)
            text = text if edited is None else edited.text
        names = ", ".join(file.name for file in read_detail(detail).file_views)
        return QuoteView(post, author_view(key, path), _line(text) or _line(names), order)


def _line(text: str) -> str:
    return " ".join(text[:_READ_CHARACTERS].split())[:QUOTE_CHARACTERS_MAX]
