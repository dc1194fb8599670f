"""Another window of this program, over another profile: a process of its own that outlives us."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from app.own_process import program, surroundings


class Starting:
    """Starts this program again, in a process of its own that outlives us."""

    def __init__(self) -> None:
        """None is started yet."""
        self.started: list[subprocess.Popen[bytes]] = []
        """Those that may still run."""

    def __call__(self, folder: Path) -> None:
        """On that profile. A window that shows it already is raised by it. Raises OSError."""
        self.started = [one for one in self.started if one.poll() is None]
        self.started.append(
            subprocess.Popen(  # noqa: S603 - our own program, and a folder as one argument
                [*program(), "--profile", str(folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=surroundings(),
                start_new_session=True,
            )
        )


def begin_anew(folder: Path) -> None:
    """This process becomes the program on that profile, as if it were started now."""
    words = [*program(), "--profile", str(folder)]
    os.execve(words[0], words, surroundings())  # noqa: S606 - our own program, without a shell
