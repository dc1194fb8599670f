"""A directory that one program shares and another mirrors, while both are stopped and killed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import eventually
from tests.files_there import files_there

pytestmark = pytest.mark.slow

FILES = 120
LARGE_BYTES = 300_000


def digests(place: Path) -> Mapping[str, str]:
    """The SHA-256 of every file."""
    there = files_there(place).items()
    return {path: hashlib.sha256(content).hexdigest() for path, content in there}


def test_a_mirror_that_is_killed_goes_on_and_ends_with_equal_files(
    person: MakePerson, tmp_path: Path
) -> None:
    ann, ben = person("ann"), person("ben")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for number in range(FILES):
        file = ours / f"folder {number % 7}" / f"file {number:03}.bin"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(os.urandom(LARGE_BYTES if number % 10 == 0 else number))
    sharing = ann.serve()
    ann.do("folder", "share", str(ours))
    eventually(lambda: ann.see("folder", "status", "ours")["files"] == FILES)
    link = ann.do("folder", "status", "ours")["link"]

    mirroring = ben.serve()
    ben.do("folder", "get", link, str(theirs), "--no-wait")
    eventually(lambda: len(digests(theirs)) > 0)
    mirroring.kill()
    (ours / "folder 0" / "file 000.bin").rename(ours / "moved.bin")
    (ours / "folder 1" / "file 001.bin").unlink()
    (ours / "folder 2" / "file 002.bin").write_bytes(b"changed while nobody looked")
    mirroring = ben.serve()
    eventually(lambda: digests(ours) == digests(theirs))

    sharing.stop()
    (ours / "later.bin").write_bytes(os.urandom(LARGE_BYTES))
    sharing = ann.serve()
    eventually(lambda: digests(ours) == digests(theirs))
    mirroring.stop()
    sharing.stop()
