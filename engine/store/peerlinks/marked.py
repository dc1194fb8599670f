"""What marks say of the posts of private channels, as the read model knows it."""

from __future__ import annotations

from engine.model.ids import PostId, PublicKey, SpaceId
from engine.store.database import Database
from engine.store.peerlinks.graph import Graph
from engine.store.spaces import SpaceRepository
from engine.store.timeline.marks import is_retracted, reacting
from engine.store.timeline.timeline import Timeline


class Marked:
    """The part of ``SaidOf`` that is about posts."""

    def __init__(
        self, database: Database, spaces: SpaceRepository, timeline: Timeline, graph: Graph
    ) -> None:
        """Borrows all four."""
        self._database = database
        self._spaces = spaces
        self._timeline = timeline
        self._graph = graph

    def is_retracted(self, channel: SpaceId, post: PostId, author: PublicKey) -> bool:
        """See ``SaidOf``."""
        number = self._shown(channel)
        return number is not None and is_retracted(self._database, number, post, author)

    def reacting(self, channel: SpaceId, post: PostId, emoji: str) -> frozenset[PublicKey]:
        """See ``SaidOf``."""
        number = self._shown(channel)
        return frozenset() if number is None else reacting(self._database, number, post, emoji)

    def _shown(self, channel: SpaceId) -> int | None:
        """The channel's number, with all its messages in the timeline."""
        self._graph.flush()
        self._timeline.flush()
        return self._spaces.number(channel)
