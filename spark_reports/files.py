"""Files and folders that only their owner can read: histories are private."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_SIGNS = re.compile(r"[,:\\\[\]{}*?]")


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


@contextmanager
def otherwise_named(folder: Path) -> Iterator[Path]:
    """The same folder by a name without signs that mean something to Spark. Raises OSError."""
    with TemporaryDirectory(prefix="tidings-") as beside:  # which only its owner can enter
        other = Path(beside) / (_SIGNS.sub("", folder.name) or "folder")
        other.symlink_to(folder.absolute(), target_is_directory=True)
        yield other
