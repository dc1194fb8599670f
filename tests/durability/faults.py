"""Disks that fail: at one call, from one call on, when they are full, until they are mended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import apsw

from tests.durability.vfs import Call

BROKEN: Mapping[Call, int] = {
    Call.OPEN: apsw.SQLITE_CANTOPEN,
    Call.READ: apsw.SQLITE_IOERR_READ,
    Call.WRITE: apsw.SQLITE_IOERR_WRITE,
    Call.TRUNCATE: apsw.SQLITE_IOERR_TRUNCATE,
    Call.SYNC: apsw.SQLITE_IOERR_FSYNC,
}
"""A failed deletion is nothing to SQLite in this mode; the cuts of the power have it."""

FULL: Mapping[Call, int] = {Call.WRITE: apsw.SQLITE_FULL}


@dataclass(slots=True)
class Failing:
    """``WatchedVfs`` asks it before each call.

    The ``first`` of the calls that ``codes`` names fails, if ``sticky`` all that follow too.
    """

    codes: Mapping[Call, int]
    first: int
    sticky: bool = False
    armed: bool = False
    calls: int = 0
    failures: int = 0

    def __call__(self, call: Call, name: str) -> None:
        """Raises what SQLite's own file system would report."""
        if not self.armed or call not in self.codes:
            return
        self.calls += 1
        if self.calls == self.first or (self.sticky and self.calls > self.first):
            self.failures += 1
            raise apsw.exception_for(self.codes[call])
