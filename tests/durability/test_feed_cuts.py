"""The power is cut while feeds are written and fetched: nothing signed or announced is lost.

The rows are reliability.md's 3.3 (power cut) and D12: our own feed never forks after a crash.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.feed_cutting import cut_feeds
from tests.durability.feed_scene import record_feeds
from tests.durability.folders import quick_folder

pytestmark = pytest.mark.slow

CUTS = 1_200
CUTS_OF_A_WEAKER_DISK = 300


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


@pytest.mark.parametrize("seed", ["feeds 0", "feeds 1", "feeds 2"])
def test_no_power_cut_loses_what_was_signed_or_announced_nor_forks_a_feed(
    folder: Path, seed: str
) -> None:
    recording = record_feeds(folder / "here", seed)
    report = cut_feeds(recording, folder / "there", seed, CUTS)
    assert report.complaints == []
    assert (report.cuts, report.lost, report.unsound) == (CUTS, 0, 0)


def test_the_same_cuts_find_what_synchronous_normal_loses(folder: Path) -> None:
    recording = record_feeds(folder / "here", "feeds 0", synchronous="NORMAL")
    report = cut_feeds(recording, folder / "there", "feeds 0", CUTS_OF_A_WEAKER_DISK)
    assert report.lost > CUTS_OF_A_WEAKER_DISK // 5
    assert report.unsound == 0, "in the log's order nothing is ever half done"
