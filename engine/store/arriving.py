"""Answers about posts in the order in which they came, of any kind of space."""

from __future__ import annotations

from engine.errors import Refusal, Refused
from engine.model.arrivals import Arrivals, ArrivalsView, ArrivedPost, ArrivedPosts
from engine.model.ids import SpaceId
from engine.store.database import Reading
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.spaces import one_space
from engine.store.timeline.arrived import arrivals, arrived_posts


class ArrivalAnswers:
    """Reads timelines by arrival."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def answerers(self) -> Answerers:
        """By query."""
        return {Arrivals: self.arrivals, ArrivedPosts: self.arrived_posts}

    def arrivals(self, query: Arrivals, _around: AnswerSurroundings) -> ArrivalsView:
        """See ``Arrivals``."""
        return arrivals(self._reading, self._number(query.space))

    def arrived_posts(
        self, query: ArrivedPosts, _around: AnswerSurroundings
    ) -> tuple[ArrivedPost, ...]:
        """See ``ArrivedPosts``."""
        return arrived_posts(self._reading, self._number(query.space), query.after, query.limit)

    def _number(self, space: SpaceId) -> int:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN, space.hex())
        return stored.number
