"""Which reports are being made: what a crash leaves of one is taken away at the next start.

While a report is made histories lie in the clear beside it, in hidden folders (reliability.md K-4).
Where these are is noted in the profile meanwhile. This module needs nothing that is not installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from spark_reports.files import FOLDER_MODE, write
from spark_reports.outputs import OutputTaken, alone_in, clear_left

_NAME_BYTES = 16  # ours: of a note, so that two reports never have the same
_ROOM_ENDING = ".dataset"  # behind the report's name, of a hidden folder beside it


class Underway:
    """Those of one profile. ``folder`` is for its notes alone, there only while it has any."""

    def __init__(self, folder: Path) -> None:
        """Touches nothing."""
        self._folder = folder

    @contextmanager
    def noted(self, out: Path) -> Iterator[None]:
        """The block makes a report at ``out``, and takes away what it needed for that."""
        place = os.fsencode(out.resolve())
        note = self._folder / hashlib.blake2b(place, digest_size=_NAME_BYTES).hexdigest()
        with suppress(OSError):  # a full disk: what is to be said of it others say
            self._folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
            write(note, place)
        try:
            yield
        finally:
            self._forget(note)

    def clear(self) -> None:
        """What those left whose makers are gone is gone; whatever cannot be yet, the next time."""
        with suppress(OSError):  # mostly there is nothing
            for note in self._folder.iterdir():
                with suppress(OSError, OutputTaken):
                    out = Path(os.fsdecode(note.read_bytes()))
                    if out.parent.is_dir():  # else its disk is not connected
                        take_away(out)
                        self._forget(note)

    def _forget(self, note: Path) -> None:
        with suppress(OSError):
            note.unlink(missing_ok=True)
            self._folder.rmdir()


def room_of(out: Path) -> Path:
    """Where the dataset is while the report at ``out`` is made."""
    return out.with_name(f".{out.name}{_ROOM_ENDING}")


def take_away(out: Path) -> None:
    """What a run that was killed left beside ``out`` is gone. OutputTaken where one is at work."""
    with suppress(FileNotFoundError), alone_in(room_of(out)):
        shutil.rmtree(room_of(out))
    clear_left(out)
