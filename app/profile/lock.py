"""The profile's lock: one engine a profile, whoever starts it (D14).

The lock is the operating system's (``flock``): it is free the instant its holder is gone, however
that ended, and the file's presence means nothing. What stands in it is its holder's word of what it
waits for; who takes the lock next wipes it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.store.files import FILE_MODE, fault_of

_UNLOCKING = b"unlocking"


class ProfileLock:
    """Held from its making until ``release`` or the end of the process."""

    def __init__(self, handle: int) -> None:
        """``handle`` is the locked file; see ``try_lock``."""
        self._handle: int | None = handle

    def release(self) -> None:
        """Lets others have the profile. May be called twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def try_lock(path: Path) -> ProfileLock | None:
    """The lock, or None while somebody holds it. Raises Fault if the file cannot be made."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        handle = os.open(path, flags, FILE_MODE)
    except OSError as error:
        raise fault_of(error, path) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(handle, 0)
    except BlockingIOError:
        os.close(handle)
        return None
    except OSError as error:
        os.close(handle)
        raise fault_of(error, path) from error
    return ProfileLock(handle)


@contextmanager
def waiting_for_passphrase(path: Path) -> Iterator[None]:
    """Others can see that the lock's holder, the caller, asks a person to unlock the profile."""
    _say(path, _UNLOCKING)
    try:
        yield
    finally:
        _say(path, b"")


def is_waiting_for_passphrase(path: Path) -> bool:
    """Whether whoever holds the lock said so; means nothing while nobody holds it."""
    try:
        with path.open("rb") as file:
            return file.read(len(_UNLOCKING) + 1) == _UNLOCKING
    except OSError:
        return False


def _say(path: Path, word: bytes) -> None:
    with suppress(OSError):  # only a word for others
        path.write_bytes(word)
