"""Packet: everything after the greeting, boxes unopened. Pure."""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.model.ids import RequestId, SpaceId
from engine.protocols.peerlinks.limits import (
    CONTENTS_MAX,
    CONTROL_BYTES_MAX,
    ERROR_REASON_CODEPOINTS_MAX,
    HASH_BYTES,
    INVITE_BOX_BYTES_MAX,
    NONCE_BYTES,
)
from engine.protocols.peerlinks.messages.parsing import Path, demand_at_most, demand_length, parse
from engine.protocols.peerlinks.packets import (
    EncryptedInvite,
    Error,
    Notification,
    Packet,
    Ping,
    Pong,
    SyncRequest,
    SyncResponse,
)
from engine.schemas import peerlinks_pb2 as schema

_SECTION = "Packet"
# Each change of content would become an object, and only the last one counts.
_COUNTS: dict[Path, int] = {
    (field.number,): CONTENTS_MAX for field in schema.Packet.DESCRIPTOR.fields
}
_LARGE = frozenset({"sync_request", "sync_response"})


def encode_packet(packet: Packet) -> bytes:
    """The frame's content. A reason of an Error is cut to 1023 code points."""
    return _schema_of(packet).SerializeToString()


def decode_packet(data: bytes) -> Packet:  # noqa: PLR0911 - one a content
    """Of several contents the last on the wire counts; unknown fields beside one are skipped.

    The reason of an Error comes cut to 1024 code points: one of that length was too long.
    Raises PeerViolation if there is no known content, an id is not 32 bytes or a nonce not 24, or a
    packet without request or answer is larger than any.
    """
    demand_at_most(data, _COUNTS, _SECTION)
    packet = parse(schema.Packet, data, _SECTION)
    content = packet.WhichOneof("content")
    if len(data) > CONTROL_BYTES_MAX and content not in _LARGE:
        raise PeerViolation("a packet larger than any of its kind", _SECTION)
    match content:
        case "sync_response":
            response = packet.sync_response
            channel = _channel(response.channel_id)
            return SyncResponse(channel, response.seq, response.box)
        case "sync_request":
            request = packet.sync_request
            channel = _channel(request.channel_id)
            demand_length(request.nonce, NONCE_BYTES, "a nonce that is not 24 bytes", _SECTION)
            return SyncRequest(channel, request.seq, request.nonce, request.box)
        case "notification":
            renewal = packet.renewal if packet.HasField("renewal") else None
            return Notification(_channel(packet.notification.channel_id), renewal)
        case "invite":
            return encrypted_invite_of(packet.invite)
        case "ping":
            return Ping(packet.ping.seq)
        case "pong":
            return Pong(packet.pong.seq)
        case "error":
            return Error(packet.error.reason[: ERROR_REASON_CODEPOINTS_MAX + 1])
        case None:
            raise PeerViolation("a packet without a known content", _SECTION)


def _schema_of(packet: Packet) -> schema.Packet:  # noqa: PLR0911 - one a content
    match packet:
        case SyncResponse(channel_id, seq, box):
            response = schema.SyncResponse(channel_id=channel_id, seq=seq, box=box)
            return schema.Packet(sync_response=response)
        case SyncRequest(channel_id, seq, nonce, box):
            request = schema.SyncRequest(channel_id=channel_id, seq=seq, nonce=nonce, box=box)
            return schema.Packet(sync_request=request)
        case Notification(channel_id, renewal):
            notification = schema.Notification(channel_id=channel_id)
            return schema.Packet(notification=notification, renewal=renewal)
        case EncryptedInvite(request_id, box):
            return schema.Packet(invite=schema.EncryptedInvite(request_id=request_id, box=box))
        case Ping(seq):
            return schema.Packet(ping=schema.Ping(seq=seq))
        case Pong(seq):
            return schema.Packet(pong=schema.Ping(seq=seq))
        case Error(reason):
            cut = reason[:ERROR_REASON_CODEPOINTS_MAX]
            return schema.Packet(error=schema.Error(reason=cut))


def encrypted_invite_of(invite: schema.EncryptedInvite) -> EncryptedInvite:
    """The value. Raises PeerViolation for an id that is not 32 bytes or a box no Invite fills."""
    demand_length(invite.request_id, HASH_BYTES, "a request id that is not 32 bytes", _SECTION)
    if len(invite.box) > INVITE_BOX_BYTES_MAX:
        raise PeerViolation("an invite larger than any invite is", _SECTION)
    return EncryptedInvite(RequestId(invite.request_id), invite.box)


def _channel(channel_id: bytes) -> SpaceId:
    demand_length(channel_id, HASH_BYTES, "a channel id that is not 32 bytes", _SECTION)
    return SpaceId(channel_id)
