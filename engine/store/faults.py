"""What SQLite reports, in the engine's words. Alone knows its codes (files.py: the system's)."""

from __future__ import annotations

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

_BY_ITSELF: Final = frozenset(
    {FaultReason.DISK_FULL, FaultReason.DISK_READ_ONLY, FaultReason.PROFILE_IN_USE}
)
"""What need not be explained: the file's name is enough."""


def raise_fault(error: apsw.Error, file: str) -> NoReturn:
    """Raises the Fault that ``error`` means, about ``file``; a bug is raised as it is."""
    for kind, usual in _REASONS:
        if isinstance(error, kind):
            reason = FaultReason.DISK_FULL if _says_full(error) else usual
            detail = file if reason in _BY_ITSELF else f"{file}: {error}"
            raise Fault(reason, detail) from error
    raise error


def _says_full(error: apsw.Error) -> bool:
    """The index of the log needs space first, and there SQLite says only that it failed."""
    return getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE


def is_distrusted_after(error: apsw.Error) -> bool:
    """Whether what the connection holds in memory may be untrue now.

    After a failed sync, what is read back may never have been written. After a failed read, the
    word index goes on with counts of zero, and would write them down.
    """
    return isinstance(error, apsw.IOError)
