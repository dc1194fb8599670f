"""Which names in a directory are not shared: hidden ones, and what programs put there for a while.

What no computer should be given under its name (reliability F-1) is left out by the engine's own
rules, which also hold for the names of others.
"""

from __future__ import annotations

import re

from engine.protocols.hypercore.drive.names import Unsafe, parts_of

PART_PREFIX = ".tidings-"  # a file of ours that is being written; hidden, and so never shared
PART_MARK_DIGITS = 16
PART_SUFFIX = ".part"
TEMPORARY = "temporary"  # the stable code of what is left out as a program's own

_PART = re.compile(
    f"{re.escape(PART_PREFIX)}[0-9a-f]{{{PART_MARK_DIGITS}}}{re.escape(PART_SUFFIX)}"
)
_ENDINGS = (
    "~",
    ".tmp",
    ".temp",
    ".part",
    ".partial",
    ".crdownload",
    ".download",
    ".swp",
    ".swx",
)
_EMPTY_ENDING = ".lock"  # of a program that works here; with content it is a list of versions
_BEGINNING = "~$"
_NAMES = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r", "$recycle.bin"})
_AT_BOTH_ENDS = "#"  # what an editor saves by itself


def is_part(name: str) -> bool:
    """Whether that is what a file of a mirror is called while it is being written: nothing else
    that we write is, for what a crash left of these is removed.
    """
    return _PART.fullmatch(name) is not None


def is_left_out(name: str) -> bool:
    """Whether the file or folder of that name, without a path, is none that a person shares."""
    lower = name.lower()
    if name.startswith(".") or lower in _NAMES or lower.endswith(_ENDINGS):
        return True
    is_saved_by_itself = len(name) > 1 and name[0] == name[-1] == _AT_BOTH_ENDS
    return name.startswith(_BEGINNING) or is_saved_by_itself


def is_only_a_mark(name: str, size: int) -> bool:
    """Whether a file of so many bytes says all that it says by being there: it is not published
    anew. One that was, and is emptied, is most likely being written.
    """
    return size == 0 and name.lower().endswith(_EMPTY_ENDING)


def why_unsafe(path: str) -> str | None:
    """The stable code for why no computer should be given that path; None where it may."""
    parts = parts_of(path)
    return parts.value if isinstance(parts, Unsafe) else None


def why_left_out(path: str) -> str | None:
    """The stable code for why the file or folder there is not shared; None where it is."""
    unsafe = why_unsafe(path)
    if unsafe is not None:
        return unsafe
    return TEMPORARY if is_left_out(path.rpartition("/")[2]) else None
