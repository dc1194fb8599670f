"""The parts of the repository put together, and what conversations read of them."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence

from engine.model.communities import MemberStanding
from engine.model.ids import CommunityId, PostId, PublicKey, SpaceId
from engine.protocols.cable.limits import CHANNEL_BYTES_MAX
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.own_records import ChannelPlace
from engine.protocols.cable.posts import Delete, Post, Text, Topic
from engine.protocols.cable.records import (
    Community,
    Mark,
    Page,
    Reason,
    Refused,
    Span,
    channel_named,
)
from engine.protocols.spaces import Taken
from engine.store.cable.anew import Anew
from engine.store.cable.blocks import Blocks
from engine.store.cable.deletes import deleted_in, deletes_of, is_deleted, named_among
from engine.store.cable.giving import Giving
from engine.store.cable.lines import Lines
from engine.store.cable.listing import Listing
from engine.store.cable.news import CommunityNews
from engine.store.cable.places import Places
from engine.store.cable.posts import Posts
from engine.store.cable.readers import Readers
from engine.store.cable.rows import (
    AuthorRow,
    CommunityRow,
    Rows,
    channel_of_space,
    space_of_channel,
)
from engine.store.cable.rulings import Rulings
from engine.store.cable.tidying import Tidying, is_expired
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.spaces import SpaceRepository
from engine.store.timeline.timeline import Timeline

_STANDINGS = {
    MemberStanding.SHOWN: Standing.SHOWN,
    MemberStanding.HIDDEN: Standing.HIDDEN,
    MemberStanding.BLOCKED: Standing.BLOCKED,
}


class StoredCommunities:
    """``Records`` over SQLite, and which channel is meant by a space."""

    def __init__(
        self,
        database: Database,
        spaces: SpaceRepository,
        timeline: Timeline,
        delivery: Delivery,
    ) -> None:
        """Borrows all."""
        self._database = database
        self._spaces = spaces
        self._timeline = timeline
        self._delivery = delivery
        self._news = CommunityNews()
        self._rows = Rows(database, spaces)
        self._places = Places(database, self._rows, timeline, self._news)
        self._rulings = Rulings(database, self._rows.times_judged_anew)
        self._lines = Lines(database, self._rows, timeline, self._rulings, self._news)
        self._anew = Anew()
        self._blocks = Blocks(database, self._anew)
        self._listing = Listing(database, self._rows, self._rulings)
        self._posts = Posts(
            database,
            self._rows,
            self._listing,
            self._places,
            self._lines,
            self._rulings,
            self._blocks,
            news=self._news,
            anew=self._anew,
        )
        self._tidying = Tidying(database, self._rows, self._rulings, self._places, self._posts)
        self._giving = Giving(database, self._rows, self._rulings, self._posts.flush)
        self._readers = Readers(database, self._rows, self._rulings, self._blocks)
        self._counts: dict[int, int] = {}
        self._blocked: dict[CommunityId, frozenset[PublicKey]] = {}
        database.on_transaction_end(lambda: None, self._forget)
        spaces.ask_of_inner(self._known_as)

    def _known_as(self, space: SpaceId) -> Taken | None:
        row = self._rows.community(CommunityId(space))
        return None if row is None else Taken(row.kept.name)

    def _forget(self) -> None:
        self._rulings.forget_memory()
        self._blocks.forget_memory()
        self._news.forget()
        self._counts.clear()
        self._blocked.clear()

    def _row(self, community: CommunityId) -> CommunityRow:
        row = self._rows.community(community)
        assert row is not None, "a community that is not stored"
        return row

    # ---- communities and channels -----------------------------------------------------------

    def community(self, community: CommunityId) -> Community | None:
        """See ``Records``."""
        row = self._rows.community(community)
        return None if row is None else row.kept

    def communities(self) -> Sequence[Community]:
        """See ``Records``."""
        return [row.kept for row in self._rows.communities()]

    def joined(self, community: CommunityId) -> Sequence[str]:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return []
        sql = (
            "SELECT name FROM cable_channel WHERE community = ? AND joined AND NOT forgotten"
            " AND NOT dropped ORDER BY name"
        )
        return [name for (name,) in self._database.rows(sql, (row.number,))]

    def channels(self, community: CommunityId, offset: int, limit: int) -> Sequence[str]:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return []
        sql = (
            "SELECT name FROM cable_channel WHERE community = ? AND listed AND NOT forgotten"
            " AND NOT dropped AND length(CAST(name AS BLOB)) <= ? ORDER BY name LIMIT ? OFFSET ?"
        )
        rows = self._database.rows(sql, (row.number, CHANNEL_BYTES_MAX, limit, offset))
        return [name for (name,) in rows]

    def channel_known(self, community: CommunityId, channel: str) -> bool:
        """See ``OwnRecords``."""
        row = self._rows.community(community)
        return row is not None and self._rows.channel(row.number, channel) is not None

    def place_of(self, space: SpaceId) -> ChannelPlace | None:
        """See ``OwnRecords``."""
        number = self._spaces.number(space)
        channel = None if number is None else channel_of_space(self._database, number)
        if channel is None:
            return None
        rows = {row.number: row for row in self._rows.communities()}
        row = rows.get(channel.community)
        return None if row is None else ChannelPlace(row.kept, channel.name, channel.joined)

    def spaces_of(self, community: CommunityId) -> Sequence[SpaceId]:
        """See ``OwnRecords``."""
        row = self._rows.community(community)
        channels = () if row is None else self._rows.with_timeline(row.number)
        with_line = sorted(channels, key=lambda one: one.space or 0)
        return [space_of_channel(self._row(community).kept, one.name) for one in with_line]

    def posts_in(self, space: SpaceId) -> int:
        """See ``OwnRecords``."""
        number = self._spaces.number(space)
        return 0 if number is None else self._timeline.rows(number)

    def count(self, community: CommunityId) -> int:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return 0
        known = self._counts.get(row.number)
        if known is None:
            sql = "SELECT count(*) FROM cable_post WHERE community = ?"
            known = self._counts[row.number] = int(self._database.value(sql, (row.number,)))
        return known

    # ---- what is wanted ---------------------------------------------------------------------

    def unknown(self, community: CommunityId, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """See ``Records``."""
        row = self._rows.community(community)
        return [] if row is None else self._giving.unknown(row.number, hashes)

    def unwanted(
        self, community: CommunityId, posts: Sequence[Post], now: float
    ) -> Sequence[Refused]:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return []
        ruling = self._rulings.of(row)
        named = named_among(self._database, row.number, posts)
        found = [(post, self._why_not(row, ruling, named, post, now)) for post in posts]
        return [
            Refused(post.hash, post.author, channel_named(post), why)
            for post, why in found
            if why is not None
        ]

    def _why_not(
        self,
        row: CommunityRow,
        ruling: Ruling,
        named: Container[PostId],
        post: Post,
        now: float,
    ) -> Reason | None:
        """``named``: by some delete, as far as these are."""
        if post.author == row.kept.own.public_key:
            own = self._rows.author(row.number, post.author)
            is_gone = own is not None and self._is_deleted(row, named, own, post.hash)
            return Reason.DELETED if is_gone else None
        if post.author in ruling.blocked:
            return Reason.BLOCKED
        if self._is_dropped(ruling, post):
            return Reason.DROPPED
        author = self._rows.author(row.number, post.author)
        if author is None or isinstance(post.content, Delete):  # those are kept for ever
            return None
        if self._is_deleted(row, named, author, post.hash):
            return Reason.DELETED
        return Reason.EXPIRED if is_expired(row, author, post, now) else None

    @staticmethod
    def _is_dropped(ruling: Ruling, post: Post) -> bool:
        channel = channel_named(post)
        if channel in ruling.dropped_channels:
            return True
        may_be = isinstance(post.content, Text | Topic)
        return may_be and ruling.is_dropped(post.hash, post.author, channel)

    def _is_deleted(
        self, row: CommunityRow, named: Container[PostId], author: AuthorRow, post: PostId
    ) -> bool:
        return post in named and is_deleted(self._database, row.number, author.number, post)

    # ---- what is given ----------------------------------------------------------------------

    def given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[Post]:
        """See ``Records``."""
        row = self._rows.community(community)
        return [] if row is None else self._readers.given(row, hashes, reader)

    def may_be_given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[PostId]:
        """See ``Records``."""
        row = self._rows.community(community)
        return [] if row is None else self._readers.may_be_given(row, hashes, reader)

    def in_span(
        self, community: CommunityId, span: Span, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """See ``Records``."""
        row = self._rows.community(community)
        return [] if row is None else self._giving.in_span(row, span, before, limit)

    def state(
        self, community: CommunityId, channel: str, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """See ``Records``."""
        row = self._rows.community(community)
        return [] if row is None else self._giving.state(row, channel, before, limit)

    def breadth(self, community: CommunityId, channel: str) -> int:
        """See ``Records``."""
        row = self._rows.community(community)
        return 0 if row is None else self._giving.breadth(row, channel)

    def deleted(self, community: CommunityId, channel: str) -> int:
        """See ``Records``."""
        row = self._rows.community(community)
        return 0 if row is None else self._giving.deleted(row, channel)

    def state_news(
        self, community: CommunityId, channel: str, posts: Sequence[Post]
    ) -> Sequence[Mark]:
        """See ``Records``."""
        row = self._rows.community(community)
        return [] if row is None else self._giving.state_news(row, channel, posts)

    def moderated(self, community: CommunityId, limit: int) -> Sequence[str]:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return []
        rows = self._database.rows(
            "SELECT name FROM cable_channel WHERE community = ? AND NOT forgotten"
            " AND (listed OR joined OR dropped) AND length(CAST(name AS BLOB)) <= ?"
            " ORDER BY joined DESC, dropped DESC, name LIMIT ?",
            (row.number, CHANNEL_BYTES_MAX, limit),
        )
        return [name for (name,) in rows]

    def times_anew(self, community: CommunityId) -> int:
        """See ``Records``."""
        return self._anew.times(community)

    def moderation(
        self,
        community: CommunityId,
        channels: Sequence[str],
        oldest: int,
        before: Mark | None,
        limit: int,
    ) -> Page:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return Page((), 0, None)
        return self._giving.moderation(row, channels, oldest, before, limit)

    def declines(self, community: CommunityId, member: PublicKey) -> bool:
        """See ``Records``."""
        row = self._rows.community(community)
        return row is not None and self._rulings.declines(row, member)

    def roles_back(self, community: CommunityId, infos: Sequence[PostId]) -> Sequence[Post]:
        """See ``Records``."""
        row, members = self._rows.community(community), self._anew.accepting(infos)
        return [] if row is None or not members else self._giving.roles_of(row, members)

    def chains(self, community: CommunityId, posts: Sequence[PostId]) -> Sequence[PostId]:
        """See ``Records``. A bounded number of them all."""
        row = self._rows.community(community)
        if row is None or not row.version.knows_moderation:
            return ()
        return self._giving.chains(row, posts, self._places)

    def channel_of(self, community: CommunityId, post: PostId) -> str | None:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return None
        place = self._places.place(row.number, post)
        if place is not None:
            channel = place.channel
        else:
            sql = "SELECT channel FROM cable_gone WHERE community = ? AND hash = ?"
            channel = self._database.value(sql, (row.number, post))
        return None if channel is None else self._rows.channel_name(channel)

    def deleted_in(
        self, community: CommunityId, deletes: Sequence[PostId]
    ) -> Mapping[PostId, Collection[str]]:
        """See ``Records``."""
        row = self._rows.community(community)
        return {} if row is None else deleted_in(self._database, row.number, deletes)

    def deletes_of(self, community: CommunityId, posts: Sequence[PostId]) -> Mapping[PostId, Mark]:
        """See ``Records``."""
        row = self._rows.community(community)
        return {} if row is None else deletes_of(self._database, row.number, posts)

    # ---- authors ----------------------------------------------------------------------------

    def standing(self, community: CommunityId, author: PublicKey) -> Standing:
        """See ``Records``."""
        row = self._rows.community(community)
        if row is None:
            return Standing.SHOWN
        return _STANDINGS[self._rulings.of(row).of_author(author)[0]]

    def author_with(self, community: CommunityId, static: bytes) -> PublicKey | None:
        """See ``Records``."""
        row = self._rows.community(community)
        return None if row is None else self._rows.author_with(row.number, static)

    def author_of(self, community: CommunityId, post: PostId) -> PublicKey | None:
        """See ``OwnRecords``."""
        row = self._row(community)
        place = self._places.place(row.number, post)
        if place is not None:
            return self._rows.key_of(place.author)
        sql = "SELECT author FROM cable_gone WHERE community = ? AND hash = ?"
        author: int | None = self._database.value(sql, (row.number, post))
        return None if author is None else self._rows.key_of(author)

    def is_member(self, community: CommunityId, member: PublicKey) -> bool:
        """See ``OwnRecords``."""
        row = self._rows.community(community)
        return row is not None and self._rows.author(row.number, member) is not None
