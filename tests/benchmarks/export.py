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

from tests.benchmarks.window_profile import long_profile
from tests.e2e.processes import ROOT, environment

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


def _measure(profile: Path, folder: Path, space: str, file: Path) -> Mapping[str, object]:
    began = time.monotonic()
    process = subprocess.Popen(
        _words(profile, "export", space, "--to", str(file)),
        stdout=subprocess.PIPE,
        env=environment(folder),
        cwd=ROOT,
    )
    assert process.stdout is not None
    told = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    assert process.returncode == 0
    seconds = time.monotonic() - began
    return {
        "name": f"export{file.suffix}",
        "posts": told["posts"],
        "seconds": round(seconds, 1),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
        "posts_a_second": round(told["posts"] / seconds),
        "mebibytes_max": used.ru_maxrss // 1024,
        "mebibytes_written": file.stat().st_size // 2**20,
        "load": round(os.getloadavg()[0], 1),
    }
