"""Both wire protocols of Hypercore, entries of folders, and bitfields."""

from __future__ import annotations

from collections.abc import Iterator

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.dep0010 import messages as dep0010
from engine.protocols.hypercore.draft1 import messages as draft1
from engine.protocols.hypercore.limits import BLOCK_LIMIT, EXTENSION_BYTES_MAX, REMOTE_RANGES_MAX
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof
from engine.schemas import hypercore_pb2 as schema
from engine.schemas import hyperdrive_pb2 as drive
from engine.wire.protobuf_scan import PIECES_MAX, UNCOUNTED_BYTES_MAX
from engine.wire.varint import encode_varint

_KEY, _NONCE = bytes(32), bytes(24)
_PROOF = Proof((Node(2, _KEY, 9),), bytes(64))
_OF_BOTH: tuple[packets.Packet, ...] = (
    packets.Handshake(_KEY, live=True, extensions=("one", "two")),
    packets.Have(((3, 4),)),
    packets.Have(((3, 9),)),
    packets.Unhave(3, 9),
    packets.Want(0, None),
    packets.Want(3, 9),
    packets.Unwant(0, None),
    packets.Request(3, 0, hash_only=True, digest=1),
    packets.Cancel(3),
    packets.Data(3, b"block", _PROOF),
    packets.Data(3, None, Proof(())),
    packets.Extension(1, b"said"),
)
_OF_DEP0010: tuple[packets.Packet, ...] = (
    *_OF_BOTH,
    packets.Feed(_KEY),
    packets.Feed(_KEY, _NONCE),
    packets.Info(uploading=True),
    packets.Info(downloading=False),
    packets.Have(((3, 9),), acknowledges=True),
    packets.Have(((3, 9),), replaces=(0, 64)),
    packets.Bitfield((0, 16), b"\xff\x01"),
)
_OF_DRAFT1: tuple[packets.Packet, ...] = (*_OF_BOTH, packets.Pause(), packets.Resume())
_MESSAGE, _FOLDER = 1, 3
_EMPTY = b"\xfa\x01\x00"
_EVERY_WIRE_TYPE = b"\xf8\x01\x05\xf9\x01" + bytes(8) + b"\xfd\x01" + bytes(4)

Given = Iterator[tuple[int, bytes]]


def written_of_dep0010() -> Given:
    """For the readers of that target."""
    for packet in _OF_DEP0010:
        kind, body = dep0010.encode(packet)
        yield _MESSAGE, bytes((kind,)) + body
    have = schema.Have(start=1, bitfield=b"\x07").SerializeToString()
    yield _MESSAGE, bytes((dep0010.Type.HAVE,)) + have
    beyond = schema.Span(start=BLOCK_LIMIT).SerializeToString()
    yield _MESSAGE, bytes((dep0010.Type.WANT,)) + beyond
    yield _MESSAGE, bytes((dep0010.Type.EXTENSION, 1)) + bytes(EXTENSION_BYTES_MAX + 1)
    yield _MESSAGE, bytes((dep0010.Type.HANDSHAKE,)) + _many(4)
    yield _MESSAGE, bytes((dep0010.Type.HANDSHAKE,)) + _EMPTY * PIECES_MAX
    yield _MESSAGE, bytes((dep0010.Type.HANDSHAKE,)) + _EMPTY * (PIECES_MAX + 1)
    yield _MESSAGE, bytes((dep0010.Type.HANDSHAKE,)) + _EVERY_WIRE_TYPE * 1_000
    for bad in (b"\x00", b"\x0b", b"\x0a\x7f"):
        yield _MESSAGE, bytes((dep0010.Type.HANDSHAKE,)) + _EMPTY * UNCOUNTED_BYTES_MAX + bad
    yield _MESSAGE, bytes((dep0010.Type.DATA,)) + _many(3)
    yield from ((_FOLDER, one) for one in _entries())


def _entries() -> Iterator[bytes]:
    """The first byte says whether it is the folder's first block."""
    stat = drive.Stat(mode=0o100644, size=9, blocks=1, offset=0, byte_offset=0)
    beyond = drive.Stat(mode=0o100644, size=9, blocks=1, offset=BLOCK_LIMIT)
    for first in (b"\x00", b"\x01"):
        yield first
        yield first + drive.Index(type="hyperdrive", content=_KEY).SerializeToString()
        yield first + drive.Node(name="/a").SerializeToString()
        yield first + drive.Node().SerializeToString()
        for one in (stat, beyond):
            value = one.SerializeToString()
            yield first + drive.Node(name="/a", value=value, paths=b"p").SerializeToString()
        yield first + drive.Node(name="/a", value=b"\xff").SerializeToString()


def written_of_draft1() -> Given:
    """For the readers of that target."""
    for packet in _OF_DRAFT1:
        yield _MESSAGE, draft1.encode(packet)
        yield _MESSAGE, draft1.encode(packet, document=True)
    for end in (0, 64):
        have = schema.DraftHave(start=3, end=end or None, bitfield=b"")
        yield _MESSAGE, bytes((draft1.Type.HAVE,)) + have.SerializeToString()
    beyond = schema.DraftSpan(start=BLOCK_LIMIT).SerializeToString()
    yield _MESSAGE, bytes((draft1.Type.WANT,)) + beyond
    yield _MESSAGE, bytes((draft1.Type.EXTENSION,)) + bytes(EXTENSION_BYTES_MAX + 1)
    yield _MESSAGE, bytes((draft1.Type.END,))
    yield _MESSAGE, bytes((draft1.Type.HANDSHAKE,)) + _many(2)
    yield _MESSAGE, bytes((draft1.Type.DATA,)) + _many(3)
    for nonce in (None, _NONCE, b"short"):
        yield 2, dep0010.encode(packets.Feed(_KEY, nonce))[1]
    yield 2, b"\xff"


def written_bitfields() -> Given:
    """Lengths and values of runs; more ranges than are kept."""
    for size in (0, 1, 9, 300):
        for kind in (1, 3):
            yield 0, encode_varint(size << 2 | kind) + b"\x04\xff\xf0"
            yield 1, encode_varint(size << 2 | kind) + b"\x04\xff\xf0"
        yield 2, b"\x0f" + b"\xff" * size + b"\xf0" + bytes(size) + b"\x01"
        yield 2, b"\xff" * size
    patchy = b"\x55" * (REMOTE_RANGES_MAX // 4 + 2)
    yield 2, patchy
    yield 2, b"\x80" + patchy
    yield 2, patchy + b"\xff\x00\x55" * 9
    yield 0, rle.encode(patchy + b"\xff" * 9 + b"\x55")
    yield 0, encode_varint(len(patchy) << 1) + patchy + b"\x02\x55"


def _many(field: int) -> bytes:
    """More elements than anybody writes."""
    return bytes((field << 3 | 2, 0)) * UNCOUNTED_BYTES_MAX
