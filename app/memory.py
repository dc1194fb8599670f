"""How the process's memory is given back to the machine.

The C library keeps what is let go for later, but for large blocks; and what is large it raises by
itself, up to 32 MiB. A peer's packet of 64 MiB comes in pieces of 64 KiB: they would stay resident
while it is put together, and it would take the double.
"""

from __future__ import annotations

import ctypes
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # mallopt(3)
_LARGE_BYTES = 32 << 10  # ours: below the pieces that a packet comes in, above nearly all else
_KEPT_BYTES = 1 << 20  # ours: free at the end of the heap, so that it is not moved all the time


def give_back_large_blocks() -> None:
    """From now on blocks of 32 KiB and more are the machine's again once they are let go, for the
    whole process. With a C library that has no such wish (all but glibc) nothing changes.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        mallopt(_M_TRIM_THRESHOLD, _KEPT_BYTES)
