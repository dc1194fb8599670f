"""When a file was changed, as folders note it and as disks keep it. Pure."""

from __future__ import annotations

TIME_MAX = 1 << 40  # ours: in Unix seconds, what every system can note
_MILLISECOND_NS = 1_000_000
_SECOND_NS = 1_000_000_000
_COARSE_NS = 10 * _MILLISECOND_NS  # what FAT and exFAT keep of any time
_COARSE_SECONDS_NS = 2 * _SECOND_NS  # what FAT keeps of when a file was changed


def noted_time(seconds: float) -> float:
    """The Unix time that an entry holds of it: from 1970 on, in whole milliseconds."""
    return round(min(max(0.0, seconds), TIME_MAX) * 1_000) / 1_000


def noted_ns(seconds: float) -> int:
    """The same in nanoseconds, as it is written to a disk."""
    return round(noted_time(seconds) * 1_000) * _MILLISECOND_NS


def is_as_old(disk_ns: int, noted: float) -> bool:
    """Whether a file whose time on the disk is ``disk_ns`` is as old as an entry notes: to the
    millisecond.
    """
    return _apart(disk_ns, noted) < _MILLISECOND_NS


def is_about_as_old(disk_ns: int, other_ns: int, noted: float) -> bool:
    """The same, but for what a disk of coarse times rounds off. ``other_ns``: another time of that
    file, of which such a disk keeps no more.
    """
    if is_as_old(disk_ns, noted):
        return True
    if disk_ns % _COARSE_NS or other_ns % _COARSE_NS:
        return False
    return _apart(disk_ns, noted) < (_COARSE_NS if disk_ns % _SECOND_NS else _COARSE_SECONDS_NS)


def _apart(disk_ns: int, noted: float) -> int:
    return abs(min(max(0, disk_ns), TIME_MAX * _SECOND_NS) - noted_ns(noted))
