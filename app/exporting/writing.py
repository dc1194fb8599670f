"""A file that is there whole or not at all, however the writing ends and whoever writes it too."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from engine.errors import Refusal, Refused
from engine.store.files import FILE_MODE, fault_of, place_of, sync

FRESH_ENDING = ".part"  # behind the name it will have
BUFFER_BYTES = 1024 * 1024
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)  # not on Windows


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file beside ``path`` to write to; at the end of the block it is ``path``, mode 0600.

    Whatever is raised in the block leaves what was at ``path`` untouched and nothing beside it.
    Refused with FILE_UNWRITABLE where no file can be made, or another one is just being written
    there; Fault where the disk fails later.
    """
    path = place_of(path)
    fresh = path.with_name(f".{path.name}{FRESH_ENDING}")
    try:
        handle = _begun(fresh)
    except BlockingIOError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} (it is just being written)") from error
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} ({error.strerror})") from error
    try:
        with open(handle, "wb", buffering=BUFFER_BYTES) as file:  # noqa: PTH123 - it is open
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        sync(path.parent)
    except OSError as error:
        raise fault_of(error, path) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _begun(fresh: Path) -> int:
    """A new file in the place of one that a crash left. BlockingIOError: somebody writes it now."""
    _demand_unwritten(fresh)
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS, FILE_MODE)
    with suppress(OSError):  # a disk without locks: as if nobody else were there
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return handle


def _demand_unwritten(fresh: Path) -> None:
    try:
        left = os.open(fresh, os.O_RDONLY | os.O_NONBLOCK | _NO_LINKS)
    except OSError:  # there is none, or it is no file
        return
    try:
        fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # as above
        return
    finally:
        os.close(left)
