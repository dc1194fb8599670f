"""The power is cut at any call of a long scene of use: what was told to be saved is there.

The rows are reliability.md's 3.1 (what is promised), 3.3 (power cut) and 5 (D2). More of the same:
``python -m tests.durability --cuts 1000000``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.migrate import latest_format
from tests.durability.conftest import CUTS_A_SCENE, CutScene
from tests.durability.cutting import cut_again, cut_until
from tests.durability.folders import quick_folder
from tests.durability.recording import record
from tests.durability.test_migration_cuts import CUTS as CUTS_OF_AN_OLDER_PROFILE

pytestmark = pytest.mark.slow

SCENES = ["scene 0", "scene 1", "scene 2", "scene 3", "scene 4", "port 0", "port 1", "port 2"]
CUTS_BEFORE = 80
CUTS_OF_A_RECOVERY = 20
CUTS_OF_A_WEAKER_DISK = 300


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


@pytest.mark.parametrize("seed", SCENES)
def test_no_power_cut_loses_or_harms_anything_that_was_told_to_be_saved(
    cut_scenes: CutScene, seed: str
) -> None:
    report = cut_scenes(seed)
    assert report.complaints == []
    assert (report.cuts, report.lost, report.unsound) == (CUTS_A_SCENE, 0, 0)


def test_a_second_cut_while_the_program_recovers_loses_nothing_either(folder: Path) -> None:
    recording = record(folder / "here", "twice")
    report = cut_again(recording, folder / "there", "twice", CUTS_BEFORE, CUTS_OF_A_RECOVERY)
    assert report.complaints == []
    assert (report.lost, report.unsound) == (0, 0)
    assert report.cuts == CUTS_BEFORE * (1 + CUTS_OF_A_RECOVERY)


def test_the_same_cuts_find_what_synchronous_normal_loses(folder: Path) -> None:
    recording = record(folder / "here", "scene 0", synchronous="NORMAL")
    report = cut_until(recording, folder / "there", "scene 0", CUTS_OF_A_WEAKER_DISK)
    assert report.lost > CUTS_OF_A_WEAKER_DISK // 5
    assert report.unsound == 0, "in the log's order nothing is ever half done"


def test_the_same_cuts_find_what_is_corrupt_without_syncs(folder: Path) -> None:
    recording = record(folder / "here", "scene 0", synchronous="OFF")
    report = cut_until(recording, folder / "there", "scene 0", CUTS_OF_A_WEAKER_DISK)
    assert report.unsound > CUTS_OF_A_WEAKER_DISK // 5


def test_the_power_is_cut_twenty_thousand_times_while_private_channels_are_used() -> None:
    """With those of older profiles while they are migrated, closed well and killed."""
    in_use = len(SCENES) * CUTS_A_SCENE + CUTS_BEFORE * (1 + CUTS_OF_A_RECOVERY)
    migrating = (latest_format() - 1) * 2 * CUTS_OF_AN_OLDER_PROFILE
    assert in_use + migrating >= 20_000
