"""On a real disk of 4 MiB that is full, the program reads, and writes a backup elsewhere.

What became read-only is refused, and rescued from a copy. The rows are reliability.md's 3.3
(ENOSPC, read-only mount). Who may not mount such a disk sees these tests fail: there is no other
that is really full.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DISK_BYTES = 4 << 20
PIECE_BYTES = 4_096
SECONDS_MAX = 60
FAULT_STATUS = 6


@dataclass(frozen=True)
class SmallDisk:
    """A profile on a disk of its own, and a folder on another one."""

    disk: Path
    profile: Path
    elsewhere: Path
    environment: Mapping[str, str]

    def run(self, *words: str) -> tuple[int, str]:
        """The program's status, and what it said."""
        done = subprocess.run(
            [sys.executable, "-m", "app", "--profile", str(self.profile), *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def do(self, *words: str) -> str:
        status, said = self.run(*words)
        assert status == 0, said
        return said

    def fill(self, free: int) -> None:
        with (self.disk / "filling").open("ab", buffering=0) as filling:
            try:
                while True:
                    filling.write(bytes(PIECE_BYTES))
            except OSError:
                filling.truncate(filling.tell() - free)

    def empty(self) -> None:
        (self.disk / "filling").unlink()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallDisk]:
    disk, elsewhere, home = (tmp_path / name for name in ("disk", "elsewhere", "home"))
    for folder in (disk, elsewhere, home):
        folder.mkdir(mode=0o700)
    environment = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
    options = f"size={DISK_BYTES},mode=0700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)], check=True)
    try:
        yield SmallDisk(disk, disk / "profile", elsewhere, environment)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("free", [0, 4 * PIECE_BYTES])
def test_a_profile_on_a_full_disk_is_read_and_backed_up_to_another(
    small: SmallDisk, free: int
) -> None:
    small.do("identity", "new", "ann")
    small.do("channel", "new", "garden")
    small.do("channel", "post", "garden", "before")
    small.fill(free)
    for _ in range(2):
        assert "before" in small.do("channel", "read", "garden")
        status, said = small.run("channel", "post", "garden", "x" * 100_000)
        assert (status, "disk is full" in said) == (FAULT_STATUS, True)
    words, file = small.elsewhere / "words", small.elsewhere / "saved"
    words.write_text("correct horse\n")
    small.do("backup", str(file), "--secret-file", str(words))
    assert {path.name for path in small.elsewhere.iterdir()} == {"words", "saved"}
    small.empty()
    small.do("channel", "post", "garden", "after")
    assert "after" in small.do("channel", "read", "garden")


def test_a_profile_on_a_disk_that_became_read_only_is_rescued_from_a_copy(
    small: SmallDisk,
) -> None:
    small.do("identity", "new", "ann")
    small.do("channel", "post", "ann", "before")
    subprocess.run(["mount", "-o", "remount,ro", str(small.disk)], check=True)
    status, said = small.run("channel", "read", "ann")
    assert status == FAULT_STATUS
    assert "cannot be written to" in said
    assert "copy its whole folder" in said
    copy = small.elsewhere / "copy"
    shutil.copytree(small.disk / "profile", copy)
    copied = replace(small, profile=copy)
    assert "before" in copied.do("channel", "read", "ann")
    words = small.elsewhere / "words"
    words.write_text("correct horse\n")
    copied.do("backup", str(small.elsewhere / "saved"), "--secret-file", str(words))
