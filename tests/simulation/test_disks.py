"""The same worlds with profiles on encrypted files, on disks that keep what they like."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.connection import Location
from engine.store.database import Database
from tests.simulation.simulate import simulate

HOURS = 0.6
SEEDS = [f"honest-disk-{number}" for number in range(1, 5)]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_law_is_broken_on_disks_whose_power_is_cut(seed: str, tmp_path: Path) -> None:
    outcome = simulate(seed, HOURS, tmp_path)

    assert not outcome.broken, outcome.report


def test_without_full_syncs_acknowledged_posts_are_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Database.__init__

    def careless(self: Database, location: Location) -> None:
        usual(self, location)
        self.run("PRAGMA synchronous = OFF")

    monkeypatch.setattr(Database, "__init__", careless)
    broken = set()
    for number in range(1, 20):
        folder = tmp_path / str(number)
        folder.mkdir()
        broken.add(simulate(f"honest-careless-{number}", HOURS, folder).broken)
        if any(broken):
            return
    raise AssertionError("no seed found it")
