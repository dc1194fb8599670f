"""What the commands about communities share: which one is meant, and our own posts there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.communities import CHANNEL_CHARACTERS_MAX
from engine.model.ids import CommunityId, OrderKey, PostId, PostKind, PublicKey, SpaceId
from engine.model.views import AuthorView, PostView
from engine.protocols.cable.limits import FUTURE_SECONDS
from engine.protocols.cable.moderation.deeds import ACCEPT_ROLE
from engine.protocols.cable.order import order_key
from engine.protocols.cable.own_records import ChannelPlace, OwnRecords
from engine.protocols.cable.posts import (
    Block,
    Content,
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
from engine.protocols.cable.records import Community, Mark, PostsStored
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import VERSIONS, Version
from engine.protocols.contract import Effect, Store
from engine.protocols.spaces import SpaceNames, demand_seen

NAME_DIGITS = 8  # ours: of a key, for whoever has no name


def version_of(community: Community) -> Version:
    """How its posts are written."""
    return VERSIONS[community.wire.value]


@dataclass(frozen=True, slots=True)
class OwnCommunities:
    """Shared by the performers. ``names``: of all the profile's spaces."""

    records: OwnRecords
    names: SpaceNames

    # ---- which is meant ---------------------------------------------------------------------

    def community(self, community: CommunityId) -> Community:
        """Also one that was left. Refused with COMMUNITY_UNKNOWN."""
        known = self.records.community(community)
        if known is None:
            raise Refused(Refusal.COMMUNITY_UNKNOWN, community.hex())
        return known

    def open_community(self, community: CommunityId) -> Community:
        """One that we take part in. Refused with READ_ONLY as well."""
        known = self.community(community)
        if known.left:
            raise Refused(Refusal.READ_ONLY, known.name)
        return known

    def place(self, space: SpaceId) -> ChannelPlace:
        """A channel that has a timeline. Refused with SPACE_UNKNOWN."""
        known = self.records.place_of(space)
        if known is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return known

    def writable(self, space: SpaceId) -> ChannelPlace:
        """A channel that we may write to. Refused with READ_ONLY or CHANNEL_DROPPED as well."""
        place = self.place(space)
        if place.community.left:
            raise Refused(Refusal.READ_ONLY, f"{place.community.name}#{place.channel}")
        self.demand_listed(place.community, place.channel)
        if not place.joined:
            raise Refused(Refusal.READ_ONLY, f"{place.community.name}#{place.channel}")
        return place

    def demand_listed(self, community: Community, channel: str) -> None:
        """Refused with CHANNEL_DROPPED where it was taken out of the list."""
        if channel in self.records.ruling(community.id).dropped_channels:
            raise Refused(Refusal.CHANNEL_DROPPED, f"{community.name}#{channel}")

    def post(self, place: ChannelPlace, post: PostId) -> Post:
        """A post of that channel, or one that names none. Refused with POST_UNKNOWN."""
        known = self.records.post(place.community.id, post)
        channel = self.records.channel_of(place.community.id, post)
        if known is None or channel not in {None, place.channel}:
            raise Refused(Refusal.POST_UNKNOWN, post.hex())
        return known

    # ---- our posts --------------------------------------------------------------------------

    def said(self, community: Community, channel: str, content: Content, now: float) -> Post:
        """A post of ours in a channel: behind the newest that we know there."""
        links = self.records.heads(community.id, channel)
        return _written(community, links, content, _time(community, now))

    def of_ourselves(self, community: Community, content: Content, now: float) -> Post:
        """A post that names no channel, with a later time than our last one, also where our clock
        runs back: who never gets what was said between must know which is later. In version S it
        is behind that one as well; where that is so late that others did not take it, in every
        version only there, and so is what comes next. What moderates has no order but that of time.
        """
        time = _time(community, now)
        if isinstance(content, Role | Moderation | Block | Unblock):
            deed = self.records.last_deed(community.id)
            return _written(community, (), content, _later(time, deed))
        last = self.records.last_self_action(community.id)
        later = _later(time, last)
        is_taken = later < _time(community, now + FUTURE_SECONDS)
        links = () if last is None else self._behind(community, last.hash, is_taken=is_taken)
        return _written(community, links, content, later if is_taken else time)

    def _behind(self, community: Community, last: PostId, *, is_taken: bool) -> Sequence[PostId]:
        """Published programs of the later versions link to nothing here: we do where we have to."""
        if version_of(community).has_one_link or not is_taken:
            return (last,)
        known = self.records.post(community.id, last)
        return (last,) if known is not None and known.links else ()

    def first(self, community: Community, content: Content, now: float) -> Post:
        """A post of ours in a community that is not stored yet: behind nothing."""
        return _written(community, (), content, _time(community, now))

    def info(self, community: Community, key: str, value: str) -> Info:
        """That pair; in the later versions, where the latest info alone counts, with all else that
        we have said of ourselves.
        """
        if version_of(community).has_one_link:
            return Info(((key, value),))
        said = dict(self.records.infos(community.id)) | {key: value}
        return Info(tuple(said.items()))

    def view(self, community: Community, post: Post, now: float) -> PostView:
        """A post of ours that is no row of any timeline, for the answer."""
        own = PublicKey(community.own.public_key)
        name = self.records.info(community.id, "name") or own.hex()[:NAME_DIGITS]
        kind, text, target = _told(post.content)
        return PostView(
            id=post.hash,
            kind=kind,
            height=0,
            parents=post.links,
            timestamp=post.timestamp / version_of(community).units_a_second,
            author=AuthorView(post.author, (name,)),
            text=text,
            body=None,
            order=OrderKey(order_key(post.timestamp, post.hash)),
            received_at=now,
            ours=post.author == own,
            target=target,
        )

    def view_of_gone(self, community: Community, post: PostId, now: float) -> PostView:
        """What is left to tell of a post that is not here any more."""
        author = self.records.author_of(community.id, post) or PublicKey(bytes(32))
        return PostView(
            id=post,
            kind=PostKind.MESSAGE,
            height=0,
            parents=(),
            timestamp=now,
            author=AuthorView(author, (author.hex()[:NAME_DIGITS],)),
            text="",
            body=None,
            order=OrderKey(order_key(0, post)),
            received_at=now,
            ours=author == community.own.public_key,
        )


