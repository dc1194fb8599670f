"""A profile that cannot be written to is refused by that name, and stays as it is.

The row is reliability.md's 3.3 (read-only mount). The folder is really closed to a process without
privileges, for nobody closes anything to the superuser.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import FaultReason
from tests.durability.disk import lay_down
from tests.durability.folders import quick_folder
from tests.durability.power import read_back
from tests.durability.trials import Ground

ROOT = Path(__file__).parents[2]
NOBODY = 65_534
SECONDS_MAX = 60

_OPENS = f"""
import os, sys
from pathlib import Path
from engine.errors import Fault
from tests.durability.recording import open_as_program

folder, other = Path(sys.argv[1]), Path(sys.argv[2])
open_as_program(other).close()  # all that is loaded late is loaded now
if os.geteuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
for file in folder.iterdir():
    file.chmod(0o400)
folder.chmod(0o500)
try:
    open_as_program(folder)
except Fault as fault:
    print(fault.reason)
"""


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    with quick_folder() as folder:
        yield Ground(folder)


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
def test_a_read_only_profile_is_refused_as_such_and_unchanged(
    ground: Ground, *, killed: bool
) -> None:
    with quick_folder() as outer:
        folder = outer / "profile"
        lay_down(ground.killed if killed else ground.joined, folder)
        (outer / "other").mkdir(mode=0o700)
        before = read_back(folder)
        if os.geteuid() == 0:
            for path in (outer, folder, *folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        done = subprocess.run(
            [sys.executable, "-c", _OPENS, str(folder), str(outer / "other")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )
        folder.chmod(0o700)
        assert done.stderr == ""
        assert done.stdout.split() == [FaultReason.DISK_READ_ONLY]
        assert read_back(folder) == before
