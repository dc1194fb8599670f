"""PeerLinks: packets with large boxes, both layouts of requests, one element too many."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.limits import CHAIN_LINKS_MAX
from engine.protocols.peerlinks.limits import (
    BULK_RESPONSE_MESSAGES_MAX,
    CONTROL_BYTES_MAX,
    HEIGHT_MAX,
    INVITE_BOX_BYTES_MAX,
    PARENTS_MAX,
    QUERY_LIMIT_MAX,
    REQUEST_HASHES_MAX,
    UNSCANNED_BYTES_MAX,
)
from engine.protocols.peerlinks.messages import (
    encode_packet,
    encode_request_content,
    encode_request_tbs,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    Error,
    Layout,
    Link,
    Query,
    SyncRequest,
    SyncResponse,
)
from engine.schemas import peerlinks_pb2 as schema
from engine.wire.frames import encode_frame
from engine.wire.protobuf_scan import FIELDS_MAX
from engine.wire.varint import encode_varint

_FRAMES, _PACKET, _POST, _REQUEST, _RESPONSE = 0, 3, 4, 5, 6
_KEY, _NONCE, _SIGNATURE = bytes(32), bytes(24), bytes(64)
_SPACE, _HASH = SpaceId(_KEY), PostId(_KEY)
_LINK = Link(PublicKey(_KEY), "ann", 0.0, 1.0, _SIGNATURE)
_EVERY_WIRE_TYPE = b"\xf8\x01\x05\xf9\x01" + bytes(8) + b"\xfd\x01" + bytes(4)
_EMPTY = b"\xfa\x01\x00"

Given = Iterator[tuple[int, bytes]]


def written() -> Given:
    """For the readers of the target."""
    yield _FRAMES, b"\xff" + encode_frame(b"in pieces" * 100) + encode_frame(b"")
    yield _FRAMES, b"\xff" + encode_frame(bytes(70_000))
    yield from ((_PACKET, one) for one in _packets())
    yield from ((_POST, one) for one in _posts())
    yield from ((_REQUEST, one) for one in _requests())
    yield from ((_RESPONSE, one) for one in _responses())


def _packets() -> Iterator[bytes]:
    large = bytes(CONTROL_BYTES_MAX)
    answer = SyncResponse(_SPACE, 1, large)
    yield encode_packet(answer)
    yield encode_packet(SyncRequest(_SPACE, 1, _NONCE, large))
    yield encode_packet(answer) + encode_packet(SyncResponse(_SPACE, 2, b""))
    yield encode_packet(Error("")) + _field(31, large)
    inside = schema.SyncResponse(channel_id=_KEY, seq=1, box=b"box").SerializeToString()
    response = schema.Packet.DESCRIPTOR.fields_by_name["sync_response"].number
    yield _field(response, inside + _field(31, large))
    yield _field(response, _EVERY_WIRE_TYPE * 5_000)
    yield _field(response, inside + _field(3, large))
    yield encode_packet(SyncResponse(_SPACE, 1, b"")) + _EMPTY * (UNSCANNED_BYTES_MAX // 3 + 1)
    yield _EMPTY * (FIELDS_MAX + 1)
    yield _EVERY_WIRE_TYPE * (UNSCANNED_BYTES_MAX // len(_EVERY_WIRE_TYPE) + 1)
    yield encode_packet(answer) * 9
    yield encode_packet(answer)[:-1] + encode_packet(answer) * 3
    too_large = schema.EncryptedInvite(request_id=_KEY, box=bytes(INVITE_BOX_BYTES_MAX + 1))
    yield schema.Packet(invite=too_large).SerializeToString()


def _posts() -> Iterator[bytes]:
    yield _field(1, _EMPTY * (FIELDS_MAX * 2 // 3)) * 2
    body = schema.ChannelMessage.Body(json="{}")
    link = _schema_link()
    for tbs in (
        schema.ChannelMessage.TBS(height=HEIGHT_MAX, body=body),
        schema.ChannelMessage.TBS(parents=[_KEY] * (PARENTS_MAX + 1), body=body),
        schema.ChannelMessage.TBS(parents=[b"short"], body=body),
        schema.ChannelMessage.TBS(timestamp=float("nan"), body=body),
        schema.ChannelMessage.TBS(chain=[link] * (CHAIN_LINKS_MAX + 1), body=body),
        schema.ChannelMessage.TBS(chain=[link], body=body),
        schema.ChannelMessage.TBS(body=schema.ChannelMessage.Body(json="x" * UNSCANNED_BYTES_MAX)),
        schema.ChannelMessage.TBS(),
    ):
        yield schema.ChannelMessage(tbs=tbs, signature=_SIGNATURE).SerializeToString()


def _requests() -> Iterator[bytes]:
    asked: list[Query | Bulk] = [Bulk((_HASH, _HASH)), Bulk(())]
    asked += [Query(cursor, back, 9) for cursor in (None, 5, _HASH) for back in (True, False)]
    for layout in Layout:
        for content in asked:
            yield _request(encode_request_tbs(content, (_LINK,), _KEY, layout))
            yield _request(encode_request_tbs(content, (), _KEY, layout))
    for query in (
        b"",
        b"\x2a\x00",
        b"\x2d" + bytes(4),
        b"\x08\x01",
        b"\x12\x20" + _KEY,
        b"\x10\x05",
        b"\x18\x01",
        b"\x1a\x20" + _KEY,
        b"\x20\x01",
        b"\x0d" + bytes(4),
        b"\x0a\x00",
        b"\x12\x01x",
        b"\x1a\x01x",
    ):
        yield _request(schema.RequestTBS(query=query, response_pub_key=_KEY).SerializeToString())
    many = schema.PublishedBulk(hashes=[_KEY] * (REQUEST_HASHES_MAX + 1)).SerializeToString()
    nothings = schema.DocumentBulk(hashes=[b""] * (REQUEST_HASHES_MAX + 1)).SerializeToString()
    for bulk in (b"", nothings, b"\x0a\x01x", b"\x12\x01x", many):
        yield _request(schema.RequestTBS(bulk=bulk, response_pub_key=_KEY).SerializeToString())
    chain = [_schema_link()] * (CHAIN_LINKS_MAX + 1)
    yield _request(schema.RequestTBS(chain=chain, query=b"").SerializeToString())


def _responses() -> Iterator[bytes]:
    one = schema.QueryResponse.Abbreviated
    for messages in (
        [one(hash=_KEY)] * (QUERY_LIMIT_MAX + 1),
        [one(hash=_KEY, parents=[_KEY] * (PARENTS_MAX + 1))],
        [one(hash=_KEY, parents=[_KEY] * PARENTS_MAX)] * 100,
        [one(hash=b"short")],
    ):
        page = schema.QueryResponse(abbreviated_messages=messages, holds=7)
        yield schema.ResponseContent(query_response=page).SerializeToString()
    page = schema.QueryResponse(forward_hash=b"short")
    yield schema.ResponseContent(query_response=page).SerializeToString()
    bulk = schema.BulkResponse(messages=[b"x"] * (BULK_RESPONSE_MESSAGES_MAX + 1))
    yield schema.ResponseContent(bulk_response=bulk).SerializeToString()


def _request(tbs: bytes) -> bytes:
    return encode_request_content(tbs, _SIGNATURE)


def _schema_link() -> schema.Link:
    tbs = schema.Link.TBS(
        trustee_pub_key=_KEY, trustee_display_name="ann", valid_from=0.0, valid_to=1.0
    )
    return schema.Link(tbs=tbs, signature=_SIGNATURE)


def _field(number: int, content: bytes) -> bytes:
    """Of bytes."""
    return encode_varint(number << 3 | 2) + encode_varint(len(content)) + content
