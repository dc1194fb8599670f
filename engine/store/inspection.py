"""Looks the profile's whole file over. Slow for a large one, so on a connection of its own.

Any thread may ask; one is served at a time.
"""

from __future__ import annotations

import threading
from contextlib import closing, suppress
from pathlib import Path

from engine.errors import Fault, FaultReason
from engine.model.health import HealthView
from engine.store.connection import MEMORY
from engine.store.database import Database, Reading


class Inspection:
    """Of the file that ``database`` writes."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``, and only asks it for readers."""
        self._database = database
        self._one_at_a_time = threading.Lock()
        self._is_stopped = threading.Event()

    def view(self) -> HealthView:
        """How large the file is, and whether it is sound: every page is read. Raises Fault."""
        with self._one_at_a_time, closing(self._database.open_reader()) as reading:
            location = reading.location
            return HealthView(
                format_version=reading.value("PRAGMA user_version"),
                bytes_on_disk=0 if location.path == MEMORY else _bytes_on_disk(Path(location.path)),
                encrypted=location.key is not None,
                intact=self._is_intact(reading),
                spaces=reading.value(
                    "SELECT count(*) FROM space WHERE NOT forgotten AND NOT is_inner"
                ),
                posts=int(reading.value("SELECT total(posts) FROM timeline_block")),
            )

    def stop(self) -> None:
        """Whoever waits hears Fault(ENGINE_CLOSED), soon; any thread."""
        self._is_stopped.set()

    def _is_intact(self, reading: Reading) -> bool:
        try:
            found = reading.rows_until("PRAGMA quick_check(1)", (), self._is_stopped.is_set)
        except Fault as fault:
            if fault.reason is FaultReason.DATABASE_CORRUPT:
                return False
            raise
        if not found:
            raise Fault(FaultReason.ENGINE_CLOSED)
        return found == [("ok",)]


def _bytes_on_disk(path: Path) -> int:
    size = 0
    for file in (path, path.with_name(path.name + "-wal")):
        with suppress(FileNotFoundError):
            size += file.stat().st_size
    return size
