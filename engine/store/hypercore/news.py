"""What a transaction has changed of feeds, for who looks on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.events import (
    BlocksArrived,
    Event,
    FeedForked,
    PostsArrived,
    PostsChanged,
    SpaceChanged,
)
from engine.model.ids import OrderKey, SpaceId
from engine.protocols.hypercore.records import PASSING


class FeedNews:
    """Gathered until it is taken, or forgotten with its transaction."""

    def __init__(self) -> None:
        self._posts: dict[SpaceId, dict[OrderKey, None]] = {}
        self._own: dict[SpaceId, None] = {}
        self._blocks: dict[SpaceId, BlocksArrived] = {}
        self._changed_posts: dict[SpaceId, None] = {}
        self._changed: dict[SpaceId, None] = {}
        self._forked: dict[SpaceId, FeedForked] = {}

    def blocks(self, space: SpaceId, size: int, more: int = 1) -> None:
        """So many more blocks are here, of so many bytes together."""
        before = self._blocks.get(space)
        count, total = (0, 0) if before is None else (before.count, before.bytes)
        self._blocks[space] = BlocksArrived(space, count + more, total + size)

    def post(self, space: SpaceId, order: OrderKey, *, own: bool) -> None:
        """A new row of its timeline."""
        orders = self._posts.get(space)
        if orders is None:
            orders = self._posts[space] = {}
        orders[order] = None
        if own:
            self._own[space] = None

    def gone(self, space: SpaceId, first: OrderKey, end: OrderKey) -> None:
        """The rows between are no more; who heard nothing of them need not."""
        came = self._posts.get(space, {})
        for order in [one for one in came if first <= one < end]:
            del came[order]
        self._changed_posts[space] = None

    def _arrived(self, space: SpaceId) -> PostsArrived:
        orders = self._posts[space]
        own = len(orders) if space in self._own else 0
        return PostsArrived(space, len(orders), min(orders), max(orders), own)

    def changed(self, space: SpaceId) -> None:
        """Something else is to be asked for again."""
        self._changed[space] = None

    def forked(self, space: SpaceId, common: int) -> None:
        """Two histories were found."""
        self._forked[space] = FeedForked(space, common)

    def forget_space(self, space: SpaceId) -> None:
        """Nobody is told anything of it any more."""
        for kept in (self._posts, self._own, self._blocks, self._changed_posts, self._changed):
            kept.pop(space, None)
        self._forked.pop(space, None)

    def take(self) -> Sequence[Event]:
        """All of it, once; nobody hears of what is only to be fixed."""
        self.forget_space(PASSING)
        events: list[Event] = [*self._blocks.values()]
        events += [self._arrived(space) for space, orders in self._posts.items() if orders]
        events += [PostsChanged(space, ()) for space in self._changed_posts]
        events += [SpaceChanged(space) for space in self._changed]
        events += self._forked.values()
        self.forget()
        return events

    def forget(self) -> None:
        """None of it has happened."""
        self._posts.clear()
        self._own.clear()
        self._blocks.clear()
        self._changed_posts.clear()
        self._changed.clear()
        self._forked.clear()
