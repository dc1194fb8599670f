"""The messages of the draft, to bytes and back."""

from __future__ import annotations

from enum import IntEnum

from tests.interop.dep0010_peer.holding import Block
from tests.interop.dep0010_peer.tree import Node
from tests.interop.document_peer.wire import Fields, data, number


class Type(IntEnum):
    """Their numbers; Open has none, as it is the first on its channel."""

    HANDSHAKE = 0
    HAVE = 1
    WANT = 2
    REQUEST = 3
    DATA = 4
    CANCEL = 5
    PAUSE = 6
    RESUME = 7


def opening(discovery_key: bytes, nonce: bytes) -> bytes:
    """Open."""
    return data(1, discovery_key) + data(2, nonce)


def handshake(own_id: bytes) -> bytes:
    """Without extensions."""
    return data(1, own_id)


def span(start: int, end: int | None = None) -> bytes:
    """Of Have and Want; ``end`` is the first that is not meant."""
    return number(1, start, always=True) + (b"" if end is None else number(2, end))


def request(
    block: int | None, nodes: int, *, byte: int | None = None, only_hash: bool = False
) -> bytes:
    """By block or by byte offset."""
    by_block = b"" if block is None else number(1, block, always=True)
    by_byte = b"" if byte is None else number(2, byte, always=True)
    return by_block + by_byte + number(3, only_hash) + number(4, nodes)


def cancel(block: int) -> bytes:
    """Of a request by block."""
    return number(1, block, always=True)


def block(sent: Block) -> bytes:
    """A node's size comes before its hash."""
    value = b"" if sent.value is None else data(2, sent.value, always=True)
    nodes = b"".join(data(3, _node(node), always=True) for node in sent.nodes)
    return number(1, sent.index, always=True) + value + nodes + data(4, sent.signature)


def read_block(message: bytes) -> Block:
    """A Data message."""
    fields = Fields(message)
    value = fields.data(2) if fields.has(2) else None
    return Block(fields.number(1), value, fields.each(3, _read_node), fields.data(4))


def _node(node: Node) -> bytes:
    size = number(2, node.size, always=True)
    return number(1, node.index, always=True) + size + data(3, node.hash)


def _read_node(message: bytes) -> Node:
    fields = Fields(message)
    return Node(fields.number(1), fields.data(3), fields.number(2))
