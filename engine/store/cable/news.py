"""What a transaction has changed of communities, for who looks on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.events import (
    CommunityChanged,
    CommunityForgotten,
    Event,
    PostsArrived,
    PostsChanged,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import CommunityId, OrderKey, SpaceId


class CommunityNews:
    """Gathered until it is taken, or forgotten with its transaction."""

    def __init__(self) -> None:
        self._arrived: dict[SpaceId, PostsArrived] = {}
        self._changed_posts: dict[SpaceId, None] = {}
        self._changed: dict[SpaceId, None] = {}
        self._communities: dict[CommunityId, None] = {}
        self._forgotten: dict[SpaceId | CommunityId, Event] = {}

    def post(self, space: SpaceId, order: OrderKey, *, quiet: bool, speaks: bool) -> None:
        """A new row of a timeline. ``quiet``: nobody waits for it, as for one of our own."""
        came = PostsArrived(space, 1, order, order, int(quiet), int(speaks))
        before = self._arrived.get(space)
        self._arrived[space] = came if before is None else came.after(before)

    def posts_changed(self, space: SpaceId) -> None:
        """Rows went, moved, or are shown otherwise."""
        self._changed_posts[space] = None

    def changed(self, space: SpaceId) -> None:
        """Its name, topic, members or what we may do there."""
        self._changed[space] = None

    def community(self, community: CommunityId) -> None:
        """One of its queries would answer something else."""
        self._communities[community] = None

    def forgotten(self, space: SpaceId) -> None:
        """Nobody is told anything else of it any more."""
        for kept in (self._arrived, self._changed_posts, self._changed):
            kept.pop(space, None)
        self._forgotten[space] = SpaceForgotten(space)

    def community_forgotten(self, community: CommunityId) -> None:
        """The same of a community."""
        self._communities.pop(community, None)
        self._forgotten[community] = CommunityForgotten(community)

    def take(self) -> Sequence[Event]:
        """All of it, once."""
        events: list[Event] = [*self._arrived.values()]
        events += [PostsChanged(space, ()) for space in self._changed_posts]
        events += [SpaceChanged(space) for space in self._changed]
        events += [CommunityChanged(community) for community in self._communities]
        events += self._forgotten.values()
        self.forget()
        return events

    def forget(self) -> None:
        """None of it has happened."""
        self._arrived.clear()
        self._changed_posts.clear()
        self._changed.clear()
        self._communities.clear()
        self._forgotten.clear()
