"""What was begun and not sent, one a place, as long as the window lives.

A place is an entry of a feed, or (None) the feed as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.comments import CommentView
from engine.model.ids import SpaceId

DRAFTS_MAX = 64  # ours: the oldest go first

Place = tuple[SpaceId | None, int | None]


@dataclass(frozen=True, slots=True)
class Answered:
    """Which comment is answered, and whose that is, as a person reads it."""

    view: CommentView
    name: str


@dataclass(frozen=True, slots=True)
class Begun:
    """``answers``: None for a comment of its own."""

    text: str = ""
    answers: Answered | None = None


class Drafts:
    """Those of one box."""

    def __init__(self) -> None:
        self._begun: dict[Place, Begun] = {}

    def keep(self, place: Place, begun: Begun) -> None:
        """One without words is none."""
        if begun.text.strip():
            self._begun[place] = begun
        while len(self._begun) > DRAFTS_MAX:
            del self._begun[next(iter(self._begun))]

    def take(self, place: Place) -> Begun:
        """What was begun there, which is kept no more."""
        return self._begun.pop(place, Begun())
