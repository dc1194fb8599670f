"""Those who keep PeerLinks' records, each beginning empty: the fixtures of this suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.protocols.peerlinks.records import ChannelStored, MessageStored, PeerlinksRecord
from engine.store.opening import Store, open_store
from engine.store.peerlinks import private_channels
from tests import peerlinks_samples as a
from tests.conformance.peerlinks_garden import CHANNEL, Kept, diamond, store_all
from tests.memory_records import MemoryRecords


class _CommittedEach:
    """The database, with each record in a transaction of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._repository = private_channels.repository(store)

    def __getattr__(self, name: str) -> object:
        return getattr(self._repository, name)

    def apply(self, record: PeerlinksRecord) -> None:
        with self._store.database.atomic():
            self._repository.apply(record)


def _memory(_folder: Path) -> Iterator[Kept]:
    yield MemoryRecords()


def _one_transaction(folder: Path) -> Iterator[Kept]:
    store = open_store(folder, b"k" * 32)
    store.database.begin()
    yield private_channels.repository(store)
    store.database.rollback()
    store.close()


def _many_transactions(folder: Path) -> Iterator[Kept]:
    store = open_store(folder, b"k" * 32)
    yield _CommittedEach(store)  # type: ignore[misc]  # the rest is the repository's, by __getattr__
    store.close()


@pytest.fixture(params=[_memory, _one_transaction, _many_transactions])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    opened: Callable[[Path], Iterator[Kept]] = request.param
    yield from opened(tmp_path)


@pytest.fixture
def graph(records: Kept) -> list[MessageStored]:
    messages = diamond()
    store_all(records, ChannelStored(CHANNEL, a.NOW), *messages)
    return messages
