"""A program at a terminal of its own, which is closed in the middle of its work."""

from __future__ import annotations

import errno
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

READY = "is at work"
"""What the program says, on a line of its terminal, when that may close."""
SECONDS_MAX = 60.0
_AT_ITS_TERMINAL = "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"


def hung_up(program: str, folder: Path) -> int:
    """The exit status of that Python program, begun in ``folder``, whose terminal closes once it
    has said READY. The system then sends SIGHUP, and whatever is written there fails.

    Raises EOFError where it ends before it says so, and TimeoutError or TimeoutExpired where it
    takes longer than SECONDS_MAX for that, or to end; it has ended then, too.
    """
    ours, its = os.openpty()
    process = None
    try:
        with _closed_at_last(ours):
            with _closed_at_last(its):
                process = _begun(program, folder, its)
            _wait_for_ready(ours)
        return process.wait(SECONDS_MAX)
    finally:
        if process is not None:
            process.kill()
            process.wait()


@contextmanager
def _closed_at_last(handle: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(handle)


def _begun(program: str, folder: Path, terminal: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _AT_ITS_TERMINAL + program],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        start_new_session=True,
    )


def _wait_for_ready(terminal: int) -> None:
    """To the end of that line: who is still writing it would fail at that, and not at its work."""
    said = b""
    deadline = time.monotonic() + SECONDS_MAX
    while b"\n" not in said.partition(READY.encode())[2]:
        if not select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise TimeoutError(f"it has only said {said.decode(errors='replace')}")
        piece = _piece(terminal)
        if not piece:
            raise EOFError(f"it has ended, and said {said.decode(errors='replace')}")
        said += piece


def _piece(terminal: int) -> bytes:
    """What was said there next; nothing once nobody is there any more."""
    try:
        return os.read(terminal, 4_096)
    except OSError as error:
        if error.errno != errno.EIO:  # as Linux has it
            raise
        return b""
