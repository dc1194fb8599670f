"""What a transaction has changed of comments, for who looks on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.events import POSTS_NAMED_MAX, CommentsChanged, Event
from engine.model.ids import SpaceId


class CommentNews:
    """Gathered until it is taken, or forgotten with its transaction."""

    def __init__(self) -> None:
        self._entries: dict[SpaceId, dict[int | None, None]] = {}
        self._any: dict[SpaceId, None] = {}
        self._new: dict[SpaceId, int] = {}
        self._own: dict[SpaceId, int] = {}

    def came(self, space: SpaceId, entry: int | None, *, own: bool) -> None:
        """A new comment on that entry."""
        self.touched(space, entry)
        self._new[space] = self._new.get(space, 0) + 1
        self._own[space] = self._own.get(space, 0) + own

    def touched(self, space: SpaceId, entry: int | None) -> None:
        """Comments on that entry are shown otherwise now."""
        self._entries.setdefault(space, {})[entry] = None

    def changed(self, space: SpaceId) -> None:
        """Who may comment, or anything else."""
        self._any[space] = None

    def forget_space(self, space: SpaceId) -> None:
        """Nobody is told anything of it any more."""
        for kept in (self._entries, self._any, self._new, self._own):
            kept.pop(space, None)

    def take(self) -> Sequence[Event]:
        """All of it, once."""
        spaces = dict.fromkeys((*self._any, *self._entries))
        events = [self._event(space) for space in spaces]
        self.forget()
        return events

    def _event(self, space: SpaceId) -> CommentsChanged:
        entries = tuple(self._entries.get(space, ()))
        is_any = space in self._any or len(entries) > POSTS_NAMED_MAX
        count, own = self._new.get(space, 0), self._own.get(space, 0)
        return CommentsChanged(space, () if is_any else entries, count, own)

    def forget(self) -> None:
        """None of it has happened."""
        self._entries.clear()
        self._any.clear()
        self._new.clear()
        self._own.clear()
