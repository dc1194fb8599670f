"""Of one community what ``tests.memory_cable`` keeps, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.model.communities import WireVersion
from engine.model.ids import PeerId, PostId, PublicKey
from engine.protocols.cable import limits
from engine.protocols.cable.graph import Place, latest
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
    HeldByPeer,
    PostsRefused,
    PostsStored,
    Refused,
    channel_named,
    is_channel,
    keys_beyond,
)

MODERATING = (Role, Moderation, Block, Unblock)


@dataclass
class Kept:
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
    times_anew: int = 0
    accepting: dict[PostId, PublicKey] = field(default_factory=dict)
    deleters: dict[PostId, set[PublicKey]] = field(default_factory=dict)

    @property
    def is_s(self) -> bool:
        return self.community.wire is WireVersion.S

    @property
    def own(self) -> PublicKey:
        return PublicKey(self.community.own.public_key)

    @property
    def listed(self) -> set[str]:
        """The channels that are told of."""
        named = {channel_named(post) for post in self.posts.values()}
        return {name for name in named if is_channel(name)} | self.joined | set(self.heard)

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

    def chain(self, post: PostId) -> list[PostId]:
        """What is held on the way from it to the latest that it builds on, if that is later."""
        place, above = self.places[post], [self.places[one] for one in self._held_above(post)]
        last = max(above, key=lambda one: (one.timestamp, one.hash), default=place)
        if last.timestamp <= place.timestamp:
            return []
        way = [one.hash for one in above if last.hash in {one.hash, *self._held_above(one.hash)}]
        return sorted(way, key=lambda one: -len(self._held_above(one)))

    def _held_above(self, post: PostId) -> list[PostId]:
        named = channel_named(self.posts[post])
        links = [one for one in self.places[post].links if one in self.posts]
        here = [one for one in links if channel_named(self.posts[one]) == named]
        return list(dict.fromkeys([*here, *(two for one in here for two in self._held_above(one))]))

    def apply(
        self, record: ChannelKept | ChannelsHeard | PostsStored | PostsRefused | HeldByPeer
    ) -> None:
        match record:
            case ChannelKept(channel=channel, joined=True):
                self.joined.add(channel)
            case ChannelKept(channel=channel):
                self.joined.discard(channel)
            case ChannelsHeard(names=names):
                room = max(0, limits.CHANNELS_MAX - len(self.heard))
                fresh = [one for one in names if one not in self.listed]
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
                if self.declines(post.author):
                    self.accepting[post.hash] = post.author
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
        beyond = keys_beyond(map(self._subject, self.infos(info.author))) if self.is_s else ()
        for post in self.infos(info.author):
            if self._subject(post) in beyond:
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

    def declines(self, author: PublicKey) -> bool:
        return self.info(author, "accept-role") in {chr(0), "0"}

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

    def channels_among(self, hashes: Iterable[PostId]) -> frozenset[str]:
        found = map(self.channel_of, hashes)
        return frozenset(channel for channel in found if channel is not None)

    def author_of_gone(self, hashed: PostId) -> PublicKey | None:
        """Whose it was or would be, of what we have seen and do not keep."""
        refused = self.refused.get(hashed)
        if hashed in self.gone:
            return self.gone[hashed][0]
        return None if refused is None else refused.author

    def deletes_by(self, author: PublicKey, hashed: PostId) -> list[Post]:
        return [
            post
            for post in self.posts.values()
            if post.author == author
            and isinstance(post.content, Delete)
            and hashed in post.content.hashes
        ]

    def deletes_in(self, channel: str) -> list[Post]:
        return [
            post
            for post in self.posts.values()
            if isinstance(post.content, Delete)
            and any(self.channel_of(one) == channel for one in post.content.hashes)
        ]

    def may_be_given(self, post: Post) -> bool:
        is_private = isinstance(post.content, MODERATING) and post.content.privacy == 1
        return not is_private and self.standing(post.author) is not Standing.BLOCKED

    def moves(self, channel: str, without: Sequence[Post] = ()) -> dict[PublicKey, Post]:
        """Of each author the latest join or leave."""
        by_author: dict[PublicKey, list[Post]] = {}
        for post in self._all_but(without):
            if isinstance(post.content, Join | Leave) and channel_named(post) == channel:
                by_author.setdefault(post.author, []).append(post)
        found = {author: self.latest_of(posts) for author, posts in by_author.items()}
        return {author: post for author, post in found.items() if post is not None}

    def _all_but(self, without: Sequence[Post]) -> list[Post]:
        gone = {post.hash for post in without}
        return [post for post in self.posts.values() if post.hash not in gone]

    def members(self, channel: str, without: Sequence[Post] = ()) -> set[PublicKey]:
        """Who joined, or said something (later than they left, if they did)."""
        spoke: dict[PublicKey, int] = {}
        for post in self._all_but(without):
            if isinstance(post.content, Text | Topic) and channel_named(post) == channel:
                spoke[post.author] = max(post.timestamp, spoke.get(post.author, 0))
        moves = self.moves(channel, without)
        here = {author for author in spoke if author not in moves}
        for author, move in moves.items():
            came = isinstance(move.content, Join)
            if came or (author in spoke and spoke[author] > move.timestamp):
                here.add(author)
        return here

    def breadth(self, channel: str) -> int:
        """See ``Records``."""
        here = [post for post in self.posts.values() if channel_named(post) == channel]
        infos = [post for author in self.members(channel) for post in self.infos(author)]
        return len({post.author for post in here}) + len(infos)

    def deleted(self, channel: str) -> int:
        """See ``Records``."""
        named = [one for delete in self.deletes_in(channel) for one in _hashes_of(delete)]
        return sum(self.channel_of(one) == channel for one in named)

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

    def state_news(self, channel: str, posts: Sequence[Post]) -> list[Post]:
        """See ``Records``."""
        new, authors = {post.hash for post in posts}, {post.author for post in posts}
        deleted = {post.author for post in self.deletes_in(channel) if post.hash in new}
        before = self.members(channel, posts)

        def is_news(post: Post) -> bool:
            match post.content:
                case Topic():
                    return True
                case Join() | Leave():
                    return post.author in authors
                case Info() if post.author in authors:
                    is_here = post.author in before and post.author not in deleted
                    return post.hash in new or not is_here
                case _:
                    return post.hash in new

        return [post for post in self.state(channel) if is_news(post)] if authors else []


def _hashes_of(post: Post) -> Sequence[PostId]:
    return post.content.hashes if isinstance(post.content, Delete) else ()
