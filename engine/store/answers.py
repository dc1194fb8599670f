"""Answers that are the same for every kind of space: spaces, timelines, search.

``Health`` is not among them: it takes its time, and has a thread (``Inspection``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId, SpaceKind
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.queries import (
    Extent,
    FindSpace,
    Members,
    OnePost,
    Search,
    Space,
    Spaces,
    Timeline,
)
from engine.model.views import (
    MemberView,
    PostView,
    SearchHit,
    SpaceView,
    TimelineExtent,
    TimelinePage,
)
from engine.store.database import Reading
from engine.store.reading import Answerers, KindOfSpace, Surroundings
from engine.store.spaces import StoredSpace, all_spaces, one_space
from engine.store.timeline import pages, search

CANDIDATES_MAX = 10  # ours: more are not read
CANDIDATE_DIGITS = 12  # ours


class SharedAnswers:
    """Reads what all spaces share, and asks the kinds for the rest."""

    def __init__(self, reading: Reading, kinds: Mapping[SpaceKind, KindOfSpace]) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._kinds = kinds

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Spaces: self.spaces,
            Space: self.space,
            FindSpace: self.find_space,
            Timeline: self.timeline,
            Extent: self.extent,
            OnePost: self.one_post,
            Members: self.members,
            Search: self.search,
        }

    # ---- spaces -----------------------------------------------------------------------------

    def spaces(self, _query: Spaces, around: Surroundings) -> tuple[SpaceView, ...]:
        """See ``Spaces``."""
        kinds = list(SpaceKind)
        stored = sorted(
            all_spaces(self._reading),
            key=lambda space: (kinds.index(space.kind), space.name.casefold(), space.number),
        )
        return tuple(self._view(space, around) for space in stored)

    def space(self, query: Space, around: Surroundings) -> SpaceView:
        """See ``Space``."""
        return self._view(self._known(query.space), around)

    def find_space(self, query: FindSpace, around: Surroundings) -> SpaceView:
        """See ``FindSpace``. A whole id or key wins over names; names may differ in case."""
        found = _meant(query.text.strip(), all_spaces(self._reading))
        if not found:
            raise Refused(Refusal.SPACE_UNKNOWN, query.text)
        if len(found) > 1:
            listed = [f"{one.name} {one.id.hex()[:CANDIDATE_DIGITS]}" for one in found]
            raise Refused(Refusal.SPACE_AMBIGUOUS, ", ".join(listed[:CANDIDATES_MAX]))
        return self._view(found[0], around)

    def members(self, query: Members, around: Surroundings) -> tuple[MemberView, ...]:
        """See ``Members``."""
        space = self._known(query.space)
        here = {key for _, key in around.presence.get(space.id, ()) if key is not None}
        listed = [
            replace(member, online=member.ours or member.public_key in here)
            for member in self._kinds[space.kind].members(space, around.now)
        ]
        return tuple(sorted(listed, key=lambda member: not member.online))  # stable: then by path

    def _view(self, space: StoredSpace, around: Surroundings) -> SpaceView:
        standing = self._kinds[space.kind].standing(space, around.now)
        line = (space.number, "")
        length = pages.extent(self._reading, line, space.read_up_to)
        return SpaceView(
            id=space.id,
            kind=space.kind,
            name=space.name,
            public_key=space.public_key,
            posts=length.posts,
            unread=length.unread,
            peers=len({peer for peer, _ in around.presence.get(space.id, ())}),
            can_post=standing.can_post,
            can_invite=standing.can_invite,
            expires_at=standing.expires_at,
            public=standing.public,
            notifications=space.notifications,
            left=space.left,
            last_post_at=pages.last_post_at(self._reading, line),
            own_path=standing.path,
            ending=standing.ending,
            invites_ending=standing.invites_ending,
            renewals=standing.renewals,
        )

    def _known(self, space: SpaceId) -> StoredSpace:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN, space.hex())
        return stored

    # ---- timelines --------------------------------------------------------------------------

    def timeline(self, query: Timeline, _around: Surroundings) -> TimelinePage:
        """See ``Timeline``."""
        line = (self._known(query.space).number, "")
        window = pages.Window(query.limit, query.before, query.after)
        return pages.page(self._reading, line, window)

    def extent(self, query: Extent, _around: Surroundings) -> TimelineExtent:
        """See ``Extent``."""
        space = self._known(query.space)
        return pages.extent(self._reading, (space.number, ""), space.read_up_to)

    def one_post(self, query: OnePost, _around: Surroundings) -> PostView:
        """See ``OnePost``."""
        space = self._known(query.space)
        order = self._kinds[space.kind].order_of(space, query.id)
        if order is not None:
            post = pages.post_at(self._reading, (space.number, ""), order)
            if post is not None:
                return post
        raise Refused(Refusal.POST_UNKNOWN, query.id.hex())

    def search(self, query: Search, _around: Surroundings) -> tuple[SearchHit, ...]:
        """See ``Search``."""
        spaces = all_spaces(self._reading) if query.space is None else (self._known(query.space),)
        numbers = tuple(space.number for space in reversed(spaces))
        return search.find(self._reading, query.words, numbers, query.limit)


def _meant(text: str, spaces: tuple[StoredSpace, ...]) -> list[StoredSpace]:
    digits = text.lower()
    if whole := [space for space in spaces if digits in {space.id.hex(), space.public_key.hex()}]:
        return whole
    named = [space for space in spaces if space.name == text] or [
        space for space in spaces if space.name.casefold() == text.casefold()
    ]
    if len(digits) < PREFIX_DIGITS_MIN:
        return named
    by_digits = [
        space
        for space in spaces
        if space not in named
        and (space.id.hex().startswith(digits) or space.public_key.hex().startswith(digits))
    ]
    return named + by_digits
