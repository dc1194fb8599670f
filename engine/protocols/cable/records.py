"""What of communities is stored, and what a connection reads.

``Records`` is implemented by ``engine/store/cable`` and by an in-memory twin in the tests; one
conformance suite runs on both. Reads see what the running turn has stored already. Times are in the
units of the community's version unless they are named ``at`` or ``now`` (Unix seconds).

Two kinds of posts never are in what is given to peers, not even as a hash: those marked private
(versions M and D8), and those by somebody whom we block. What else a peer may not have is known by
``may_be_given`` alone: posts are named and given by that one rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from engine.crypto.ed25519 import KeyPair
from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.cable.limits import CHANNEL_BYTES_MAX, INFO_KEYS_MAX
from engine.protocols.cable.moderation.flags import BLOCKS, HIDES
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import Join as JoinPost
from engine.protocols.cable.posts import Leave as LeavePost
from engine.protocols.cable.posts import Post, Text, Topic

# ---- values -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Community:
    """A group of people who hold the same ``key`` (32 bytes).

    ``own``: our key pair in it, used nowhere else. ``name`` is ours. ``left``: we connect for it no
    more; what was received stays readable.
    """

    id: CommunityId
    key: bytes = field(repr=False)
    wire: WireVersion
    own: KeyPair
    name: str
    left: bool = False


class Mark(NamedTuple):
    """Where a post stands among those of its community, the newest being the greatest.

    ``timestamp`` is its author's word.
    """

    timestamp: int
    hash: PostId


@dataclass(frozen=True, slots=True)
class Page:
    """Some of what there is, the newest first. ``goes_on``: all the rest is older than this; None:
    there is none. ``looked_at``: the posts that were read for it, also in vain.
    """

    marks: Sequence[Mark]
    looked_at: int
    goes_on: Mark | None


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a channel's time, from ``start`` to before ``end`` (None: for ever)."""

    channel: str
    start: int
    end: int | None


class Reason(StrEnum):
    """Why a post is not kept. The values are stored."""

    UNKNOWN_TYPE = "unknown_type"  #: for good: a later program may think otherwise
    DELETED = "deleted"  #: for good: by its author
    BLOCKED = "blocked"  #: as long as its author is
    EXPIRED = "expired"  #: as long as its author's ``max_age`` says so
    DROPPED = "dropped"  #: as long as a moderator's word holds: the post, or its channel
    UNLISTED = "unlisted"  #: until we join a channel: its own is one too many


class Refused(NamedTuple):
    """A post that was verified and is not kept. ``channel``: empty for those of none."""

    hash: PostId
    author: PublicKey
    channel: str
    why: Reason


# ---- records ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cable:
    """Belongs to this protocol's repository."""

    community: CommunityId

    @property
    def protocol(self) -> ProtocolName:
        """See ``Record``."""
        return ProtocolName.CABLE

    @property
    def space(self) -> SpaceId | None:
        """See ``Record``: of no one channel."""
        return None


@dataclass(frozen=True, slots=True)
class CommunityStored(_Cable):
    """Inserts the community, or changes our name for it and whether it was left."""

    kept: Community
    at: float


@dataclass(frozen=True, slots=True)
class CommunityErased(_Cable):
    """Everything of it is erased, our key pair too."""


@dataclass(frozen=True, slots=True)
class ChannelKept(_Cable):
    """Whether we take part in a channel from now on: connections ask for what is said there."""

    channel: str
    joined: bool
    at: float


@dataclass(frozen=True, slots=True)
class ChannelsHeard(_Cable):
    """Names that a peer lists; those among them that ``channels`` tells of change nothing.

    Of those that we know by such lists alone the repository keeps no more than
    ``limits.CHANNELS_MAX``.
    """

    names: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class PostsStored(_Cable):
    """New posts, verified, of known types, none known before; by others or by us.

    Everything that follows from them is the repository's business: what they delete goes (where
    its author says so), an info takes the place of an older one, ``max_age`` is obeyed.
    """

    posts: tuple[Post, ...]
    at: float


