"""The in-memory twin of ``engine.store.cable``: its answers from plain dictionaries, slowly.

One conformance suite runs on both. Where this file and the database differ, one of them is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PeerId, PostId, PublicKey
from engine.protocols.cable.graph import Place, latest
from engine.protocols.cable.keys import static_key
from engine.protocols.cable.limits import CHANNELS_MAX
from engine.protocols.cable.moderation.flags import read_flags
from engine.protocols.cable.moderation.judging import Judge, Opinion, Standing
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
    PostsRefused,
    PostsStored,
    Reason,
    Refused,
    Span,
    channel_named,
)
from engine.protocols.contract import Record

_MODERATING = (Role, Moderation, Block, Unblock)


@dataclass
class _Kept:
    """Of one community."""

    community: Community
    posts: dict[PostId, Post] = field(default_factory=dict)
    gone: dict[PostId, tuple[PublicKey, str]] = field(default_factory=dict)
    places: dict[PostId, Place] = field(default_factory=dict)
    refused: dict[PostId, Refused] = field(default_factory=dict)
    joined: set[str] = field(default_factory=set)
    heard: dict[str, None] = field(default_factory=dict)
    held_by: dict[PostId, set[PeerId]] = field(default_factory=dict)
    infos_by: dict[PublicKey, dict[PostId, Post]] = field(default_factory=dict)
    deleters: dict[PostId, set[PublicKey]] = field(default_factory=dict)

    @property
    def is_s(self) -> bool:
        return self.community.wire is WireVersion.S

    @property
    def own(self) -> PublicKey:
        return PublicKey(self.community.own.public_key)

    def latest_of(self, posts: Iterable[Post]) -> Post | None:
        """By links, also through posts that are gone; then by time, then by hash."""
        candidates = {post.hash: post for post in posts}
        last = latest(self._with_ancestors(candidates))
        while last is not None and last.hash not in candidates:
            raise AssertionError("what came before is never the last")
        return None if last is None else candidates[last.hash]

    def _with_ancestors(self, posts: Iterable[PostId]) -> list[Place]:
        """Only ways from one of them to another matter: their places, such ways made links."""
        wanted = set(posts)
        return [
            replace(self.places[one], links=tuple(sorted(self._above(one) & wanted)))
            for one in sorted(wanted)
        ]

    def _above(self, post: PostId) -> set[PostId]:
        seen: set[PostId] = set()
        waiting = [post]
        while waiting:
            place = self.places.get(waiting.pop())
            for link in () if place is None else place.links:
                if link not in seen:
                    seen.add(link)
                    waiting.append(link)
        return seen

    def apply(
        self, record: ChannelKept | ChannelsHeard | PostsStored | PostsRefused | HeldByPeer
    ) -> None:
        match record:
            case ChannelKept(channel=channel, joined=True):
                self.joined.add(channel)
            case ChannelKept(channel=channel):
                self.joined.discard(channel)
            case ChannelsHeard(names=names):
                room = CHANNELS_MAX - len(self.heard)
                fresh = [one for one in names if one not in self.heard]
                self.heard |= dict.fromkeys(fresh[:room])
            case PostsStored(posts=posts):
                for post in posts:
                    self.store(post)
            case PostsRefused(refused=refused):
                self.refused |= {one.hash: one for one in refused}
            case HeldByPeer(peer=peer, posts=hashes):
                for hashed in hashes:
                    self.held_by.setdefault(hashed, set()).add(peer)

    # ---- what follows from posts ----------------------------------------------------------------

    def store(self, post: Post) -> None:
        assert post.hash not in self.posts, "stored twice"
        self.places[post.hash] = Place(post.hash, post.timestamp, post.links)
        self.posts[post.hash] = post
        match post.content:
            case Delete(hashes):
                for hashed in hashes:
                    self.deleters.setdefault(hashed, set()).add(post.author)
                    self._obey(hashed)
            case Info():
                self.infos_by.setdefault(post.author, {})[post.hash] = post
                self._supersede(post)
                self._obey(post.hash)
            case _:
                self._obey(post.hash)

    def is_deleted(self, post: Post) -> bool:
        is_theirs = post.author in self.deleters.get(post.hash, ())
        return is_theirs and not isinstance(post.content, Delete)

    def _obey(self, hashed: PostId) -> None:
        """Of whatever age: a delete may have come before what it deletes."""
        post = self.posts.get(hashed)
        if post is not None and self.is_deleted(post):
            self.drop(post)

    def _supersede(self, info: Post) -> None:
        posts = [
            one for one in self.infos(info.author) if self._subject(one) == self._subject(info)
        ]
        last = self.latest_of(posts)
        for post in posts:
            if post is not last:
                self.drop(post)

    def _subject(self, post: Post) -> str:
        assert isinstance(post.content, Info)
        return post.content.pairs[0][0] if self.is_s else ""

    def drop(self, post: Post) -> None:
        del self.posts[post.hash]
        self.infos_by.get(post.author, {}).pop(post.hash, None)
        self.gone[post.hash] = (post.author, channel_named(post))

    # ---- reads ----------------------------------------------------------------------------------

    def infos(self, author: PublicKey) -> list[Post]:
        return list(self.infos_by.get(author, {}).values())

    def info(self, author: PublicKey, key: str) -> str | None:
        for post in self.infos(author):
            assert isinstance(post.content, Info)
            for name, value in post.content.pairs:
                if name == key:
                    return value
        return None

    def standing(self, author: PublicKey) -> Standing:
        words = {key: self.info(self.own, key) or "" for key in ("hides", "blocks")}
        said = {key: read_flags(value) or {} for key, value in words.items()}
        judge = Judge(self.own, Opinion(said["hides"], said["blocks"]), {})
        return judge.verdict(author).standing

    def channel_of(self, hashed: PostId) -> str | None:
        post = self.posts.get(hashed)
        if post is not None:
            return channel_named(post) or None
        refused = self.refused.get(hashed)
        channel = self.gone.get(hashed, (b"", "" if refused is None else refused.channel))[1]
        return channel or None

    def deletes_in(self, channel: str) -> list[Post]:
        return [
            post
            for post in self.posts.values()
            if isinstance(post.content, Delete)
            and any(self.channel_of(one) == channel for one in post.content.hashes)
        ]

    def may_be_given(self, post: Post) -> bool:
        is_private = isinstance(post.content, _MODERATING) and bool(post.content.privacy)
        return not is_private and self.standing(post.author) is not Standing.BLOCKED

    def moves(self, channel: str) -> dict[PublicKey, Post]:
        """Of each author the latest join or leave."""
        by_author: dict[PublicKey, list[Post]] = {}
        for post in self.posts.values():
            if isinstance(post.content, Join | Leave) and channel_named(post) == channel:
                by_author.setdefault(post.author, []).append(post)
        found = {author: self.latest_of(posts) for author, posts in by_author.items()}
        return {author: post for author, post in found.items() if post is not None}

    def members(self, channel: str) -> set[PublicKey]:
        """Who joined, or said something (later than they left, if they did)."""
        spoke: dict[PublicKey, int] = {}
        for post in self.posts.values():
            if isinstance(post.content, Text | Topic) and channel_named(post) == channel:
                spoke[post.author] = max(post.timestamp, spoke.get(post.author, 0))
        moves = self.moves(channel)
        here = {author for author in spoke if author not in moves}
        for author, move in moves.items():
            came = isinstance(move.content, Join)
            if came or (author in spoke and spoke[author] > move.timestamp):
                here.add(author)
        return here

    def state(self, channel: str) -> list[Post]:
        topics = [
            post
            for post in self.posts.values()
            if isinstance(post.content, Topic) and channel_named(post) == channel
        ]
        topic = self.latest_of(topics)
        infos = [post for author in self.members(channel) for post in self.infos(author)]
        deletes = self.deletes_in(channel) if self.is_s else []
        found = [*self.moves(channel).values(), *infos, *deletes, *([topic] if topic else [])]
        return [post for post in found if self.may_be_given(post)]


class MemoryCable:
    """Implements ``Records``; ``apply`` is what the turn does with a ``Store``."""

    def __init__(self) -> None:
        self._kept: dict[CommunityId, _Kept] = {}

    def apply(self, record: Record) -> None:
        match record:
            case CommunityStored(kept=community):
                known = self._kept.get(community.id)
                if known is None:
                    self._kept[community.id] = _Kept(community)
                else:
                    known.community = community
            case CommunityErased(community=named):
                self._kept.pop(named, None)
            case ChannelKept() | ChannelsHeard() | PostsStored() | PostsRefused() | HeldByPeer():
                self._kept[record.community].apply(record)
            case _:
                raise AssertionError(record)

    # ---- for tests ------------------------------------------------------------------------------

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

    def _is_known(self, kept: _Kept, hashed: PostId) -> bool:
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

    def _why(self, kept: _Kept, post: Post, now: float) -> Reason | None:
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
        found = [kept.posts[one] for one in dict.fromkeys(hashes) if one in kept.posts]
        return [
            post
            for post in found
            if kept.may_be_given(post) and not self._keeps_apart(kept, post.author, reader)
        ]

    def _keeps_apart(self, kept: _Kept, author: PublicKey, reader: PublicKey | None) -> bool:
        if kept.is_s or reader is None:
            return False
        blocks: Callable[[PublicKey, PublicKey], bool] = lambda by, whom: (  # noqa: E731
            self._blocks(kept, by, whom)
        )
        return blocks(author, reader) or blocks(reader, author)

    def _blocks(self, kept: _Kept, by: PublicKey, whom: PublicKey) -> bool:
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

    def state_by(
        self, community: CommunityId, channel: str, authors: Sequence[PublicKey]
    ) -> Sequence[Mark]:
        found = [
            post
            for post in self._kept[community].state(channel)
            if post.author in authors or isinstance(post.content, Topic)
        ]
        return sorted(Mark(post.timestamp, post.hash) for post in found)

    def channel_of(self, community: CommunityId, post: PostId) -> str | None:
        return self._kept[community].channel_of(post)

    def deletes_of(self, community: CommunityId, posts: Sequence[PostId]) -> Sequence[Post]:
        return [
            one
            for one in self._kept[community].posts.values()
            if isinstance(one.content, Delete) and not set(posts).isdisjoint(one.content.hashes)
        ]

    def channels(self, community: CommunityId, offset: int, limit: int) -> Sequence[str]:
        kept = self._kept[community]
        named = {channel_named(post) for post in kept.posts.values()} - {""}
        names = sorted(named | kept.joined | set(kept.heard), key=str.encode)
        return names[offset : offset + limit]

    def moderation(
        self,
        community: CommunityId,
        channels: Sequence[str],
        oldest: int,
        before: Mark | None,
        limit: int,
    ) -> Sequence[Mark]:
        kept = self._kept[community]
        found = [
            post
            for post in kept.posts.values()
            if kept.may_be_given(post) and _moderates(post, channels, oldest)
        ]
        return _page(found, before, limit)

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


def _moderates(post: Post, channels: Sequence[str], oldest: int) -> bool:
    match post.content:
        case Block() | Unblock():
            return True
        case Role(channel=channel) | Moderation(channel=channel):
            return (not channel or channel in channels) and post.timestamp >= oldest
        case _:
            return False


def _page(posts: Iterable[Post], before: Mark | None, limit: int) -> Sequence[Mark]:
    marks = sorted({Mark(post.timestamp, post.hash) for post in posts}, reverse=True)
    return [mark for mark in marks if before is None or mark < before][:limit]
