"""Which way a timeline runs: the oldest post at the top, or the newest one.

A timeline that runs the other way is the same timeline, turned: its order keys become their
complements, and all that is asked and told is turned with them. So whoever lays out, scrolls and
selects need not know. Only for spaces whose order keys are all of one length: feeds.
Pure but for asking.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from engine.errors import Refusal, Refused
from engine.model.events import PostsArrived
from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.queries import OnePost, Query, Timeline
from engine.model.views import PostView, TimelineExtent, TimelinePage
from ui.bridge import Bridge

KEY_BYTES = 40  # of an entry of a feed, as ``engine`` makes them: a test compares
_BEHIND_ALL = b"\xff" * (KEY_BYTES + 1)

R = TypeVar("R")


class Facing:
    """``newest_first``: it is turned."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self.newest_first = False

    def turned(self, order: OrderKey) -> OrderKey:
        """The key as it is seen here, of one that the engine gave; or the other way round."""
        return _complement(order) if self.newest_first else order

    async def ask(self, query: Query[R]) -> R:
        """What the engine answers, as it is seen here; ``query`` is as it is seen here, too."""
        if not self.newest_first:
            return await self._bridge.ask(query)
        asked = _asked(query) if isinstance(query, Timeline) else query
        answer = await self._bridge.ask(asked)
        return cast("R", _answered(answer))  # of the same type

    async def one(self, space: SpaceId, post: PostId) -> PostView | None:
        """That post as it is seen here; None: there is no such one any more."""
        try:
            return await self.ask(OnePost(space, post))
        except Refused as refused:
            if refused.reason is Refusal.POST_UNKNOWN:
                return None
            raise

    def event(self, event: PostsArrived) -> PostsArrived:
        """What arrived, as it is seen here."""
        if not self.newest_first:
            return event
        first, last = _complement(event.last), _complement(event.first)
        return replace(event, first=first, last=last)


def _complement(order: OrderKey) -> OrderKey:
    return OrderKey(bytes(255 - byte for byte in order[:KEY_BYTES]))


def _asked(query: Timeline) -> Timeline:
    """The other cursor, at the other side; without any, what was oldest is asked for."""
    if query.after is not None:
        return replace(query, after=None, before=_edge(query.after))
    if query.before is not None:
        return replace(query, before=None, after=_edge(query.before) or OrderKey(_BEHIND_ALL))
    return replace(query, after=OrderKey(b""))


def _edge(order: OrderKey) -> OrderKey | None:
    """Where a cursor of ours stands in the engine's order; None: behind everything.

    Of a shorter one all keys that begin like it lie at its other side now: it steps over them.
    """
    turned = _complement(order)
    if len(order) >= KEY_BYTES:
        return turned
    number = int.from_bytes(turned, "big") + 1
    return None if number >> 8 * len(turned) else OrderKey(number.to_bytes(len(turned), "big"))


def _answered(answer: object) -> object:
    match answer:
        case TimelinePage():
            return _page(answer)
        case TimelineExtent():
            return _extent(answer)
        case PostView():
            return _post(answer)
        case _:
            return answer


def _page(page: TimelinePage) -> TimelinePage:
    posts = tuple(_post(post) for post in reversed(page.posts))
    return TimelinePage(posts, page.after, page.before)


def _post(post: PostView) -> PostView:
    return replace(post, order=_complement(post.order))


def _extent(extent: TimelineExtent) -> TimelineExtent:
    """What was read lies below what is new: there the line stands."""
    read = None if extent.read_up_to is None else _complement(extent.read_up_to)
    return replace(
        extent,
        read_up_to=read,
        first_unread=read if extent.unread else None,
        first_mention=None,
        last=None,
        late=None,
    )
