"""The messages of DEP-0010, to bytes and back; and its run-length encoded bitfields."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from tests.interop.dep0010_peer.holding import Block
from tests.interop.dep0010_peer.tree import Node
from tests.interop.document_peer.wire import Fields, data, number, varint


class Type(IntEnum):
    """The table of the document."""

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


def feed(discovery_key: bytes, nonce: bytes = b"") -> bytes:
    """``nonce``: on the first channel alone."""
    return data(1, discovery_key) + data(2, nonce)


def handshake(own_id: bytes, *, live: bool, extensions: Iterable[str] = ()) -> bytes:
    """Extensions in the order in which they are numbered."""
    named = b"".join(data(4, name.encode(), always=True) for name in extensions)
    return data(1, own_id) + number(2, live, always=True) + named


def info(*, uploading: bool, downloading: bool) -> bytes:
    """Both are true until something else is said."""
    return number(1, uploading, always=True) + number(2, downloading, always=True)


def span(start: int, length: int | None = None) -> bytes:
    """Of Unhave, Want and Unwant; and of a Have without a bitfield."""
    return number(1, start, always=True) + (b"" if length is None else number(2, length))


def have(start: int, length: int, bitfield: bytes) -> bytes:
    """``bitfield``: packed by ``packed``."""
    return span(start, length) + data(3, bitfield)


def request(index: int, nodes: int, *, byte: int = 0, only_hash: bool = False) -> bytes:
    """``byte``: the block that holds this byte, instead of ``index``."""
    return number(1, index, always=True) + number(2, byte) + number(3, only_hash) + number(4, nodes)


def cancel(index: int) -> bytes:
    """Of a request without further fields."""
    return number(1, index, always=True)


def block(sent: Block) -> bytes:
    """Its nodes in the order in which they prove it."""
    value = b"" if sent.value is None else data(2, sent.value, always=True)
    nodes = b"".join(data(3, _node(node), always=True) for node in sent.nodes)
    return number(1, sent.index, always=True) + value + nodes + data(4, sent.signature)


def read_block(message: bytes) -> Block:
    """A Data message."""
    fields = Fields(message)
    value = fields.data(2) if fields.has(2) else None
    return Block(fields.number(1), value, fields.each(3, _read_node), fields.data(4))


def _node(node: Node) -> bytes:
    return (
        number(1, node.index, always=True) + data(2, node.hash) + number(3, node.size, always=True)
    )


def _read_node(message: bytes) -> Node:
    fields = Fields(message)
    return Node(fields.number(1), fields.data(2), fields.number(3))


def extension(user_type: int, payload: bytes) -> bytes:
    """``<varint user-type><payload>``."""
    return varint(user_type) + payload


# ---- bitfields: the first block's bit is the most significant one of the first byte


def packed(blocks: Iterable[int], length: int) -> bytes:
    """As one uncompressed sequence, but for whole bytes of ones at its beginning."""
    bits = bytearray((length + 7) // 8)
    for one in blocks:
        bits[one // 8] |= 0x80 >> one % 8
    full = len(bits) - len(bits.lstrip(b"\xff"))
    run = varint(full << 2 | 1 << 1 | 1) if full else b""
    rest = bytes(bits[full:])
    return run + (varint(len(rest) << 1) + rest if rest else b"")


def unpacked(bitfield: bytes) -> set[int]:
    """The blocks it tells of."""
    bits = bytearray()
    at = 0
    while at < len(bitfield):
        header = shift = 0
        while True:
            byte, at = bitfield[at], at + 1
            header |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if header & 1:
            bits += (b"\xff" if header & 2 else b"\0") * (header >> 2)
        else:
            bits += bitfield[at : at + (header >> 1)]
            at += header >> 1
    return {place for place in range(8 * len(bits)) if bits[place // 8] & 0x80 >> place % 8}
