"""The document's messages as values. No rule is checked here but shape; no bytes are made here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.ids import PeerId, PostId, PublicKey, RequestId, SpaceId


class Layout(StrEnum):
    """Which field numbers a Query, Bulk or Invite is written with."""

    DOCUMENT = "document"
    """As the document prints them."""
    PUBLISHED = "published"
    """As the published implementation sends them."""


# ---- trust --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """One signed step of permission ("Link"): its issuer lets ``trustee`` act under that name.

    ``valid_from`` <= t < ``valid_to``, finite Unix seconds. ``signature`` is 64 bytes, by the
    previous link's trustee (or the channel key) over the TBS with the channel id filled in.
    """

    trustee: PublicKey
    display_name: str
    valid_from: float
    valid_to: float
    signature: bytes


Chain = tuple[Link, ...]
"""From the channel's key to a signer, at most 3. Empty: the signer is the channel's key."""


# ---- the channel's posts ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Root:
    """The body of a channel's first message."""


@dataclass(frozen=True, slots=True)
class Json:
    """The body of every other message: text that JSON.parse accepts, kept as it came."""

    text: str


@dataclass(frozen=True, slots=True)
class ChannelMessage:
    """One post of a channel, signed by the last key of ``chain`` over its canonical TBS."""

    parents: tuple[PostId, ...]
    height: int
    chain: Chain
    timestamp: float
    body: Root | Json
    signature: bytes


# ---- greeting and liveness ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """``ours`` is true if the sender carries the mark of this program (an unknown field)."""

    version: int
    peer_id: PeerId
    ours: bool


@dataclass(frozen=True, slots=True)
class Shake:
    """Ends the greeting; ``is_duplicate``: the sender has such a connection already."""

    is_duplicate: bool


@dataclass(frozen=True, slots=True)
class Error:
    """Why the sender is about to close."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a Pong of the same ``seq``."""

    seq: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a Ping."""

    seq: int


# ---- requests and responses ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """A sealed request. ``box`` opens with the channel's symmetric key to a RequestContent."""

    channel_id: SpaceId
    seq: int
    nonce: bytes
    box: bytes


@dataclass(frozen=True, slots=True)
class SyncResponse:
    """A sealed answer; ``box`` is empty if the channel is unknown to the sender."""

    channel_id: SpaceId
    seq: int
    box: bytes


@dataclass(frozen=True, slots=True)
class Query:
    """Asks for a page of abbreviated messages from ``cursor`` (a height, a hash, or nothing)."""

    cursor: int | PostId | None
    is_backward: bool
    limit: int


@dataclass(frozen=True, slots=True)
class Bulk:
    """Asks for whole messages."""

    hashes: tuple[PostId, ...]


@dataclass(frozen=True, slots=True)
class RequestContent:
    """What is inside a SyncRequest. ``tbs`` are the very bytes that were signed.

    ``layout`` is how the Query or Bulk was written (None: it could be either).
    """

    chain: Chain
    content: Query | Bulk
    response_public_key: bytes
    signature: bytes
    tbs: bytes
    layout: Layout | None


@dataclass(frozen=True, slots=True)
class Abbreviated:
    """A message's place in the graph without its body."""

    parents: tuple[PostId, ...]
    hash: PostId


@dataclass(frozen=True, slots=True)
class QueryResponse:
    """A page in the channel's order, and the cursors of the next one each way (None: the end).

    ``holds``: how many messages whoever answers says to have in all (None: nothing is said).
    """

    messages: tuple[Abbreviated, ...]
    forward_hash: PostId | None
    backward_hash: PostId | None
    holds: int | None = None


@dataclass(frozen=True, slots=True)
class BulkResponse:
    """Encoded ChannelMessages in the order asked; ``forward_index`` hashes were dealt with."""

    messages: tuple[bytes, ...]
    forward_index: int


@dataclass(frozen=True, slots=True)
class Notification:
    """There is news in the channel.

    ``renewal``: between two of ours the sender asks in it for a fresh link there, sealed
    (``conversation/renewing.py``); None, and not on the wire, in every other.
    """

    channel_id: SpaceId
    renewal: bytes | None = None


@dataclass(frozen=True, slots=True)
class RenewalContent:
    """A member shows the chain that ends, and asks in its place (ours: see ``Notification``).

    ``request``: an encoded InviteRequest.
    """

    request: bytes
    signature: bytes
    chain: Chain


# ---- invites ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InviteRequest:
    """Shown by who wants in, as a QR code."""

    peer_id: PeerId
    trustee: PublicKey
    box_public_key: bytes


@dataclass(frozen=True, slots=True)
class EncryptedInvite:
    """An Invite sealed to a request's box key."""

    request_id: RequestId
    box: bytes


@dataclass(frozen=True, slots=True)
class Invite:
    """Lets its receiver in: the channel's key, a suggested name, and a chain that ends at them."""

    channel_public_key: PublicKey
    channel_name: str
    chain: Chain
    layout: Layout | None = None


Packet = Error | EncryptedInvite | SyncRequest | SyncResponse | Notification | Ping | Pong
"""What travels after the greeting."""
