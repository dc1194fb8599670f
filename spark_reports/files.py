"""Files and folders that only their owner can read: histories are private.

What is written may be lost when the power is cut, until it is settled: no file is synced otherwise.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_OF_NO_SYNC = frozenset({errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.ENOSYS})
"""What disks, of other computers mostly, answer that cannot sync such a thing as was asked for."""
_SIGNS = re.compile(r"[,:\\\[\]{}*?]")


def create(path: Path) -> BinaryIO:
    """An empty file to write to; one that is there is emptied. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, FILE_MODE), "wb")


def write(path: Path, content: bytes) -> None:
    """A file of that content. Raises OSError."""
    with create(path) as file:
        file.write(content)


def make_folder(folder: Path) -> None:
    """With those above it that are not there; their names outlast a power cut. Raises OSError."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    for one in missing:
        sync(one.parent)


def settle(
    folder: Path, files: Iterable[Path], is_called_off: Callable[[], bool] = lambda: False
) -> None:
    """Those files below ``folder``, and all names on the way to them, outlast a power cut, unless
    ``is_called_off``, which is asked before each of them.

    Raises OSError.
    """
    ways = {folder}
    for file in files:
        if is_called_off():
            return
        sync(file)
        ways.update(one for one in file.parents if one.is_relative_to(folder))
    for one in ways:
        sync(one)


def sync(path: Path) -> None:
    """What is in the file, or which names are in the folder, outlasts a power cut. Raises OSError.

    Nothing happens where the system or the disk has no such thing to offer.
    """
    is_folder = path.is_dir()
    if is_folder and sys.platform == "win32":
        return  # which opens no folders, and keeps their names itself
    try:
        handle = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)  # Windows syncs no other
    except PermissionError:
        if not is_folder:
            raise
        return  # it may be written into, but not be read
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _OF_NO_SYNC:
            raise
    finally:
        os.close(handle)


@contextmanager
def otherwise_named(folder: Path) -> Iterator[Path]:
    """The same folder by a name without signs that mean something to Spark. Raises OSError."""
    with TemporaryDirectory(prefix="tidings-") as beside:  # which only its owner can enter
        other = Path(beside) / (_SIGNS.sub("", folder.name) or "folder")
        other.symlink_to(folder.absolute(), target_is_directory=True)
        yield other
