"""What stands in the way of a report or a dataset becomes an answer of ours, with a next step.

Where somebody wants it is theirs to choose: that nothing can be written there is no fault of this
computer, but for a full disk and one that fails. Nothing that is not installed is needed here.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Refusal, Refused
from engine.store.files import fault_of
from spark_reports.manifest import ManifestUnreadable
from spark_reports.outputs import InWork, NoFolderAbove, OutputTaken

_UNWRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG, errno.ELOOP})
"""What a system says of a place that nobody can write to, or that nothing can have."""


@contextmanager
def answering(folder: Path) -> Iterator[None]:
    """What stands in the way in ``folder`` is Refused: FOLDER_TAKEN, FOLDER_IN_WORK,
    FOLDER_MISSING, FOLDER_UNWRITABLE, DATASET_UNREADABLE. Fault where the disk is full or fails.
    """
    try:
        yield
    except OutputTaken as taken:
        raise refused(taken, folder) from taken
    except ManifestUnreadable as error:
        raise Refused(Refusal.DATASET_UNREADABLE, error.what) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise Refused(Refusal.FOLDER_TAKEN, f"{folder} is no folder") from error
    except OSError as error:
        if error.errno in _UNWRITABLE:
            raise Refused(Refusal.FOLDER_UNWRITABLE, f"{folder} ({error.strerror})") from error
        raise fault_of(error, folder) from error


def refused(taken: OutputTaken, folder: Path) -> Refused:
    """Why nothing can be at ``folder``; what is locked may be a hidden one beside it."""
    match taken:
        case InWork():
            return Refused(Refusal.FOLDER_IN_WORK, f"{folder}")
        case NoFolderAbove():
            return Refused(Refusal.FOLDER_MISSING, f"{taken.place.parent}")
        case _:
            return Refused(Refusal.FOLDER_TAKEN, f"{taken}")
