"""What sharing a directory would publish, before it is tied to a folder: for ``ui.services``."""

from __future__ import annotations

from pathlib import Path

from app.folders.ignoring import TEMPORARY, is_only_a_mark
from app.folders.scanning import FILES_MAX, TooManyFiles, scan
from engine.errors import Refusal, Refused
from ui.services import LeftOut, Survey


class DirectoriesOnDisk:
    """Implements ``ui.services.SharedDirectories``. Without state; any thread may ask."""

    def survey(self, directory: Path) -> Survey:
        """See ``SharedDirectories``."""
        try:
            found = scan(directory)
        except TooManyFiles as error:
            raise Refused(Refusal.FILE_TOO_LARGE, f"{FILES_MAX:,}") from error
        except OSError as error:
            raise Refused(Refusal.FILE_UNREADABLE, directory.name) from error
        for path, seen in list(found.files.items()):
            if is_only_a_mark(path, seen.size):
                del found.files[path]
                found.leave_out(path, TEMPORARY)
        return Survey(
            len(found.files),
            sum(seen.size for seen in found.files.values()),
            tuple(LeftOut(path, reason) for path, reason in found.reasons),
            found.left_out,
        )
