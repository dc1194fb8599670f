"""One feed of the fake engine: its blocks, and what they say. See ``tests.fake_feeds``."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from engine.model import views
from engine.model.feeds import BlockStretch, BlockView, FeedState, FeedView
from engine.model.ids import OrderKey, PostId, PostKind

PIECE_BYTES = 65_536  # of a file, as the real engine cuts it
INDEX_BYTES, ID_BYTES = 8, 32


@dataclass
class FakeFeed:
    """One feed: what is known of it, and the blocks of it that are here."""

    view: FeedView
    blocks: dict[int, bytes] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    state: FeedState | None = None
    """Whatever a test says; None: what the rest of the scene makes it."""
    sought: list[tuple[int, int]] = field(default_factory=list)
    withheld: set[int] = field(default_factory=set)
    """Blocks that nobody who is connected has."""
    remote: dict[int, bytes] = field(default_factory=dict)
    """Blocks that a connected peer has."""


def row_of(feed: FakeFeed, index: int, now: float) -> views.PostView | None:
    """The row that a block makes; None: it is a piece of a file."""
    block = feed.blocks[index]
    text, at, files = read_block(block)
    if index in files_of_others(feed, index):
        return None
    return views.PostView(
        id=PostId(hashlib.blake2b(feed.view.key + index.to_bytes(8, "big")).digest()[:ID_BYTES]),
        kind=PostKind.BLOCK,
        height=index,
        parents=(),
        timestamp=now if at is None else at,
        author=views.AuthorView(feed.view.key, ()),
        text=text,
        body=None,  # of one post alone, as the real engine does it
        order=order_of(index),
        received_at=now if at is None else at,
        ours=feed.view.own,
        reached=feed.view.holders if feed.view.own else 0,
        files=files,
    )


def entry_bytes(text: str, at: float) -> bytes:
    """The block of an entry without files."""
    return json.dumps({"text": text, "at": at}).encode()


def order_of(index: int) -> OrderKey:
    """Block numbers are the order of a feed; the real engine's keys are as long."""
    number = index.to_bytes(INDEX_BYTES, "big")
    return OrderKey(number + bytes(ID_BYTES - INDEX_BYTES) + number)


def pieces_of(data: bytes) -> list[bytes]:
    return [data[at : at + PIECE_BYTES] for at in range(0, len(data), PIECE_BYTES)] or [b""]


def block_view(feed: FakeFeed, index: int) -> BlockView:
    return BlockView(index, feed.sizes[index], feed.blocks.get(index))


def missing_blocks(feed: FakeFeed, start: int, end: int) -> tuple[BlockStretch, ...]:
    return tuple(
        BlockStretch(index, index + 1)
        for index in range(max(0, start), min(end, len(feed.sizes)))
        if index not in feed.blocks and index not in files_of_others(feed, index)
    )


def read_block(block: bytes) -> tuple[str, float | None, tuple[views.FileView, ...]]:
    """Text, time and files of the row that a block makes."""
    try:
        body = block.decode()
    except UnicodeDecodeError:
        return "", None, (views.FileView("", "application/octet-stream", len(block)),)
    try:
        entry = json.loads(body)
    except ValueError:
        return body, None, ()
    files = tuple(
        views.FileView(one["name"], one["type"], one["size"]) for one in entry.get("files", ())
    )
    return entry["text"], entry["at"], files


def files_of_others(feed: FakeFeed, index: int) -> range:
    """The pieces of files behind the last entry before ``index`` that has files."""
    for before in range(index - 1, -1, -1):
        files = _entry_files(feed.blocks.get(before, b""))
        if files is not None:
            return range(before + 1, before + 1 + files)
    return range(0)


def _entry_files(block: bytes) -> int | None:
    """How many blocks the files of that entry take; None: it is no entry with files."""
    try:
        entry = json.loads(block)
        return int(sum(one["blocks"] for one in entry["files"]))
    except (ValueError, KeyError, TypeError):
        return None
