"""The folder beside a profile in which a move keeps its sealed file until all of it was sent.

Whoever made it holds its lock (``flock``), which is free the instant they are gone, however that
was: a folder whose lock can be had is what a kill left. Light to import, as ``placing``.
"""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.store.files import fault_of

FOLDER_PREFIX = ".tidings-moving-"
SEALED_NAME = "profile"
FRESH_ENDING = ".tidings-new"
"""Of a backup that is not whole yet; nobody else's file is called so."""

COPY_ENDING = ".tidings-copy"
"""Of the database that is sealed into it, where the profile's own disk is full."""

_OURS = re.compile(re.escape(FOLDER_PREFIX) + "[a-z0-9_]{8}")  # as ``mkdtemp`` names them
_NAMES = {SEALED_NAME, SEALED_NAME + FRESH_ENDING}


@contextmanager
def made_beside(profile: Path) -> Iterator[Path]:
    """A folder for its owner alone, on the disk that has room for the profile already, where
    ``SEALED_NAME`` may lie. It goes at the end. Raises Fault(DISK_*).
    """
    sweep_beside(profile)
    try:
        folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=profile.parent))
    except OSError as error:
        raise fault_of(error, profile.parent) from error
    handle = _locked(folder)
    try:
        yield folder
    finally:
        _remove(folder)
        if handle is not None:
            os.close(handle)


def sweep_beside(profile: Path) -> None:
    """Removes what moves that were killed left beside ``profile``, and nothing else. Never raises:
    what cannot be looked at or removed stays.
    """
    with suppress(OSError):
        for folder in [path for path in profile.parent.iterdir() if _OURS.fullmatch(path.name)]:
            handle = _locked(folder)
            if handle is None:
                continue
            try:
                names = {path.name for path in folder.iterdir()}
                if os.fstat(handle).st_uid == os.geteuid() and names <= _NAMES:
                    _remove(folder)
            finally:
                os.close(handle)


def _locked(folder: Path) -> int | None:
    """What holds its lock; None where somebody else does, or it is no folder that can be locked."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _remove(folder: Path) -> None:
    with suppress(OSError):
        for name in _NAMES:
            (folder / name).unlink(missing_ok=True)
        folder.rmdir()
