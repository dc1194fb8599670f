"""Who takes part in a community, and how they stand (engine/model/community_queries.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Refusal, Refused
from engine.model.communities import CommunityMemberView, MemberRole
from engine.model.community_queries import (
    CommunityMembers,
    FormerMembers,
    OneCommunityMember,
    OneMemberModerated,
)
from engine.model.ids import CommunityId, PublicKey, SpaceId
from engine.model.views import MemberModerated
from engine.store.cable.community_spaces import MEMBERS_MAX, judgement
from engine.store.cable.rows import (
    AuthorRow,
    CommunityRow,
    author_of_key,
    channel_named,
    one_community,
)
from engine.store.cable.rulings import Rulings
from engine.store.database import Reading, Value
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.verified_keys import verified_keys

_IN_CHANNELS = (
    "SELECT a.public_key, a.name, a.followed, c.name, m.spoke FROM cable_author AS a"
    " JOIN cable_member AS m ON m.author = a.number"
    " JOIN cable_channel AS c ON c.number = m.channel"
    " WHERE a.community = ?1 AND m.is_in AND NOT c.forgotten"
)
_IN_THAT_ONE = (
    " AND EXISTS (SELECT 1 FROM cable_member AS i JOIN cable_channel AS d ON d.number = i.channel"
    " WHERE i.author = a.number AND i.is_in AND d.name = ?2 AND NOT d.forgotten)"
)
_THAT_ONE = " AND a.public_key = ?2"
_GONE = (
    "SELECT DISTINCT a.public_key FROM cable_author AS a"
    " JOIN cable_member AS m ON m.author = a.number"
    " JOIN cable_channel AS c ON c.number = m.channel"
    " WHERE a.community = ?1 AND NOT m.is_in AND m.spoke IS NOT NULL AND NOT c.forgotten"
    " AND NOT EXISTS (SELECT 1 FROM cable_member AS i JOIN cable_channel AS d"
    " ON d.number = i.channel WHERE i.author = a.number AND i.is_in AND NOT d.forgotten)"
    " LIMIT ?2"
)
_FOLLOWED = "SELECT public_key FROM cable_author WHERE community = ? AND followed LIMIT ?"


@dataclass(slots=True)
class _Seen:
    """Somebody, the channels they are in, and when they spoke last (Unix seconds)."""

    key: PublicKey
    name: str
    followed: bool
    channels: list[str] = field(default_factory=list)
    spoke_at: float | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """What is the same for all members of one answer."""

    row: CommunityRow
    channel: str
    present: frozenset[PublicKey | None]
    verified: frozenset[PublicKey]


class MemberAnswers:
    """Reads what is stored, and who is connected."""

    def __init__(self, reading: Reading, rulings: Rulings) -> None:
        """Borrows both."""
        self._reading = reading
        self._rulings = rulings

    def answerers(self) -> Answerers:
        """By query."""
        return {
            CommunityMembers: self.members,
            FormerMembers: self.former_members,
            OneCommunityMember: self.one_member,
            OneMemberModerated: self.moderated,
        }

    def moderated(self, query: OneMemberModerated, around: AnswerSurroundings) -> MemberModerated:
        """See ``OneMemberModerated``."""
        return MemberModerated(self.one_member(query.query, around), query.said)

    def members(
        self, query: CommunityMembers, around: AnswerSurroundings
    ) -> tuple[CommunityMemberView, ...]:
        """See ``CommunityMembers``."""
        row, channel = known(self._reading, query.community), query.channel
        if channel is None:
            seen = self._seen(row, "")
            self._add_noted(row, seen)
        elif channel_named(self._reading, row.number, channel) is None:
            raise Refused(Refusal.SPACE_UNKNOWN, f"#{channel}")
        else:
            seen = self._seen(row, _IN_THAT_ONE, channel)
        return self._listed(self._look(row, channel or "", around), seen)

    def former_members(
        self, query: FormerMembers, around: AnswerSurroundings
    ) -> tuple[CommunityMemberView, ...]:
        """See ``FormerMembers``."""
        row = known(self._reading, query.community)
        keys = self._reading.rows(_GONE, (row.number, MEMBERS_MAX))
        noted = set(self._noted(row))
        gone = [self._of_author(row, PublicKey(key)) for (key,) in keys if key not in noted]
        seen = {one.key: one for one in gone if one is not None}
        return self._listed(self._look(row, "", around), seen)

    def one_member(
        self, query: OneCommunityMember, around: AnswerSurroundings
    ) -> CommunityMemberView:
        """See ``OneCommunityMember``."""
        row, member = known(self._reading, query.community), query.member
        seen = self._seen(row, _THAT_ONE, member)
        one = seen[member] if seen else self._of_author(row, member)
        if one is None:
            raise Refused(Refusal.MEMBER_UNKNOWN, member.hex())
        return self._member(self._look(row, query.channel, around), one)

    # ---- who --------------------------------------------------------------------------------

    def _seen(self, row: CommunityRow, only: str, *values: Value) -> dict[PublicKey, _Seen]:
        """Those who are in any channel."""
        rows = self._reading.rows(
            f"{_IN_CHANNELS}{only} ORDER BY a.number, c.name", (row.number, *values)
        )
        seen: dict[PublicKey, _Seen] = {}
        for key, name, followed, channel, spoke in rows:
            one = seen.get(key)
            if one is None:
                if len(seen) >= MEMBERS_MAX:
                    break
                one = seen[key] = _Seen(PublicKey(key), name, bool(followed))
            one.channels.append(channel)
            if spoke is not None:
                at = spoke / row.version.units_a_second
                one.spoke_at = at if one.spoke_at is None else max(one.spoke_at, at)
        return seen

    def _add_noted(self, row: CommunityRow, seen: dict[PublicKey, _Seen]) -> None:
        """Ourselves, and those of whom anybody who counts for us has said something, though they
        are nowhere: who was blocked with all they said has to be found again.
        """
        for key in self._noted(row):
            one = None if key in seen else self._of_author(row, key)
            if one is not None and len(seen) < MEMBERS_MAX:
                seen[key] = one

    def _noted(self, row: CommunityRow) -> dict[PublicKey, None]:
        ruling = self._rulings.of(row)
        followed = self._reading.rows(_FOLLOWED, (row.number, MEMBERS_MAX))
        own = PublicKey(row.kept.own.public_key)
        noted: list[PublicKey] = [own, *ruling.blocked, *(key for key, _ in ruling.hidden)]
        noted += [*ruling.roles(""), *(PublicKey(key) for (key,) in followed)]
        return dict.fromkeys(noted)

    def _of_author(self, row: CommunityRow, key: PublicKey) -> _Seen | None:
        author: AuthorRow | None = author_of_key(self._reading, row.number, key)
        return None if author is None else _Seen(author.key, author.name, author.followed)

    # ---- how they stand ---------------------------------------------------------------------

    def _look(self, row: CommunityRow, channel: str, around: AnswerSurroundings) -> _Look:
        there: Sequence[tuple[object, PublicKey | None]] = around.presence.get(
            SpaceId(row.kept.id), ()
        )
        present = frozenset(who for _, who in there)
        return _Look(row, channel, present, verified_keys(self._reading))

    def _listed(
        self, look: _Look, seen: Mapping[PublicKey, _Seen]
    ) -> tuple[CommunityMemberView, ...]:
        views = [self._member(look, one) for one in seen.values()]
        return tuple(
            sorted(views, key=lambda one: (not one.online, one.name.casefold(), one.public_key))
        )

    def _member(self, look: _Look, seen: _Seen) -> CommunityMemberView:
        row, key = look.row, seen.key
        ruling = self._rulings.of(row)
        standing, deed = ruling.of_author(key, look.channel)
        is_ours = key == row.kept.own.public_key
        return CommunityMemberView(
            public_key=key,
            name=seen.name,
            online=is_ours or key in look.present,
            ours=is_ours,
            channels=tuple(seen.channels),
            last_post_at=seen.spoke_at,
            standing=standing,
            judgement=None if deed is None else judgement(self._reading, row, standing, deed),
            followed=seen.followed,
            role=ruling.roles(look.channel).get(key, MemberRole.USER),
            verified=not is_ours and key in look.verified,
        )


def known(reading: Reading, community: CommunityId) -> CommunityRow:
    """The community of that id. Refused with COMMUNITY_UNKNOWN."""
    row = one_community(reading, community)
    if row is None:
        raise Refused(Refusal.COMMUNITY_UNKNOWN, community.hex())
    return row
