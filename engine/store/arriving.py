"""Answers about posts in the order in which they came, of any kind of space."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.errors import Refusal, Refused
from engine.model.arrivals import Arrivals, ArrivalsView, ArrivedPost, ArrivedPosts
from engine.model.ids import SpaceId, SpaceKind
from engine.store.database import Reading
from engine.store.reading import Answerers, AnswerSurroundings, Folding, KindOfSpace
from engine.store.spaces import StoredSpace, one_space
from engine.store.timeline.arrived import arrivals, arrived_posts
from engine.store.timeline.folds import NO_FOLDS, Folds


class ArrivalAnswers:
    """Reads timelines by arrival."""

    def __init__(
        self,
        reading: Reading,
        kinds: Mapping[SpaceKind, KindOfSpace],
        folding: Mapping[SpaceKind, Folding],
    ) -> None:
        """Borrows ``reading``. ``folding``: as in ``PostAnswers``."""
        self._reading = reading
        self._kinds = kinds
        self._folding = folding

    def answerers(self) -> Answerers:
        """By query."""
        return {Arrivals: self.arrivals, ArrivedPosts: self.arrived_posts}

    def arrivals(self, query: Arrivals, _around: AnswerSurroundings) -> ArrivalsView:
        """See ``Arrivals``."""
        space = self._known(query.space)
        order_of = partial(self._kinds[space.kind].order_of, space)
        return arrivals(self._reading, space.number, self._folds(space) or NO_FOLDS, order_of)

    def arrived_posts(
        self, query: ArrivedPosts, _around: AnswerSurroundings
    ) -> tuple[ArrivedPost, ...]:
        """See ``ArrivedPosts``."""
        space = self._known(query.space)
        folds = self._folds(space)
        return arrived_posts(self._reading, space.number, query.after, query.limit, folds)

    def _folds(self, space: StoredSpace) -> Folds | None:
        folding = self._folding.get(space.kind)
        return None if folding is None else folding.folds(space)

    def _known(self, space: SpaceId) -> StoredSpace:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return stored
