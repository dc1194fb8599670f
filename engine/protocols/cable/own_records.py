"""What our own user's doings store of communities, and what the commands read of them.

``OwnRecords`` is implemented by ``engine/store/cable`` alone; conversations see ``Records``. None
of these records ever leads to anything that is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.communities import ModerationKind, SeededRole
from engine.model.ids import CommunityId, PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.cable.moderation.flags import Flags
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import Community, Mark, Records

# ---- values -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelPlace:
    """A channel that has, or had, a timeline. ``joined``: we take part in it now."""

    community: Community
    channel: str
    joined: bool


# ---- records ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Own:
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
class Followed(_Own):
    """Whether that member's hides and blocks count for us (version S)."""

    member: PublicKey
    followed: bool


@dataclass(frozen=True, slots=True)
class WordKept(_Own):
    """Something that we decide for ourselves alone; ``kept`` False: it was never said.

    ``about`` is a key or a hash, empty for a channel.
    """

    kind: ModerationKind
    about: bytes
    channel: str = ""
    reason: str = ""
    at: float = 0.0
    kept: bool = True


@dataclass(frozen=True, slots=True)
class PostHidden(_Own):
    """We delete a post for ourselves, or take that back."""

    post: PostId
    hidden: bool


@dataclass(frozen=True, slots=True)
class RolesSeeded(_Own):
    """The roles that the key came with; they take the place of those it came with before."""

    roles: tuple[SeededRole, ...]
    at: float


@dataclass(frozen=True, slots=True)
class ChannelForgotten(_Own):
    """All that was received of a channel is erased. It must have a timeline."""

    channel: str


@dataclass(frozen=True, slots=True)
class AuthorDropped(_Own):
    """What we hold of a member's posts is erased, and comes again if it is asked for again."""

    member: PublicKey


@dataclass(frozen=True, slots=True)
class Tidied(_Own):
    """A bounded part of what has to go goes: what its author wants to be kept no longer, what a
    moderator dropped; and of what a late post has to move some moves. What had to wait until it may
    be asked for once more is. See ``OwnRecords.is_untidy``.
    """

    at: float


@dataclass(frozen=True, slots=True)
class ForgottenErased(_Own):
    """A bounded part of what is left of channels that were forgotten is erased now."""


OwnRecord = (
    Followed
    | WordKept
    | PostHidden
    | RolesSeeded
    | ChannelForgotten
    | AuthorDropped
    | Tidied
    | ForgottenErased
)


# ---- reads --------------------------------------------------------------------------------------


class OwnRecords(Records, Protocol):
    """What commands read besides."""

    def place_of(self, space: SpaceId) -> ChannelPlace | None:
        """Which channel's timeline that space is; None if it is none."""

    def channel_known(self, community: CommunityId, channel: str) -> bool:
        """Whether we know of that channel."""

    def heads(self, community: CommunityId, channel: str) -> Sequence[PostId]:
        """What a new post in that channel links to: in version S at most one."""

    def last_self_action(self, community: CommunityId) -> Mark | None:
        """Our own last info or delete, and when it was. By links, then by time."""

    def last_deed(self, community: CommunityId) -> Mark | None:
        """Of our own posts that moderate the one of the latest time (versions M and D8)."""

    def info(self, community: CommunityId, key: str) -> str | None:
        """What we ourselves have said last under ``key``; None: nothing."""

    def infos(self, community: CommunityId) -> Sequence[tuple[str, str]]:
        """All that we have said last of ourselves, by key."""

    def post(self, community: CommunityId, post: PostId) -> Post | None:
        """A post that we hold."""

    def author_of(self, community: CommunityId, post: PostId) -> PublicKey | None:
        """Whose post that is or was; None for one unknown."""

    def is_member(self, community: CommunityId, member: PublicKey) -> bool:
        """Whether anything of that key was ever seen here."""

    def flags(self, community: CommunityId, key: str) -> Flags:
        """Our own ``blocks`` or ``hides`` (version S)."""

    def ruling(self, community: CommunityId) -> Ruling:
        """What holds for us now."""

    def is_untidy(self, community: CommunityId, now: float) -> bool:
        """Whether ``Tidied`` would find something to do now."""

    def has_posts_of(self, community: CommunityId, member: PublicKey) -> bool:
        """Whether ``AuthorDropped`` would find something."""

    def has_forgotten(self, community: CommunityId) -> bool:
        """Whether ``ForgottenErased`` would find something: what is left of it counts as known."""

    def spaces_of(self, community: CommunityId) -> Sequence[SpaceId]:
        """The timelines of its channels, oldest first."""

    def posts_in(self, space: SpaceId) -> int:
        """How long a timeline is."""
