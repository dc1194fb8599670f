"""A folder as Hyperdrive 9 wrote it: read, and written again to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.protocols.hypercore.drive.entries import MODE_FILE, ContentsKey, Entry, Unreadable
from engine.protocols.hypercore.drive.messages import (
    decode,
    encode_contents_key,
    encode_entry,
)
from engine.protocols.hypercore.drive.paths import Names
from engine.protocols.hypercore.limits import FRAME_BYTES_MAX
from engine.schemas import hyperdrive_pb2 as schema

FOLDER: dict[str, Any] = json.loads(  # Any: recorded JSON
    Path(__file__).with_name("hypercore.json").read_text("utf-8")
)["hyperdrive"]
BLOCKS = [bytes.fromhex(one["hex"]) for one in FOLDER["metadata"]]


def test_the_first_block_tells_the_key_of_the_contents() -> None:
    key = bytes.fromhex(FOLDER["contentKey"])
    assert decode(0, BLOCKS[0]) == ContentsKey(key)
    assert encode_contents_key(key) == BLOCKS[0]


@pytest.mark.parametrize("number", range(1, len(BLOCKS)))
def test_every_entry_is_read(number: int) -> None:
    recorded = FOLDER["metadata"][number]
    entry = decode(number, BLOCKS[number])
    assert isinstance(entry, Entry)
    assert entry.name == recorded["name"]
    assert entry.paths.hex() == recorded["paths"]
    wanted = recorded["stat"]
    if wanted is None:
        assert entry.stat is None
        return
    assert entry.stat is not None
    assert (entry.stat.mode, entry.stat.size) == (wanted["mode"], wanted["size"])
    assert (entry.stat.offset, entry.stat.blocks) == (wanted["offset"], wanted["blocks"])
    assert entry.stat.byte_offset == wanted["byteOffset"]
    assert entry.stat.changed_at == wanted["mtime"] / 1_000
    assert entry.stat.is_folder == (recorded["name"] == "/empty")


def test_the_same_changes_write_the_same_blocks() -> None:
    names = Names()
    for number, block in enumerate(BLOCKS[1:], 1):
        entry = decode(number, block)
        assert isinstance(entry, Entry)
        put = names.remove if entry.stat is None else names.put
        again = Entry(entry.name, entry.stat, put(entry.name, number))
        assert encode_entry(again) == block


@pytest.mark.parametrize("block", [b"", b"\xff" * 9, b"\3abc", b"\x0a\x01a\x12\x02\xff\xff"])
def test_what_says_nothing_is_left_out(block: bytes) -> None:
    for number in (0, 1):
        assert isinstance(decode(number, block), Unreadable)


@pytest.mark.parametrize("blocks", [0, 1, 3])
def test_a_file_of_more_bytes_than_its_blocks_can_hold_is_left_out(blocks: int) -> None:
    most = blocks * FRAME_BYTES_MAX
    for size, is_one in ((most, True), (most + 1, False)):
        stat = schema.Stat(mode=MODE_FILE, size=size, blocks=blocks).SerializeToString()
        read = decode(1, schema.Node(name="/a", value=stat).SerializeToString())
        assert isinstance(read, Entry) is is_one


@pytest.mark.parametrize("size", [0, 1, 7])
def test_a_file_of_more_blocks_than_its_bytes_can_fill_is_left_out(size: int) -> None:
    """Its blocks are sought, however many there are."""
    for blocks, is_one in ((max(size, 1), True), (size + 2, False), (1 << 61, False)):
        stat = schema.Stat(mode=MODE_FILE, size=size, blocks=blocks).SerializeToString()
        read = decode(1, schema.Node(name="/a", value=stat).SerializeToString())
        assert isinstance(read, Entry) is is_one


def test_a_file_beyond_all_feeds_is_left_out() -> None:
    for field in ("size", "blocks", "offset", "byte_offset"):
        stat = schema.Stat(**{field: 1 << 62}).SerializeToString()
        block = schema.Node(name="/a", value=stat).SerializeToString()
        assert isinstance(decode(1, block), Unreadable)
