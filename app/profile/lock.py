"""The profile's lock: one engine a profile, whoever starts it (D14).

The lock is the operating system's (``flock``): it is free the instant its holder is gone, however
that ended, and the file's presence means nothing.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path

from app.profile.private_files import FILE_MODE, fault_of
from engine.errors import Fault, FaultReason

_POLL_SECONDS = 0.05  # ours: a person does not notice it


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
    except BlockingIOError:
        os.close(handle)
        return None
    except OSError as error:
        os.close(handle)
        raise fault_of(error, path) from error
    return ProfileLock(handle)


def wait_for_lock(
    path: Path, seconds: float, clock: Callable[[], float] = time.monotonic
) -> ProfileLock:
    """The lock as soon as it is free. Raises Fault (profile in use) after ``seconds``."""
    deadline = clock() + seconds
    while True:
        lock = try_lock(path)
        if lock is not None:
            return lock
        if clock() >= deadline:
            raise Fault(FaultReason.PROFILE_IN_USE, str(path.parent))
        time.sleep(_POLL_SECONDS)
