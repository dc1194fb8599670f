"""Answers about communities (engine/model/community_queries.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import Refusal, Refused
from engine.model.communities import (
    ChannelView,
    CommunityView,
    MemberRole,
    ModerationKind,
    ModerationView,
)
from engine.model.community_queries import (
    PAGE_MODERATION_MAX,
    Communities,
    CommunityChannels,
    FindCommunity,
    ModerationLog,
    OneChannel,
    OneCommunity,
)
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.looks import looks_of
from engine.protocols.cable.moderation.deeds import OF_CHANNELS, OF_POSTS, Deed
from engine.protocols.cable.moderation.ruling import Ruling
from engine.store.answers import CANDIDATE_DIGITS, CANDIDATES_MAX
from engine.store.cable.community_spaces import (
    ChannelSpaces,
    name_of,
)
from engine.store.cable.logged import LoggedDeeds
from engine.store.cable.member_answers import MemberAnswers, known
from engine.store.cable.rows import (
    ChannelRow,
    CommunityRow,
    all_communities,
    author_of_key,
    channel_named,
    channels_listed,
    channels_with_timeline,
    space_of_channel,
)
from engine.store.cable.rulings import Rulings
from engine.store.database import Reading
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.spaces import one_space
from engine.store.timeline import pages

_WHOSE_AND_WHERE = (
    "SELECT a.public_key, coalesce(c.name, '') FROM cable_{} AS p"
    " JOIN cable_author AS a ON a.number = p.author"
    " LEFT JOIN cable_channel AS c ON c.number = p.channel"
    " WHERE p.community = ? AND p.hash = ?"
)


class CommunityAnswers:
    """Reads what is stored, and who is connected."""

    def __init__(self, reading: Reading, spaces: ChannelSpaces, rulings: Rulings) -> None:
        """Borrows all."""
        self._reading = reading
        self._spaces = spaces
        self._rulings = rulings
        self._logged = LoggedDeeds(reading, rulings)
        self._members = MemberAnswers(reading, rulings)

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Communities: self.communities,
            OneCommunity: self.one_community,
            FindCommunity: self.find,
            CommunityChannels: self.channels,
            ModerationLog: self.log,
            OneChannel: self.one_channel,
            **self._members.answerers(),
        }

    # ---- communities ------------------------------------------------------------------------

    def communities(
        self, _query: Communities, around: AnswerSurroundings
    ) -> tuple[CommunityView, ...]:
        """See ``Communities``."""
        rows = sorted(
            all_communities(self._reading),
            key=lambda row: (row.kept.left, row.kept.name.casefold(), row.number),
        )
        return tuple(self._view(row, around) for row in rows)

    def one_community(self, query: OneCommunity, around: AnswerSurroundings) -> CommunityView:
        """See ``OneCommunity``."""
        return self._view(known(self._reading, query.community), around)

    def find(self, query: FindCommunity, around: AnswerSurroundings) -> CommunityView:
        """See ``FindCommunity``."""
        found = _meant(query.text.strip(), all_communities(self._reading))
        if not found:
            raise Refused(Refusal.COMMUNITY_UNKNOWN, query.text)
        if len(found) > 1:
            listed = [f"{row.kept.name} {row.kept.id.hex()[:CANDIDATE_DIGITS]}" for row in found]
            raise Refused(Refusal.SPACE_AMBIGUOUS, ", ".join(listed[:CANDIDATES_MAX]))
        return self._view(found[0], around)

    def _view(self, row: CommunityRow, around: AnswerSurroundings) -> CommunityView:
        own = PublicKey(row.kept.own.public_key)
        author = author_of_key(self._reading, row.number, own)
        all_ours = channels_with_timeline(self._reading, row.number)
        joined = [one for one in all_ours if one.joined and not one.dropped]
        unread = mentions = 0
        for channel in joined:
            more, calling = self._unread(row, channel)
            unread += more
            mentions += calling
        channels = self._reading.value(
            "SELECT count(*) FROM cable_channel"
            " WHERE community = ? AND listed AND NOT dropped AND NOT forgotten",
            (row.number,),
        )
        members = self._reading.value(
            "SELECT count(DISTINCT m.author) FROM cable_channel AS c"
            " JOIN cable_member AS m ON m.channel = c.number"
            " WHERE c.community = ? AND m.is_in",
            (row.number,),
        )
        present = around.presence.get(SpaceId(row.kept.id), ())
        keys = {key for _, key in present if key is not None and key != own}
        return CommunityView(
            id=row.kept.id,
            key=row.kept.key,
            name=row.kept.name,
            wire=row.kept.wire,
            own_key=own,
            nickname="" if author is None else author.name,
            channels=int(channels),
            joined=len(joined),
            members=int(members),
            online=len(keys),
            peers=len({peer for peer, _ in present}),
            unread=unread,
            mentions=mentions,
            left=row.kept.left,
        )

    def _unread(self, row: CommunityRow, channel: ChannelRow) -> tuple[int, int]:
        stored = one_space(self._reading, space_of_channel(row.kept, channel.name))
        if stored is None:
            return 0, 0
        line = (stored.number, "")
        extent = pages.extent(self._reading, line, stored.read_up_to)
        is_folded = self._spaces.judging(stored)
        mentions = pages.unread_mentions(self._reading, line, stored.read_up_to, is_folded)
        return extent.unread, mentions

    # ---- channels ---------------------------------------------------------------------------

    def channels(
        self, query: CommunityChannels, _around: AnswerSurroundings
    ) -> tuple[ChannelView, ...]:
        """See ``CommunityChannels``."""
        row = known(self._reading, query.community)
        channels = channels_listed(self._reading, row.number)
        alike = _look_alikes([one.name for one in channels])
        counts = self._member_counts(row)
        views = [self._channel_view(row, one, counts, alike) for one in channels]
        return tuple(sorted(views, key=lambda one: (not one.joined, one.name.encode())))

    def one_channel(self, query: OneChannel, _around: AnswerSurroundings) -> ChannelView:
        """See ``OneChannel``."""
        row = known(self._reading, query.community)
        channel = channel_named(self._reading, row.number, query.channel)
        if channel is None:
            raise Refused(Refusal.SPACE_UNKNOWN, f"#{query.channel}")
        alike = _look_alikes([one.name for one in channels_listed(self._reading, row.number)])
        return self._channel_view(row, channel, self._member_counts(row), alike)

    def _channel_view(
        self,
        row: CommunityRow,
        channel: ChannelRow,
        counts: Mapping[int, int],
        alike: Mapping[str, str],
    ) -> ChannelView:
        topic, by = self._spaces.topic(row, channel)
        space = space_of_channel(row.kept, channel.name)
        posts = self._reading.value(
            "SELECT posts FROM cable_channel WHERE number = ?", (channel.number,)
        )
        return ChannelView(
            community=row.kept.id,
            name=channel.name,
            space=None if channel.space is None else space,
            joined=channel.joined,
            topic=topic,
            topic_by=by,
            members=counts.get(channel.number, 0),
            posts=int(posts),
            dropped=channel.dropped,
            look_alike=alike.get(channel.name),
        )

    def _member_counts(self, row: CommunityRow) -> Mapping[int, int]:
        rows = self._reading.rows(
            "SELECT m.channel, count(*) FROM cable_channel AS c"
            " JOIN cable_member AS m ON m.channel = c.number"
            " WHERE c.community = ? AND m.is_in GROUP BY m.channel",
            (row.number,),
        )
        return dict(rows)

    # ---- moderation -------------------------------------------------------------------------

    def log(self, query: ModerationLog, _around: AnswerSurroundings) -> tuple[ModerationView, ...]:
        """See ``ModerationLog``."""
        row = known(self._reading, query.community)
        limit = max(0, min(query.limit, PAGE_MODERATION_MAX))
        deeds = self._logged.newest(row, limit)
        return tuple(self._deed_view(row, self._rulings.of(row), deed) for deed in deeds)

    def _deed_view(self, row: CommunityRow, ruling: Ruling, deed: Deed) -> ModerationView:
        about_name, channel = "", deed.channel
        if deed.kind in OF_POSTS:
            author, channel = self._whose_and_where(row, PostId(deed.about))
            counts = ruling.counts(deed, author, channel)
        else:
            counts = deed in ruling.counting or _is_role_held(deed, ruling.roles(deed.channel))
            about_name = (
                deed.channel
                if deed.kind in OF_CHANNELS
                else name_of(self._reading, row, PublicKey(deed.about))
            )
        return ModerationView(
            kind=deed.kind,
            by=deed.by,
            by_name=name_of(self._reading, row, deed.by),
            about=deed.about,
            about_name=about_name,
            channel=channel,
            reason=deed.reason,
            at=deed.at,
            counts=counts,
            private=deed.private,
            role=deed.role,
        )

    def _whose_and_where(self, row: CommunityRow, post: PostId) -> tuple[PublicKey | None, str]:
        """Of a post that is here or was; of one that never was, nobody and nowhere."""
        for table in ("post", "gone"):
            found = self._reading.row(_WHOSE_AND_WHERE.format(table), (row.number, post))
            if found is not None:
                return PublicKey(found[0]), str(found[1])
        return None, ""


def _is_role_held(deed: Deed, roles: Mapping[PublicKey, MemberRole]) -> bool:
    if deed.kind is not ModerationKind.ROLE:
        return False
    return roles.get(PublicKey(deed.about), MemberRole.USER) is deed.role


def _meant(text: str, rows: Sequence[CommunityRow]) -> list[CommunityRow]:
    digits = text.lower()
    if whole := [row for row in rows if digits in {row.kept.id.hex(), row.kept.key.hex()}]:
        return whole
    named = [row for row in rows if row.kept.name == text] or [
        row for row in rows if row.kept.name.casefold() == text.casefold()
    ]
    if len(digits) < PREFIX_DIGITS_MIN:
        return named
    by_digits = [
        row
        for row in rows
        if row not in named
        and (row.kept.id.hex().startswith(digits) or row.kept.key.hex().startswith(digits))
    ]
    return named + by_digits


def _look_alikes(names: Sequence[str]) -> Mapping[str, str]:
    """Of each name another one that can be mistaken for it (C-10)."""
    by_look: dict[str, list[str]] = {}
    for name in names:
        for look in looks_of(name):
            by_look.setdefault(look, []).append(name)
    return {
        name: next(other for other in alike if other != name)
        for alike in by_look.values()
        if len(alike) > 1
        for name in alike
    }
