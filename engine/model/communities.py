"""What is shown of communities and their channels: plain values, as those of ``views``.

A community is a group of people who hold the same secret key; whoever has it is in. It has many
channels. A channel that we joined is a space of kind COMMUNITY, so that its timeline, its unread
mark, drafts and search are those of every space; the community itself has no timeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.model.ids import CommunityId, PublicKey, SpaceId

CHANNEL_CHARACTERS_MAX = 64
SEEDED_ROLES_MAX = 16
"""That a key can bring (protocols/cable.md, the moderation seed)."""
TOPIC_CHARACTERS_MAX = 512
NICKNAME_CHARACTERS_MAX = 32
TEXT_BYTES_MAX = 4_096
"""Of a text in a channel, in UTF-8 (protocols/cable.md A26)."""

REASON_BYTES_MAX = 128
"""Of why somebody was moderated, in versions M and D8. moderation.md 5.1.1 counts code points; the
published programs count bytes.
"""


class WireVersion(StrEnum):
    """In which form of cable a community speaks, for good: posts are signed in it."""

    S = "S"
    """The document's: what we make."""
    M = "M"
    """What the published programs speak; of a bare ``cabal://`` key."""
    DRAFT_8 = "D8"
    """The newest document's, which no published program speaks."""


class MemberRole(StrEnum):
    """What a member may decide for us (wire versions M and D8). The values are command words."""

    ADMIN = "admin"
    MODERATOR = "mod"
    USER = "user"


class MemberStanding(StrEnum):
    """What we are shown of a member."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    """Folded away; still stored and passed on."""
    BLOCKED = "blocked"
    """Not shown, asked for, stored or passed on; their connections are refused."""


@dataclass(frozen=True, slots=True)
class CommunityView:
    """A community as the sidebar and ``community list`` show it.

    ``key`` is the secret that lets one in. ``name`` is ours, and need not be unique. ``own_key`` is
    our key pair here, used nowhere else; ``nickname`` is what it calls itself (empty: nothing yet).
    ``members`` counts those seen in any channel, ``online`` those of them connected now, ``peers``
    connections that speak of it. ``unread`` and ``mentions`` are sums over its joined channels.
    ``left``: we connect for it no more; what was received stays readable.
    """

    id: CommunityId
    key: bytes = field(repr=False)
    name: str
    wire: WireVersion
    own_key: PublicKey
    nickname: str
    channels: int
    joined: int
    members: int
    online: int
    peers: int
    unread: int
    mentions: int
    left: bool = False

    @property
    def lists_us(self) -> bool:
        """Whether others have us among the members: in a channel, which we did not leave."""
        return not self.left and self.joined > 0


@dataclass(frozen=True, slots=True)
class ChannelView:
    """A channel of a community, joined by us or not.

    ``space`` is its timeline (None: we never joined). ``topic`` is the newest by somebody who is
    not hidden, ``topic_by`` who set it. ``members``: who joined and did not leave. ``posts`` are
    those we hold. ``look_alike``: another channel whose name looks the same; None: there is none.
    """

    community: CommunityId
    name: str
    space: SpaceId | None
    joined: bool
    topic: str
    topic_by: PublicKey | None
    members: int
    posts: int
    dropped: bool = False
    """A moderator, or we, took it out of the list; nothing of it is stored."""
    look_alike: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """Why something is folded away: ``by`` has said so (ourselves, or whom we follow).

    ``at`` and ``reason`` as far as they have said. ``nameless``: its author's name is folded away
    with it (version S, protocols/cable.md 4.1).
    """

    standing: MemberStanding
    by: PublicKey
    by_name: str
    reason: str = ""
    at: float | None = None
    nameless: bool = False


@dataclass(frozen=True, slots=True)
class CommunityMemberView:
    """A member as far as posts and connections have shown them.

    ``name`` is what they call themselves (empty: nothing). ``channels``: those of them that we know
    they are in. ``judgement`` is None for whom nobody has said anything about. ``followed``: their
    hides and blocks count for us (wire version S). ``role`` is the highest that holds for us, in
    the channel asked about or in the community.
    """

    public_key: PublicKey
    name: str
    online: bool
    ours: bool
    channels: tuple[str, ...]
    last_post_at: float | None
    standing: MemberStanding = MemberStanding.SHOWN
    judgement: Judgement | None = None
    followed: bool = False
    role: MemberRole = MemberRole.USER
    verified: bool = False
    """We have compared safety codes with them."""


class ModerationKind(StrEnum):
    """What somebody did. The values are stable words."""

    HIDE = "hide"
    UNHIDE = "unhide"
    BLOCK = "block"
    UNBLOCK = "unblock"
    HIDE_POST = "hide_post"
    UNHIDE_POST = "unhide_post"
    DROP_POST = "drop_post"
    UNDROP_POST = "undrop_post"
    DROP_CHANNEL = "drop_channel"
    UNDROP_CHANNEL = "undrop_channel"
    ROLE = "role"


@dataclass(frozen=True, slots=True)
class ModerationView:
    """One entry of the log of moderation, ours or of others.

    ``about`` is a member's key, a post's hash, or empty for a channel. ``channel`` is empty for the
    whole community; of a post it is the one it stands in, or stood in, empty for a post that was
    never here. ``counts``: it holds for us now. ``private``: nobody else ever hears of it.
    """

    kind: ModerationKind
    by: PublicKey
    by_name: str
    about: bytes
    about_name: str
    channel: str
    reason: str
    at: float | None
    counts: bool
    private: bool = False
    role: MemberRole | None = None


@dataclass(frozen=True, slots=True)
class SeededRole:
    """A role that the key came with; it holds as if we had given it, and can be revoked."""

    member: PublicKey
    role: MemberRole


def cabal_link(key: bytes, roles: Sequence[SeededRole] = ()) -> str:
    """A community's key as the cabal programs write it, and with it who moderates for whoever
    joins by it: at most SEEDED_ROLES_MAX, the first of ``roles``.
    """
    words = {MemberRole.ADMIN: "admin", MemberRole.MODERATOR: "mod"}
    told = [f"{words[one.role]}={one.member.hex()}" for one in roles if one.role in words]
    behind = "&".join(told[:SEEDED_ROLES_MAX])
    return f"cabal://{key.hex()}?{behind}" if behind else f"cabal://{key.hex()}"


def moderators_of(members: Sequence[CommunityMemberView]) -> tuple[SeededRole, ...]:
    """Ourselves as administrator, then those with a role: who counts for us, by their role."""
    ours = [SeededRole(one.public_key, MemberRole.ADMIN) for one in members if one.ours]
    others = sorted(
        (one for one in members if not one.ours and one.role is not MemberRole.USER),
        key=lambda one: (one.role is not MemberRole.ADMIN, one.public_key),
    )
    return (*ours, *(SeededRole(one.public_key, one.role) for one in others))
