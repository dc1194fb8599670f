"""DEP-0010's messages: bodies to packets and back (section "Message Details"). Pure.

Nothing here raises for what a peer sends: what cannot be read is ``Unknown``, as published programs
skip it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    EXTENSION_BYTES_MAX,
    EXTENSIONS_MAX,
    PROOF_NODES_MAX,
)
from engine.protocols.hypercore.names import decoded_names, encoded_names
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof
from engine.schemas import hypercore_pb2 as schema
from engine.wire.protobuf_scan import demand_count
from engine.wire.varint import decode_varint, encode_varint

M = TypeVar("M", bound=Message)

_SECTION = "Message Details"
_ONE_BLOCK = 1


class Type(IntEnum):
    """The four low bits of a frame's header."""

    FEED = 0
    HANDSHAKE = 1
    INFO = 2
    HAVE = 3
    UNHAVE = 4
    WANT = 5
    UNWANT = 6
    REQUEST = 7
    CANCEL = 8
    DATA = 9
    EXTENSION = 15


# ---- writing ------------------------------------------------------------------------------------


def encode(packet: packets.Packet) -> tuple[Type, bytes]:
    """Type and body. A packet that DEP-0010 does not have is a bug of ours: TypeError."""
    encoded = _exchange(packet) or _availability(packet) or _opening(packet)
    if encoded is None:
        raise TypeError(packet)
    return encoded


def _opening(packet: packets.Packet) -> tuple[Type, bytes] | None:
    match packet:
        case packets.Feed(discovery_key, nonce):
            return Type.FEED, _bytes(schema.Feed(discovery_key=discovery_key, nonce=nonce))
        case packets.Handshake():
            return Type.HANDSHAKE, _handshake(packet)
        case packets.Info(uploading, downloading):
            info = schema.Info(uploading=uploading, downloading=downloading)
            return Type.INFO, _bytes(info)
        case packets.Extension(number, payload):
            return Type.EXTENSION, encode_varint(number) + payload
        case _:
            return None


def _availability(packet: packets.Packet) -> tuple[Type, bytes] | None:
    match packet:
        case packets.Have():
            return Type.HAVE, _have(packet)
        case packets.Bitfield((start, end), bits):
            have = schema.Have(start=start, length=end - start, bitfield=rle.encode(bits))
            return Type.HAVE, _bytes(have)
        case packets.Unhave(start, end):
            return Type.UNHAVE, _bytes(schema.Span(start=start, length=end - start))
        case packets.Want(start, end):
            return Type.WANT, _span(start, end)
        case packets.Unwant(start, end):
            return Type.UNWANT, _span(start, end)
        case _:
            return None


def _exchange(packet: packets.Packet) -> tuple[Type, bytes] | None:
    match packet:
        case packets.Request(block, offset, hash_only, digest):
            request = schema.Request(index=block, bytes=offset, hash=hash_only, nodes=digest)
            return Type.REQUEST, _bytes(request)
        case packets.Data(block, value, proof):
            nodes = [schema.Data.Node(index=n.index, hash=n.hash, size=n.size) for n in proof.nodes]
            signature = proof.signature or None
            data = schema.Data(index=block, value=value, nodes=nodes, signature=signature)
            return Type.DATA, _bytes(data)
        case packets.Cancel(block, offset, hash_only):
            return Type.CANCEL, _bytes(schema.Cancel(index=block, bytes=offset, hash=hash_only))
        case _:
            return None


def _handshake(packet: packets.Handshake) -> bytes:
    return _bytes(
        schema.Handshake(
            id=packet.id,
            live=packet.live,
            extensions=encoded_names(packet.extensions),
            ack=packet.acknowledge,
        )
    )


def _have(packet: packets.Have) -> bytes:
    acknowledges = packet.acknowledges or None
    if packet.replaces is not None:
        start, end = packet.replaces
        bitfield = rle.encode(rle.bitfield_of(packet.ranges, start))
        return _bytes(schema.Have(start=start, length=end - start, bitfield=bitfield))
    ((start, end),) = packet.ranges
    length = None if end - start == _ONE_BLOCK and not acknowledges else end - start
    return _bytes(schema.Have(start=start, length=length, ack=acknowledges))


def _span(start: int, end: int | None) -> bytes:
    return _bytes(schema.Span(start=start, length=None if end is None else end - start))


