"""Which names of time zones a report takes: those that Python and Java both know."""

from __future__ import annotations

from zoneinfo import ZoneInfo

_PYTHON_ALONE = frozenset({"Factory", "ROC", "localtime", "posixrules"})
"""Of the database as it lies on a disk. Java has its own, without them."""
PYTHON_ALONE_IN = ("posix/", "right/")
"""Where whole copies of the database lie beside it, which Java lacks, too."""


def is_zone(name: str) -> bool:
    """Whether that is a zone's name to both."""
    if name in _PYTHON_ALONE or name.startswith(PYTHON_ALONE_IN):
        return False
    try:
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return False
    return True
