"""Answers that came before what they answer: what they quote is shown once it is here.

An answer need not build on its post: one dated ahead of the answering clock is no parent yet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.model.events import POSTS_NAMED_MAX, Event, PostsChanged
from engine.model.ids import PostId
from engine.store.database import Database, array_of
from engine.store.spaces import SpaceRepository
from engine.store.timeline.posts import ID_BYTES

_ANSWERS = (
    "SELECT order_key FROM timeline INDEXED BY timeline_answer"
    " WHERE aside IS NULL AND about IS NOT NULL AND space = ? AND about IN carray(?)"
)


class Quoting:
    """Which posts are to be shown anew, until that is told."""

    def __init__(self, database: Database, spaces: SpaceRepository) -> None:
        """Borrows both."""
        self._database = database
        self._spaces = spaces
        self._shown_anew: dict[int, dict[PostId, None]] = {}
        database.on_transaction_end(lambda: None, self._forget)

    def note_came(self, number: int, posts: Collection[PostId]) -> None:
        """``posts`` are written. What answers them and is in the table already quotes them now."""
        rows = self._database.rows(_ANSWERS, (number, array_of([*posts]))) if posts else []
        answers = [PostId(order[-ID_BYTES:]) for (order,) in rows]
        if before := [answer for answer in answers if answer not in posts]:
            self._shown_anew.setdefault(number, {}).update(dict.fromkeys(before))

    def take_news(self) -> Sequence[Event]:
        """What is shown anew. Once."""
        shown_anew, self._shown_anew = self._shown_anew, {}
        return [
            PostsChanged(space, tuple(posts) if len(posts) <= POSTS_NAMED_MAX else ())
            for number, posts in shown_anew.items()
            if (space := self._spaces.id_of(number)) in self._spaces.names()
        ]

    def _forget(self) -> None:
        self._shown_anew.clear()
