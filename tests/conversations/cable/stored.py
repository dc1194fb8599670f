"""A peer's records in the real database, so that what a stranger says reaches it."""

from __future__ import annotations

from typing_extensions import override

from engine.protocols.cable.records import Records
from engine.protocols.contract import Record
from engine.store.cable.parts import repository
from engine.store.opening import open_memory_store
from tests.memory_cable import MemoryCable


class StoredCable(MemoryCable):
    """Machines read from the database, tests from the twin, which is told the same."""

    def __init__(self) -> None:
        super().__init__()
        self._store = open_memory_store()
        self._repository = repository(self._store)

    @property
    @override
    def read(self) -> Records:
        return self._repository

    @override
    def apply(self, record: Record) -> None:
        super().apply(record)
        with self._store.database.atomic():
            self._repository.apply(record)
