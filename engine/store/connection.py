"""How a connection to the profile's SQLite file is opened and keyed. Knows no table.

Every page is encrypted and authenticated (AEGIS) under a raw 32-byte key. Write-ahead log with
``synchronous=FULL``: what a commit returned from survives a power cut (D4).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from engine.errors import Fault, FaultReason
from engine.model.indexing import indexed, indexed_before
from engine.store.faults import raise_fault
from engine.store.files import fault_of
from engine.store.log_damage import commits_lost

MEMORY = ":memory:"
LOG_ENDING = "-wal"  # SQLite's, of the file beside
KEY_BYTES = 32
APPLICATION_ID = 0x54494447  # "TIDG", in the file's header
PAGE_BYTES = 4_096  # ours: measured; with larger pages each commit encrypts and writes more
WAL_PAGES_MAX = 4_000  # ours: 16 MB before the log is folded back into the file
CACHE_KIB = 32_768  # ours: the hash indices of two hundred thousand posts
READER_CACHE_KIB = 16_384
BUSY_MS = 5_000  # ours: another process may be closing the same profile
STATEMENTS_KEPT = 256

_FUNCTIONS: Mapping[str, Callable[..., str]] = {  # as SQL may call them, each with one text
    "indexed_text": indexed_before,  # the steps up to format 12 do
    "searched_text": indexed,  # the schema of today does
}

_PAGE_SIZE = slice(16, 18)  # of page 1: bytes 16 to 23 are SQLite's own in the clear
_FRACTIONS = slice(21, 24)  # always 64, 32, 32
_CLEAR_BYTES = PAGE_BYTES.to_bytes(2, "big") + b"\x40\x20\x20"


@dataclass(frozen=True, slots=True)
class Location:
    """Which file, and how it opens. ``key`` None: not encrypted (only in memory, for simulation).

    ``vfs`` is the name of one of SQLite's file systems ("": the machine's own). A file system made
    in Python as NAME is given as ``multipleciphers-NAME``, else it would not decrypt.
    """

    path: str
    key: bytes | None = field(repr=False)
    vfs: str = ""
    wal_pages_max: int = WAL_PAGES_MAX

    def __post_init__(self) -> None:
        """A file is never kept in the clear."""
        assert self.path == MEMORY or self.key is not None
        assert self.key is None or len(self.key) == KEY_BYTES

    @property
    def name(self) -> str:
        """The file's own name, for messages."""
        return Path(self.path).name


def open_for_writing(
    location: Location, damaged: Callable[[Path, int], None] = lambda _path, _commits: None
) -> apsw.Connection:
    """Makes the file if it is not there. Raises Fault: DATABASE_UNREADABLE with a wrong key.

    ``damaged`` is told of a log of whose commits so many were lost, while it is still there.
    """
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = connect(location, flags, CACHE_KIB)
    try:
        connection.pragma("journal_mode", "wal")
        if connection.pragma("application_id") == 0:
            connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("synchronous", "full")
        connection.pragma("secure_delete", True)  # noqa: FBT003 - SQLite's own form
        connection.pragma("foreign_keys", True)  # noqa: FBT003 - SQLite's own form
        connection.pragma("journal_size_limit", 2 * location.wal_pages_max * PAGE_BYTES)
        connection.wal_autocheckpoint(location.wal_pages_max)
        # A killed program may have left in it what it erased. Who cannot write may still read.
        with suppress(apsw.BusyError, apsw.FullError, apsw.IOError):
            _look_for_damage(connection, location, damaged)
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.Error as error:
        _abandon(connection)
        raise_fault(error, location.name)
    return connection


def _look_for_damage(
    connection: apsw.Connection, location: Location, damaged: Callable[[Path, int], None]
) -> None:
    path = Path(location.path + LOG_ENDING)
    try:
        log = path.open("rb")
    except OSError:
        return  # in memory, or closed well: there is none
    with log:
        accepted, _ = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        pages = Path(location.path).stat().st_size // PAGE_BYTES
        commits = commits_lost(log, accepted, PAGE_BYTES, pages)
    if commits:
        damaged(path, commits)


def connect(location: Location, flags: int, cache_kib: int | None) -> apsw.Connection:
    """A connection whose first page was read. Raises Fault.

    ``cache_kib`` None: only what stands on that page is wanted, and the schema is not read yet.
    """
    vfs = location.vfs or None
    try:
        connection = apsw.Connection(
            location.path, flags=flags, vfs=vfs, statementcachesize=STATEMENTS_KEPT
        )
    except apsw.Error as error:
        raise_fault(error, location.name)
    try:
        _prepare(connection, location, cache_kib)
    except apsw.NotADBError as error:
        _abandon(connection)
        raise _unreadable(location) from error
    except apsw.CantOpenError as error:
        _abandon(connection)
        _refuse_read_only_folder(location)
        raise_fault(error, location.name)
    except apsw.Error as error:
        _abandon(connection)
        raise_fault(error, location.name)
    except Fault:
        _abandon(connection)
        raise
    return connection


def _abandon(connection: apsw.Connection) -> None:
    # What made it unusable may also fail its closing; the first error is the one to tell.
    with suppress(apsw.Error):
        connection.close()


def _prepare(connection: apsw.Connection, location: Location, cache_kib: int | None) -> None:
    if location.key is not None:
        connection.pragma("cipher", "aegis")  # before the key, which opens nothing otherwise
        connection.pragma("key", f"raw:{location.key.hex()}")
    connection.pragma("page_size", PAGE_BYTES)
    connection.pragma("temp_store", "memory")
    connection.pragma("trusted_schema", False)  # noqa: FBT003 - SQLite's own form
    connection.set_busy_timeout(BUSY_MS)
    for name, function in _FUNCTIONS.items():
        connection.create_scalar_function(
            name, function, 1, deterministic=True, flags=apsw.SQLITE_INNOCUOUS
        )
    is_ours = connection.pragma("application_id") == APPLICATION_ID  # the first page opens
    if not is_ours and connection.execute("SELECT count(*) FROM sqlite_schema").get:
        raise Fault(FaultReason.DATABASE_CORRUPT, f"{location.name}: of another program")
    if cache_kib is not None:
        connection.pragma("cache_size", -cache_kib)  # reads the schema


def _refuse_read_only_folder(location: Location) -> None:
    """Even to read, SQLite makes files beside one whose log is not empty."""
    folder = Path(location.path).parent
    if folder.is_dir() and not os.access(folder, os.W_OK):
        raise Fault(FaultReason.DISK_READ_ONLY, location.name)


def _unreadable(location: Location) -> Fault:
    """Where the first page does not decrypt: by its clear bytes, does it look like one of ours?

    If so, its rest is damaged or the key is another one: nobody can tell which.
    """
    path = Path(location.path)
    try:
        with path.open("rb") as file:
            header = file.read(_FRACTIONS.stop)
    except OSError as error:
        return fault_of(error, path)
    if header[_PAGE_SIZE] + header[_FRACTIONS] == _CLEAR_BYTES:
        return Fault(FaultReason.DATABASE_UNREADABLE, location.name)
    return Fault(FaultReason.DATABASE_CORRUPT, location.name)
