"""What a killed move left beside the profile goes with the next start, and nothing else does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.store.backup.beside import made_beside
from engine.store.backup.placing import take_up

KILLED = """
import os, signal, sys
from pathlib import Path
from engine.store.backup.beside import made_beside
with made_beside(Path(sys.argv[1])) as folder:
    (folder / "profile").write_bytes(b"sealed")
    (folder / "profile.tidings-new").write_bytes(b"half of it")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    return folder


def beside(profile: Path) -> set[str]:
    return {path.name for path in profile.parent.iterdir()} - {profile.name}


def test_what_a_killed_move_left_is_gone_after_the_next_start(profile: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(profile)]
    root = str(Path(__file__).parents[3])
    subprocess.run(command, check=False, timeout=60, cwd=root)
    assert len(beside(profile)) == 1
    take_up(profile)
    assert beside(profile) == set()


def test_what_an_older_version_left_goes_as_well(profile: Path) -> None:
    left = profile.parent / ".tidings-moving-abcd_123"
    left.mkdir(mode=0o700)
    (left / "profile").write_bytes(b"sealed")
    take_up(profile)
    assert beside(profile) == set()


def test_a_move_that_is_under_way_keeps_its_folder(profile: Path) -> None:
    with made_beside(profile) as folder:
        (folder / "profile").write_bytes(b"sealed")
        take_up(profile)
        assert (folder / "profile").read_bytes() == b"sealed"
    assert beside(profile) == set()


def test_a_persons_own_things_stay_whatever_they_are_called(profile: Path) -> None:
    parent = profile.parent
    other = parent / "other"
    other.mkdir()
    (other / "profile").write_text("mine")
    (parent / ".tidings-moving-12345678").symlink_to(other)
    (parent / ".tidings-moving-house").mkdir()
    (parent / ".tidings-moving-letters1").mkdir(mode=0o700)
    (parent / ".tidings-moving-letters1" / "letter").write_text("mine")
    (parent / ".tidings-moving-textfile").write_text("mine")
    before = beside(profile)
    take_up(profile)
    assert beside(profile) == before
    assert (other / "profile").read_text() == "mine"
    assert (parent / ".tidings-moving-letters1" / "letter").exists()
