"""Which posts are announced. Pure; no Qt, no clock.

Announced is what another member wrote just now and the person has not before their eyes, and what
somebody's edit made speak to us just now. History
that arrives is none of it, however it arrives: what was written before we were in the channel or
before this program was started, what is older than a quarter of an hour, and what comes while
hundreds of posts are being caught up with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.model.ids import NotificationLevel, PeerId, SpaceId
from engine.model.views import PostView
from ui.timeline.loading.run import SAID

_NOBODY = PeerId(b"")  # in the place of a peer
FRESH_SECONDS = 900.0  # ours: who was away for longer sees it counted, and is not called
CATCHING_UP_POSTS = 30  # ours: more than a few people write while one is away for a moment
CATCHING_UP_QUIET_SECONDS = 5.0  # ours: a reconciliation without news for so long has stalled


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What holds in a space when posts have come. Times are Unix seconds.

    ``level`` is the stricter of the space's and the person's for all. ``in_sight``: it is open in
    the window that has the focus. ``since``: when we came into it, or this program was started.
    ``quiet_until``: the person wants to hear nothing before that.
    """

    now: float
    since: float
    level: NotificationLevel
    in_sight: bool = False
    catching_up: bool = False
    is_away: bool = False
    """We left it, or archived it."""
    quiet_until: float = 0.0


def worth_announcing(
    posts: Sequence[PostView], here: Circumstances, *, edited: bool = False
) -> tuple[PostView, ...]:
    """Those of ``posts`` that are announced, in their order. ``edited``: it is by an edit that each
    of them speaks to us.
    """
    if is_silent(here):
        return ()
    return tuple(post for post in posts if _calls(post, here, edited=edited))


def is_silent(here: Circumstances) -> bool:
    """Whether nothing is announced, whatever comes."""
    return here.catching_up or is_unwanted(here)


def is_unwanted(here: Circumstances) -> bool:
    """Whether the person is to hear nothing of it, now or later: what waits to be shown may go.
    Catching up is no such reason; it passes by itself.
    """
    is_quiet = here.level is NotificationLevel.NONE or here.now < here.quiet_until
    return is_quiet or here.in_sight or here.is_away


def still_holds(post: PostView, level: NotificationLevel, *, by_edit: bool) -> bool:
    """Whether ``post``, which was announced, may be told on as it is now. ``by_edit``: it was only
    because an edit made it speak to us.
    """
    is_for_all = level is not NotificationLevel.MENTIONS and not by_edit
    return _is_shown(post) and (is_for_all or post.speaks_to_us)


def _is_shown(post: PostView) -> bool:
    is_there = post.kind in SAID and not (post.ours or post.hidden or post.retracted)
    return is_there and post.folded is None


def _calls(post: PostView, here: Circumstances, *, edited: bool) -> bool:
    written = post.edited_at or 0.0 if edited else post.timestamp
    is_new = written >= max(here.since, here.now - FRESH_SECONDS)
    of_all = here.level is NotificationLevel.ALL and not edited
    return _is_shown(post) and is_new and (of_all or post.speaks_to_us)


@dataclass(slots=True)
class CatchingUp:
    """Which spaces are being caught up with, as reconciliations tell it."""

    _received: dict[tuple[SpaceId, PeerId], tuple[int, float]] = field(default_factory=dict)
    _first: set[SpaceId] = field(default_factory=set)

    def begin_first(self, space: SpaceId) -> None:
        """We have just come into ``space``: all of its first reconciliation is catching up."""
        self._first.add(space)

    def heard(self, space: SpaceId, peer: PeerId, received: int, now: float) -> None:
        """So many posts were received in a reconciliation that goes on."""
        # One whose peer has gone is never told to be done, and peers come and go for ever.
        self._received = {
            key: (count, at)
            for key, (count, at) in self._received.items()
            if now - at < CATCHING_UP_QUIET_SECONDS
        }
        self._received[space, peer] = (received, now)

    def came(self, space: SpaceId, posts: int, now: float) -> None:
        """So many entries of a feed came in, whose downloads are told by nothing else."""
        received, at = self._received.get((space, _NOBODY), (0, now))
        before = received if now - at < CATCHING_UP_QUIET_SECONDS else 0
        self.heard(space, _NOBODY, before + posts, now)

    def done(self, space: SpaceId, peer: PeerId) -> None:
        """That reconciliation has ended."""
        self._received.pop((space, peer), None)
        self._first.discard(space)

    def is_under_way(self, space: SpaceId, now: float) -> bool:
        """Whether ``space`` is being caught up with."""
        for (one, _peer), (received, at) in self._received.items():
            is_long = received > CATCHING_UP_POSTS or space in self._first
            if one == space and is_long and now - at < CATCHING_UP_QUIET_SECONDS:
                return True
        return False

    def forget(self, space: SpaceId) -> None:
        """It is gone."""
        self._first.discard(space)
        self._received = {key: value for key, value in self._received.items() if key[0] != space}
