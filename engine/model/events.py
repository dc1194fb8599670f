"""What the engine tells without being asked. Facts only, and only after they are stored."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import FaultReason
from engine.model.address import Address
from engine.model.ids import CommunityId, OrderKey, PeerId, PostId, ProtocolName, RequestId, SpaceId
from engine.model.peers import PortMappingView

POSTS_NAMED_MAX = 256  # ours: in one event; of more it says that any may be meant


@dataclass(frozen=True, slots=True)
class Listening:
    """A port of ours is open."""

    protocol: ProtocolName
    address: Address


@dataclass(frozen=True, slots=True)
class PeerReady:
    """A peer has greeted us; posts can flow."""

    protocol: ProtocolName
    address: Address
    peer_id: PeerId


@dataclass(frozen=True, slots=True)
class PeerGone:
    """A peer that had greeted is gone, or one that we dialled could not be met.

    ``reason`` is a stable code (``Ending``). Of a stranger that came to us and ended before it had
    greeted nothing is told; nor of a second connection with a peer, nor of an address that only
    its peer named and where nobody is met.
    """

    protocol: ProtocolName
    address: Address
    reason: str
    peer_id: PeerId | None = None


@dataclass(frozen=True, slots=True)
class PeerViolated:
    """A peer broke its specification and was closed upon."""

    protocol: ProtocolName
    address: Address
    rule: str
    section: str


@dataclass(frozen=True, slots=True)
class PostsArrived:
    """``count`` posts are new in the timeline, between ``first`` and ``last`` (inclusive).

    ``own`` counts how many of them we posted ourselves, or nobody waits for, such as what comes
    folded away; ``mentions`` how many of the others speak to one of ours. Marks are told by
    ``PostsChanged``.
    """

    space: SpaceId
    count: int
    first: OrderKey
    last: OrderKey
    own: int = 0
    mentions: int = 0

    def after(self, earlier: PostsArrived) -> PostsArrived:
        """One event that says what ``earlier``, of the same space, and this one say."""
        assert earlier.space == self.space, "arrivals of two spaces"
        return PostsArrived(
            self.space,
            earlier.count + self.count,
            min(earlier.first, self.first),
            max(earlier.last, self.last),
            earlier.own + self.own,
            earlier.mentions + self.mentions,
        )


@dataclass(frozen=True, slots=True)
class PostsChanged:
    """These posts look different: marks came, they were hidden or shown, or they, or a change of
    them, reached a peer.

    Empty: any of the space's posts may. ``calling``: those that an edit has just made speak to one
    of ours; of more than ``POSTS_NAMED_MAX`` the latest.
    """

    space: SpaceId
    posts: tuple[PostId, ...]
    calling: tuple[PostId, ...] = ()

    def after(self, earlier: PostsChanged) -> PostsChanged:
        """One event that says what ``earlier``, of the same space, and this one say."""
        assert earlier.space == self.space, "changes of two spaces"
        named = tuple(dict.fromkeys((*earlier.posts, *self.posts)))
        is_any = not earlier.posts or not self.posts or len(named) > POSTS_NAMED_MAX
        return PostsChanged(self.space, () if is_any else named, self.calling_after(earlier))

    def calling_after(self, earlier: PostsChanged) -> tuple[PostId, ...]:
        """What both say that calls."""
        both = tuple(dict.fromkeys((*earlier.calling, *self.calling)))
        return both[-POSTS_NAMED_MAX:]


@dataclass(frozen=True, slots=True)
class SpaceChanged:
    """A space is new, or its name, rights, members, peers or read mark changed: ask again."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class SpaceForgotten:
    """A space is gone from this profile."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Reconciling:
    """A reconciliation with a peer goes on; ``received`` posts so far in this one.

    ``expected``: how many it brings in all, where that is known.
    """

    space: SpaceId
    peer_id: PeerId
    received: int
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class ReconciliationDone:
    """We now hold all that this peer showed us of the space.

    ``received`` and ``sent`` count posts since this peer connected or the last such event.
    """

    space: SpaceId
    peer_id: PeerId
    received: int
    sent: int


@dataclass(frozen=True, slots=True)
class InviteArrived:
    """An open request of ours was answered: we are in ``space``.

    ``renewed``: we were before; it is a fresh link in the place of one that ends.
    """

    space: SpaceId
    request_id: RequestId
    renewed: bool = False


@dataclass(frozen=True, slots=True)
class InviteDelivered:
    """An invite of ours went out to its peer (``taken``: and that peer has made use of it)."""

    space: SpaceId
    request_id: RequestId
    taken: bool


@dataclass(frozen=True, slots=True)
class BlocksArrived:
    """``count`` blocks of ``bytes`` bytes in all came to a feed, whether or not they are posts."""

    space: SpaceId
    count: int
    bytes: int

    def after(self, earlier: BlocksArrived) -> BlocksArrived:
        """One event that says what ``earlier``, of the same feed, and this one say."""
        assert earlier.space == self.space, "arrivals of two feeds"
        return BlocksArrived(self.space, earlier.count + self.count, earlier.bytes + self.bytes)


@dataclass(frozen=True, slots=True)
class FeedForked:
    """A feed's author signed two histories, which share their first ``common`` blocks."""

    space: SpaceId
    common: int


