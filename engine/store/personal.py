"""Answers about what is a person's own: drafts, which identity may post, whose keys were compared.

Names no protocol: what is compared is handed in (``SafetyCodeOf``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.errors import Refusal, Refused
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import Drafts, PostingIdentities, SafetyCode
from engine.model.views import DraftView, PosterView, SafetyCodeView
from engine.store.database import Reading
from engine.store.drafts import all_drafts
from engine.store.reading import Acting, Answerers, AnswerSurroundings, KindOfSpace
from engine.store.spaces import StoredSpace, one_space
from engine.store.verified_keys import verified_keys

SafetyCodeOf = Callable[[PublicKey, PublicKey], str]
"""The digits of two public keys, in whatever order (tidings.md section 2)."""


class PersonalAnswers:
    """Reads what only we know, and asks the kinds of spaces for the rest."""

    def __init__(
        self,
        reading: Reading,
        kinds: Mapping[SpaceKind, KindOfSpace],
        safety_code: SafetyCodeOf,
    ) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._kinds = kinds
        self._safety_code = safety_code

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Drafts: self.drafts,
            PostingIdentities: self.posting_identities,
            SafetyCode: self.safety_code,
        }

    def drafts(self, _query: Drafts, _around: AnswerSurroundings) -> tuple[DraftView, ...]:
        """See ``Drafts``."""
        return all_drafts(self._reading)

    def posting_identities(
        self, query: PostingIdentities, around: AnswerSurroundings
    ) -> tuple[PosterView, ...]:
        """See ``PostingIdentities``."""
        acting = self._acting(self._known(query.space), around)
        able = (one for one in acting if one.may_post)
        return tuple(PosterView(one.identity, one.key, one.body_limit) for one in able)

    def safety_code(self, query: SafetyCode, around: AnswerSurroundings) -> SafetyCodeView:
        """See ``SafetyCode``."""
        space = self._known(query.space)
        members = self._kinds[space.kind].members(space, around.now)
        if not any(one.public_key == query.member and not one.ours for one in members):
            raise Refused(Refusal.MEMBER_UNKNOWN, query.member.hex())
        own_key = _meant(self._acting(space, around), query.identity).key
        digits = self._safety_code(own_key, query.member)
        is_verified = query.member in verified_keys(self._reading)
        return SafetyCodeView(digits, digits.replace(" ", ""), is_verified)

    def _acting(self, space: StoredSpace, around: AnswerSurroundings) -> Sequence[Acting]:
        return self._kinds[space.kind].acting(space, around.now)

    def _known(self, space: SpaceId) -> StoredSpace:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return stored


def _meant(acting: Sequence[Acting], name: str | None) -> Acting:
    """The one called ``name``, else the first. Refused where there is none."""
    if not acting:
        raise Refused(Refusal.NO_IDENTITY)
    named = [one for one in acting if name is None or one.identity.name == name]
    if not named:
        raise Refused(Refusal.IDENTITY_UNKNOWN, name or "")
    return named[0]
