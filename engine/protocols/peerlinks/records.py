"""What PeerLinks keeps for good, and what its machines need to read of it.

``Records`` is implemented by ``engine/store/peerlinks/records.py`` and by an in-memory twin in the
tests; one conformance suite runs on both. Reads see what the running turn has stored already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.model.ids import PeerId, PostId, ProtocolName, PublicKey, RequestId, SpaceId
from engine.protocols.peerlinks.packets import Abbreviated, Chain, ChannelMessage, Layout
from engine.protocols.peerlinks.said_of import SaidOf

# ---- values -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Identity:
    """A key pair of ours. ``channel`` is the private channel that was made with it.

    ``used_at``: when it last wrote a post or was made (see ``Records.own_chains``).
    """

    name: str
    public_key: PublicKey
    secret_key: bytes = field(repr=False)
    channel: SpaceId | None
    used_at: float


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of this profile. ``secret_key`` (64 bytes) is held only by its owner.

    ``public``: anyone with the key may read it (a feed in the document's word).
    ``left``: we neither post, ask nor answer any more.
    """

    id: SpaceId
    public_key: PublicKey
    name: str
    public: bool
    left: bool
    secret_key: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class OwnChain:
    """``identity`` may act in ``channel`` through ``chain`` (empty: as the owner)."""

    channel: SpaceId
    identity: PublicKey
    chain: Chain


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stored message stands in its channel's graph."""

    hash: PostId
    height: int
    timestamp: float


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request of ours that waits for an invite. ``box_seed`` is erased with it.

    ``request_ids``: the published implementation's first, then the document's.
    ``renews``: the channel in which it asks for a fresh link; None: it asks to be let in somewhere.
    """

    request_ids: tuple[RequestId, RequestId]
    identity: PublicKey
    request: bytes
    box_seed: bytes = field(repr=False)
    created_at: float
    expires_at: float
    renews: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class IssuedInvite:
    """An invite of ours on its way to ``peer_id``: sent at each greeting until it is taken."""

    channel: SpaceId
    peer_id: PeerId
    trustee: PublicKey
    request_ids: tuple[RequestId, RequestId]
    box: bytes
    issued_at: float
    expires_at: float
    delivered: bool


@dataclass(frozen=True, slots=True)
class Renewal:
    """A member whom we let in asks for a fresh link: an encoded InviteRequest, good for a time, and
    the verified ``chain`` that ends.
    """

    channel: SpaceId
    trustee: PublicKey
    request: bytes
    chain: Chain
    asked_at: float
    expires_at: float


# ---- records ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Peerlinks:
    """Belongs to this protocol's repository."""

    @property
    def protocol(self) -> ProtocolName:
        """See ``Record``."""
        return ProtocolName.PEERLINKS


@dataclass(frozen=True, slots=True)
class _Private(_Peerlinks):
    """Belongs to no space."""

    @property
    def space(self) -> SpaceId | None:
        """See ``Record``."""
        return None


@dataclass(frozen=True, slots=True)
class IdentityStored(_Private):
    """Inserts the identity, or replaces the one of the same key."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class IdentityUsed(_Private):
    """It wrote a post, stored before this, at ``at``. A mark on a post of its own is no use."""

    identity: PublicKey
    at: float


@dataclass(frozen=True, slots=True)
class ChannelStored(_Peerlinks):
    """Inserts the channel, or replaces the one of the same id (its posts stay)."""

    channel: Channel
    at: float
    given_name: str | None = None
    """Of one that is new: the name it came under, None: that of the channel."""

    @property
    def space(self) -> SpaceId:
        """See ``Record``."""
        return self.channel.id


@dataclass(frozen=True, slots=True)
class ChainStored(_Peerlinks):
    """An identity's chain in a channel; replaces the one it had there."""

    own: OwnChain

    @property
    def space(self) -> SpaceId:
        """See ``Record``."""
        return self.own.channel


@dataclass(frozen=True, slots=True)
class MessageStored(_Peerlinks):
    """A message that passed every rule of ``acceptance``. ``wire`` is its canonical encoding.

    Its parents are stored before it. ``ours``: signed by an identity of this profile now.
    """

    space: SpaceId
    hash: PostId
    message: ChannelMessage
    wire: bytes = field(repr=False)
    received_at: float
    author: PublicKey
    ours: bool


@dataclass(frozen=True, slots=True)
class PostHidden(_Peerlinks):
    """Our user wants to see that message no more, or again."""

    space: SpaceId
    hash: PostId
    hidden: bool


@dataclass(frozen=True, slots=True)
class AuthorHidden(_Peerlinks):
    """Our user wants what ``author`` writes there folded away since ``at``; None: shown again."""

    space: SpaceId
    author: PublicKey
    at: float | None


