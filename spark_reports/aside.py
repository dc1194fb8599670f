"""What a program says beside its work, which goes on where nobody hears that any more."""

from __future__ import annotations

import contextlib
import os
from typing import TextIO


def say_aside(text: str, file: TextIO) -> None:
    """Written to ``file``, flushed. Where nobody reads it any more, as at a terminal that was
    closed, it is lost, and so is what is written there from now on.
    """
    try:
        file.write(text)
        file.flush()
    except OSError:
        with contextlib.suppress(OSError):  # a file without a handle
            _lead_nowhere(file.fileno())


def _lead_nowhere(handle: int) -> None:
    """What waits in a buffer would fail once more when Python ends, and be its exit status."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, handle)
    finally:
        os.close(nowhere)
