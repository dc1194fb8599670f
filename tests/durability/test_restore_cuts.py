"""The power is cut at any point of restoring a backup: there is the profile that was, or the whole
restored one as soon as somebody opens it, and never a mixture of both.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.backups import restoring
from app.profile.paths import Paths
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, Refused
from engine.protocols.peerlinks.records import ChannelStored
from engine.store import keys
from engine.store.backup.placing import OUTGOING_NAME, STAGING_NAME, take_up
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location
from engine.store.migrate import latest_format
from engine.store.opening import DATABASE_NAME, open_store
from tests import peerlinks_samples as a
from tests.durability.disk import Disk, Image, Operation, Sync, lay_down
from tests.durability.file_calls import FileCalls
from tests.durability.folders import quick_folder
from tests.durability.power import read_back
from tests.unit.store.conftest import opened

pytestmark = pytest.mark.slow

CUTS_AT_EACH_CALL = 12
BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class Played:
    """What happened to a folder that held ``start``."""

    start: Image
    calls: list[Operation]

    def cuts(self) -> Iterator[tuple[bool, Image]]:
        """What cuts leave; the first tells whether it had come to its end."""
        dice = random.Random("restoring")
        disk = Disk(self.start)
        for number, call in enumerate([None, *self.calls]):
            if call is not None:
                disk.do(call)
            for _ in range(CUTS_AT_EACH_CALL):
                yield number == len(self.calls), disk.cut(dice)


class Scene:
    """A profile, and a backup of another one. Each is known by its only channel's name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.here = folder / "here"
        self.file = folder / "backup"
        self._make(self.here, BEFORE)
        other = folder / "other"
        key = self._make(other, AFTER)
        location = Location(str(other / DATABASE_NAME), key)
        (other / "settings.json").write_text('{"look": "dark"}')
        source = Source(location, [other / "settings.json"], "0", 0.0)
        Backups(SeededEntropy(b"backup"), MINIMAL).write(source, self.file, AFTER)

    def _make(self, profile: Path, name: str) -> bytes:
        profile.mkdir(mode=0o700, exist_ok=True)
        key = keys.create(profile, name, SeededEntropy(name.encode()), cost=MINIMAL)
        one = opened(open_store(profile, key))
        one.keep(ChannelStored(a.channel(name), a.NOW))
        one.close()
        return key

    def stage(self) -> None:
        paths = Paths(self.here, self.folder / "run")
        restoring.stage(paths, self.file, AFTER, SeededEntropy(b"staged"), MINIMAL)

    def played(self, act: Callable[[], object]) -> Played:
        calls: list[Operation] = []
        start = read_back(self.here)
        with FileCalls(self.here, calls.append):
            act()
        return Played(start, calls)

    def found(self, image: Image) -> str:
        """Which profile the next one to open it finds, and nothing else beside it."""
        there = self.folder / "there"
        if there.exists():
            shutil.rmtree(there)
        lay_down(image, there)
        take_up(there)
        passphrase, key = self._opened(there)
        store = open_store(there, key)
        (name,) = store.spaces.names().values()
        store.close()
        assert passphrase == name, "the key of one with the database of the other"
        is_dark = (there / "settings.json").exists()
        assert is_dark == (name == AFTER)
        assert not (there / STAGING_NAME).exists()
        assert not (there / OUTGOING_NAME).exists()
        return name

    def _opened(self, there: Path) -> tuple[str, bytes]:
        for passphrase in (BEFORE, AFTER):
            try:
                return passphrase, keys.unlock(there, passphrase, latest_format())
            except Refused:
                pass
        raise AssertionError("neither passphrase opens it")


@pytest.fixture
def scene() -> Iterator[Scene]:
    with quick_folder() as made:
        yield Scene(made)


def test_until_all_lies_ready_there_is_the_profile_that_was(scene: Scene) -> None:
    played = scene.played(scene.stage)
    outcomes = set()
    for done, image in played.cuts():
        name = scene.found(image)
        outcomes.add(name)
        assert name == AFTER or not done
    assert outcomes == {BEFORE, AFTER}


def test_once_it_lies_ready_there_is_the_restored_one(scene: Scene) -> None:
    scene.stage()
    played = scene.played(lambda: take_up(scene.here))
    assert len(played.calls) > 5
    for _, image in played.cuts():
        assert scene.found(image) == AFTER


def test_a_second_crash_while_it_goes_on_changes_nothing(scene: Scene) -> None:
    scene.stage()
    first = scene.played(lambda: take_up(scene.here))
    dice = random.Random("again")
    for _, image in first.cuts():
        if dice.random() > 0.05:
            continue
        shutil.rmtree(scene.here)
        lay_down(image, scene.here)
        for _, once_more in scene.played(lambda: take_up(scene.here)).cuts():
            assert scene.found(once_more) == AFTER


def test_the_same_cuts_find_what_a_forgotten_sync_would_lose(scene: Scene) -> None:
    played = scene.played(scene.stage)
    hasty = Played(played.start, [call for call in played.calls if not isinstance(call, Sync)])
    troubles = 0
    for _, image in hasty.cuts():
        try:
            scene.found(image)
        except Fault:
            troubles += 1
    assert troubles