@dataclass(frozen=True, slots=True)
class PostsRefused(_Cable):
    """Posts that we have seen and do not keep: they need not be asked for again."""

    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class HeldByPeer(_Cable):
    """That peer has asked for these posts of ours: it holds them from now on."""

    peer: PeerId
    posts: tuple[PostId, ...]
    at: float


ExchangeRecord = (
    CommunityStored
    | CommunityErased
    | ChannelKept
    | ChannelsHeard
    | PostsStored
    | PostsRefused
    | HeldByPeer
)


# ---- reads --------------------------------------------------------------------------------------


class Records(Protocol):
    """What connections read."""

    def community(self, community: CommunityId) -> Community | None:
        """None if we do not know it, or no more."""

    def communities(self) -> Sequence[Community]:
        """All, those that were left too, oldest first."""

    def joined(self, community: CommunityId) -> Sequence[str]:
        """The channels that we take part in, bytewise."""

    def unknown(self, community: CommunityId, hashes: Sequence[PostId]) -> Sequence[PostId]:
        """Those of ``hashes`` that are to be asked for, each once, in the order given.

        Not those that we hold or held: deleted, superseded or refused (see ``Reason``).
        """

    def unwanted(
        self, community: CommunityId, posts: Sequence[Post], now: float
    ) -> Sequence[Refused]:
        """Those of ``posts``, all verified and of known types, that are not to be kept, and why.

        In the order given. Ours are among them only where we have deleted them.
        """

    def given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[Post]:
        """The posts that ``may_be_given`` has of ``hashes``, in the same order."""

    def may_be_given(
        self, community: CommunityId, hashes: Sequence[PostId], reader: PublicKey | None
    ) -> Sequence[PostId]:
        """Those of ``hashes`` that we hold and may give to ``reader`` (None: it has not proven who
        it is), which is not told of any other.

        In the order given, each once. Versions M and D8: to a reader no posts by whom it blocks,
        nor by those who block it but the block itself, where it is to be told (protocols/cable.md
        4.2, notify).
        """

    def in_span(
        self, community: CommunityId, span: Span, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """The newest first, older than ``before``: what was said in a channel in that time.

        Version S: texts, topics, joins, leaves, and deletes of posts known to be of it (A12).
        Versions M and D8: texts and deletes.
        """

    def state(
        self, community: CommunityId, channel: str, before: Mark | None, limit: int
    ) -> Sequence[Mark]:
        """The newest first, older than ``before``: what makes up a channel's state (A16, A17).

        Of each author the latest join or leave; the latest topic; the latest info (S: for each key)
        of each member; version S: all deletes of posts known to be of it, and of no author more
        keys than ``keys_beyond`` leaves.
        """

    def breadth(self, community: CommunityId, channel: str) -> int:
        """How many members and words of theirs about themselves are looked through for each page
        of that channel's state.
        """

    def deleted(self, community: CommunityId, channel: str) -> int:
        """How many posts of that channel deletes name: they are looked through for its state, and
        for its posts.
        """

    def state_news(
        self, community: CommunityId, channel: str, posts: Sequence[Post]
    ) -> Sequence[Mark]:
        """Of that what these posts, just stored, may have brought; oldest first.

        Of them what belongs to it; their authors' latest join or leave; the topic, whoever set it
        (A16: a delete brings an older one back). Of whoever takes part only since then, or has
        deleted something there by them, all infos.
        """

    def chains(self, community: CommunityId, posts: Sequence[PostId]) -> Sequence[PostId]:
        """What shows that these are the latest though others say a later time (versions M and D8).

        Of each that builds on one which says a later time than it does, directly or through
        others: all on the way to the latest such one, and that, up to a bound. Each once; of
        ``posts`` none.
        """

    def channel_of(self, community: CommunityId, post: PostId) -> str | None:
        """The channel of a post that we hold, held or refused; None: it is of none, or unknown."""

    def deleted_in(
        self, community: CommunityId, deletes: Sequence[PostId]
    ) -> Mapping[PostId, Collection[str]]:
        """Of each of these deletes, as far as we hold it, the channels of what it deletes."""

    def deletes_of(self, community: CommunityId, posts: Sequence[PostId]) -> Mapping[PostId, Mark]:
        """Of those of these posts that we have seen and do not keep the latest delete by their own
        author, if there is one: whatever else names them counts for nothing (A19).
        """

    def channels(self, community: CommunityId, offset: int, limit: int) -> Sequence[str]:
        """Names of channels that we may tell of, bytewise, without the first ``offset``.

        Not those that were dropped, nor names that posts say and that no channel can have
        (``is_channel``). ``offset`` is below 2^53.
        """

    def moderated(self, community: CommunityId, limit: int) -> Sequence[str]:
        """Channels of which we want to hear what moderates them: all that are known, also those
        that were dropped; those that we take part in first. Only such as ``is_channel`` has them.
        """

    def times_anew(self, community: CommunityId) -> int:
        """Grows where posts that were held off may come again: what was named has to be named
        once more; and where others give back a channel that we take part in. Of this process alone.
        """

    def moderation(
        self,
        community: CommunityId,
        channels: Sequence[str],
        oldest: int,
        before: Mark | None,
        limit: int,
    ) -> Page:
        """At most ``limit``, older than ``before``, of what moderates (versions M and D8).

        All blocks and unblocks; roles and actions of the community and of ``channels`` since
        ``oldest``, but no role of somebody who wants none (moderation.md 5.2.1.1). Ends after
        MODERATING_AT_ONCE posts or MODERATING_BYTES of roles and actions, asked for or not.
        """

    def declines(self, community: CommunityId, member: PublicKey) -> bool:
        """Whether they want no role: none of theirs is named to anybody (moderation.md 5.2.1.1)."""

    def roles_back(self, community: CommunityId, infos: Sequence[PostId]) -> Sequence[Post]:
        """The roles of whoever accepts roles again by one of these, just stored, as may be told.

        The newest first: of the newest MODERATING_AT_ONCE posts that moderate, and of those that
        are roles MODERATING_BYTES.
        """

    def count(self, community: CommunityId) -> int:
        """How many posts we hold; asked rarely."""

    def standing(self, community: CommunityId, author: PublicKey) -> Standing:
        """How that author stands with us now."""

    def author_with(self, community: CommunityId, static: bytes) -> PublicKey | None:
        """Whose key converts to that X25519 key (``keys.static_key``), as far as we know them.

        By a post that we hold or held, or by a flag or an action of whoever counts for us.
        """


# ---- sentences about posts ----------------------------------------------------------------------

_KEYS_ALWAYS = frozenset({"name", "max_age", BLOCKS, HIDES})


def keys_beyond(keys: Iterable[str]) -> list[str]:
    """Of the keys of one author's infos (version S) those that are not state and are not kept.

    The keys that mean something always are state; of others those that come first bytewise, so
    that all agree whatever came first.
    """
    others = sorted(set(keys) - _KEYS_ALWAYS, key=str.encode)
    return others[INFO_KEYS_MAX - len(_KEYS_ALWAYS) :]


def is_channel(name: str) -> bool:
    """Whether a channel can have that name; nobody is asked about, or told of, any other."""
    return 0 < len(name) <= CHANNEL_BYTES_MAX and len(name.encode()) <= CHANNEL_BYTES_MAX


def channel_named(post: Post) -> str:
    """The channel that a post names; empty for those of none (deletes, infos, moderation)."""
    match post.content:
        case Text() | Topic() | JoinPost() | LeavePost():
            return post.content.channel
        case _:
            return ""
