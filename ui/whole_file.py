"""A file of the disk that is there whole or not at all, for its owner alone.

It is written beside its place under a name that begins with a dot, and then takes its place. All of
it may block: worker threads call it. No Qt.
"""

from __future__ import annotations

import errno
import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.errors import Fault, FaultReason, Refusal, Refused

SAVING_PREFIX = ".tidings-saving-"  # of what the window writes: a mirror takes away only its own
SAVING_SUFFIX = ".part"
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def write_whole(path: Path, data: bytes) -> None:
    """Writes ``data`` to ``path``, over what is there.

    Refused with FILE_UNWRITABLE; Fault where the disk is full. Then ``path`` is as it was.
    """
    with _written_beside(path, data) as beside:
        beside.replace(path)


def write_new(path: Path, data: bytes) -> Path:
    """The same over nothing that is there: under that name, or the next that is free
    ("plan (2).pdf"); the path it has now.
    """
    with _written_beside(path, data) as beside:
        for number in itertools.count(1):
            free = path if number == 1 else path.with_name(f"{path.stem} ({number}){path.suffix}")
            if _take(beside, free):
                return free
    raise AssertionError


@contextmanager
def _written_beside(target: Path, data: bytes) -> Iterator[Path]:
    """A file beside ``target`` that holds ``data``; what is left of it is taken away."""
    beside: Path | None = None
    try:
        handle, name = tempfile.mkstemp(SAVING_SUFFIX, SAVING_PREFIX, target.parent)
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # its bytes are there before its name is
        yield beside
    except OSError as error:
        if error.errno in _FULL:
            raise Fault(FaultReason.DISK_FULL, str(target.parent)) from error
        raise Refused(Refusal.FILE_UNWRITABLE, target.name) from error
    finally:
        if beside is not None:
            _forget(beside)


def _take(beside: Path, free: Path) -> bool:
    """Whether ``beside`` could take that place; not where something is."""
    try:
        free.hardlink_to(beside)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        try:
            free.touch(exist_ok=False)
        except FileExistsError:
            return False
        _replace(beside, free)
    return True


def _replace(beside: Path, taken: Path) -> None:
    try:
        beside.replace(taken)
    except OSError:
        _forget(taken)  # it is empty
        raise


def _forget(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
