"""The in-memory twin of ``engine.store.cable``: its answers from plain dictionaries, slowly.

One conformance suite runs on both. Where this file and the database differ, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate

from engine.model.ids import CommunityId, PostId, PublicKey
from engine.protocols.cable import limits
from engine.protocols.cable.keys import static_key
from engine.protocols.cable.moderation.flags import read_flags
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import (
    Block,
    Delete,
    Info,
    Join,
    Leave,
    Moderation,
    Post,
    Role,
    Text,
    Topic,
    Unblock,
)
from engine.protocols.cable.records import (
    ChannelKept,
    ChannelsHeard,
    Community,
    CommunityErased,
    CommunityStored,
    HeldByPeer,
    Mark,
    Page,
    PostsRefused,
    PostsStored,
    Reason,
    Records,
    Refused,
    Span,
    channel_named,
)
from engine.protocols.contract import Record
from tests.memory_community import MODERATING, Kept


class MemoryCable:
    """Implements ``Records``; ``apply`` is what the turn does with a ``Store``."""

    def __init__(self) -> None:
        self._kept: dict[CommunityId, Kept] = {}

    def apply(self, record: Record) -> None:
        match record:
            case CommunityStored(kept=community):
                known = self._kept.get(community.id)
                if known is None:
                    self._kept[community.id] = Kept(community)
                else:
                    known.community = community
            case CommunityErased(community=named):
                self._kept.pop(named, None)
            case ChannelKept() | ChannelsHeard() | PostsStored() | PostsRefused() | HeldByPeer():
                self._kept[record.community].apply(record)
            case _:
                raise AssertionError(record)

    # ---- for tests ------------------------------------------------------------------------------

    @property
    def read(self) -> Records:
        """What machines read from."""
        return self

    def all(self, community: CommunityId) -> frozenset[PostId]:
        return frozenset(self._kept[community].posts)

    def texts(self, community: CommunityId, channel: str) -> list[str]:
        posts = sorted(self._kept[community].posts.values(), key=lambda one: one.timestamp)
        return [
            post.content.text
            for post in posts
            if isinstance(post.content, Text) and post.content.channel == channel
        ]

    def held_by(self, community: CommunityId, post: PostId) -> int:
        return len(self._kept[community].held_by.get(post, ()))

    def refused(self, community: CommunityId) -> dict[PostId, Reason]:
        return {one.hash: one.why for one in self._kept[community].refused.values()}

    # ---- Records --------------------------------------------------------------------------------

    def community(self, community: CommunityId) -> Community | None:
        kept = self._kept.get(community)
        return None if kept is None else kept.community

    def communities(self) -> Sequence[Community]:
        return [kept.community for kept in self._kept.values()]

    def joined(self, community: CommunityId) -> Sequence[str]:
        kept = self._kept.get(community)
        return [] if kept is None else sorted(kept.joined, key=str.encode)

    def unknown(self, community: CommunityId, hashes: Sequence[PostId]) -> Sequence[PostId]:
        kept = self._kept[community]
        return [one for one in dict.fromkeys(hashes) if not self._is_known(kept, one)]

    def _is_known(self, kept: Kept, hashed: PostId) -> bool:
        if hashed in kept.posts or hashed in kept.gone:
            return True
        refused = kept.refused.get(hashed)
        if refused is None:
            return False
        if refused.why is Reason.BLOCKED:
            return kept.standing(refused.author) is Standing.BLOCKED
        return True

    def unwanted(
        self, community: CommunityId, posts: Sequence[Post], now: float
    ) -> Sequence[Refused]:
        kept = self._kept[community]
        judged = [(post, self._why(kept, post, now)) for post in posts]
        return [
            Refused(post.hash, post.author, channel_named(post), why)
            for post, why in judged
            if why is not None
        ]

    def _why(self, kept: Kept, post: Post, now: float) -> Reason | None:
        if kept.is_deleted(post):
            return Reason.DELETED
        if post.author == kept.own:
            return None
        if kept.standing(post.author) is Standing.BLOCKED:
            return Reason.BLOCKED
        age = kept.info(post.author, "max_age") if kept.is_s else None
        lasting = isinstance(post.content, Info | Delete)
        if age is None or not age.isdecimal() or lasting:
            return None
        expired = int(age) == 0 or post.timestamp < now - int(age)
        return Reason.EXPIRED if expired else None

    def given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[Post]:
        kept = self._kept[community]
        return [kept.posts[one] for one in self.may_be_given(community, hashes, reader)]

    def may_be_given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[PostId]:
        kept = self._kept[community]
        found = [kept.posts[one] for one in dict.fromkeys(hashes) if one in kept.posts]
        return [
            post.hash
            for post in found
            if kept.may_be_given(post)
            and (
                not self._keeps_apart(kept, post.author, reader)
                or (isinstance(post.content, Block) and self._is_told(post.content, reader))
            )
        ]

    def _keeps_apart(self, kept: Kept, author: PublicKey, reader: PublicKey | None) -> bool:
        if kept.is_s or reader is None:
            return False
        blocks: Callable[[PublicKey, PublicKey], bool] = lambda by, whom: (  # noqa: E731
            self._blocks(kept, by, whom)
        )
        return blocks(author, reader) or blocks(reader, author)

    def _is_told(self, block: Block, reader: PublicKey | None) -> bool:
        return block.notify == 1 and reader in block.recipients

    def _blocks(self, kept: Kept, by: PublicKey, whom: PublicKey) -> bool:
        said = [
            post
            for post in kept.posts.values()
            if post.author == by
            and isinstance(post.content, Block | Unblock)
            and whom in post.content.recipients
        ]
        last = kept.latest_of(said)
        return last is not None and isinstance(last.content, Block)

    def in_span(
        self, community: CommunityId, span: Span, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        kept = self._kept[community]
        kinds = Text | Topic | Join | Leave if kept.is_s else Text
        found = [
            post
            for post in kept.posts.values()
            if isinstance(post.content, kinds) and channel_named(post) == span.channel
        ]
        found += kept.deletes_in(span.channel)
        return _page(
            [
                post
                for post in found
                if span.start <= post.timestamp
                and (span.end is None or post.timestamp < span.end)
                and kept.may_be_given(post)
            ],
            before,
            limit,
        )

    def state(
        self, community: CommunityId, channel: str, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        return _page(self._kept[community].state(channel), before, limit)

    def breadth(self, community: CommunityId, channel: str) -> int:
        return self._kept[community].breadth(channel)

    def deleted(self, community: CommunityId, channel: str) -> int:
        return self._kept[community].deleted(channel)

    def state_news(
        self, community: CommunityId, channel: str, posts: Sequence[Post]
    ) -> Sequence[Mark]:
        found = self._kept[community].state_news(channel, posts)
        return sorted(Mark(post.timestamp, post.hash) for post in found)

    def chains(self, community: CommunityId, posts: Sequence[PostId]) -> Sequence[PostId]:
        kept = self._kept[community]
        found = {} if kept.is_s else {one: None for post in posts for one in kept.chain(post)}
        told = [kept.posts[one] for one in found if one not in posts]
        return [post.hash for post in told if kept.may_be_given(post)]

    def channel_of(self, community: CommunityId, post: PostId) -> str | None:
        return self._kept[community].channel_of(post)

    def deleted_in(
        self, community: CommunityId, deletes: Sequence[PostId]
    ) -> Mapping[PostId, Collection[str]]:
        kept = self._kept[community]
        held = [kept.posts[one] for one in deletes if one in kept.posts]
        channels = {
            post.hash: kept.channels_among(post.content.hashes)
            for post in held
            if isinstance(post.content, Delete)
        }
        return {post: names for post, names in channels.items() if names}

    def deletes_of(self, community: CommunityId, posts: Sequence[PostId]) -> Mapping[PostId, Mark]:
        kept = self._kept[community]
        gone = {one: author for one in posts if (author := kept.author_of_gone(one)) is not None}
        return {
            target: max(Mark(one.timestamp, one.hash) for one in deletes)
            for target, author in gone.items()
            if (deletes := kept.deletes_by(author, target))
        }

    def channels(self, community: CommunityId, offset: int, limit: int) -> Sequence[str]:
        names = sorted(self._kept[community].listed, key=str.encode)
        return names[offset : offset + limit]

    def moderated(self, community: CommunityId, limit: int) -> Sequence[str]:
        joined = self.joined(community)
        others = [one for one in self.channels(community, 0, limit) if one not in joined]
        return [*joined, *others][:limit]

    def times_anew(self, community: CommunityId) -> int:
        return self._kept[community].times_anew

    def moderation(
        self,
        community: CommunityId,
        channels: Sequence[str],
        oldest: int,
        before: Mark | None,
        limit: int,
    ) -> Page:
        kept = self._kept[community]
        found = {
            Mark(post.timestamp, post.hash): _is_about(post, channels)
            and not (
                isinstance(post.content, Role) and self.declines(community, post.content.recipient)
            )
            for post in kept.posts.values()
            if kept.may_be_given(post) and _moderates(post, oldest)
        }
        older = sorted((one for one in found if before is None or one < before), reverse=True)
        full_at = _end_of_page([kept.posts[mark.hash] for mark in older])
        looked_at = older[:full_at]
        asked = [mark for mark in looked_at if found[mark]][:limit]
        if len(asked) == limit:
            looked_at = looked_at[: looked_at.index(asked[-1]) + 1]
        is_cut = len(asked) == limit or len(looked_at) == full_at
        return Page(asked, len(looked_at), looked_at[-1] if is_cut else None)

    def declines(self, community: CommunityId, member: PublicKey) -> bool:
        return self._kept[community].declines(member)

    def roles_back(self, community: CommunityId, infos: Sequence[PostId]) -> Sequence[Post]:
        kept = self._kept[community]
        members = {kept.accepting[one] for one in infos if one in kept.accepting}
        members = {one for one in members if not self.declines(community, one)}
        moderating = [post for post in kept.posts.values() if isinstance(post.content, MODERATING)]
        newest = sorted(moderating, key=lambda one: (one.timestamp, one.hash), reverse=True)
        roles, size = list[Post](), 0
        for post in newest[: limits.MODERATING_AT_ONCE]:
            if isinstance(post.content, Role) and not post.content.privacy:
                roles += [post] if size < limits.MODERATING_BYTES else []
                size += len(post.encoded)
        return [
            post
            for post in roles
            if isinstance(post.content, Role)
            and post.content.recipient in members
            and kept.may_be_given(post)
        ]

    def count(self, community: CommunityId) -> int:
        return len(self._kept[community].posts)

    def standing(self, community: CommunityId, author: PublicKey) -> Standing:
        return self._kept[community].standing(author)

    def author_with(self, community: CommunityId, static: bytes) -> PublicKey | None:
        kept = self._kept[community]
        authors = {post.author for post in kept.posts.values()}
        authors |= {author for author, _ in kept.gone.values()}
        for key in ("hides", "blocks"):
            authors |= set(read_flags(kept.info(kept.own, key) or "") or {})
        return next((one for one in sorted(authors) if static_key(one) == static), None)


def _moderates(post: Post, oldest: int) -> bool:
    match post.content:
        case Block() | Unblock():
            return True
        case Role() | Moderation():
            return post.timestamp >= oldest
        case _:
            return False


def _end_of_page(posts: Sequence[Post]) -> int | None:
    """How many of these a page of what moderates looks at; None: all, and it is not full then."""
    read = accumulate(
        len(post.encoded) if isinstance(post.content, Role | Moderation) else 0 for post in posts
    )
    for looked_at, size in enumerate(read, 1):
        if looked_at == limits.MODERATING_AT_ONCE or size >= limits.MODERATING_BYTES:
            return looked_at
    return None


def _is_about(post: Post, channels: Sequence[str]) -> bool:
    match post.content:
        case Role(channel=channel) | Moderation(channel=channel):
            return not channel or channel in channels
        case _:
            return True


def _page(posts: Iterable[Post], before: Mark | None, limit: int) -> Sequence[Mark]:
    marks = sorted({Mark(post.timestamp, post.hash) for post in posts}, reverse=True)
    return [mark for mark in marks if before is None or mark < before][:limit]