def _time(community: Community, now: float) -> int:
    return int(now * version_of(community).units_a_second)


def _later(time: int, last: Mark | None) -> int:
    return time if last is None else max(time, last.timestamp + 1)


def _written(
    community: Community, links: Sequence[PostId], content: Content, timestamp: int
) -> Post:
    return write_post(version_of(community), community.own, links, timestamp, content)


def stored(community: Community, now: float, *posts: Post) -> Effect:
    """Ours, to be stored before anybody hears of them."""
    return Store(PostsStored(community.id, posts, now))


def channel_name(community: Community, name: str) -> str:
    """``name`` as a channel's, without blanks around it or the sign before it. Refused as
    ``demand_name`` does.
    """
    trimmed = name.strip().removeprefix("#").strip()
    return demand_name(community, trimmed, CHANNEL_CHARACTERS_MAX)


def demand_name(community: Community, name: str, limit: int) -> str:
    """``name``. Refused with NAME_INVALID, NAME_UNSEEN, or NAME_TOO_LONG for what is too long in
    bytes alone.

    In the later versions it has as many bytes as characters: the published programs count so.
    """
    if not 1 <= len(name) <= limit:
        raise Refused(Refusal.NAME_INVALID, str(limit))
    demand_seen(name)
    if size_of(name) > limit and not version_of(community).has_one_link:
        raise Refused(Refusal.NAME_TOO_LONG, str(limit))
    return name


_LOSSY = ("utf-8", "surrogatepass")


def size_of(text: str) -> int:
    """In UTF-8. Lone surrogates, which no post can hold, count as what they would take."""
    return len(text.encode(*_LOSSY))


def whole(text: str) -> str:
    """``text`` without what no UTF-8 can say."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _told(content: Content) -> tuple[PostKind, str, PostId | None]:
    match content:
        case Delete(hashes):
            return PostKind.DELETE, "", hashes[0] if hashes else None
        case Info(pairs):
            return (
                PostKind.INFO,
                "; ".join(f"{key}: {_as_said(key, value)}" for key, value in pairs),
                None,
            )
        case Text(_, text):
            return PostKind.MESSAGE, text, None
        case Topic(_, topic):
            return PostKind.TOPIC, topic, None
        case Role(reason) | Moderation(reason) | Block(reason) | Unblock(reason):
            return PostKind.INFO, reason, None
        case _:
            return _TOLD_BY_KIND.get(type(content), PostKind.INFO), "", None


def _as_said(key: str, value: str) -> str:
    """As our own user says it: a role is accepted by a byte, which no terminal shows."""
    return str(ord(value)) if key == ACCEPT_ROLE and value in {"\0", "\1"} else value


_TOLD_BY_KIND: dict[type[Content], PostKind] = {Join: PostKind.JOIN, Leave: PostKind.LEAVE}
