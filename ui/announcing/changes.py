"""What became of posts since they were announced: a notice must not say what they say no more.

Changes of a space are looked at once nothing that came there is being looked at: a post that
changes while it is being looked at is looked at again once it lies on its pile. What comes while
they are being looked at may lie there before they are told (``tell_as_now``). No Qt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Refusal, Refused
from engine.model.events import PostsChanged
from engine.model.ids import NotificationLevel, PostId, SpaceId
from engine.model.queries import OnePost
from engine.model.views import PostView
from ui.announcing.decision import still_holds
from ui.announcing.piles import Pile, Piles

ANY_PAUSE_SECONDS = 3.0  # ours: where any post may have changed, each that is told is a question

Ask = Callable[[OnePost], Awaitable[PostView]]
Found = Mapping[PostId, PostView | None]
"""Posts as they are now; None: it is gone."""


@dataclass(slots=True)
class Changes:
    """What was heard of and not looked at yet. At most one event a space."""

    _heard: dict[SpaceId, PostsChanged] = field(default_factory=dict)
    _looks: Counter[SpaceId] = field(default_factory=Counter)
    _any_at: dict[SpaceId, float] = field(default_factory=dict)
    """When all that is told in it was last looked at, in steady seconds."""

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

    def take(self, piles: Piles, now: float) -> Sequence[PostsChanged]:
        """Those that may change what a pile tells, of spaces in which nothing is being looked at.
        Once. ``now``: any steady seconds.
        """
        ready = [event for space, event in self._heard.items() if space not in self._looks]
        taken = []
        for event in ready:
            concerns = _concerns(event, piles.of(event.space))
            if concerns and self._rest_of(event, now) > 0:
                continue
            del self._heard[event.space]
            if concerns:
                taken.append(event)
                self._any_at |= {} if event.posts else {event.space: now}
        return taken

    def rest(self, now: float) -> float:
        """In how many seconds ``take`` is worth another call; 0: not by time alone."""
        rests = (self._rest_of(event, now) for event in self._heard.values())
        return min((rest for rest in rests if rest > 0), default=0.0)

    def _rest_of(self, event: PostsChanged, now: float) -> float:
        at = self._any_at.get(event.space)
        return 0.0 if event.posts or at is None else max(0.0, at + ANY_PAUSE_SECONDS - now)

    def forget(self, space: SpaceId) -> None:
        """It is gone."""
        self._heard.pop(space, None)
        self._any_at.pop(space, None)


def _concerns(event: PostsChanged, pile: Pile | None) -> bool:
    if pile is None:
        return False
    return not event.posts or not {one.id for one in pile.told}.isdisjoint(event.posts)


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
