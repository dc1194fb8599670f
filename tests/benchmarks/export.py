"""How fast a long history becomes a file, and in how much memory, by the command line alone.

The profile is the one of the window's figures (``window_profile``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.window_profile import long_profile
from tests.e2e.processes import ROOT, environment
from tests.load.process import Used, ended

SUFFIXES = (".jsonl", ".csv", ".html")


def measures(folder: Path, posts: int) -> Iterator[Mapping[str, object]]:
    """One a form; ``folder`` is removed afterwards."""
    folder.mkdir(parents=True)
    profile = long_profile(posts)
    space = _longest(profile, folder)
    for suffix in SUFFIXES:
        yield _measure(profile, folder, space, folder / f"history{suffix}")


def _words(profile: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "app", "--profile", str(profile), "--json", *words]


def _longest(profile: Path, folder: Path) -> str:
    """The id of the space with the most posts."""
    listed = subprocess.check_output(
        _words(profile, "channel", "list"), env=environment(folder), cwd=ROOT
    )
    spaces = json.loads(listed)
    longest: str = max(spaces, key=lambda space: int(space["posts"]))["id"]
    return longest


def _told(process: subprocess.Popen[bytes]) -> tuple[Mapping[str, Any], Used]:
    """What it wrote when it had ended, which a pipe holds, and what it used."""
    used = ended(process)
    assert process.stdout is not None
    with process.stdout as said:
        return json.loads(said.read()), used


def _measure(profile: Path, folder: Path, space: str, file: Path) -> Mapping[str, object]:
    began = time.monotonic()
    process = subprocess.Popen(
        _words(profile, "export", space, "--to", str(file)),
        stdout=subprocess.PIPE,
        env=environment(folder),
        cwd=ROOT,
    )
    told, used = _told(process)
    assert process.returncode == 0
    seconds = time.monotonic() - began
    return {
        "name": f"export{file.suffix}",
        "posts": told["posts"],
        "seconds": round(seconds, 1),
        "cpu_seconds": round(used.cpu_seconds, 1),
        "posts_a_second": round(told["posts"] / seconds),
        "mebibytes_max": used.peak_bytes // 2**20,
        "mebibytes_written": file.stat().st_size // 2**20,
        "load": round(os.getloadavg()[0], 1),
    }
