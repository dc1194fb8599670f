"""The name of the time zone in which our user reads clocks."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from spark_reports.zones import PYTHON_ALONE_IN, is_zone

_LOCALTIME = Path("/etc/localtime")
_NAMED = Path("/etc/timezone")
_DATABASE = "zoneinfo/"
_HOUR_SECONDS = 3_600


def own_zone() -> str:
    """Of the IANA database; where this computer does not say, one of the same hours as now."""
    for name in _claimed():
        plain = _without_copy(name)
        if is_zone(plain):
            return plain
    return zone_of_now()


def zone_of_now() -> str:
    """One that every database has, of the same hours as now."""
    offset = datetime.now().astimezone().utcoffset()
    hours = 0 if offset is None else round(offset.total_seconds() / _HOUR_SECONDS)
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"  # these names count westwards


def _claimed() -> list[str]:
    chosen = os.environ.get("TZ")
    if chosen is None or chosen.removeprefix(":") == str(_LOCALTIME):
        return _claimed_here()
    # A rule has no name, and its hours count all the same: nothing else may be asked.
    name = chosen.removeprefix(":").rpartition(_DATABASE)[2]
    return [name] if name else []


def _claimed_here() -> list[str]:
    """What this computer's files say, whoever uses it."""
    names = []
    try:
        names.append(str(_LOCALTIME.resolve()).partition(_DATABASE)[2])
        names.append(_NAMED.read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        pass  # other systems say it elsewhere
    return [name for name in names if name]


def _without_copy(name: str) -> str:
    """The same zone in the database itself."""
    for copy in PYTHON_ALONE_IN:
        name = name.removeprefix(copy)
    return name
