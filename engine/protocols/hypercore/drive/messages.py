"""A folder's metadata blocks: Hyperdrive 9's are written; 9's and 8's, which are alike, are read.
Pure.

Nothing here raises for what an author wrote: what cannot be read is ``Unreadable``.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError

from engine.protocols.hypercore.drive.entries import (
    ContentsKey,
    Entry,
    FolderBlock,
    Stat,
    Unreadable,
)
from engine.protocols.hypercore.limits import BLOCK_LIMIT, FRAME_BYTES_MAX, KEY_BYTES
from engine.schemas import hyperdrive_pb2 as schema

TYPE = "hyperdrive"
_MILLISECONDS = 1_000
_UNREADABLE = Unreadable()


def encode_contents_key(key: bytes) -> bytes:
    """Block 0."""
    return schema.Index(type=TYPE, content=key).SerializeToString()


def encode_entry(entry: Entry) -> bytes:
    """Any later block."""
    value = None if entry.stat is None else _encode_stat(entry.stat)
    return schema.Node(name=entry.name, value=value, paths=entry.paths).SerializeToString()


def _encode_stat(stat: Stat) -> bytes:
    is_file = stat.is_file
    written = schema.Stat(
        mode=stat.mode,
        uid=0,
        gid=0,
        size=stat.size if is_file else None,
        blocks=stat.blocks if is_file else None,
        offset=stat.offset,
        byte_offset=stat.byte_offset,
        mtime=round(stat.changed_at * _MILLISECONDS),
        ctime=round(stat.made_at * _MILLISECONDS),
    )
    if not is_file:
        written.ClearField("uid")
        written.ClearField("gid")
    return written.SerializeToString()


def decode(number: int, block: bytes) -> FolderBlock:
    """What block ``number`` of a metadata feed says."""
    try:
        return _decode_index(block) if number == 0 else _decode_entry(block)
    except DecodeError:
        return _UNREADABLE


def _decode_index(block: bytes) -> FolderBlock:
    index = schema.Index()
    index.ParseFromString(block)
    is_ours = index.type == TYPE and len(index.content) == KEY_BYTES
    return ContentsKey(index.content) if is_ours else _UNREADABLE


def _decode_entry(block: bytes) -> FolderBlock:
    node = schema.Node()
    node.ParseFromString(block)
    if not node.name:
        return _UNREADABLE
    if not node.HasField("value"):
        return Entry(node.name, None, node.paths)
    stat = schema.Stat()
    stat.ParseFromString(node.value)
    return _entry(node.name, _stat(stat), node.paths)


def _entry(name: str, stat: Stat, paths: bytes = b"") -> FolderBlock:
    """Unreadable where its numbers can be those of no file: no block is larger than a frame, and
    all but one have a byte.
    """
    numbers = (stat.size, stat.blocks, stat.offset, stat.byte_offset)
    is_in_a_feed = max(numbers) < BLOCK_LIMIT and stat.offset + stat.blocks < BLOCK_LIMIT
    most, least = stat.blocks * FRAME_BYTES_MAX, max(0, stat.blocks - 1)
    has_its_bytes = not stat.is_file or least <= stat.size <= most
    return Entry(name, stat, paths) if is_in_a_feed and has_its_bytes else _UNREADABLE


def _stat(stat: schema.Stat) -> Stat:
    return Stat(
        mode=stat.mode,
        size=stat.size,
        blocks=stat.blocks,
        offset=stat.offset,
        byte_offset=stat.byte_offset,
        changed_at=stat.mtime / _MILLISECONDS,
        made_at=stat.ctime / _MILLISECONDS,
    )
