"""A little room kept in a profile's folder, so that it can be opened on a disk that is full.

Even to read, SQLite makes the index of its log beside the file (32 KiB), and whoever cannot is told
that the disk is full. Nothing is in the file: it is let go where that happens, and kept again as
soon as there is room.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from engine.store.files import FILE_MODE

RESERVE_NAME = "reserve"
RESERVE_BYTES = 65_536  # ours: the index of a log as long as it may become, twice
_PIECE_BYTES = 4_096
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def keep(folder: Path) -> None:
    """As much of it as there is room for. Never raises: a profile is none the worse without."""
    path = folder / RESERVE_NAME
    with suppress(OSError):
        size = path.stat().st_size if path.exists() else 0
        if size >= RESERVE_BYTES:
            return
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINKS
        with os.fdopen(os.open(path, flags, FILE_MODE), "ab", buffering=0) as file:
            pieces = range(size, RESERVE_BYTES, _PIECE_BYTES)
            file.writelines(os.urandom(_PIECE_BYTES) for _ in pieces)  # no disk makes it smaller
            os.fsync(file.fileno())


def let_go(folder: Path) -> bool:
    """Whether there was any."""
    try:
        (folder / RESERVE_NAME).unlink()
    except OSError:
        return False
    return True
