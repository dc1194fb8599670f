"""A file of a shared directory, read as it will be published: in pieces, and only while it stays
the same. On a thread of its own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.folders.inside import Seen, enter, folder_of
from engine.model.feeds import PART_BYTES

WHOLE_BYTES_MAX = 2 << 20  # ours: read at once; what is larger comes piece by piece


class Changed(Exception):  # noqa: N818 - a finding: it is read again when it has come to rest
    """It is not the file any more that was seen, or is being written."""


@dataclass(frozen=True, slots=True)
class Content:
    """All of a file, cut; ``digest`` is its SHA-256."""

    blocks: tuple[bytes, ...]
    digest: bytes


@contextmanager
def _opened(directory: Path, path: str, seen: Seen) -> Iterator[int]:
    """Its descriptor; at both ends of the block it is as it was seen, or Changed is raised."""
    top = enter(directory)
    try:
        with folder_of(top, path) as (folder, name):
            handle = folder.open(name)
    finally:
        top.close()
    try:
        if Seen.of(os.fstat(handle)) != seen:
            raise Changed
        yield handle
        if Seen.of(os.fstat(handle)) != seen:
            raise Changed
    finally:
        os.close(handle)


def read_whole(directory: Path, path: str, seen: Seen) -> Content:
    """A file of up to WHOLE_BYTES_MAX. Raises Changed, or OSError."""
    digest, blocks = hashlib.sha256(), list[bytes]()
    with _opened(directory, path, seen) as handle:
        for block in _blocks(handle, seen.size):
            digest.update(block)
            blocks.append(block)
    return Content(tuple(blocks), digest.digest())


def read_piece(directory: Path, path: str, seen: Seen, start: int) -> tuple[bytes, ...]:
    """Up to WHOLE_BYTES_MAX from ``start``, a multiple of PART_BYTES. Raises Changed, OSError."""
    with _opened(directory, path, seen) as handle:
        os.lseek(handle, start, os.SEEK_SET)
        return tuple(_blocks(handle, min(WHOLE_BYTES_MAX, seen.size - start)))


def _blocks(handle: int, size: int) -> Iterator[bytes]:
    left = size
    while left > 0:
        block = _read(handle, min(PART_BYTES, left))
        left -= len(block)
        yield block


def _read(handle: int, size: int) -> bytes:
    pieces, left = list[bytes](), size
    while left > 0:
        piece = os.read(handle, left)
        if not piece:
            raise Changed  # it was cut short
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
