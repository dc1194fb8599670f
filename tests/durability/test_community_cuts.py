"""The power is cut while people talk in a community: nothing that was acknowledged, or given to
somebody, is lost; nothing that was deleted comes back.

The rows are reliability.md's 3.3 (power cut) and D12.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.model.communities import WireVersion
from tests.durability.community_cutting import cut_communities
from tests.durability.community_scene import record_community
from tests.durability.folders import quick_folder

pytestmark = pytest.mark.slow

CUTS = 300
CUTS_OF_A_WEAKER_DISK = 200


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as made:
        yield made


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
def test_no_power_cut_loses_what_was_said_nor_brings_back_what_was_deleted(
    folder: Path, wire: WireVersion
) -> None:
    seed = f"communities {wire}"
    recording = record_community(folder / "here", seed, wire)
    report = cut_communities(recording, folder / "there", seed, CUTS)
    assert report.complaints == []
    assert (report.cuts, report.lost, report.unsound) == (CUTS, 0, 0)


def test_the_same_cuts_find_what_synchronous_normal_loses(folder: Path) -> None:
    seed = "communities S"
    recording = record_community(folder / "here", seed, WireVersion.S, synchronous="NORMAL")
    report = cut_communities(recording, folder / "there", seed, CUTS_OF_A_WEAKER_DISK)
    assert report.lost > CUTS_OF_A_WEAKER_DISK // 5
    assert report.unsound == 0, "in the log's order nothing is ever half done"