@dataclass(frozen=True, slots=True)
class CommunityChanged:
    """What ``Communities`` or one of its queries would answer may be different now.

    Its channels' own changes are told as those of spaces.
    """

    community: CommunityId


@dataclass(frozen=True, slots=True)
class CommunityForgotten:
    """It is erased from this computer."""

    community: CommunityId


@dataclass(frozen=True, slots=True)
class CommentsChanged:
    """Comments on entries of a feed came, changed or are shown otherwise now.

    ``entries``: which (None among them: the feed as a whole), empty: any may be meant, and who may
    comment may have changed as well. ``count`` are new, ``own`` of them ours.
    """

    space: SpaceId
    entries: tuple[int | None, ...]
    count: int = 0
    own: int = 0

    def after(self, earlier: CommentsChanged) -> CommentsChanged:
        """One event that says what ``earlier``, of the same feed, and this one say."""
        assert earlier.space == self.space, "comments of two feeds"
        named = tuple(dict.fromkeys((*earlier.entries, *self.entries)))
        is_any = not earlier.entries or not self.entries or len(named) > POSTS_NAMED_MAX
        count, own = earlier.count + self.count, earlier.own + self.own
        return CommentsChanged(self.space, () if is_any else named, count, own)


@dataclass(frozen=True, slots=True)
class FolderChanged:
    """A shared folder's files, or where it lies, are others now: ask again."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class RequestsChanged:
    """Our open invite requests changed: ask again."""


@dataclass(frozen=True, slots=True)
class PeersChanged:
    """Addresses, states or discovery changed: ask again."""


@dataclass(frozen=True, slots=True)
class PortMappingChanged:
    """It stands otherwise with the router that may pass others on to us."""

    mapping: PortMappingView


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """Something of our own machine failed; what was under way was undone."""

    reason: FaultReason
    detail: str


@dataclass(frozen=True, slots=True)
class EngineClosed:
    """The engine has stopped; no event follows."""


Event = (
    Listening
    | PeerReady
    | PeerGone
    | PeerViolated
    | PostsArrived
    | PostsChanged
    | SpaceChanged
    | SpaceForgotten
    | Reconciling
    | ReconciliationDone
    | InviteArrived
    | InviteDelivered
    | BlocksArrived
    | FeedForked
    | FolderChanged
    | CommunityChanged
    | CommunityForgotten
    | CommentsChanged
    | RequestsChanged
    | PeersChanged
    | PortMappingChanged
    | FaultRaised
    | EngineClosed
)
