"""Folders and files that only their owner may read, and files that are replaced whole or not at
all.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from engine.errors import Fault, FaultReason

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_OTHERS = 0o077


def make_private_folder(folder: Path) -> None:
    """Makes ``folder`` (and its parents, with their usual modes) or tightens the modes of ours.

    Raises Fault if it cannot be made, is a link or no folder, or belongs to somebody else: in a
    folder of somebody else nothing is private.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=FOLDER_MODE)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid():
            raise Fault(FaultReason.DISK_FAILED, f"{folder} is not a folder of yours")
        if state.st_mode & _OTHERS:
            folder.chmod(FOLDER_MODE)
    except OSError as error:
        raise fault_of(error, folder) from error


def replace_file(path: Path, content: bytes) -> None:
    """``path`` holds ``content`` afterwards, or what it held before; mode 0600; on the disk.

    Raises OSError; then the file is as it was.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        with open(os.open(fresh, flags, FILE_MODE), "wb") as file:  # noqa: PTH123 - with a mode
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    _sync_folder(path.parent)


def fault_of(error: OSError, path: Path) -> Fault:
    """What an operating system's error about ``path`` means for the user."""
    import errno

    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return Fault(FaultReason.DISK_FULL, str(path))
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return Fault(FaultReason.DISK_READ_ONLY, str(path))
        case _:
            return Fault(FaultReason.DISK_FAILED, f"{path}: {error.strerror or error}")


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
