"""A screen without a screen (Xvfb), and what can be seen on it."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SIZE = "1280x800x24"
ENDING_SECONDS = 30.0

_WINDOW = re.compile(r'^\s+0x[0-9a-f]+ (?:"(?P<title>.*)"|\(has no name\)): \("(?P<name>[^"]*)" ')


@dataclass(frozen=True, slots=True)
class Screen:
    """``display``: its name, as DISPLAY has it. ``content``: the file that holds its pixels."""

    display: str
    content: Path

    def picture(self) -> bytes:
        """What is to be seen, four bytes a pixel, after a head that stays the same."""
        return self.content.read_bytes()

    def titles(self, program: str) -> list[str]:
        """Of that program's windows with a title, seen or not, the newest first."""
        told = subprocess.run(
            ["xwininfo", "-display", self.display, "-root", "-tree"],
            capture_output=True,
            text=True,
            check=True,
        )
        found = filter(None, map(_WINDOW.match, told.stdout.splitlines()))
        return [one["title"] for one in found if one["name"] == program and one["title"]]


def changed(before: bytes, after: bytes) -> int:
    """How many bytes of two pictures differ."""
    return int(np.count_nonzero(np.frombuffer(before, "u1") != np.frombuffer(after, "u1")))


@contextmanager
def screen() -> Iterator[Screen]:
    """For the block's duration; on a display that is free."""
    with tempfile.TemporaryDirectory(prefix="tidings-screen-") as folder:
        yield from _screen(folder)


def _screen(folder: str) -> Iterator[Screen]:
    reading, writing = os.pipe()
    options = ["-screen", "0", SIZE, "-nolisten", "tcp", "-fbdir", folder]
    command = ["Xvfb", "-displayfd", str(writing), *options]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[writing]
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:  # a line once it is ready, nothing if it ends before
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield Screen(f":{number}", Path(folder) / "Xvfb_screen0")
    finally:
        process.terminate()
        process.wait(ENDING_SECONDS)
