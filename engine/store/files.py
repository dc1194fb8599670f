"""Folders and files that only their owner may read, and files replaced whole or not at all.

The one place where the operating system's errors about a profile's files are put into the engine's
words. Knows nothing of what stands in them.
"""

from __future__ import annotations

import errno
import logging
import os
import stat
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from engine.errors import Fault, FaultReason, Refusal, Refused

FOLDER_MODE = 0o700
FILE_MODE = 0o600
COPIES_KEPT = 2  # ours: of one kind
_OTHERS = 0o077
_FRESH_ENDING = ".tidings-new"  # nobody else's file is called so
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)  # not on Windows
_FULL: Final = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
_READ_ONLY: Final = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})

_log = logging.getLogger(__name__)


def fault_of(error: OSError, path: Path) -> Fault:
    """What an operating system's error about ``path`` means for the user."""
    if error.errno in _FULL:
        return Fault(FaultReason.DISK_FULL, str(path))
    if error.errno in _READ_ONLY:
        return Fault(FaultReason.DISK_READ_ONLY, str(path))
    return Fault(FaultReason.DISK_FAILED, f"{path}: {error.strerror or error}")


# ---- who may read -------------------------------------------------------------------------------


def make_private_folder(folder: Path) -> None:
    """Makes ``folder`` (and its parents, with their usual modes) or tightens the modes of ours.

    Its name is durable when this returns: else all that is synced in it could go with the name.
    Raises Fault if it cannot be made, is a link or no folder, or belongs to somebody else: in a
    folder of somebody else nothing is private.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=FOLDER_MODE)
            sync(folder.parent)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid():
            raise Fault(FaultReason.DISK_FAILED, f"{folder} is not a folder of yours")
        if state.st_mode & _OTHERS:
            _tighten(folder, state.st_mode)
    except OSError as error:
        raise fault_of(error, folder) from error


def make_private(path: Path) -> None:
    """Whoever else could read or write ``path``, a folder or a file that may be missing, cannot.

    A link is left alone: it would be somebody else's file. Where the disk knows no modes, or the
    file is not ours, that is logged, and ``tidings doctor`` names it. Raises Fault(DISK_READ_ONLY)
    for a disk that nobody can write to.
    """
    try:
        state = path.lstat()
        is_ours = stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)
        if is_ours and state.st_mode & _OTHERS:
            _tighten(path, state.st_mode)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno == errno.EROFS:
            raise fault_of(error, path) from error
        _log.warning("%s is open to others and stays so: %s", path.name, error.strerror)


def _tighten(path: Path, mode: int) -> None:
    path.chmod(FOLDER_MODE if stat.S_ISDIR(mode) else FILE_MODE)
    _log.warning("%s was open to others (%o); now it is not", path.name, stat.S_IMODE(mode))


def create_private(path: Path) -> None:
    """An empty file that nobody else can read, if there is none; durable when this returns.

    SQLite's log beside it inherits the mode. Raises Fault.
    """
    try:
        is_new = not path.exists()
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | _NO_LINKS, FILE_MODE))
        if is_new:
            sync(path.parent)
    except OSError as error:
        raise fault_of(error, path) from error


# ---- what is written ----------------------------------------------------------------------------


def place_of(path: Path) -> Path:
    """Where a file that our user wants at ``path`` comes to lie: behind links, not in their place.

    Refused with FILE_UNWRITABLE where something lies there that is no file (a folder, a device, a
    pipe), or the way there cannot be gone: a new file would take its place.
    """
    try:
        place = path.resolve()
        kind = place.stat().st_mode if place.exists() else stat.S_IFREG
    except (OSError, RuntimeError, ValueError) as error:  # a ring of links, no name for a file
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} ({why})") from error
    if not stat.S_ISREG(kind):
        why = "it is a folder" if stat.S_ISDIR(kind) else "it is no file"
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} ({why})")
    return place


def replace_file(path: Path, content: bytes) -> None:
    """``path`` holds ``content`` afterwards, or what it held before; mode 0600; on the disk.

    Raises OSError; then the file is as it was.
    """
    fresh = path.with_name(path.name + _FRESH_ENDING)
    try:
        fresh.unlink(missing_ok=True)  # left by a crash, perhaps with another mode
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS
        with open(os.open(fresh, flags, FILE_MODE), "wb") as file:  # noqa: PTH123 - with a mode
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    sync(path.parent)


def keep_copy(path: Path, folder: Path, name: str) -> Path:
    """A copy of ``path`` in ``folder``, 0600, durable: named ``name`` with the next ``{number}``.

    Of those with such a name the newest ones stay. Raises OSError or Fault; then there is no copy.
    """
    make_private_folder(folder)
    kept = sorted(folder.glob(name.format(number="*")), key=lambda file: file.stat().st_mtime_ns)
    taken = {file.name for file in kept}
    number = next(n for n in count(1) if name.format(number=n) not in taken)
    copy = folder / name.format(number=number)
    replace_file(copy, path.read_bytes())
    for old in kept[: max(0, len(kept) + 1 - COPIES_KEPT)]:
        old.unlink(missing_ok=True)
    return copy


def sync(path: Path) -> None:
    """Makes a file's content, or a folder's entries, durable. Raises OSError."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders, and keeps their entries itself
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
