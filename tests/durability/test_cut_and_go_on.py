"""The disk whose power is cut while a program runs, as the simulator uses it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Fault, FaultReason
from engine.model.ids import ProtocolName, SpaceId
from engine.protocols.peerlinks.records import ChannelStored, MessageStored
from engine.store.opening import Store, open_store
from engine.store.peerlinks import private_channels
from engine.store.storage import Storage
from tests import peerlinks_samples as a
from tests.durability.power import PowerCutDisk

KEY = bytes(range(32))
LIVES = 40
POSTS_A_LIFE = 3


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[PowerCutDisk]:
    (tmp_path / "here").mkdir()
    made = PowerCutDisk(tmp_path / "here")
    yield made
    made.close()


def opened(tmp_path: Path, disk: PowerCutDisk) -> tuple[Store, Storage]:
    store = open_store(tmp_path / "here", KEY, disk.vfs)
    return store, store.storage({ProtocolName.PEERLINKS: private_channels.repository(store)})


def keep(storage: Storage, *records: ChannelStored | MessageStored) -> None:
    storage.begin()
    for record in records:
        storage.apply(record)
    storage.commit()


def count(store: Store, space: SpaceId) -> int:
    return private_channels.repository(store).count(space)


def test_what_was_committed_is_there_in_every_life_however_the_last_one_ended(
    tmp_path: Path, disk: PowerCutDisk
) -> None:
    dice = random.Random("lives")
    channel = a.channel("garden")
    line = a.line(channel.id, LIVES * POSTS_A_LIFE)
    for life in range(LIVES):
        store, storage = opened(tmp_path, disk)
        if life == 0:
            keep(storage, ChannelStored(channel, a.NOW))
        assert count(store, channel.id) == life * POSTS_A_LIFE
        for message in line[life * POSTS_A_LIFE : (life + 1) * POSTS_A_LIFE]:
            keep(storage, message)
        disk.cut(dice)


def test_nothing_that_was_open_writes_after_the_cut(tmp_path: Path, disk: PowerCutDisk) -> None:
    channel = a.channel("garden")
    _, storage = opened(tmp_path, disk)
    keep(storage, ChannelStored(channel, a.NOW))
    disk.cut(random.Random(1))
    with pytest.raises(Fault) as caught:
        keep(storage, a.message(channel.id))
    assert caught.value.reason is FaultReason.DISK_FAILED
    again, storage = opened(tmp_path, disk)
    assert count(again, channel.id) == 0
    keep(storage, a.message(channel.id))
    again.close()
