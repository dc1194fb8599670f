"""The power is cut at any point of writing the key file: the key is never lost.

Every call of the real code to the file system is written down, and cut at each place in many ways.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, Refused
from engine.store import keys
from tests.durability.disk import Disk, Image, Operation, Sync, lay_down
from tests.durability.file_calls import FileCalls
from tests.durability.folders import quick_folder
from tests.durability.power import read_back

FORMAT = 3
CUTS_AT_EACH_CALL = 40
ENTROPY = SeededEntropy(b"keys")


@dataclass(frozen=True, slots=True)
class Written:
    """What happened to a folder that held ``start``."""

    start: Image
    calls: list[Operation]

    def cuts(self) -> Iterator[tuple[bool, Image]]:
        """What cuts leave; the first tells whether the writing had come to its end."""
        dice = random.Random("key file")
        disk = Disk(self.start)
        for number, call in enumerate([None, *self.calls]):
            if call is not None:
                disk.do(call)
            for _ in range(CUTS_AT_EACH_CALL):
                yield number == len(self.calls), disk.cut(dice)


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


def written(folder: Path, act: Callable[[Path], object]) -> Written:
    here = folder / "here"
    calls: list[Operation] = []
    start = read_back(here)
    with FileCalls(here, calls.append):
        act(here)
    return Written(start, calls)


def opened(folder: Path, image: Image, *passphrases: str | None) -> list[bytes | None]:
    """The key that each passphrase opens there, None where it does not."""
    there = folder / "there"
    if there.exists():
        shutil.rmtree(there)
    lay_down(image, there)
    found: list[bytes | None] = []
    for passphrase in passphrases:
        try:
            found.append(keys.unlock(there, passphrase, FORMAT + 1))
        except (Fault, Refused):
            found.append(None)
    return found


def test_a_key_that_was_made_is_there_and_a_profile_is_never_left_half_made(folder: Path) -> None:
    made: list[bytes] = []
    calls = written(folder, lambda here: made.append(keys.create(here, None, ENTROPY)))
    outcomes = set()
    for done, image in calls.cuts():
        there = any(name in image for name in (keys.KEY_NAME, keys.COPY_NAME))
        (key,) = opened(folder, image, None)
        outcomes.add((there, key))
        assert key == (made[0] if there else None)
        assert there or not done
    assert outcomes == {(False, None), (True, made[0])}


def test_a_passphrase_that_was_changed_is_the_new_one_and_before_the_old_or_the_new(
    folder: Path,
) -> None:
    key = keys.create(folder / "here", "old", ENTROPY, FORMAT, MINIMAL)
    calls = written(
        folder,
        lambda here: keys.change_passphrase(here, "old", "new", ENTROPY, FORMAT, MINIMAL),
    )
    outcomes = set()
    for done, image in calls.cuts():
        old, new = opened(folder, image, "old", "new")
        outcomes.add((old, new))
        assert (new == key) if done else key in {old, new}
        assert old is None or new is None, "both open it"
    assert outcomes == {(key, None), (None, key)}


def test_the_format_is_noted_or_not_and_the_key_opens_all_the_same(folder: Path) -> None:
    key = keys.create(folder / "here", None, ENTROPY, FORMAT)
    calls = written(folder, lambda here: keys.set_format_version(here, FORMAT + 1))
    formats = set()
    for done, image in calls.cuts():
        assert opened(folder, image, None) == [key]
        formats.add(keys.format_version(folder / "there"))
        assert keys.format_version(folder / "there") == FORMAT + 1 or not done
    assert formats == {FORMAT, FORMAT + 1}


@pytest.mark.parametrize("damaged", [keys.KEY_NAME, keys.COPY_NAME])
def test_mending_a_damaged_copy_never_harms_the_sound_one(folder: Path, damaged: str) -> None:
    key = keys.create(folder / "here", None, ENTROPY, FORMAT)
    (folder / "here" / damaged).write_bytes(b"nothing of ours")
    calls = written(folder, lambda here: keys.unlock(here, None, FORMAT))
    assert calls.calls
    for _, image in calls.cuts():
        assert opened(folder, image, None) == [key]


def test_the_same_cuts_find_what_a_forgotten_sync_would_lose(folder: Path) -> None:
    key = keys.create(folder / "here", "old", ENTROPY, FORMAT, MINIMAL)
    calls = written(
        folder,
        lambda here: keys.change_passphrase(here, "old", "new", ENTROPY, FORMAT, MINIMAL),
    )
    hasty = Written(calls.start, [call for call in calls.calls if not isinstance(call, Sync)])
    lost = [image for _, image in hasty.cuts() if key not in opened(folder, image, "old", "new")]
    assert lost
