"""Which reports commands have made for a profile, so that its window lists them as well.

The settings belong to whoever holds the profile's lock, mostly the window itself: so these are in a
file of their own. Nothing that is not installed is needed here.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from engine.store.files import replace_file

REMEMBERED_MAX = 20  # ours: of the window's own, too
_FILE_BYTES_MAX = 1 << 20  # ours: a path has some thousand at most


class ReportsByCommand:
    """Those of one profile; ``file`` is for them alone, there once there is one."""

    def __init__(self, file: Path) -> None:
        """Touches nothing."""
        self._file = file

    def folders(self) -> list[str]:
        """Where they were made, the newest first."""
        try:
            if self._file.stat().st_size > _FILE_BYTES_MAX:
                return []
            return msgspec.json.decode(self._file.read_bytes(), type=list[str])
        except (OSError, msgspec.DecodeError):  # there is none, or somebody has written into it
            return []

    def add(self, folder: Path) -> None:
        """One more, or one made anew. Where the disk fails it is not listed, that is all."""
        named = [str(folder), *[one for one in self.folders() if one != str(folder)]]
        # A folder's name may be no text at all: then the window could not name it either.
        with suppress(OSError, UnicodeEncodeError):
            replace_file(self._file, msgspec.json.encode(named[:REMEMBERED_MAX]))
