"""The power is cut at every write while a profile of each older format is opened at last.

It is then of the old format or of a later one, never between; and the next start shows the same as
one that nothing disturbed.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.connection import Location
from engine.store.migrate import latest_format, stored_format
from engine.store.opening import DATABASE_NAME
from tests.durability.disk import Disk, Write, lay_down
from tests.durability.folders import quick_folder
from tests.durability.recording import open_as_program, watched
from tests.durability.rows import rows_of
from tests.formats.fixtures import make_profile

pytestmark = pytest.mark.slow


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


@pytest.mark.parametrize("number", range(1, latest_format()))
def test_a_cut_at_any_write_leaves_the_old_format_or_a_later_one(folder: Path, number: int) -> None:
    here, there = folder / "here", folder / "there"
    key = make_profile(here, number)
    with watched(here) as (recording, vfs):
        store = open_as_program(here, vfs)
        expected = rows_of(store.database)
        store.close()
    dice = random.Random(f"format {number}")
    disk = Disk(recording.start)
    formats = set()
    for call in recording.calls:
        disk.do(call)
        if not isinstance(call, Write):
            continue
        lay_down(disk.cut(dice), there)
        formats.add(stored_format(Location(str(there / DATABASE_NAME), key)))
        store = open_as_program(there)
        assert store.database.value("PRAGMA quick_check") == "ok"
        assert rows_of(store.database) == expected
        store.close()
        shutil.rmtree(there)
    assert formats <= set(range(number, latest_format() + 1))
    assert len(formats) > 1, "nothing was cut on the way"
