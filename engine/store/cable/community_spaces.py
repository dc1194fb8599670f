"""Channels of communities among all other spaces: what only cable can tell of one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.errors import Refusal, Refused
from engine.model.communities import TEXT_BYTES_MAX, Judgement, MemberStanding
from engine.model.contents import Content, Words
from engine.model.ids import OrderKey, PostId, PublicKey
from engine.model.views import FileContent, IdentityView, MemberView, PostView, Weight
from engine.protocols.cable.moderation.deeds import Deed
from engine.protocols.cable.posts import Topic
from engine.protocols.cable.wire.posts import read_post
from engine.store.cable.rows import (
    ChannelRow,
    CommunityRow,
    author_of_key,
    channel_of_space,
    community_numbered,
    shown_name,
)
from engine.store.cable.rulings import Rulings
from engine.store.database import Reading
from engine.store.reading import Acting, Standing
from engine.store.spaces import StoredSpace
from engine.store.timeline.folds import Folds, IsFolded

TOPICS_LOOKED_AT_MAX = 256  # ours: by people who are hidden
MEMBERS_MAX = 10_000  # ours: of one list; nobody reads more


class ChannelSpaces:
    """The ``KindOfSpace`` of channels of communities."""

    def __init__(self, reading: Reading, rulings: Rulings) -> None:
        """Borrows both."""
        self._reading = reading
        self._rulings = rulings

    def known(self, space: StoredSpace) -> tuple[CommunityRow, ChannelRow]:
        """What that timeline is of; it must be there."""
        channel = channel_of_space(self._reading, space.number)
        assert channel is not None, "a channel without its row"
        row = community_numbered(self._reading, channel.community)
        assert row is not None, "a channel of no community"
        return row, channel

    def standing(self, space: StoredSpace, now: float) -> Standing:  # noqa: ARG002 - as all have it
        """Who has joined may post. Others are let in by the community's key, by no invite."""
        row, channel = self.known(space)
        may_post = channel.joined and not row.kept.left and not channel.dropped
        topic, _ = self.topic(row, channel)
        return Standing(
            can_post=may_post,
            can_invite=False,
            expires_at=None,
            path=own_path(self._reading, row) if may_post else None,
            public=False,
            community=row.kept.id,
            topic=topic,
            dropped=channel.dropped,
        )

    def topic(self, row: CommunityRow, channel: ChannelRow) -> tuple[str, PublicKey | None]:
        """The newest by somebody who is shown (protocols/cable.md 4.1), and who set it."""
        ruling = self._rulings.of(row)
        for (encoded,) in self._reading.rows(
            "SELECT encoded FROM cable_post WHERE channel = ? AND type = 3"
            " ORDER BY order_key DESC LIMIT ?",
            (channel.number, TOPICS_LOOKED_AT_MAX),
        ):
            post, _ = read_post(row.version, encoded)
            standing, _ = ruling.of_post(post.hash, post.author, channel.name)
            if standing is MemberStanding.SHOWN and isinstance(post.content, Topic):
                return post.content.topic, post.author
        return "", None

    def members(self, space: StoredSpace, now: float) -> Sequence[MemberView]:  # noqa: ARG002 - as all have it
        """Who takes part, by name. Our own key among them where we have joined."""
        row, channel = self.known(space)
        rows = self._reading.rows(
            "SELECT a.public_key, a.name FROM cable_member AS m"
            " JOIN cable_author AS a ON a.number = m.author"
            " WHERE m.channel = ? AND m.is_in LIMIT ?",
            (channel.number, MEMBERS_MAX),
        )
        own = row.kept.own.public_key
        views = [
            MemberView(
                public_key=PublicKey(key),
                name=shown_name(key, name),
                path=(shown_name(key, name),),
                valid_to=None,
                online=False,
                ours=key == own,
            )
            for key, name in rows
        ]
        return sorted(views, key=lambda view: (view.name.casefold(), view.public_key))

    def acting(self, space: StoredSpace, now: float) -> Sequence[Acting]:
        """As our own key in that community alone."""
        row, _ = self.known(space)
        own = PublicKey(row.kept.own.public_key)
        identity = IdentityView(own_path(self._reading, row)[0], own, None)
        return (Acting(identity, own, self.standing(space, now).can_post),)

    def order_of(self, space: StoredSpace, post: PostId) -> OrderKey | None:
        """Of a post that is a row of it."""
        row, channel = self.known(space)
        found = self._reading.row(
            "SELECT channel, coalesce(shown_key, order_key) FROM cable_post"
            " WHERE community = ? AND hash = ?",
            (row.number, post),
        )
        if found is None:
            return None
        if found[0] is None:
            return self._order_of_name(space, post)
        return OrderKey(found[1]) if found[0] == channel.number else None

    def _order_of_name(self, space: StoredSpace, post: PostId) -> OrderKey | None:
        order: bytes | None = self._reading.value(
            "SELECT order_key FROM timeline WHERE space = ? AND channel = '' AND kind = 'info'"
            " AND substr(order_key, -32) = ?",
            (space.number, post),
        )
        return None if order is None else OrderKey(order)

    def body_of(self, space: StoredSpace, post: PostId) -> str | None:  # noqa: ARG002 - as all have it
        """A post of cable has none."""
        return None

    def file_of(self, space: StoredSpace, post: PostId, number: int) -> FileContent | None:  # noqa: ARG002 - as all have it
        """A post of cable carries none."""
        return None

    def weigh(
        self,
        space: StoredSpace,  # noqa: ARG002 - every channel's post may be as long
        content: Content,
        identity: str | None,  # noqa: ARG002 - as all have it
        now: float,  # noqa: ARG002 - as all have it
    ) -> Weight:
        """In bytes of UTF-8."""
        match content:
            case Words(text, None):
                return Weight(len(text.encode("utf-8", "surrogatepass")), TEXT_BYTES_MAX)
            case _:
                raise Refused(Refusal.CONTENT_UNSUPPORTED)

    def judging(self, space: StoredSpace) -> IsFolded | None:
        """What tells whether a post is folded away; None where none is."""
        row, channel = self.known(space)
        ruling = self._rulings.of(row)
        return partial(ruling.folds, channel=channel.name) if ruling.folds_any else None

    def folds(self, space: StoredSpace) -> Folds | None:
        """The same, for who reads all of it."""
        row, channel = self.known(space)
        ruling = self._rulings.of(row)
        if not ruling.folds_any:
            return None
        is_folded = partial(ruling.folds, channel=channel.name)
        return Folds(ruling.authors_folded(channel.name), ruling.on_posts, is_folded)

    def folded(self, space: StoredSpace, posts: Sequence[PostView]) -> list[Judgement | None]:
        """Why each of them is folded away, None where it is shown."""
        row, channel = self.known(space)
        ruling = self._rulings.of(row)
        found = [ruling.of_post(post.id, post.author.public_key, channel.name) for post in posts]
        return [
            None if deed is None else judgement(self._reading, row, standing, deed)
            for standing, deed in found
        ]


def own_path(reading: Reading, row: CommunityRow) -> tuple[str, ...]:
    """What others see us as."""
    key = PublicKey(row.kept.own.public_key)
    return (name_of(reading, row, key),)


def name_of(reading: Reading, row: CommunityRow, key: PublicKey) -> str:
    """What somebody is called there."""
    author = author_of_key(reading, row.number, key)
    return shown_name(key, "" if author is None else author.name)


def judgement(
    reading: Reading, row: CommunityRow, standing: MemberStanding, deed: Deed
) -> Judgement:
    """For people to read."""
    by_name = name_of(reading, row, deed.by)
    nameless = row.version.has_one_link
    return Judgement(standing, deed.by, by_name, deed.reason, deed.at, nameless)
