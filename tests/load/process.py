"""What a process uses, as Linux counts it (proc(5))."""

from __future__ import annotations

import os
from pathlib import Path


def open_files(pid: int) -> int:
    """Descriptors: files, sockets, and whatever else is open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def rss_bytes(pid: int) -> int:
    """What it holds in memory now."""
    return _status_bytes(pid, "VmRSS")


def peak_rss_bytes(pid: int) -> int:
    """The most it ever held."""
    return _status_bytes(pid, "VmHWM")


def cpu_seconds(pid: int) -> float:
    """User and system time together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _status_bytes(pid: int, name: str) -> int:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith(f"{name}:")).split()[1]) * 1_024
