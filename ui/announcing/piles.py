"""What was announced and not looked at yet, one pile a space, and how often piles may be shown.

Pure; no Qt, no clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.views import PostView, SpaceView

KNOWN_MAX = 400  # ours: of posts announced lately, so that none is announced twice
TOLD_MAX = 50  # ours: of a pile the newest, which may be told by their words; others only count
TOLD_CHARACTERS_MAX = 4_000  # ours: kept of the text of each; a notice shows far less
SAME_SPACE_SECONDS = 3.0  # ours: a pile that grows is shown anew no more often
AT_ONCE_MAX = 4  # ours: notifications that call in AT_ONCE_SECONDS, over all spaces
AT_ONCE_SECONDS = 10.0


_Known = tuple[PostId, float | None]  # a post, and the time of the edit that called


@dataclass(frozen=True, slots=True)
class Pile:
    """``count`` posts of a space, of which ``first`` came first.

    ``posts``: which they are, the latest ``KNOWN_MAX`` of them. ``by_edit``: those that lie here
    only because an edit made them speak to us. ``outlasting``: those that call by an edit though
    nothing was unread then. ``told``: the latest ``TOLD_MAX`` as they are told, their texts cut.
    """

    count: int
    first: OrderKey
    speaks_to_us: bool
    posts: tuple[PostId, ...] = field(default=(), repr=False)
    by_edit: frozenset[PostId] = frozenset()
    outlasting: frozenset[PostId] = frozenset()
    told: tuple[PostView, ...] = field(default=(), repr=False)

    @property
    def last(self) -> PostView | None:
        """Which came last; once it is gone, the one before it. None: only counted ones are left."""
        return self.told[-1] if self.told else None


@dataclass(slots=True)
class Piles:
    """All that waits to be looked at."""

    _piles: dict[SpaceId, Pile] = field(default_factory=dict)
    _standing: dict[SpaceId, Pile] = field(default_factory=dict)
    _known: deque[_Known] = field(default_factory=lambda: deque(maxlen=KNOWN_MAX))

    def add(
        self,
        space: SpaceId,
        posts: Sequence[PostView],
        *,
        edited: bool = False,
        unread: bool = False,
    ) -> bool:
        """Lays ``posts`` (in their order) on the pile; whether one of them is new there.

        ``edited``: each calls by its edit, also where the post itself was announced before.
        ``unread``: something in that space is, so that reading it is noticed.
        """
        if not edited:
            self._told_for_themselves(space, posts)
        fresh = [post for post in posts if self._note(post, edited=edited)]
        if not fresh:
            return False
        before = self._piles.get(space)
        first = min(post.order for post in fresh)
        speaks = any(post.speaks_to_us for post in fresh)
        lying = () if before is None else before.posts
        added = [post.id for post in fresh if post.id not in lying]
        told = () if before is None else _without(before.told, {post.id for post in fresh})
        pile = Pile(
            count=len(added),
            first=first,
            speaks_to_us=speaks,
            by_edit=frozenset(added if edited else ()),
            outlasting=frozenset(post.id for post in fresh if edited and not unread),
            posts=(*lying, *added)[-KNOWN_MAX:],
            told=(*told, *map(_cut, fresh))[-TOLD_MAX:],
        )
        if before is not None:
            pile = replace(
                pile,
                count=before.count + pile.count,
                first=min(before.first, pile.first),
                speaks_to_us=before.speaks_to_us or pile.speaks_to_us,
                by_edit=(before.by_edit | pile.by_edit).intersection(pile.posts),
                outlasting=(before.outlasting | pile.outlasting).intersection(pile.posts),
            )
        self._piles[space] = pile
        return True

    def _told_for_themselves(self, space: SpaceId, posts: Sequence[PostView]) -> None:
        """They have come, whatever becomes of an edit that may have laid them here before."""
        pile = self._piles.get(space)
        if pile is not None:
            by_edit = pile.by_edit.difference(post.id for post in posts)
            self._piles[space] = replace(pile, by_edit=by_edit)

    def renew(self, space: SpaceId, post: PostView) -> None:
        """``post`` says something else by now. Nothing where it is not told."""
        for piles in (self._piles, self._standing):
            if space in piles:
                piles[space] = _renewed(piles[space], post)

    def take_out(self, space: SpaceId, post: PostId) -> bool:
        """``post`` is gone, and nothing of it is told; False: nothing else is there to be told
        either, and the pile is to be cleared.
        """
        standing, pile = self._standing.get(space), self._piles.get(space)
        if standing is not None:
            left = _left(standing, post)
            if left is None:
                self.withdrawn(space)
            else:
                self._standing[space] = left
        if pile is None:
            return True
        left = _left(pile, post)
        if left is not None:
            self._piles[space] = left
        return left is not None

    def shown(self, space: SpaceId) -> None:
        """The pile was shown as it is now, and stands there unless the person has closed it."""
        self._standing[space] = self._piles[space]

    def withdrawn(self, space: SpaceId) -> None:
        """Nothing of it stands there any more."""
        self._standing.pop(space, None)

    def standing(self, space: SpaceId) -> Pile | None:
        """The pile as it was when it was last shown, but for what was renewed or taken out since:
        where that is told otherwise now, what stands on the desktop holds no more.
        """
        return self._standing.get(space)

    def _note(self, post: PostView, *, edited: bool) -> bool:
        """Whether it was not announced yet."""
        itself, as_it_is = (post.id, None), (post.id, post.edited_at)
        is_known = (as_it_is if edited else itself) in self._known
        self._known.extend(one for one in {itself, as_it_is} if one not in self._known)
        return not is_known

    def of(self, space: SpaceId) -> Pile | None:
        """The pile of a space, if there is one."""
        return self._piles.get(space)

    def outlasts_reading(self, space: SpaceId) -> bool:
        """Whether no count of what is unread tells when the person has looked."""
        pile = self._piles.get(space)
        return pile is not None and bool(pile.outlasting)

    def is_read(self, space: SpaceId, now: SpaceView | None, before: SpaceView | None) -> bool:
        """Whether what lies there needs no telling any more, as the space is ``now`` and was
        ``before``. None: it is not there.
        """
        if now is None:
            return True
        was_unread = before is not None and before.unread > 0
        return not now.unread and (was_unread or not self.outlasts_reading(space))

    def clear(self, space: SpaceId) -> bool:
        """The person has looked; whether there was a pile."""
        self.withdrawn(space)
        return self._piles.pop(space, None) is not None

    def spaces(self) -> tuple[SpaceId, ...]:
        """Those with a pile."""
        return tuple(self._piles)


def _renewed(pile: Pile, post: PostView) -> Pile:
    if post.id not in {one.id for one in pile.told}:
        return pile
    told = tuple(_cut(post) if one.id == post.id else one for one in pile.told)
    return replace(pile, told=told, speaks_to_us=_speaks(pile, told))


def _left(pile: Pile, gone: PostId) -> Pile | None:
    """Without a post that is gone; None: nothing is left."""
    if gone not in {one.id for one in pile.told}:
        return pile
    told = _without(pile.told, {gone})
    if pile.count == 1:
        return None
    (order,) = (one.order for one in pile.told if one.id == gone)
    return replace(
        pile,
        count=pile.count - 1,
        first=pile.first if order != pile.first else _first(told, order),
        speaks_to_us=_speaks(pile, told),
        posts=tuple(one for one in pile.posts if one != gone),
        by_edit=pile.by_edit - {gone},
        outlasting=pile.outlasting - {gone},
        told=told,
    )


def _first(told: Sequence[PostView], gone: OrderKey) -> OrderKey:
    """Where those that are only counted stand is not known, but none of them before ``gone``."""
    return min((one.order for one in told), default=gone)


def _speaks(pile: Pile, told: Sequence[PostView]) -> bool:
    """What is only counted speaks to us as it did."""
    is_counted = pile.count > len(pile.told)
    return any(one.speaks_to_us for one in told) or (is_counted and pile.speaks_to_us)


def _without(told: Sequence[PostView], posts: Collection[PostId]) -> tuple[PostView, ...]:
    return tuple(one for one in told if one.id not in posts)


def _cut(post: PostView) -> PostView:
    return replace(post, text=post.text[:TOLD_CHARACTERS_MAX], body=None)


@dataclass(slots=True)
class SpacePace:
    """Nothing of a space is shown twice in ``SAME_SPACE_SECONDS``. ``now``: any steady seconds."""

    _shown_at: dict[SpaceId, float] = field(default_factory=dict)

    def wait(self, space: SpaceId, now: float) -> float:
        """How many seconds are left until ``space`` may be shown; 0: now."""
        return max(
            0.0, self._shown_at.get(space, now - SAME_SPACE_SECONDS) + SAME_SPACE_SECONDS - now
        )

    def shown(self, space: SpaceId, now: float) -> None:
        """It has just been shown."""
        self._shown_at = {
            one: at for one, at in self._shown_at.items() if now - at < SAME_SPACE_SECONDS
        }
        self._shown_at[space] = now


@dataclass(slots=True)
class Pace:
    """Keeps a busy day from becoming a hail of notifications. ``now``: any steady seconds."""

    _of_each: SpacePace = field(default_factory=SpacePace)
    _lately: deque[float] = field(default_factory=lambda: deque(maxlen=AT_ONCE_MAX))

    def wait(self, space: SpaceId, now: float) -> float:
        """How many seconds are left until ``space`` may be shown; 0: now."""
        of_all = now
        if len(self._lately) == AT_ONCE_MAX:
            of_all = self._lately[0] + AT_ONCE_SECONDS
        return max(self._of_each.wait(space, now), of_all - now)

    def shown(self, space: SpaceId, now: float) -> None:
        """It has just been shown."""
        self._of_each.shown(space, now)
        self._lately.append(now)
