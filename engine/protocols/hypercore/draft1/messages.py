"""Draft 1's messages: bodies to packets and back ("Hypercore Replication Protocol"). Pure.

As published programs write them, which number a node's hash 2 and its size 3; ``document`` writes
them as the draft prints them, size before hash. Read are both, told apart by how they lie on the
wire. Nothing here raises for what a peer sends.
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

M = TypeVar("M", bound=Message)

_SECTION = "Hypercore Replication Protocol"
_ONE_BLOCK = 1


class Type(IntEnum):
    """The byte before a message. From END on: published versions 5.x only."""

    HANDSHAKE = 0
    HAVE = 1
    WANT = 2
    REQUEST = 3
    DATA = 4
    CANCEL = 5
    PAUSE = 6
    RESUME = 7
    END = 8
    UNHAVE = 9
    UNWANT = 10
    EXTENSION = 64


EXTENSION_TYPES = range(Type.EXTENSION, 128)


# ---- writing ------------------------------------------------------------------------------------


def encode(packet: packets.Packet, *, document: bool = False) -> bytes:
    """The type byte and the body. A packet that draft 1 does not have is a bug of ours: TypeError.

    Have is one range here, without a bitfield: the draft leaves its encoding open.
    """
    encoded = _availability(packet) or _exchange(packet, document=document) or _aside(packet)
    if encoded is None:
        raise TypeError(packet)
    kind, body = encoded
    return bytes([kind]) + body


def _availability(packet: packets.Packet) -> tuple[int, bytes] | None:
    match packet:
        case packets.Handshake():
            names = encoded_names(packet.extensions)
            return Type.HANDSHAKE, _bytes(schema.DraftHandshake(id=packet.id, extensions=names))
        case packets.Have(((start, end),)):
            last = None if end - start == _ONE_BLOCK else end
            return Type.HAVE, _bytes(schema.DraftHave(start=start, end=last))
        case packets.Unhave(start, end):
            return Type.UNHAVE, _bytes(schema.DraftSpan(start=start, end=end))
        case packets.Want(start, end):
            return Type.WANT, _bytes(schema.DraftSpan(start=start, end=end))
        case packets.Unwant(start, end):
            return Type.UNWANT, _bytes(schema.DraftSpan(start=start, end=end))
        case _:
            return None


def _exchange(packet: packets.Packet, *, document: bool) -> tuple[int, bytes] | None:
    match packet:
        case packets.Request(block, offset, hash_only, digest):
            # Always with a block, which later published versions demand.
            asked = offset or None, hash_only or None, digest or None
            request = schema.Request(index=block, bytes=asked[0], hash=asked[1], nodes=asked[2])
            return Type.REQUEST, _bytes(request)
        case packets.Cancel(block, offset):
            return Type.CANCEL, _bytes(schema.Cancel(index=block, bytes=offset or None))
        case packets.Data():
            return Type.DATA, _data_as_drafted(packet) if document else _data(packet)
        case _:
            return None


def _aside(packet: packets.Packet) -> tuple[int, bytes] | None:
    match packet:
        case packets.Pause():
            return Type.PAUSE, b""
        case packets.Resume():
            return Type.RESUME, b""
        case packets.Extension(number, payload):
            return EXTENSION_TYPES[number], payload
        case _:
            return None


def _data(data: packets.Data) -> bytes:
    nodes = [schema.Data.Node(index=n.index, hash=n.hash, size=n.size) for n in data.proof.nodes]
    signature = data.proof.signature or None
    return _bytes(schema.Data(index=data.block, value=data.value, nodes=nodes, signature=signature))


def _data_as_drafted(data: packets.Data) -> bytes:
    node = schema.DraftData.Node
    nodes = [node(index=n.index, hash=n.hash, size=n.size) for n in data.proof.nodes]
    signature = data.proof.signature or None
    return _bytes(
        schema.DraftData(block=data.block, value=data.value, nodes=nodes, signature=signature)
    )


def _bytes(message: Message) -> bytes:
    return message.SerializeToString()


# ---- reading ------------------------------------------------------------------------------------


def decode(message: bytes) -> packets.Packet:
    """The packet of a type byte and a body; Unknown for what cannot be read."""
    if not message:
        return packets.Unknown(-1)
    kind, body = message[0], message[1:]
    if kind in EXTENSION_TYPES and len(body) <= EXTENSION_BYTES_MAX:
        return packets.Extension(kind - Type.EXTENSION, body)
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


def _read_handshake(body: bytes) -> packets.Packet:
    demand_count(body, 2, EXTENSIONS_MAX, _SECTION)
    shake = _parse(schema.DraftHandshake, body)
    return packets.Handshake(shake.id, live=True, extensions=decoded_names(shake.extensions))


def _read_have(body: bytes) -> packets.Packet:
    have = _parse(schema.DraftHave, body)
    start = _block(have.start)
    if not have.HasField("bitfield"):
        return packets.Have(((start, _end(have.end, start + _ONE_BLOCK)),))
    end = _end(have.end, BLOCK_LIMIT)
    decoded = rle.decode_older(have.bitfield, max(0, end - start))
    ranges = tuple([(start + low, start + high) for low, high in decoded])
    return packets.Have(ranges, replaces=(start, end))


def _read_unhave(body: bytes) -> packets.Packet:
    span = _parse(schema.DraftSpan, body)
    start = _block(span.start)
    return packets.Unhave(start, _end(span.end, start + _ONE_BLOCK))


def _read_want(body: bytes) -> packets.Packet:
    return packets.Want(*_read_open_span(body))


def _read_unwant(body: bytes) -> packets.Packet:
    return packets.Unwant(*_read_open_span(body))


def _read_open_span(body: bytes) -> tuple[int, int | None]:
    span = _parse(schema.DraftSpan, body)
    return _block(span.start), _end(span.end, BLOCK_LIMIT) if span.end else None


def _read_request(body: bytes) -> packets.Packet:
    request = _parse(schema.Request, body)
    return packets.Request(_block(request.index), request.bytes, request.hash, request.nodes)


def _read_cancel(body: bytes) -> packets.Packet:
    cancel = _parse(schema.Cancel, body)
    hash_only = cancel.hash if cancel.HasField("hash") else None  # later published versions only
    return packets.Cancel(_block(cancel.index), cancel.bytes, hash_only)


def _read_data(body: bytes) -> packets.Packet:
    demand_count(body, 3, PROOF_NODES_MAX, _SECTION)
    data = _parse(schema.Data, body)
    if any(not node.HasField("hash") for node in data.nodes):
        drafted = _parse(schema.DraftData, body)
        nodes = tuple([Node(node.index, node.hash, node.size) for node in drafted.nodes])
    else:
        nodes = tuple([Node(node.index, node.hash, node.size) for node in data.nodes])
    value = data.value if data.HasField("value") else None
    return packets.Data(_block(data.index), value, Proof(nodes, data.signature))


def _read_pause(_body: bytes) -> packets.Packet:
    return packets.Pause()


def _read_resume(_body: bytes) -> packets.Packet:
    return packets.Resume()


def _read_end(_body: bytes) -> packets.Packet:
    """Later published versions say so when they have all; the lane goes on until it is closed."""
    return packets.Info(downloading=False)


def _block(index: int) -> int:
    if index >= BLOCK_LIMIT:
        raise PeerViolation("a block beyond all feeds", _SECTION)
    return index


def _end(end: int, otherwise: int) -> int:
    """0 stands for none: no range ends there."""
    return min(end or otherwise, BLOCK_LIMIT)


_READERS: Mapping[int, Callable[[bytes], packets.Packet]] = {
    Type.HANDSHAKE: _read_handshake,
    Type.HAVE: _read_have,
    Type.WANT: _read_want,
    Type.REQUEST: _read_request,
    Type.DATA: _read_data,
    Type.CANCEL: _read_cancel,
    Type.PAUSE: _read_pause,
    Type.RESUME: _read_resume,
    Type.END: _read_end,
    Type.UNHAVE: _read_unhave,
    Type.UNWANT: _read_unwant,
}
