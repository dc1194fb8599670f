"""Packet: everything after the greeting, boxes unopened. Pure."""

from __future__ import annotations

from itertools import islice

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
from engine.wire.protobuf_scan import WireType, scan_fields

_SECTION = "Packet"
# Each change of content would become an object, and only the last one counts.
_COUNTS: dict[Path, int] = {
    (field.number,): CONTENTS_MAX for field in schema.Packet.DESCRIPTOR.fields
}
_REQUEST = schema.Packet.DESCRIPTOR.fields_by_name["sync_request"].number
_RESPONSE = schema.Packet.DESCRIPTOR.fields_by_name["sync_response"].number
_BOX_OF = {
    _REQUEST: schema.SyncRequest.DESCRIPTOR.fields_by_name["box"].number,
    _RESPONSE: schema.SyncResponse.DESCRIPTOR.fields_by_name["box"].number,
}
"""Which field of a content that may be large holds its box."""

_FIELDS_WITH_BOX_MAX = 16  # ours: each program writes four


def encode_packet(packet: Packet) -> bytes:
    """The frame's content. A reason of an Error is cut to 1023 code points."""
    return _schema_of(packet).SerializeToString()


def decode_packet(data: bytes) -> Packet:
    """Of several contents the last on the wire counts; unknown fields beside one are skipped.

    The reason of an Error comes cut to 1024 code points: one of that length was too long.
    Raises PeerViolation if there is no known content, an id is not 32 bytes or a nonce not 24, or a
    packet without request or answer is larger than any.
    """
    demand_at_most(data, _COUNTS, _SECTION)
    if len(data) <= CONTROL_BYTES_MAX:
        return _packet_of(parse(schema.Packet, data, _SECTION))
    packet = _large(data) or _packet_of(parse(schema.Packet, data, _SECTION))
    if not isinstance(packet, SyncRequest | SyncResponse):
        raise PeerViolation("a packet larger than any of its kind", _SECTION)
    return packet


def _packet_of(packet: schema.Packet) -> Packet:  # noqa: PLR0911 - one a content
    match packet.WhichOneof("content"):
        case "sync_response":
            return _response_of(packet.sync_response, packet.sync_response.box)
        case "sync_request":
            return _request_of(packet.sync_request, packet.sync_request.box)
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


def _large(data: bytes) -> SyncRequest | SyncResponse | None:
    """A packet that is nothing but a question or an answer, whose box is copied only once.

    The parser would keep a copy beside ours. None: the packet is not as simple as that.
    """
    outer = list(islice(scan_fields(data), 2))
    if len(outer) != 1 or outer[0].field not in _BOX_OF:
        return None
    (content,) = outer
    start, around, boxes = content.start, b"", []
    for field in islice(scan_fields(data, content.start, content.end), _FIELDS_WITH_BOX_MAX):
        if field.field == _BOX_OF[content.field]:
            boxes.append(field)
        elif field.end - start > CONTROL_BYTES_MAX:
            return None
        else:
            around += data[start : field.end]
        start = field.end
    if start < content.end or [box.wire_type for box in boxes] != [WireType.BYTES]:
        return None
    box = data[boxes[0].start : boxes[0].end]
    if content.field == _RESPONSE:
        return _response_of(parse(schema.SyncResponse, around, _SECTION), box)
    return _request_of(parse(schema.SyncRequest, around, _SECTION), box)


def _response_of(response: schema.SyncResponse, box: bytes) -> SyncResponse:
    return SyncResponse(_channel(response.channel_id), response.seq, box)


def _request_of(request: schema.SyncRequest, box: bytes) -> SyncRequest:
    channel = _channel(request.channel_id)
    demand_length(request.nonce, NONCE_BYTES, "a nonce that is not 24 bytes", _SECTION)
    return SyncRequest(channel, request.seq, request.nonce, box)


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
