"""Reads and writes the profile's SQLite file: one writer, further connections only read.

Everything SQLite reports comes out as a ``Fault`` (engine/store/faults.py); how the file is opened
and keyed stands in engine/store/connection.py. Knows no table.
"""

from __future__ import annotations

import logging
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import apsw
from typing_extensions import override

from engine.errors import Fault, FaultReason
from engine.store.connection import (
    BUSY_MS,
    MEMORY,
    READER_CACHE_KIB,
    Location,
    connect,
    open_for_writing,
)
from engine.store.faults import is_distrusted_after, raise_fault
from engine.store.files import create_private, fault_of, keep_copy, sync

Value: TypeAlias = "int | float | str | bytes | apsw.CArrayBinding | None"  # only in stubs
Values = Sequence[Value] | Mapping[str, Value]
Row = tuple[Any, ...]  # STRICT tables fix the columns' types; each query's reader names them
HALT_STEPS = 4_096  # ours: of SQLite's machine, some tens of microseconds
LOG_WAIT_MS = 20  # ours: a query is answered in less
DAMAGED_LOG = "damaged-log-{number}.wal"  # its name in the folder of backups
ERASED_ROWS = 500  # ours: of one table at a time, some 20 ms

_log = logging.getLogger(__name__)


def array_of(blobs: Sequence[bytes]) -> apsw.CArrayBinding:
    """``blobs``, at least one, as one value: the rows of ``carray(?)`` in a statement."""
    return apsw.carray(tuple(blobs))


def array_of_numbers(numbers: array[int]) -> apsw.CArrayBinding:
    """The same of numbers of 64 bits (``array("q")``)."""
    return apsw.carray(numbers)


class Reading:
    """A connection to read from. Not for two threads at once."""

    def __init__(self, connection: apsw.Connection, location: Location) -> None:
        """``connection`` is open and keyed, and belongs to this object from now on."""
        self._connection = connection
        self._location = location

    @property
    def location(self) -> Location:
        """Where this reads from."""
        return self._location

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """All rows of a query."""
        try:
            return list(self._connection.execute(sql, values))
        except apsw.Error as error:
            self._fail(error)

    def each(self, sql: str, values: Values = ()) -> Generator[Row, None, None]:
        """Row by row, each read when it is taken. To be closed."""
        cursor: apsw.Cursor | None = None
        try:
            cursor = self._connection.execute(sql, values)
            yield from cursor
        except apsw.Error as error:
            self._fail(error)
        finally:
            if cursor is not None:
                cursor.close(force=True)

    def row(self, sql: str, values: Values = ()) -> Row | None:
        """The first row of a query, None if there is none."""
        try:
            return next(self._connection.execute(sql, values), None)
        except apsw.Error as error:
            self._fail(error)

    def value(self, sql: str, values: Values = ()) -> Any:  # noqa: ANN401 - as Row
        """The first column of the first row, None if there is no row."""
        row = self.row(sql, values)
        return None if row is None else row[0]

    def rows_until(self, sql: str, values: Values, halt: Callable[[], bool]) -> list[Row]:
        """The rows found until ``halt``, asked every few thousand steps, is true."""
        return list(self.each_until(sql, values, halt))

    def each_until(
        self, sql: str, values: Values, halt: Callable[[], bool]
    ) -> Generator[Row, None, None]:
        """Row by row, until ``halt``, asked every few thousand steps, is true. To be closed."""
        cursor: apsw.Cursor | None = None
        try:
            while True:
                self._connection.set_progress_handler(halt, HALT_STEPS)
                try:
                    cursor = cursor or self._connection.execute(sql, values)
                    row = next(cursor, None)
                except apsw.InterruptError:
                    return
                except apsw.Error as error:
                    self._fail(error)
                finally:
                    self._connection.set_progress_handler(None)
                if row is None:
                    return
                yield row
        finally:
            if cursor is not None:
                cursor.close(force=True)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside sees one state of the file, whatever is committed meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        self.rows("BEGIN")
        try:
            yield
        finally:
            if not self._connection.get_autocommit():
                self.rows("ROLLBACK")

    def close(self) -> None:
        """Idempotent; nothing may be read afterwards. Raises Fault; what was committed is kept."""
        try:
            self._connection.close()
        except apsw.Error as error:
            self._fail(error)

    def _fail(self, error: apsw.Error) -> NoReturn:
        raise_fault(error, self._location.name)


