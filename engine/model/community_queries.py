"""What a person can ask the engine to show of communities.

``Spaces``, ``Timeline``, ``Search``, ``Extent``, ``OnePost``, ``Members`` and ``Holders`` answer
for their channels as for every space. All are refused with COMMUNITY_UNKNOWN.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    ModerationView,
)
from engine.model.ids import CommunityId, PublicKey
from engine.model.queries import Query
from engine.model.views import MemberModerated, PostView

PAGE_MODERATION_MAX = 500  # ours


@dataclass(frozen=True, slots=True)
class Communities(Query[tuple[CommunityView, ...]]):
    """All communities, those that were left last, each by its name."""


@dataclass(frozen=True, slots=True)
class OneCommunity(Query[CommunityView]):
    """One community."""

    community: CommunityId


@dataclass(frozen=True, slots=True)
class FindCommunity(Query[CommunityView]):
    """By its name, or a prefix of 6 or more hexadecimal digits of its id or key.

    Refused with SPACE_AMBIGUOUS, the candidates in the detail.
    """

    text: str


@dataclass(frozen=True, slots=True)
class CommunityChannels(Query[tuple[ChannelView, ...]]):
    """All channels that are known: joined first, then by name bytewise."""

    community: CommunityId


@dataclass(frozen=True, slots=True)
class CommunityMembers(Query[tuple[CommunityMemberView, ...]]):
    """Who takes part in a channel (None: in any): online first, then by name, then by key.

    Those hidden or blocked are in it, with the reason. With None also who is in no channel (any
    more), as long as they stand otherwise than others: hidden, blocked, followed, with a role.
    """

    community: CommunityId
    channel: str | None = None


@dataclass(frozen=True, slots=True)
class FormerMembers(Query[tuple[CommunityMemberView, ...]]):
    """Who has left all channels, though something they said is here; by name, then by key.

    But those whom ``CommunityMembers`` lists all the same.
    """

    community: CommunityId


@dataclass(frozen=True, slots=True)
class OneChannel(Query[ChannelView]):
    """One channel. Refused with SPACE_UNKNOWN."""

    community: CommunityId
    channel: str


@dataclass(frozen=True, slots=True)
class OneCommunityMember(Query[CommunityMemberView]):
    """Anybody of whom anything was ever seen there. Refused with MEMBER_UNKNOWN.

    ``channel``: as they stand there, and in which role; empty: in the whole community.
    """

    community: CommunityId
    member: PublicKey
    channel: str = ""


@dataclass(frozen=True, slots=True)
class OneMemberModerated(Query[MemberModerated]):
    """The same after a command of ours, which has ``said`` so."""

    query: OneCommunityMember
    said: PostView | None


@dataclass(frozen=True, slots=True)
class ModerationLog(Query[tuple[ModerationView, ...]]):
    """What was hidden, blocked, dropped and given by anybody, the newest first.

    Where there is more than ``limit`` has room for, of nobody so much that others find none: half
    is for what our own user did.
    """

    community: CommunityId
    limit: int = 100


CommunityQuery = (
    Communities
    | OneCommunity
    | FindCommunity
    | CommunityChannels
    | CommunityMembers
    | FormerMembers
    | OneChannel
    | OneCommunityMember
    | OneMemberModerated
    | ModerationLog
)
