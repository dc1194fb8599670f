"""A file that is there whole or not at all, however the writing ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from engine.errors import Refusal, Refused
from engine.store.files import FILE_MODE, fault_of, sync

FRESH_ENDING = ".part"  # behind the name it will have
BUFFER_BYTES = 1024 * 1024
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)  # not on Windows


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file beside ``path`` to write to; at the end of the block it is ``path``, mode 0600.

    Whatever is raised in the block leaves what was at ``path`` untouched and nothing beside it.
    Refused with FILE_UNWRITABLE where no file can be made; Fault where the disk fails later.
    """
    if path.is_dir():
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} (it is a folder)")
    fresh = path.with_name(f".{path.name}{FRESH_ENDING}")
    try:
        fresh.unlink(missing_ok=True)  # left by a crash
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS
        handle = os.open(fresh, flags, FILE_MODE)
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
