"""What marks say of the posts of private channels, as the read model knows it; which are hidden."""

from __future__ import annotations

from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.graph.order import order_key
from engine.store.database import Database
from engine.store.peerlinks.graph import Graph
from engine.store.spaces import SpaceRepository
from engine.store.timeline.marks import is_retracted, reacting
from engine.store.timeline.timeline import Timeline


class Marked:
    """The part of ``SaidOf`` that is about posts, and of the records what hides them."""

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

    def hide(self, channel: SpaceId, post: PostId, *, hidden: bool) -> None:
        """From sight, or back; nothing where it is not held."""
        number = self._spaces.number(channel)
        places = self._graph.places(channel, [post])
        if number is not None and places:
            order = order_key(places[0].height, post)
            self._timeline.hide_post(number, "", order, hidden=hidden)

    def _shown(self, channel: SpaceId) -> int | None:
        """The channel's number, with all its messages in the timeline."""
        self._graph.flush()
        self._timeline.flush()
        return self._spaces.number(channel)
