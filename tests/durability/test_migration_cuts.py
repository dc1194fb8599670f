"""The power is cut while an older profile is brought to this program's format.

It is then of the old format or of a later one, never between; the copy that was made before is
there from the first step on; and the next start ends in the very same rows as an uncut one.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.store.connection import Location
from engine.store.database import Database, open_read_only
from engine.store.migrate import latest_format, stored_format
from engine.store.opening import BACKUP_NAME, DATABASE_NAME
from tests.amounts import amount
from tests.durability.consistency import troubles_of
from tests.durability.disk import Disk, lay_down
from tests.durability.folders import quick_folder
from tests.durability.older import make_older
from tests.durability.oracle import content_of
from tests.durability.power import read_back
from tests.durability.recording import open_as_program, record, watched
from tests.durability.rows import Rows, rows_of

pytestmark = pytest.mark.slow

CUTS = amount("CUTS_OF_A_MIGRATION", 250)
ACTS = 25


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


@dataclass(frozen=True, slots=True)
class _Look:
    """At what a cut left. ``copied``: the rows of the copy that was made before, if it is there."""

    format: int
    copied: Rows | None


def look(folder: Path, key: bytes, start: int) -> _Look:
    number = stored_format(Location(str(folder / DATABASE_NAME), key))
    return _Look(number, copied_rows(folder, key) if number > start else None)


def copied_rows(folder: Path, key: bytes) -> Rows | None:
    copy = folder / BACKUP_NAME / f"pre-v{latest_format()}.db"
    if not copy.exists():
        return None
    backup = open_read_only(Location(str(copy), key))
    rows = rows_of(backup)
    backup.close()
    return rows


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "killed"])
@pytest.mark.parametrize("number", range(1, latest_format()))
def test_a_profile_cut_while_it_is_migrated_is_old_or_new_and_migrates_to_the_same(
    folder: Path, number: int, *, closed: bool
) -> None:
    here, there = folder / "here", folder / "there"
    record(here, "migrating", acts=ACTS)
    key = make_older(here, number, closed=closed)
    lay_down(read_back(here), there)  # a look at the profile itself would close it
    before = Database(Location(str(there / DATABASE_NAME), key))
    old_rows = rows_of(before)
    before.close()
    shutil.rmtree(there)
    with watched(here) as (recording, vfs):
        store = open_as_program(here, vfs)
        new_rows = rows_of(store.database)
        store.close()

    dice = random.Random("migrating")
    disk = Disk(recording.start)
    formats = set()
    sound: set[bytes] = set()
    per_call = CUTS / len(recording.calls)
    due = 0.0
    for call in recording.calls:
        disk.do(call)
        due += per_call
        while due >= 1:
            due -= 1
            lay_down(disk.cut(dice), there)
            seen = look(there, key, number)
            formats.add(seen.format)
            assert seen.format == number or seen.copied == old_rows, "no copy of what was before"
            store = open_as_program(there)
            assert rows_of(store.database) == new_rows
            assert copied_rows(there, key) == old_rows, "the copy is of a step in between"
            if (content := content_of(store)) not in sound:
                assert troubles_of(store) == []
                sound.add(content)
            store.close()
            shutil.rmtree(there)
    assert formats == set(range(number, latest_format() + 1))
