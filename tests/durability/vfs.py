"""SQLite's file system, watched: every call can be written down, or made to fail.

Lies under the encryption: a connection names ``WatchedVfs.below_encryption`` as its VFS. Reading,
locks and shared memory are the machine's own. Used by whoever cuts the power or breaks the disk;
knows neither.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import TracebackType

import apsw
from typing_extensions import Buffer, override

from tests.durability.disk import (
    Create,
    Delete,
    FailedSync,
    Operation,
    Sync,
    SyncNames,
    Truncate,
    Write,
)

_ENCRYPTING = "multipleciphers-"
_NUMBERS = itertools.count(1)
_SYNCS_ITS_NAME = (
    apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
)


class Call(StrEnum):
    """What SQLite asks of a file system."""

    OPEN = "open"
    READ = "read"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    DELETE = "delete"


Tell = Callable[[Operation], None]
"""Is told of each call once it was done."""

Ask = Callable[[Call, str], None]
"""Is asked before each call, with the file's name; raises what the disk shall report."""


@cache
def machine_vfs() -> str:
    """The file system that this machine's SQLite uses, without the encryption."""
    return apsw.vfs_names()[0].removeprefix(_ENCRYPTING)


class WatchedVfs(apsw.VFS):
    """The machine's file system for one folder. ``unregister`` it at the end."""

    def __init__(self, folder: Path, tell: Tell | None = None, ask: Ask | None = None) -> None:
        """Files outside ``folder`` and SQLite's temporary ones are left alone."""
        self.folder = folder.resolve()
        self.tell = tell
        self.ask = ask
        self.generation = 0
        """Files opened under an earlier one work no more: their power was cut."""
        self._name = f"watched{next(_NUMBERS)}"
        super().__init__(self._name, machine_vfs())

    @property
    def below_encryption(self) -> str:
        """What a connection gives as its VFS."""
        return _ENCRYPTING + self._name

    def name_of(self, path: str | apsw.URIFilename | None) -> str | None:
        """The name inside the folder; None if it is not there."""
        if path is None:
            return None
        whole = Path(path if isinstance(path, str) else path.filename())
        return whole.relative_to(self.folder).as_posix() if self._holds(whole) else None

    def _holds(self, whole: Path) -> bool:
        return whole.is_relative_to(self.folder)

    @override
    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        inside = self.name_of(name)
        if inside is None:
            return apsw.VFSFile(machine_vfs(), name, flags)
        if self.ask is not None:
            self.ask(Call.OPEN, inside)
        return _WatchedFile(self, inside, name, flags)

    @override
    def xDelete(self, filename: str, syncdir: bool) -> None:
        inside = self.name_of(filename)
        if inside is not None and self.ask is not None:
            self.ask(Call.DELETE, inside)
        super().xDelete(filename, syncdir)
        if inside is not None and self.tell is not None:
            self.tell(Delete(inside))
            if syncdir:
                self.tell(SyncNames(folder_of(inside)))

    @override
    def excepthook(
        self,
        etype: type[BaseException] | None,
        evalue: BaseException | None,
        etraceback: TracebackType | None,
    ) -> bool:
        return _known(evalue)


class _WatchedFile(apsw.VFSFile):
    def __init__(
        self, vfs: WatchedVfs, inside: str, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self._vfs = vfs
        self._inside = inside
        self._generation = vfs.generation
        created = bool(flags[0] & apsw.SQLITE_OPEN_CREATE)
        # As the machine's own file system does (os_unix.c: UNIXFILE_DIRSYNC).
        self._owes_its_name = created and bool(flags[0] & _SYNCS_ITS_NAME)
        super().__init__(machine_vfs(), name, flags)
        if created:
            self._tell(Create(inside))

    @override
    def xRead(self, amount: int, offset: int) -> bytes:
        self._ask(Call.READ)
        return super().xRead(amount, offset)

    @override
    def xWrite(self, data: Buffer, offset: int) -> None:
        self._ask(Call.WRITE)
        super().xWrite(data, offset)
        self._tell(Write(self._inside, offset, bytes(data)))

    @override
    def xTruncate(self, newsize: int) -> None:
        self._ask(Call.TRUNCATE)
        super().xTruncate(newsize)
        self._tell(Truncate(self._inside, newsize))

    @override
    def xSync(self, flags: int) -> None:
        try:
            self._ask(Call.SYNC)
        except apsw.Error:
            self._tell(FailedSync(self._inside))
            raise
        super().xSync(flags)
        self._tell(Sync(self._inside))
        if self._owes_its_name:
            self._owes_its_name = False
            self._tell(SyncNames(folder_of(self._inside)))

    @override
    def xLock(self, level: int) -> None:
        self._fail_without_power()
        try:
            super().xLock(level)
        except apsw.IOError:
            # Of a file that was opened to be read. SQLite takes it for "not now", but an exception
            # of this method would reach whoever closes the connection.
            raise apsw.BusyError from None

    @override
    def excepthook(
        self,
        etype: type[BaseException] | None,
        evalue: BaseException | None,
        etraceback: TracebackType | None,
    ) -> bool:
        return _known(evalue)

    def _tell(self, operation: Operation) -> None:
        if self._vfs.tell is not None:
            self._vfs.tell(operation)

    def _ask(self, call: Call) -> None:
        self._fail_without_power()
        if self._vfs.ask is not None:
            self._vfs.ask(call, self._inside)

    def _fail_without_power(self) -> None:
        if self._generation != self._vfs.generation:
            raise apsw.exception_for(apsw.SQLITE_IOERR)


def folder_of(name: str) -> str:
    """Of a file inside the folder; ``""`` is the folder itself."""
    return name.rpartition("/")[0]


def _known(error: BaseException | None) -> bool:
    """What was made to fail needs no second report; anything else is a bug of these tests."""
    return isinstance(error, apsw.Error)
