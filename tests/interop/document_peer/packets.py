"""Hello, Shake, and what travels as a Packet; invites, which travel sealed."""

from __future__ import annotations

from dataclasses import dataclass

from tests.interop.document_peer.trust import Chain, Link, ViolationError
from tests.interop.document_peer.wire import Fields, data, each, number

VERSION = 1
REASON_CODEPOINTS_MAX = 1_023


# ---- the initialization sequence; these two are no Packets


def encode_hello(peer_id: bytes) -> bytes:
    """``peer_id`` is a string in the document."""
    return number(1, VERSION) + data(2, peer_id)


def decode_hello(message: bytes) -> bytes:
    """The peer id. It need not be text: 32 bytes is what MUST be checked."""
    fields = Fields(message)
    if fields.number(1) != VERSION:
        raise ViolationError("another protocol version")
    if len(fields.data(2)) != 32:
        raise ViolationError("a peer id that is not 32 bytes")
    return fields.data(2)


def encode_shake(*, is_duplicate: bool) -> bytes:
    """False is a zero, and so left out."""
    return number(1, is_duplicate)


def decode_shake(message: bytes) -> bool:
    """Whether it says duplicate."""
    return bool(Fields(message).number(1))


# ---- packets


@dataclass(frozen=True, slots=True)
class Error:
    """The other side had to complain."""

    reason: str

    def encode(self) -> bytes:
        """Packet.error."""
        return data(1, data(1, self.reason.encode()), always=True)


@dataclass(frozen=True, slots=True)
class EncryptedInvite:
    """An answer to an invite request."""

    request_id: bytes
    box: bytes

    def encode(self) -> bytes:
        """Packet.invite."""
        return data(2, data(1, self.request_id) + data(2, self.box))


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """``box`` is a Content, encrypted for whoever knows the channel."""

    channel_id: bytes
    seq: int
    nonce: bytes
    box: bytes

    def encode(self) -> bytes:
        """Packet.sync_request."""
        inner = data(1, self.channel_id) + number(2, self.seq)
        return data(3, inner + data(3, self.nonce) + data(4, self.box))


@dataclass(frozen=True, slots=True)
class SyncResponse:
    """``box`` is empty where the channel is not known."""

    channel_id: bytes
    seq: int
    box: bytes

    def encode(self) -> bytes:
        """Packet.sync_response."""
        return data(4, data(1, self.channel_id) + number(2, self.seq) + data(3, self.box))


@dataclass(frozen=True, slots=True)
class Notification:
    """There is news in the channel."""

    channel_id: bytes

    def encode(self) -> bytes:
        """Packet.notification."""
        return data(5, data(1, self.channel_id))


Packet = Error | EncryptedInvite | SyncRequest | SyncResponse | Notification


def decode_packet(message: bytes) -> Packet:
    """Raises ViolationError for anything that the document does not know."""
    outer = Fields(message)
    kinds = [field for field in range(1, 6) if outer.has(field)]
    if len(kinds) != 1:
        raise ViolationError("a packet of no kind that the document knows")
    inner = Fields(outer.data(kinds[0]))
    match kinds[0]:
        case 1:
            return Error(inner.text(1))
        case 2:
            return EncryptedInvite(inner.data(1), inner.data(2))
        case 3:
            return SyncRequest(inner.data(1), inner.number(2), inner.data(3), inner.data(4))
        case 4:
            return SyncResponse(inner.data(1), inner.number(2), inner.data(3))
        case _:
            return Notification(inner.data(1))


# ---- invites


@dataclass(frozen=True, slots=True)
class InviteRequest:
    """Shown as a QR code, or by other means."""

    peer_id: bytes
    trustee_pub_key: bytes
    box_pub_key: bytes

    def encode(self) -> bytes:
        """As shown."""
        return data(1, self.peer_id) + data(2, self.trustee_pub_key) + data(3, self.box_pub_key)

    @classmethod
    def decode(cls, message: bytes) -> InviteRequest:
        """Raises ViolationError for a peer id or a key of another length."""
        fields = Fields(message)
        read = cls(fields.data(1), fields.data(2), fields.data(3))
        if {len(read.peer_id), len(read.trustee_pub_key)} != {32}:
            raise ViolationError("an invite request with a length that is not 32")
        return read


@dataclass(frozen=True, slots=True)
class Invite:
    """What is sealed in an EncryptedInvite."""

    channel_pub_key: bytes
    channel_name: str
    chain: Chain

    def encode(self) -> bytes:
        """The chain is field 4."""
        links = each(4, (link.encode() for link in self.chain))
        return data(1, self.channel_pub_key) + data(2, self.channel_name.encode()) + links

    @classmethod
    def decode(cls, message: bytes) -> Invite:
        """Raises ViolationError for a name of more than 128 code points."""
        fields = Fields(message)
        if len(fields.text(2)) > 128:
            raise ViolationError("a channel name of more than 128 code points")
        return cls(fields.data(1), fields.text(2), fields.each(4, Link.decode))
