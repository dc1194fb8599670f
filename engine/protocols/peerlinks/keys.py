"""Everything PeerLinks derives from a key: keyed BLAKE2b-256, never cut short (note 1). Pure."""

from __future__ import annotations

from engine.crypto.blake2b import hash32
from engine.model.ids import PublicKey, RequestId, SpaceId

_CHANNEL_ID = b"peerlinks-channel-id"
_SYMMETRIC = b"peerlinks-symmetric"
_INVITE = b"peerlinks-invite"


def channel_id(public_key: PublicKey) -> SpaceId:
    """The id of the channel whose key this is."""
    return SpaceId(hash32(public_key, _CHANNEL_ID))


def symmetric_key(public_key: PublicKey) -> bytes:
    """The key (32 bytes) of every SyncRequest box of that channel: whoever may read has it."""
    return hash32(public_key, _SYMMETRIC)


def published_request_id(box_public_key: bytes) -> RequestId:
    """The id of a request as the published implementation makes it: one a box key."""
    return RequestId(hash32(box_public_key, _INVITE))


def document_request_id(trustee: PublicKey) -> RequestId:
    """The id of a request as the document makes it: the same for all requests of one identity."""
    return RequestId(hash32(trustee, _INVITE))
