"""What SQLite and the file system report, in the engine's words. Alone knows their codes."""

from __future__ import annotations

import errno
from typing import Final, NoReturn

import apsw

from engine.errors import Fault, FaultReason

_REASONS: Final[tuple[tuple[type[apsw.Error], FaultReason], ...]] = (
    (apsw.FullError, FaultReason.DISK_FULL),
    (apsw.ReadOnlyError, FaultReason.DISK_READ_ONLY),
    (apsw.PermissionsError, FaultReason.DISK_READ_ONLY),
    (apsw.CorruptError, FaultReason.DATABASE_CORRUPT),
    (apsw.NotADBError, FaultReason.DATABASE_CORRUPT),
    (apsw.BusyError, FaultReason.PROFILE_IN_USE),
    (apsw.LockedError, FaultReason.PROFILE_IN_USE),
    (apsw.ProtocolError, FaultReason.PROFILE_IN_USE),
    (apsw.IOError, FaultReason.DISK_FAILED),
    (apsw.CantOpenError, FaultReason.DISK_FAILED),
    (apsw.NoLFSError, FaultReason.DISK_FAILED),
    (apsw.NoMemError, FaultReason.DISK_FAILED),
)
"""Whatever is not here (a broken constraint, wrong SQL) is a bug of ours and stays as it is."""

_FULL: Final = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})  # not on Windows
_FAILED_SYNCS: Final = frozenset({apsw.SQLITE_IOERR_FSYNC, apsw.SQLITE_IOERR_DIR_FSYNC})


def raise_fault(error: apsw.Error, file: str) -> NoReturn:
    """Raises the Fault that ``error`` means, about ``file``; a bug is raised as it is."""
    for kind, reason in _REASONS:
        if isinstance(error, kind):
            raise Fault(reason, f"{file}: {error}") from error
    raise error


def fault_of_file(error: OSError, detail: str) -> Fault:
    """What it means that a file beside the database could not be written or read."""
    if error.errno in _FULL:
        reason = FaultReason.DISK_FULL
    elif isinstance(error, PermissionError) or error.errno == errno.EROFS:
        reason = FaultReason.DISK_READ_ONLY
    else:
        reason = FaultReason.DISK_FAILED
    return Fault(reason, f"{detail}: {error.strerror}")


def is_failed_sync(error: apsw.Error) -> bool:
    """Whether the disk refused to make a write durable: what is read back may then be untrue."""
    return getattr(error, "extendedresult", 0) in _FAILED_SYNCS
