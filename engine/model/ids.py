"""Names for the byte strings and numbers that identify things, and for protocols."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

SpaceId = NewType("SpaceId", bytes)
"""32 bytes. A private channel's is its PeerLinks channel id."""

CommunityId = NewType("CommunityId", bytes)
"""32 bytes, the hash of a community's secret key."""

PostId = NewType("PostId", bytes)
"""32 bytes, the hash under which a post is known to everybody."""

PublicKey = NewType("PublicKey", bytes)
"""32 bytes, Ed25519: an author, or the key that names a space."""

PeerId = NewType("PeerId", bytes)
"""32 bytes, BLAKE2b-256 of a peer's static X25519 key."""

RequestId = NewType("RequestId", bytes)
"""32 bytes, names an open invite request."""

ConnectionId = NewType("ConnectionId", int)
"""One conversation with one peer, unique for the life of the process."""

OrderKey = NewType("OrderKey", bytes)
"""A post's place in its timeline; compares bytewise as the protocol's own order does."""


class SpaceKind(StrEnum):
    """What a person joins. The values are the command line's words."""

    PRIVATE = "private"
    COMMUNITY = "community"
    """One channel of a community; the community itself is no space (``communities``)."""
    FEED = "feed"
    FOLDER = "folder"


class ProtocolName(StrEnum):
    """A wire protocol as named in ``--listen PROTOCOL:ADDRESS`` and in links between peers."""

    TIDINGS = "tidings"
    PEERLINKS = "peerlinks"
    CABLE = "cable"
    CABLE_NOISE = "cable+noise"
    HYPERCORE = "hypercore"
    HYPERBLOOM = "hyperbloom"


HOME_PROTOCOL = ProtocolName.TIDINGS
"""What our own peers speak: meant where none is named, as in a link."""


class PostKind(StrEnum):
    """What a post is, whatever its protocol."""

    ROOT = "root"
    MESSAGE = "message"
    MARK = "mark"
    """Says something of another post (a reaction, an edit, a retraction): no row of its own."""
    TOPIC = "topic"
    JOIN = "join"
    LEAVE = "leave"
    DELETE = "delete"
    INFO = "info"
    BLOCK = "block"


QUIET_KINDS = frozenset(
    {PostKind.ROOT, PostKind.TOPIC, PostKind.JOIN, PostKind.LEAVE, PostKind.INFO}
)
"""What nobody waits for."""


class NotificationLevel(StrEnum):
    """Which posts of a space are announced to the person. The values are the command line's."""

    ALL = "all"
    MENTIONS = "mentions"
    NONE = "none"
