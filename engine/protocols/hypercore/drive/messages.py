"""A folder's metadata blocks: Hyperdrive 9's are written; 9's, 8's and 7's are read. Pure.

Nothing here raises for what an author wrote: what cannot be read is ``Unreadable``.
"""

from __future__ import annotations

from enum import IntEnum

from google.protobuf.message import DecodeError

from engine.protocols.hypercore.drive.entries import (
    MODE_FILE,
    MODE_FOLDER,
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


class _OlderType(IntEnum):
    """Hyperdrive 7's first byte; links are read, and then left out."""

    INDEX = 0
    FILE = 1
    FOLDER = 2


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


def decode_older(number: int, block: bytes) -> FolderBlock:
    """The same of Hyperdrive 7 (over draft 1), whose blocks begin with a type byte."""
    if not block:
        return _UNREADABLE
    try:
        match block[0]:
            case _OlderType.INDEX if number == 0:
                index = schema.OlderIndex()
                index.ParseFromString(block[1:])
                is_key = len(index.content) == KEY_BYTES
                return ContentsKey(index.content) if is_key else _UNREADABLE
            case _OlderType.FILE | _OlderType.FOLDER:
                return _decode_older_entry(block)
            case _:
                return _UNREADABLE
    except DecodeError:
        return _UNREADABLE


def _decode_older_entry(block: bytes) -> FolderBlock:
    entry = schema.OlderEntry()
    entry.ParseFromString(block[1:])
    usual = MODE_FILE if block[0] == _OlderType.FILE else MODE_FOLDER
    if not entry.name:
        return _UNREADABLE
    stat = Stat(
        mode=usual,
        size=entry.length,
        blocks=entry.blocks,
        offset=entry.content.block_offset,
        byte_offset=entry.content.bytes_offset,
        changed_at=entry.mtime / _MILLISECONDS,
        made_at=entry.ctime / _MILLISECONDS,
    )
    name = entry.name if entry.name.startswith("/") else f"/{entry.name}"
    return _entry(name, stat)
