"""Answers that are the same for every kind of space: the spaces themselves and who is in them.

``Health`` is not among them: it takes its time, and has a thread (``Inspection``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId, SpaceKind
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.queries import (
    FindSpace,
    Members,
    Space,
    Spaces,
)
from engine.model.views import (
    MemberView,
    SpaceView,
)
from engine.store.database import Reading
from engine.store.reading import Answerers, AnswerSurroundings, Folding, KindOfSpace
from engine.store.spaces import StoredSpace, all_spaces, one_space
from engine.store.timeline import pages
from engine.store.verified_keys import verified_keys

CANDIDATES_MAX = 10  # ours: more are not read
CANDIDATE_DIGITS = 12  # ours


class SharedAnswers:
    """Reads what all spaces share, and asks the kinds for the rest."""

    def __init__(
        self,
        reading: Reading,
        kinds: Mapping[SpaceKind, KindOfSpace],
        folding: Mapping[SpaceKind, Folding] = MappingProxyType({}),
    ) -> None:
        """Borrows ``reading``. ``folding``: as in ``PostAnswers``."""
        self._reading = reading
        self._kinds = kinds
        self._folding = folding

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Spaces: self.spaces,
            Space: self.space,
            FindSpace: self.find_space,
            Members: self.members,
        }

    # ---- spaces -----------------------------------------------------------------------------

    def spaces(self, _query: Spaces, around: AnswerSurroundings) -> tuple[SpaceView, ...]:
        """See ``Spaces``."""
        kinds = list(SpaceKind)
        stored = sorted(
            all_spaces(self._reading),
            key=lambda space: (kinds.index(space.kind), space.list_key),
        )
        return tuple(self._view(space, around) for space in stored)

    def space(self, query: Space, around: AnswerSurroundings) -> SpaceView:
        """See ``Space``."""
        return self._view(self._known(query.space), around)

    def find_space(self, query: FindSpace, around: AnswerSurroundings) -> SpaceView:
        """See ``FindSpace``. A whole id or key wins over names. Names may differ in case, but
        ``COMMUNITY#CHANNEL`` is meant as it is typed.
        """
        found = _meant(query.text.strip(), all_spaces(self._reading))
        if not found:
            raise Refused(Refusal.SPACE_UNKNOWN, query.text)
        if len(found) > 1:
            listed = [f"{one.name} {one.id.hex()[:CANDIDATE_DIGITS]}" for one in found]
            raise Refused(Refusal.SPACE_AMBIGUOUS, ", ".join(listed[:CANDIDATES_MAX]))
        return self._view(found[0], around)

    def members(self, query: Members, around: AnswerSurroundings) -> tuple[MemberView, ...]:
        """See ``Members``."""
        space = self._known(query.space)
        here = {key for _, key in around.presence.get(space.id, ()) if key is not None}
        verified = verified_keys(self._reading)
        listed = [
            replace(
                member,
                online=member.ours or member.public_key in here,
                verified=not member.ours and member.public_key in verified,
            )
            for member in self._kinds[space.kind].members(space, around.now)
        ]
        return tuple(sorted(listed, key=lambda member: not member.online))  # stable: then by path

    def _view(self, space: StoredSpace, around: AnswerSurroundings) -> SpaceView:
        standing = self._kinds[space.kind].standing(space, around.now)
        line = (space.number, "")
        folding = self._folding.get(space.kind)
        is_folded = None if folding is None else folding.judging(space)
        length = pages.extent(self._reading, line, space.read_up_to)
        last = pages.last_post(self._reading, line)
        mentions = 0
        if length.first_mention is not None:
            mentions = pages.unread_mentions(self._reading, line, space.read_up_to, is_folded)
        return SpaceView(
            id=space.id,
            kind=space.kind,
            name=space.name,
            public_key=space.public_key,
            posts=length.posts,
            unread=length.unread + (standing.newer is not None),
            peers=len({peer for peer, _ in around.presence.get(space.id, ())}),
            can_post=standing.can_post,
            can_invite=standing.can_invite,
            expires_at=standing.expires_at,
            public=standing.public,
            notifications=space.notifications,
            pinned=space.pinned,
            archived=space.archived,
            left=space.left,
            last_post_at=None if last is None else last[1],
            mentions=mentions,
            last=standing.newer or length.last,
            body_limit=standing.body_limit,
            own_path=standing.path,
            owned_by=standing.owned_by,
            ending=standing.ending,
            invites_ending=standing.invites_ending,
            renewals=standing.renewals,
            community=standing.community,
            topic=standing.topic,
            late=length.late,
            since=space.created_at,
            dropped=standing.dropped,
            came_as=space.came_as,
        )

    def _known(self, space: SpaceId) -> StoredSpace:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return stored


def _meant(text: str, spaces: tuple[StoredSpace, ...]) -> list[StoredSpace]:
    digits = text.lower()
    if whole := [space for space in spaces if digits in {space.id.hex(), space.public_key.hex()}]:
        return whole
    named = [space for space in spaces if space.name == text] or [
        space
        for space in spaces
        if _may_be_folded(space) and space.name.casefold() == text.casefold()
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


def _may_be_folded(space: StoredSpace) -> bool:
    """Of two channels of a community the names may differ in case alone."""
    return space.kind is not SpaceKind.COMMUNITY or "#" not in space.name
