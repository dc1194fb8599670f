"""What became of posts since they were announced: a notice must not say what they say no more.

Changes of a space are looked at one after the other with what comes there: a post that changes
while it is being looked at is looked at again once it lies on its pile. No Qt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from engine.errors import Refusal, Refused
from engine.model.events import PostsChanged
from engine.model.ids import NotificationLevel, PostId, SpaceId
from engine.model.queries import OnePost
from engine.model.views import PostView
from ui.announcing.decision import still_holds
from ui.announcing.piles import Piles

Ask = Callable[[OnePost], Awaitable[PostView]]


@dataclass(slots=True)
class Changes:
    """What was heard of and not looked at yet. At most one event a space."""

    _heard: dict[SpaceId, PostsChanged] = field(default_factory=dict)
    _looks: Counter[SpaceId] = field(default_factory=Counter)

    def heard(self, event: PostsChanged) -> None:
        """To be looked at."""
        earlier = self._heard.get(event.space)
        self._heard[event.space] = event if earlier is None else event.after(earlier)

    def begin_look(self, space: SpaceId) -> None:
        """What came there, or has changed, is being asked for."""
        self._looks[space] += 1

    def end_look(self, space: SpaceId) -> bool:
        """It lies on its pile; whether something waited for that."""
        self._looks[space] -= 1
        if self._looks[space] <= 0:
            del self._looks[space]
        return space in self._heard and space not in self._looks

    def take(self) -> Mapping[SpaceId, PostsChanged]:
        """Those of spaces in which nothing is being looked at. Once."""
        taken = {space: event for space, event in self._heard.items() if space not in self._looks}
        for space in taken:
            del self._heard[space]
        return taken

    def forget(self, space: SpaceId) -> None:
        """It is gone."""
        self._heard.pop(space, None)


async def ask_again(ask: Ask, piles: Piles, event: PostsChanged, level: NotificationLevel) -> bool:
    """Has the pile tell its posts as they are now; False: none of them may be told any more, and
    the pile is to be cleared. Raises what ``ask`` does, but that a post is gone.
    """
    pile = piles.of(event.space)
    for post in () if pile is None else tuple(one.id for one in pile.told):
        if event.posts and post not in event.posts:
            continue
        now = await _now(ask, event.space, post)
        if now is not None and still_holds(now, level):
            piles.renew(event.space, now)
        elif not piles.take_out(event.space, post):
            return False
    return True


async def _now(ask: Ask, space: SpaceId, post: PostId) -> PostView | None:
    try:
        return await ask(OnePost(space, post))
    except Refused as refused:
        if refused.reason is not Refusal.POST_UNKNOWN:
            raise
        return None
