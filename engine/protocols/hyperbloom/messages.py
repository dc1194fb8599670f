"""HyperBloom's messages: bodies to packets and back. Sections are the document's. Pure.

What cannot be read, lacks a required field or breaks a rule of its message raises PeerViolation;
whether that ends the connection is for the conversation to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from engine.errors import PeerViolation
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.limits import (
    EXTENSION_BYTES_MAX,
    EXTENSIONS_MAX,
    FRAME_BYTES_MAX,
    KEY_BYTES,
    LINKS_MAX,
    NONCE_BYTES,
    SIGNATURE_BYTES,
    VALUES_MAX,
)
from engine.protocols.hyperbloom.packets import Bounds
from engine.schemas import hyperbloom_pb2 as schema
from engine.wire.protobuf_scan import demand_count
from engine.wire.varint import decode_varint, encode_varint

M = TypeVar("M", bound=Message)


class Id(IntEnum):
    """The number in front of a message's body."""

    HANDSHAKE = 0
    SYNC = 1
    FILTER_OPTIONS = 2
    DATA = 3
    REQUEST = 4
    LINK = 5


# ---- writing ------------------------------------------------------------------------------------


def encode_open(said: packets.Open) -> bytes:
    """The body of an Open; its frame is one of its own (``stream``)."""
    body = schema.Open(feed=said.discovery_key, nonce=said.nonce)
    return body.SerializeToString(deterministic=True)


def encode(packet: packets.Packet) -> bytes:
    """Number and body, to be framed."""
    if isinstance(packet, packets.Unknown):
        return encode_varint(packet.id) + packet.body
    number, body = _body(packet)
    return encode_varint(number) + body.SerializeToString(deterministic=True)


def _body(
    packet: packets.Handshake
    | packets.Sync
    | packets.FilterOptions
    | packets.Data
    | packets.Request
    | packets.LinkOffer,
) -> tuple[Id, Message]:
    match packet:
        case packets.Handshake():
            return Id.HANDSHAKE, _handshake(packet)
        case packets.Sync():
            return Id.SYNC, _sync(packet)
        case packets.FilterOptions(size, n):
            return Id.FILTER_OPTIONS, schema.FilterOptions(size=[size], n=n)
        case packets.Data(values, signature):
            return Id.DATA, schema.Data(values=values, signature=signature)
        case packets.Request(Bounds(start, end), limit):
            return Id.REQUEST, schema.Request(start=start, end=end, limit=limit or None)
        case packets.LinkOffer(link):
            return Id.LINK, schema.Link(link=link)


def _handshake(packet: packets.Handshake) -> schema.Handshake:
    return schema.Handshake(
        id=packet.id,
        extensions=[name.encode() for name in packet.extensions],
        signature=packet.signature,
        chain=packet.chain,
    )


def _sync(packet: packets.Sync) -> schema.Sync:
    known, bounds = packet.known, packet.bounds
    is_all = bounds == packets.EVERYTHING
    return schema.Sync(
        filter=known.bits,
        size=known.size,
        n=known.n,
        seed=known.seed,
        limit=packet.limit or None,
        range=None if is_all else schema.Range(start=bounds.start, end=bounds.end),
    )


# ---- reading ------------------------------------------------------------------------------------


def decode_open(body: bytes) -> packets.Open:
    """See ``packets.Open``. Raises PeerViolation."""
    said = _parsed(schema.Open, body, "Open")
    if len(said.feed) != KEY_BYTES or len(said.nonce) != NONCE_BYTES:
        raise PeerViolation("an Open with a key or nonce of another length", "Open")
    return packets.Open(said.feed, said.nonce)


def decode(payload: bytes) -> packets.Packet:
    """The message in a frame's payload. Raises PeerViolation."""
    number, start = decode_varint(payload)
    read = _READERS.get(number)
    body = payload[start:]
    if read is None:
        return packets.Unknown(number, body)
    if number not in _LARGE and len(payload) > FRAME_BYTES_MAX:
        raise PeerViolation("a message larger than the limit", "Framing")
    return read(body)


def _read_handshake(body: bytes) -> packets.Handshake:
    demand_count(body, 2, EXTENSIONS_MAX, "Handshake")
    said = _parsed(schema.Handshake, body, "Handshake")
    _demand(said, ("id", "signature"), "Handshake")
    if len(said.id) != KEY_BYTES or len(said.signature) != SIGNATURE_BYTES:
        raise PeerViolation("an id or signature of another length", "Handshake")
    if len(said.chain) > LINKS_MAX:
        raise PeerViolation("a chain of more than five links", "Signature Chain")
    names = [name for name in said.extensions[:EXTENSIONS_MAX] if len(name) <= EXTENSION_BYTES_MAX]
    extensions = tuple(name.decode("utf-8", "replace") for name in names)
    return packets.Handshake(said.id, extensions, said.signature, tuple(said.chain))


def _read_sync(body: bytes) -> packets.Sync:
    said = _parsed(schema.Sync, body, "Sync")
    _demand(said, ("filter", "size", "n", "seed"), "Sync")
    bounds = packets.EVERYTHING
    if said.HasField("range"):
        _demand(said.range, ("start",), "Sync")
        bounds = _bounds(said.range)
    known = packets.BloomFilter(said.filter, said.size, said.n, said.seed)
    return packets.Sync(known, said.limit, bounds)


def _read_filter_options(body: bytes) -> packets.FilterOptions:
    """Both fields may be numbered 1 (protocols/hyperbloom.md 6, row 3). What lacks is 0."""
    said = _parsed(schema.FilterOptions, body, "FilterOptions")
    size, n = [*said.size[:2], 0, 0][:2]
    return packets.FilterOptions(size, said.n if said.HasField("n") else n)


def _read_data(body: bytes) -> packets.Data:
    said = _parsed(schema.Data, body, "Data")
    # Quicker than to count them before. A frame of empty ones becomes 66 MiB at most, for a moment,
    # and only for whoever has proven to belong to the network; it is closed upon.
    if len(said.values) > VALUES_MAX:
        raise PeerViolation("more values than a Data may have", "3 Data")
    _demand(said, ("signature",), "Data")
    return packets.Data(tuple(said.values), said.signature)


def _read_request(body: bytes) -> packets.Request:
    said = _parsed(schema.Request, body, "Request")
    _demand(said, ("start",), "Request")
    return packets.Request(_bounds(said), said.limit)


def _read_link(body: bytes) -> packets.LinkOffer:
    said = _parsed(schema.Link, body, "Link")
    _demand(said, ("link",), "Link")
    return packets.LinkOffer(said.link)


def _bounds(said: schema.Range | schema.Request) -> Bounds:
    return Bounds(said.start, said.end if said.HasField("end") else None)


def _parsed(kind: type[M], body: bytes, section: str) -> M:
    try:
        return kind.FromString(body)
    except DecodeError as error:
        raise PeerViolation("a message that cannot be read", section) from error


def _demand(said: Message, fields: Sequence[str], section: str) -> None:
    for name in fields:
        if not said.HasField(name):
            raise PeerViolation("a message without a required field", section)


_LARGE = frozenset({Id.DATA, Id.SYNC})
"""Published programs put all they have into one; of whom that is taken the stream knows."""

_READERS: Mapping[int, Callable[[bytes], packets.Packet]] = {
    Id.HANDSHAKE: _read_handshake,
    Id.SYNC: _read_sync,
    Id.FILTER_OPTIONS: _read_filter_options,
    Id.DATA: _read_data,
    Id.REQUEST: _read_request,
    Id.LINK: _read_link,
}
