"""What a person can ask the engine to do with communities.

In their channels ``Say`` (words alone), ``SetNotifications``, ``PinSpace``, ``ArchiveSpace``,
``MarkRead``, ``KeepDraft``, ``LeaveSpace``, ``ForgetSpace`` and ``HidePost`` do what they do in
every space. All are refused with COMMUNITY_UNKNOWN or SPACE_UNKNOWN, and what is written to a
community that we left with READ_ONLY, to a channel that was taken out with CHANNEL_DROPPED.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.commands import Command
from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    MemberRole,
    SeededRole,
    WireVersion,
)
from engine.model.ids import CommunityId, PostId, PublicKey, SpaceId
from engine.model.views import MemberModerated, PostView, SpaceView


@dataclass(frozen=True, slots=True)
class CreateCommunity(Command[CommunityView]):
    """A community with a new key, and a channel ``default`` in it that we have joined."""

    name: str
    wire: WireVersion = WireVersion.S
    nickname: str = ""


@dataclass(frozen=True, slots=True)
class JoinCommunity(Command[CommunityView]):
    """Takes part in the community of that key, in ``default``; one that was left is taken up again.

    ``channels``: those of one that was left that are joined again, instead of ``default``; not
    those that were dropped. ``name``: None for the beginning of its key. Refused with KEY_INVALID,
    SPACE_KNOWN where it is known in another wire version, NAME_INVALID, NAME_UNSEEN or
    NAME_TOO_LONG for a nickname or a channel that no program would take.
    """

    key: bytes = field(repr=False)
    name: str | None = None
    wire: WireVersion = WireVersion.S
    nickname: str = ""
    roles: tuple[SeededRole, ...] = ()
    channels: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class RenameCommunity(Command[CommunityView]):
    """Calls it ``name``, for ourselves and in links that are made later."""

    community: CommunityId
    name: str


@dataclass(frozen=True, slots=True)
class LeaveCommunity(Command[CommunityView]):
    """Leaves its channels, as those see who are connected now; then connects for it no more. What
    was received stays readable.
    """

    community: CommunityId


@dataclass(frozen=True, slots=True)
class ForgetCommunity(Command[CommunityView]):
    """Erases all of it from this computer, its key pair too. Answers what it was."""

    community: CommunityId


@dataclass(frozen=True, slots=True)
class JoinChannel(Command[SpaceView]):
    """Takes part in a channel, which need not exist yet. Says so to the others.

    Refused with NAME_INVALID for a name of no or more than CHANNEL_CHARACTERS_MAX characters,
    NAME_UNSEEN for one that holds what is not seen, NAME_TOO_LONG for one of more bytes (versions M
    and D8).
    """

    community: CommunityId
    channel: str


@dataclass(frozen=True, slots=True)
class SetTopic(Command[PostView]):
    """What a channel is about; empty for nothing. Refused with TOPIC_TOO_LONG."""

    space: SpaceId
    topic: str


@dataclass(frozen=True, slots=True)
class SetInfo(Command[PostView]):
    """What we say of ourselves in a community: a pair ``key`` and ``value``.

    Known: ``name``, ``max_age`` (version S; seconds, ``0`` for nothing of ours), ``accept-role``
    (versions M and D8). ``blocks`` and ``hides`` are written by the commands below alone.
    Refused with NAME_INVALID or NAME_UNSEEN for a name or key that is none, NAME_TOO_LONG for a
    name of too many bytes (versions M and D8), TEXT_TOO_LONG for a long value, CONTENT_UNSUPPORTED
    for a pair that this wire version does not carry, or one more than others keep (version S).
    """

    community: CommunityId
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class DeletePost(Command[PostView]):
    """Asks everybody to delete our own post. It cannot be unsent. Refused with POST_NOT_OURS."""

    space: SpaceId
    id: PostId


@dataclass(frozen=True, slots=True)
class HideMember(Command[MemberModerated]):
    """Folds away what a member says, or (``hidden`` False) shows it whatever others say.

    Version S: everybody can see it in our info. Later versions: a post, which others see unless
    it is ``private``. Here and in all that follows, nobody hears either of the taking back of
    something private, whatever the command says.
    Refused with MEMBER_UNKNOWN, SPACE_UNKNOWN for a channel that nobody knows, or FLAGS_FULL where
    our list may hold no more; and, as all that follows, with REASON_TOO_LONG.
    """

    community: CommunityId
    member: PublicKey
    hidden: bool = True
    reason: str = ""
    channel: str = ""
    """Of versions M and D8: in this channel alone; empty: everywhere."""
    private: bool = False


@dataclass(frozen=True, slots=True)
class BlockMember(Command[MemberModerated]):
    """Neither asks for, stores nor passes on what a member says, until taken back.

    ``drop``: what we hold of theirs is erased. ``notify``: they are told (M and D8 alone).
    """

    community: CommunityId
    member: PublicKey
    blocked: bool = True
    reason: str = ""
    drop: bool = False
    notify: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class FollowModeration(Command[CommunityMemberView]):
    """Whether that member's hides and blocks count for us (version S). Nobody hears of it."""

    community: CommunityId
    member: PublicKey
    followed: bool = True


@dataclass(frozen=True, slots=True)
class GiveRole(Command[MemberModerated]):
    """Gives a role, in a channel or everywhere (versions M and D8; else CONTENT_UNSUPPORTED).

    Refused with SPACE_UNKNOWN for a channel that nobody knows.
    """

    community: CommunityId
    member: PublicKey
    role: MemberRole
    channel: str = ""
    reason: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class ModeratePost(Command[PostView]):
    """Hides a post for those who let us moderate, or shows it; ``drop``: its content goes as well.

    To us it is shown whoever hid it or its author, until we hide it or its author ourselves.
    In version S, where there is no such action, it holds for ourselves alone.
    """

    space: SpaceId
    id: PostId
    hidden: bool = True
    drop: bool = False
    reason: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class DropChannel(Command[ChannelView]):
    """Takes a channel out of the list and stores nothing of it, until taken back.

    In version S it holds for ourselves alone.
    """

    community: CommunityId
    channel: str
    dropped: bool = True
    reason: str = ""
    private: bool = False


CommunityCommand = (
    CreateCommunity
    | JoinCommunity
    | RenameCommunity
    | LeaveCommunity
    | ForgetCommunity
    | JoinChannel
    | SetTopic
    | SetInfo
    | DeletePost
    | HideMember
    | BlockMember
    | FollowModeration
    | GiveRole
    | ModeratePost
    | DropChannel
)