class Database(Reading):
    """The one connection that writes."""

    def __init__(self, location: Location, backups: Path | None = None) -> None:
        """Opens the file, or creates it (0600). Raises Fault; DATABASE_UNREADABLE: wrong key.

        A copy of a log that is found damaged is put into ``backups`` (None: no copy).
        """
        if location.path != MEMORY and not location.vfs:
            create_private(Path(location.path))
        self._backups = backups
        self.damaged_log: str | None = None
        """Where the log is kept of which commits were lost, as the person would look for it."""
        super().__init__(open_for_writing(location, self._keep_log), location)
        self._before_commit: list[Callable[[], None]] = []
        self._after_rollback: list[Callable[[], None]] = []
        self._is_poisoned = False
        self._is_log_to_go = self._is_log_to_wait_for = False

    def run(self, sql: str, values: Values = ()) -> None:
        """One statement, or several without values."""
        try:
            self._connection.execute(sql, values)
        except apsw.Error as error:
            self._fail(error)

    def run_many(self, sql: str, rows: Iterable[Values]) -> None:
        """One statement for each of ``rows``."""
        try:
            self._connection.executemany(sql, rows)
        except apsw.Error as error:
            self._fail(error)

    def changes(self) -> int:
        """How many rows the last statement changed."""
        return self._connection.changes()

    def total_changes(self) -> int:
        """How many rows were changed since the file was opened, also those of an index itself."""
        return self._connection.total_changes()

    # ---- transactions -----------------------------------------------------------------------

    @property
    def in_transaction(self) -> bool:
        """Between ``begin`` and its ``commit`` or ``rollback``."""
        return self._connection.in_transaction

    def on_transaction_end(
        self, before_commit: Callable[[], None], after_rollback: Callable[[], None]
    ) -> None:
        """For who holds rows back: ``before_commit`` writes them, ``after_rollback`` drops them."""
        self._before_commit.append(before_commit)
        self._after_rollback.append(after_rollback)

    def begin(self) -> None:
        """Opens the transaction. After a failure of the disk the file is first opened and checked
        anew. Raises Fault; then there is none.
        """
        assert not self.in_transaction
        if self._is_poisoned:
            self._reopen()
        self.run("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Returns once all is durable. Raises Fault; the caller then rolls back."""
        assert self.in_transaction
        for write_rest in self._before_commit:
            write_rest()
        self.run("COMMIT")
        waits, self._is_log_to_wait_for = self._is_log_to_wait_for, False
        self.empty_log_if_due(LOG_WAIT_MS if waits else 0)

    def leave_no_trace(self) -> None:
        """What the open transaction erases is in no file once it is committed, nor in the log.

        Pages are overwritten where rows go (``secure_delete``), but the log keeps them as they
        were. Where a reader holds it, it is emptied by the next commit, or ``empty_log_if_due``.
        """
        self._is_log_to_go = self._is_log_to_wait_for = True

    def empty_log_if_due(self, wait_ms: int = 0) -> bool:
        """Whether nothing is left to do, for now, of what ``leave_no_trace`` asked for.

        Never raises: what was committed stays so. Where the disk refuses, the next commit tries.
        """
        if not self._is_log_to_go:
            return True
        self._connection.set_busy_timeout(wait_ms)
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        except apsw.Error as error:
            self._note(error)
            _log.warning("the log could not be emptied: %s", error)
        else:
            self._is_log_to_go = False
        finally:
            self._connection.set_busy_timeout(BUSY_MS)
        return True

    def rollback(self) -> None:
        """Undoes the transaction; harmless where SQLite has undone it already."""
        try:
            if self.in_transaction:
                self.run("ROLLBACK")
        finally:
            for drop_rest in self._after_rollback:
                drop_rest()

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """All or nothing: a transaction of its own, or a part of the one that is open."""
        if self.in_transaction:
            yield
            return
        self.begin()
        try:
            yield
            self.commit()
        except BaseException:
            self.rollback()
            raise

    # ---- the file ---------------------------------------------------------------------------

    def open_reader(self) -> Reading:
        """A further, read-only connection. In memory it is this one."""
        if self._location.path == MEMORY:
            return _Shared(self._connection, self._location)
        return open_read_only(self._location)

    def become(self, other: Database) -> None:
        """All that is in ``other``, page by page; what was here is gone. Both lie in memory."""
        assert self._location.path == other._location.path == MEMORY
        with self._connection.backup("main", other._connection, "main") as copying:
            copying.step()

    def copy_to(self, path: Path) -> None:
        """A compact copy under the same key, 0600, durable when this returns."""
        assert not self.in_transaction
        create_private(path)
        self.run("VACUUM INTO ?", (str(path),))
        try:
            sync(path)
            sync(path.parent)
        except OSError as error:
            raise fault_of(error, path) from error

    @override
    def _fail(self, error: apsw.Error) -> NoReturn:
        self._note(error)
        super()._fail(error)

    def _note(self, error: apsw.Error) -> None:
        self._is_poisoned = self._is_poisoned or is_distrusted_after(error)

    def _keep_log(self, log: Path, commits: int) -> None:
        _log.error("the log is damaged: %s commits of it were lost", commits)
        self.damaged_log = log.name
        if self._backups is None:
            return
        try:
            copy = keep_copy(log, self._backups, DAMAGED_LOG)
            self.damaged_log = f"{copy.parent.name}/{copy.name}"
        except (OSError, Fault) as error:  # no reason not to open the profile
            _log.warning("no copy of the damaged log could be kept: %s", error)

    def _reopen(self) -> None:
        """As long as it cannot be opened anew the old connection stays, to be read from."""
        fresh = open_for_writing(self._location, self._keep_log)
        poisoned, self._connection = self._connection, fresh
        with suppress(apsw.Error):  # of what is given up
            poisoned.close()
        self._is_poisoned = False
        if self.value("PRAGMA quick_check(1)") != "ok":
            self._is_poisoned = True
            raise Fault(FaultReason.DATABASE_CORRUPT, self._location.name)


class _Shared(Reading):
    """The writer's own connection, lent: what is in memory has no other."""

    @override
    def close(self) -> None:
        """The writer closes it."""


def open_read_only(location: Location) -> Reading:
    """A connection that cannot write. Raises Fault as ``Database`` does."""
    connection = connect(location, apsw.SQLITE_OPEN_READONLY, READER_CACHE_KIB)
    return Reading(connection, location)


def open_header(location: Location) -> Reading:
    """The same for what stands on the file's first page."""
    return Reading(connect(location, apsw.SQLITE_OPEN_READONLY, None), location)
