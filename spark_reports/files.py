"""Files and folders that only their owner can read: histories are private."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def create(path: Path) -> BinaryIO:
    """An empty file to write to; one that is there is emptied. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, FILE_MODE), "wb")


def write(path: Path, content: bytes) -> None:
    """A file of that content. Raises OSError."""
    with create(path) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
