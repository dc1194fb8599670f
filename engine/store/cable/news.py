"""What a transaction has changed of communities, for who looks on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(slots=True)
class _Arrived:
    """What has come into one timeline: posts are many, and told of as one."""

    first: OrderKey
    last: OrderKey
    count: int = 0
    quiet: int = 0
    speaking: int = 0

    def add(self, order: OrderKey, *, quiet: bool, speaks: bool) -> None:
        self.count += 1
        self.quiet += quiet
        self.speaking += speaks
        if order < self.first:
            self.first = order
        elif order > self.last:
            self.last = order

    def event(self, space: SpaceId) -> PostsArrived:
        return PostsArrived(space, self.count, self.first, self.last, self.quiet, self.speaking)


class CommunityNews:
    """Gathered until it is taken, or forgotten with its transaction."""

    def __init__(self) -> None:
        self._arrived: dict[SpaceId, _Arrived] = {}
        self._changed_posts: dict[SpaceId, None] = {}
        self._changed: dict[SpaceId, None] = {}
        self._communities: dict[CommunityId, None] = {}
        self._forgotten: dict[SpaceId | CommunityId, Event] = {}

    def post(self, space: SpaceId, order: OrderKey, *, quiet: bool, speaks: bool) -> None:
        """A new row of a timeline. ``quiet``: nobody waits for it, as for one of our own."""
        arrived = self._arrived.get(space)
        if arrived is None:
            arrived = self._arrived[space] = _Arrived(order, order)
        arrived.add(order, quiet=quiet, speaks=speaks)

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
        events: list[Event] = [one.event(space) for space, one in self._arrived.items()]
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
