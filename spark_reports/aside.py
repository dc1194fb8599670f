"""What a program says, which it has done or goes on with where nobody hears that any more."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import TextIO


def say_aside(text: str, file: TextIO | None) -> None:
    """As ``say``, beside the work: a text that cannot be said, as on a full disk, is lost."""
    with contextlib.suppress(OSError):
        say(text, file)


def say(text: str, file: TextIO | None) -> None:
    """Written to ``file``, flushed. What its encoding has not is escaped; into None, which is what
    Python has of a standard file that was closed before it began, nothing is said.

    Where nobody reads it any more it is lost, and so is what is written there from now on. Raises
    OSError for any other failure; of that text nothing waits to be written any more.
    """
    if file is None:
        return
    try:
        file.write(_as_held_by(file, text))
        file.flush()
    except OSError as error:
        if nobody_reads(file, error):
            lead_nowhere(file)
            return
        _forget_what_waits(file)
        raise


def nobody_reads(file: TextIO | None, error: OSError) -> bool:
    """Whether writing to ``file`` failed so because its reader is gone, or its terminal closed."""
    if error.errno != errno.EIO:
        return error.errno == errno.EPIPE
    # A disk that fails says so, too. A terminal that was closed says no more that it was one.
    return file is not None and _is_device(file)


def lead_nowhere(file: TextIO) -> None:
    """What is written to ``file`` from now on is lost, and so is what waits in its buffer: that
    would fail once more when Python ends, and be its exit status.
    """
    with contextlib.suppress(OSError):  # a file without a handle
        _lead_nowhere(file.fileno())


def _is_device(file: TextIO) -> bool:
    try:
        return stat.S_ISCHR(os.fstat(file.fileno()).st_mode)
    except OSError:  # a file without a handle
        return False


def _as_held_by(file: TextIO, text: str) -> str:
    encoding = file.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _forget_what_waits(file: TextIO) -> None:
    """The next text is not said together with it, and it is no exit status."""
    with contextlib.suppress(OSError):  # a file without a handle
        handle = file.fileno()
        kept = os.dup(handle)
        try:
            _lead_nowhere(handle)
            file.flush()
        finally:
            os.dup2(kept, handle)
            os.close(kept)


def _lead_nowhere(handle: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, handle)
    finally:
        os.close(nowhere)
