"""A program at a terminal of its own, which is closed in the middle of its work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

READY = "is at work"
"""What the program says, on a line of its terminal, when that may close."""
SECONDS_MAX = 60.0
_AT_ITS_TERMINAL = "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"


def hung_up(program: str, folder: Path) -> int:
    """The exit status of that Python program, begun in ``folder``, whose terminal closes once it
    has said READY. The system then sends SIGHUP, and whatever is written there fails.
    """
    ours, its = os.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", _AT_ITS_TERMINAL + program],
            stdin=its,
            stdout=its,
            stderr=its,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
            start_new_session=True,
        )
        os.close(its)
        _wait_for_ready(ours)
    finally:
        os.close(ours)
    try:
        return process.wait(SECONDS_MAX)
    finally:
        process.kill()


def _wait_for_ready(terminal: int) -> None:
    """To the end of that line: who is still writing it would fail at that, and not at its work.

    Raises OSError, as a terminal does, where the program ends before.
    """
    said = b""
    while b"\n" not in said.partition(READY.encode())[2]:
        said += os.read(terminal, 4_096)
