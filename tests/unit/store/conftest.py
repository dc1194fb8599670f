"""A profile's folder, and a store in it with one private channel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.feeds import FeedTraffic
from engine.model.ids import PeerId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import Record
from engine.store.opening import Store, open_memory_store, open_store
from engine.store.peerlinks import private_channels
from engine.store.peerlinks.records import PeerlinksRepository
from engine.store.reading import Reader
from engine.store.storage import Storage
from tests import peerlinks_samples as a

KEY = bytes(range(32))


@dataclass(frozen=True, slots=True)
class Around:
    """The world at the time of a question."""

    now: float = a.NOW
    presence: Mapping[SpaceId, Sequence[tuple[PeerId, PublicKey | None]]] = field(
        default_factory=dict
    )
    peers: tuple[PeerId, ...] = ()
    traffic: Mapping[SpaceId, FeedTraffic] = field(default_factory=dict)


@dataclass(slots=True)
class Opened:
    """A store with all its parts."""

    store: Store
    repository: PeerlinksRepository
    storage: Storage
    reader: Reader

    def keep(self, *records: Record) -> None:
        """One transaction."""
        self.storage.begin()
        for record in records:
            self.storage.apply(record)
        self.storage.commit()

    def erase_all(self) -> int:
        """Everything that was forgotten; in how many parts."""
        parts = 1
        while self.storage.erase_some():
            parts += 1
        return parts

    def close(self) -> None:
        self.reader.close()
        self.store.close()


def opened(store: Store) -> Opened:
    repository = private_channels.repository(store)
    storage = store.storage({ProtocolName.PEERLINKS: repository}, [repository.news])
    return Opened(store, repository, storage, store.reader(private_channels.reading_parts))


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def here(profile: Path) -> Iterator[Opened]:
    """A store on disk."""
    one = opened(open_store(profile, KEY))
    yield one
    one.close()


@pytest.fixture
def memory() -> Iterator[Opened]:
    """A store in memory."""
    one = opened(open_memory_store())
    yield one
    one.close()


def fault_of(act: Callable[[], object]) -> FaultReason:
    with pytest.raises(Fault) as caught:
        act()
    return caught.value.reason


def refusal_of(act: Callable[[], object]) -> Refusal:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.reason


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder``."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def texts(posts: Sequence[object]) -> list[str]:
    return [getattr(post, "text", "") for post in posts]
