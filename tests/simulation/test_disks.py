"""The same worlds with profiles on encrypted files, on disks that keep what they like."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.connection import Location
from engine.store.database import Database
from tests.simulation.simulate import simulate

HOURS = 1.0
SEEDS_MAX = 100
SEEDS = [f"honest-disk-{number}" for number in range(1, 9)]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_law_is_broken_on_disks_whose_power_is_cut(seed: str, tmp_path: Path) -> None:
    outcome = simulate(seed, HOURS, tmp_path)

    assert not outcome.broken, outcome.report


def test_without_full_syncs_acknowledged_posts_are_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Database.__init__

    def careless(self: Database, location: Location, backups: Path | None = None) -> None:
        usual(self, location, backups)
        self.run("PRAGMA synchronous = NORMAL")

    monkeypatch.setattr(Database, "__init__", careless)
    for number in range(1, SEEDS_MAX + 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        broken = simulate(f"honest-careless-{number}", HOURS, folder).broken
        if broken:
            assert broken == "acknowledged posts stay"
            return
    raise AssertionError(f"no post was lost in {SEEDS_MAX} worlds")
