"""What outlives a crash: the store of one computer. Names no protocol.

``MemoryDisk`` keeps SQLite in memory: a crash keeps the last commit and nothing else. ``CutDisk``
puts the encrypted file on a folder whose power can be cut (``tests/durability``): slower, and true
to what a disk does with writes that nobody has synced.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import apsw

from engine.model.events import Event
from engine.protocols.contract import Record
from engine.store.connection import MEMORY, Location
from engine.store.database import Database
from engine.store.opening import Store, _store, open_memory_store, open_store
from engine.store.storage import Storage
from tests.durability.power import PowerCutDisk

_NO_LIMIT = 1 << 30


class Disk(Protocol):
    """The store's keeper."""

    def open(self) -> Store:
        """As the last life of the computer left it."""

    def crash(self, dice: random.Random) -> None:
        """The power goes."""

    def shut(self) -> None:
        """The program ended well."""


class MemoryDisk:
    """Implements ``Disk``."""

    def __init__(self) -> None:
        self._image: bytes | None = None
        self._database: Database | None = None

    def open(self) -> Store:
        """See ``Disk``."""
        assert self._database is None
        store = open_memory_store() if self._image is None else _stored(self._image)
        self._database = store.database
        return store

    def crash(self, dice: random.Random) -> None:
        """See ``Disk``."""
        self._put_away()

    def shut(self) -> None:
        """See ``Disk``."""
        self._put_away()

    def _put_away(self) -> None:
        if self._database is None:
            return
        connection: apsw.Connection = self._database._connection
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        self._image = connection.serialize("main")
        self._database.close()
        self._database = None


def _stored(image: bytes) -> Store:
    database = Database(Location(MEMORY, None))
    database._connection.deserialize("main", image)
    return _store(database)


class CutDisk:
    """Implements ``Disk``."""

    def __init__(self, folder: Path, key: bytes) -> None:
        """``folder`` is empty and belongs to this disk from now on."""
        self._folder = folder
        self._key = key
        self._disk = PowerCutDisk(folder)
        self._store: Store | None = None

    def open(self) -> Store:
        """See ``Disk``."""
        self._store = open_store(self._folder, self._key, self._disk.vfs)
        return self._store

    def crash(self, dice: random.Random) -> None:
        """See ``Disk``."""
        self._disk.cut(dice)
        if self._store is not None:
            self._store.database._connection.close(True)  # noqa: FBT003 - apsw's "by force"
            self._store = None

    def shut(self) -> None:
        """See ``Disk``."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def close(self) -> None:
        """At the end of the world."""
        self.shut()
        self._disk.close()


def fill(database: Database) -> None:
    """No room for a further page: writes that need one fail with SQLite's own DISK_FULL."""
    connection: apsw.Connection = database._connection
    pages = connection.pragma("page_count")
    connection.pragma("max_page_count", pages)


def make_room(database: Database) -> None:
    """Writes succeed again."""
    database._connection.pragma("max_page_count", _NO_LIMIT)


class StepTaken(Protocol):
    """Told of each step of a turn; may cut the power."""

    def __call__(self, what: str, /) -> None: ...


class WatchedStorage:
    """A ``Storage`` at each of whose steps the power may go. ``step`` raises ``PowerCut`` then."""

    def __init__(self, storage: Storage, step: StepTaken) -> None:
        self._storage = storage
        self._step = step

    def begin(self) -> None:
        """See ``Storage``."""
        self._step("begin")
        self._storage.begin()

    def apply(self, record: Record) -> None:
        """See ``Storage``."""
        self._storage.apply(record)
        self._step("apply")

    def commit(self) -> None:
        """See ``Storage``."""
        self._step("commit")
        self._storage.commit()
        self._step("committed")

    def told(self) -> Sequence[Event]:
        """See ``Storage``."""
        return self._storage.told()

    def rollback(self) -> None:
        """See ``Storage``."""
        self._storage.rollback()
