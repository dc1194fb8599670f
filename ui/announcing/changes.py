"""What became of posts since they were announced: a notice must not say what they say no more.

Changes of a space are looked at once nothing that came there is being looked at: a post that
changes while it is being looked at is looked at again once it lies on its pile. What comes while
they are being looked at may lie there before they are told (``tell_as_now``). No Qt.
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
from ui.announcing.piles import Pile, Piles

Ask = Callable[[OnePost], Awaitable[PostView]]
Found = Mapping[PostId, PostView | None]
"""Posts as they are now; None: it is gone."""


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


async def ask_again(ask: Ask, pile: Pile, event: PostsChanged) -> Found:
    """How those posts are now that the pile tells and that may have changed. Raises what ``ask``
    does, but that a post is gone.
    """
    told = [one.id for one in pile.told if not event.posts or one.id in event.posts]
    return {post: await _now(ask, event.space, post) for post in told}


def tell_as_now(piles: Piles, space: SpaceId, found: Found, level: NotificationLevel) -> bool:
    """Has the pile tell its posts as they were found; False: none of them may be told any more, and
    the pile is to be cleared.
    """
    pile = piles.of(space)
    by_edit = frozenset() if pile is None else pile.by_edit
    for post, now in found.items():
        if now is not None and still_holds(now, level, by_edit=post in by_edit):
            piles.renew(space, now)
        elif not piles.take_out(space, post):
            return False
    return True


async def _now(ask: Ask, space: SpaceId, post: PostId) -> PostView | None:
    try:
        return await ask(OnePost(space, post))
    except Refused as refused:
        if refused.reason is not Refusal.POST_UNKNOWN:
            raise
        return None
