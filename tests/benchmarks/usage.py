"""What a process has used so far, as the Linux kernel counts it (proc(5))."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_USER_FIELD, _SYSTEM_FIELD = 11, 12  # after the name, which may hold blanks


@dataclass(frozen=True, slots=True)
class Usage:
    """``cpu_seconds``: user and system together, all threads. ``peak_rss_bytes``: since start."""

    cpu_seconds: float
    peak_rss_bytes: int


def usage_of(pid: int) -> Usage:
    """What the living process ``pid`` has used."""
    stat = Path(f"/proc/{pid}/stat").read_text("ascii", errors="replace")
    fields = stat.rpartition(")")[2].split()
    ticks = int(fields[_USER_FIELD]) + int(fields[_SYSTEM_FIELD])
    status = Path(f"/proc/{pid}/status").read_text("ascii", errors="replace")
    (peak_kib,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    return Usage(ticks / _TICKS, int(peak_kib) * 1024)
