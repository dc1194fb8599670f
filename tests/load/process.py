"""What a process uses, as Linux counts it (proc(5))."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.logs import LOG_NAME

_LOOK_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Used:
    """User and system time together, and the most it held in memory."""

    cpu_seconds: float
    peak_bytes: int


def open_files(pid: int) -> int:
    """Descriptors: files, sockets, and whatever else is open; but the log, which its first line
    opens, whenever that comes.
    """
    return sum(not _is_log(one) for one in Path(f"/proc/{pid}/fd").iterdir())


def _is_log(descriptor: Path) -> bool:
    try:
        return descriptor.readlink().name == LOG_NAME
    except FileNotFoundError:  # closed meanwhile
        return False


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


def ended(process: subprocess.Popen[bytes], by: signal.Signals | None = None) -> Used:
    """Waits for it, once it has been sent the signal ``by``, and sets its ``returncode``.

    Its peak is looked at while it lives: the one that wait4(2) tells of counts the peak of whoever
    started it, too.
    """
    peak = peak_rss_bytes(process.pid)
    if by is not None:
        process.send_signal(by)
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        with suppress(OSError, StopIteration):  # it has ended
            peak = peak_rss_bytes(process.pid)
        time.sleep(_LOOK_SECONDS)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Used(used.ru_utime + used.ru_stime, peak)