def _bytes(message: Message) -> bytes:
    return message.SerializeToString()


# ---- reading ------------------------------------------------------------------------------------


def decode(kind: int, body: bytes) -> packets.Packet:
    """The packet of that type; Unknown for types and bodies that cannot be read."""
    reader = _READERS.get(kind)
    if reader is None:
        return packets.Unknown(kind)
    try:
        return reader(body)
    except (DecodeError, PeerViolation):
        return packets.Unknown(kind, broken=True)


def _parse(kind: type[M], body: bytes) -> M:
    message = kind()
    message.ParseFromString(body)
    return message


def _read_feed(body: bytes) -> packets.Packet:
    feed = _parse(schema.Feed, body)
    return packets.Feed(feed.discovery_key, feed.nonce if feed.HasField("nonce") else None)


def _read_handshake(body: bytes) -> packets.Packet:
    demand_count(body, 4, EXTENSIONS_MAX, _SECTION)
    shake = _parse(schema.Handshake, body)
    return packets.Handshake(shake.id, shake.live, decoded_names(shake.extensions), shake.ack)


def _read_info(body: bytes) -> packets.Packet:
    info = _parse(schema.Info, body)
    return packets.Info(
        info.uploading if info.HasField("uploading") else None,
        info.downloading if info.HasField("downloading") else None,
    )


def _read_have(body: bytes) -> packets.Packet:
    have = _parse(schema.Have, body)
    start = _block(have.start)
    length = have.length or _ONE_BLOCK
    if not have.HasField("bitfield"):
        return packets.Have(((start, _end(start, length)),), acknowledges=have.ack)
    # Old programs always send all they have, and no length.
    end = BLOCK_LIMIT if length == _ONE_BLOCK else _end(start, length)
    ranges = tuple(
        (start + low, start + high) for low, high in rle.decode(have.bitfield, end - start)
    )
    return packets.Have(ranges, replaces=(start, end))


def _read_unhave(body: bytes) -> packets.Packet:
    start, end = _read_span(body)
    return packets.Unhave(start, start + _ONE_BLOCK if end is None else end)


def _read_want(body: bytes) -> packets.Packet:
    return packets.Want(*_read_span(body))


def _read_unwant(body: bytes) -> packets.Packet:
    return packets.Unwant(*_read_span(body))


def _read_span(body: bytes) -> tuple[int, int | None]:
    span = _parse(schema.Span, body)
    start = _block(span.start)
    return start, _end(start, span.length) if span.length else None


def _read_request(body: bytes) -> packets.Packet:
    request = _parse(schema.Request, body)
    return packets.Request(_block(request.index), request.bytes, request.hash, request.nodes)


def _read_cancel(body: bytes) -> packets.Packet:
    cancel = _parse(schema.Cancel, body)
    return packets.Cancel(_block(cancel.index), cancel.bytes, cancel.hash)


def _read_data(body: bytes) -> packets.Packet:
    demand_count(body, 3, PROOF_NODES_MAX, _SECTION)
    data = _parse(schema.Data, body)
    nodes = tuple([Node(node.index, node.hash, node.size) for node in data.nodes])
    value = data.value if data.HasField("value") else None
    return packets.Data(_block(data.index), value, Proof(nodes, data.signature))


def _read_extension(body: bytes) -> packets.Packet:
    number, start = decode_varint(body)
    if len(body) - start > EXTENSION_BYTES_MAX:
        raise PeerViolation("an extension's message of more than 64 KiB", "Extension")
    return packets.Extension(number, body[start:])


def _block(index: int) -> int:
    if index >= BLOCK_LIMIT:
        raise PeerViolation("a block beyond all feeds", _SECTION)
    return index


def _end(start: int, length: int) -> int:
    return min(start + length, BLOCK_LIMIT)


_READERS: Mapping[int, Callable[[bytes], packets.Packet]] = {
    Type.FEED: _read_feed,
    Type.HANDSHAKE: _read_handshake,
    Type.INFO: _read_info,
    Type.HAVE: _read_have,
    Type.UNHAVE: _read_unhave,
    Type.WANT: _read_want,
    Type.UNWANT: _read_unwant,
    Type.REQUEST: _read_request,
    Type.CANCEL: _read_cancel,
    Type.DATA: _read_data,
    Type.EXTENSION: _read_extension,
}
