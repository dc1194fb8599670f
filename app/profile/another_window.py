"""Another window of this program, over another profile: a process of its own that outlives us."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import app


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
                env=_environment(),
                start_new_session=True,
            )
        )


def program() -> Sequence[str]:
    """How this very program is started."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]


def _environment() -> dict[str, str]:
    """With this program first where Python looks for it, installed or not."""
    here = str(Path(app.__file__).resolve().parents[1])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def begin_anew(folder: Path) -> None:
    """This process becomes the program on that profile, as if it were started now."""
    words = [*program(), "--profile", str(folder)]
    os.execve(words[0], words, _environment())  # noqa: S606 - our own program, without a shell
