"""Why a directory does not follow its shared folder: the stable codes of ``FolderView.trouble``."""

from __future__ import annotations

import errno
import os
from enum import StrEnum
from pathlib import Path

from app.folders.inside import OfProfile
from app.folders.room import NoRoom
from engine.errors import Refused


class Trouble(StrEnum):
    """The first that holds."""

    GONE = "directory_gone"
    """It is not there: removed, renamed, or on a disk that is not connected."""
    EMPTY = "directory_empty"
    """All files of a shared directory went at once: they are not removed for everybody yet."""
    DISK_MISSING = "disk_missing"
    """A folder inside is empty whose files are shared: most likely its disk is not connected."""
    UNREADABLE = "directory_unreadable"
    UNWRITABLE = "directory_unwritable"
    DISK_FULL = "disk_full"
    """Too little space would be left."""
    TOO_MANY_FILES = "too_many_files"
    FILES_UNREADABLE = "files_unreadable"
    """Some of its files cannot be read, and are not shared."""
    PLACE_TAKEN = "place_taken"
    """Where a file belongs there is something that cannot be moved aside."""
    FILE_STUCK = "file_stuck"
    """It cannot be written, replaced or removed: followed by a colon and its path (``of_file``)."""
    FILE_RESTLESS = "file_restless"
    """It keeps changing, and is not shared: followed by a colon and its path (``of_file``)."""
    CONTENT_WRONG = "content_wrong"
    """A file's content is not as long as its author said; it is not written."""
    PROFILE = "profile"
    """It is a profile of Tidings, or one lies where a file belongs: that is not touched."""
    NOT_PUBLISHED = "not_published"
    """The engine refused it: followed by its reason and of what (``of_refusal``)."""


def of_refusal(refused: Refused) -> str:
    """NOT_PUBLISHED, the reason's stable code and the detail, parted by colons."""
    return f"{Trouble.NOT_PUBLISHED}:{refused.reason}:{refused.detail}"


def of_file(trouble: Trouble, path: str) -> str:
    """That trouble of one file, and its path, parted by a colon."""
    return f"{trouble}:{path}"


def first_of(one: str | None, other: str) -> str:
    """Of two troubles, with their details, the one that is told."""
    return other if one is None or _rank(other) < _rank(one) else one


def _rank(trouble: str) -> int:
    return list(Trouble).index(Trouble(trouble.partition(":")[0]))


_FULL = {errno.ENOSPC, errno.EDQUOT}


def trouble_of(error: OSError | NoRoom, directory: Path, *, writing: bool) -> Trouble:
    """What ``error`` means for that directory. May block."""
    if isinstance(error, NoRoom) or error.errno in _FULL:
        return Trouble.DISK_FULL
    if isinstance(error, OfProfile):
        return Trouble.PROFILE
    if not directory.is_dir():
        return Trouble.GONE
    return Trouble.UNWRITABLE if writing else Trouble.UNREADABLE


def trouble_of_one(error: OSError, directory: Path, path: str) -> str | None:
    """What ``error``, met on writing or removing the file of ``path``, means for that one alone;
    None where no other would fare better. May block.
    """
    match trouble_of(error, directory, writing=True):
        case Trouble.PROFILE:
            return Trouble.PROFILE
        case Trouble.UNWRITABLE if os.access(directory, os.W_OK):
            return of_file(Trouble.FILE_STUCK, path)
        case _:
            return None
