"""What was announced and not looked at yet, one pile a space, and how often piles may be shown.

Pure; no Qt, no clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.views import PostView

KNOWN_MAX = 400  # ours: of posts announced lately, so that none is announced twice
SAME_SPACE_SECONDS = 3.0  # ours: a pile that grows is shown anew no more often
AT_ONCE_MAX = 4  # ours: notifications in AT_ONCE_SECONDS, over all spaces
AT_ONCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Pile:
    """``count`` posts of a space, of which ``last`` came last, and ``first`` first."""

    count: int
    first: OrderKey
    last: PostView
    speaks_to_us: bool


@dataclass(slots=True)
class Piles:
    """All that waits to be looked at."""

    _piles: dict[SpaceId, Pile] = field(default_factory=dict)
    _known: deque[PostId] = field(default_factory=lambda: deque(maxlen=KNOWN_MAX))

    def add(self, space: SpaceId, posts: Sequence[PostView]) -> bool:
        """Lays ``posts`` (in their order) on the pile; whether one of them is new there."""
        fresh: list[PostView] = []
        for post in posts:
            if post.id not in self._known:
                self._known.append(post.id)
                fresh.append(post)
        if not fresh:
            return False
        before = self._piles.get(space)
        first = min(post.order for post in fresh)
        speaks = any(post.speaks_to_us for post in fresh)
        pile = Pile(len(fresh), first, fresh[-1], speaks)
        if before is not None:
            pile = replace(
                pile,
                count=before.count + pile.count,
                first=min(before.first, pile.first),
                speaks_to_us=before.speaks_to_us or pile.speaks_to_us,
            )
        self._piles[space] = pile
        return True

    def of(self, space: SpaceId) -> Pile | None:
        """The pile of a space, if there is one."""
        return self._piles.get(space)

    def clear(self, space: SpaceId) -> bool:
        """The person has looked; whether there was a pile."""
        return self._piles.pop(space, None) is not None

    def spaces(self) -> tuple[SpaceId, ...]:
        """Those with a pile."""
        return tuple(self._piles)


@dataclass(slots=True)
class Pace:
    """Keeps a busy day from becoming a hail of notifications. ``now``: any steady seconds."""

    _shown_at: dict[SpaceId, float] = field(default_factory=dict)
    _lately: deque[float] = field(default_factory=lambda: deque(maxlen=AT_ONCE_MAX))

    def wait(self, space: SpaceId, now: float) -> float:
        """How many seconds are left until ``space`` may be shown; 0: now."""
        own = self._shown_at.get(space, now - SAME_SPACE_SECONDS) + SAME_SPACE_SECONDS
        of_all = now
        if len(self._lately) == AT_ONCE_MAX:
            of_all = self._lately[0] + AT_ONCE_SECONDS
        return max(0.0, own - now, of_all - now)

    def shown(self, space: SpaceId, now: float) -> None:
        """It has just been shown."""
        self._shown_at = {
            one: at for one, at in self._shown_at.items() if now - at < SAME_SPACE_SECONDS
        }
        self._shown_at[space] = now
        self._lately.append(now)