@dataclass(frozen=True, slots=True)
class HeldByPeer(_Peerlinks):
    """``peer`` has asked for these messages and was given them, or gave what builds on them."""

    space: SpaceId
    peer: PeerId
    hashes: tuple[PostId, ...]


@dataclass(frozen=True, slots=True)
class MemberSeen(_Peerlinks):
    """Who asked proved to hold ``chain``; of an empty one, the owner's, nothing is kept."""

    space: SpaceId
    chain: Chain


@dataclass(frozen=True, slots=True)
class ChannelLeft(_Peerlinks):
    """We left; posts stay readable."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class ChannelForgotten(_Peerlinks):
    """Everything of the channel is erased: posts, chains, members, its secret key."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class RequestOpened(_Private):
    """A request of ours is out."""

    request: OpenRequest


@dataclass(frozen=True, slots=True)
class RequestClosed(_Private):
    """Answered, cancelled or expired: its box secret is erased."""

    request_id: RequestId


@dataclass(frozen=True, slots=True)
class InviteStored(_Peerlinks):
    """Inserts or replaces the invite for that trustee in that channel."""

    invite: IssuedInvite

    @property
    def space(self) -> SpaceId:
        """See ``Record``."""
        return self.invite.channel


@dataclass(frozen=True, slots=True)
class InviteClosed(_Peerlinks):
    """Taken up or expired: it need not be sent again."""

    space: SpaceId
    trustee: PublicKey


@dataclass(frozen=True, slots=True)
class RenewalAsked(_Peerlinks):
    """Inserts the member's asking, or replaces their earlier one in that channel."""

    renewal: Renewal

    @property
    def space(self) -> SpaceId:
        """See ``Record``."""
        return self.renewal.channel


@dataclass(frozen=True, slots=True)
class RenewalClosed(_Peerlinks):
    """Confirmed or expired."""

    space: SpaceId
    trustee: PublicKey


@dataclass(frozen=True, slots=True)
class LayoutLearned(_Private):
    """The program that acts for ``leaf`` writes its requests in ``layout``."""

    leaf: PublicKey
    layout: Layout


PeerlinksRecord = (
    IdentityStored
    | IdentityUsed
    | ChannelStored
    | ChainStored
    | MessageStored
    | PostHidden
    | AuthorHidden
    | HeldByPeer
    | MemberSeen
    | ChannelLeft
    | ChannelForgotten
    | RequestOpened
    | RequestClosed
    | InviteStored
    | InviteClosed
    | RenewalAsked
    | RenewalClosed
    | LayoutLearned
)


# ---- reads --------------------------------------------------------------------------------------


class Records(SaidOf, Protocol):
    """What the machines ask. Unknown channels have no messages; nothing here raises for them."""

    # identities, channels, chains
    def identities(self) -> Sequence[Identity]:
        """Oldest first."""

    def channels(self) -> Sequence[Channel]:
        """All of them, left ones too, oldest first."""

    def channel(self, channel: SpaceId) -> Channel | None: ...

    def own_chains(self, channel: SpaceId) -> Sequence[OwnChain]:
        """Of our identities: who wrote a post there last, in earlier turns, first; then by use."""

    # the graph
    def count(self, channel: SpaceId) -> int:
        """Messages stored."""

    def known(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        """Those of ``hashes`` that are stored. For membership only: it has no order."""

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]:
        """Places of those that are stored, in the order asked, without repetition."""

    def leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """Messages nothing builds on yet, lowest first (height, then hash)."""

    def highest_leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """The last ``limit`` of them, in the same order."""

    def leaves_after(self, channel: SpaceId, timestamp: float, limit: int) -> Sequence[Place]:
        """Those dated later, earliest first (timestamp, height, hash). Cheap if there are none."""

    def min_leaf_height(self, channel: SpaceId) -> int:
        """The lowest height of a leaf; 0 if the channel is empty."""

    def has_height(self, channel: SpaceId, height: int) -> bool:
        """Whether a message of exactly this height is stored."""

    def page_from(
        self, channel: SpaceId, start: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """Up to ``limit`` messages at or after ``start`` in the order (height, hash)."""

    def page_before(
        self, channel: SpaceId, end: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """The up to ``limit`` messages right before ``end``, ascending."""

    def own_among(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        """Those of ``hashes`` that are stored as ours. For membership only."""

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """Canonical encodings, one for each hash asked (None: not stored)."""

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]:
        """How many bytes ``wires`` would give for each, without reading them."""

    # invites and peers
    def open_requests(self) -> Sequence[OpenRequest]:
        """Newest first; expired ones too, until they are closed."""

    def issued_invites(self) -> Sequence[IssuedInvite]:
        """Those not yet closed, oldest first."""

    def renewals(self) -> Sequence[Renewal]:
        """Those not yet closed, oldest first; expired ones too."""

    def layout_of(self, leaf: PublicKey) -> Layout | None:
        """How the program that acts for ``leaf`` last wrote its requests."""
