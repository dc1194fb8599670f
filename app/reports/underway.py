"""Which reports are being made: what a crash leaves of one is taken away at the next start.

While a report is made histories lie in the clear beside it, in hidden folders (reliability.md K-4).
Where these are is noted in the profile meanwhile. This module needs nothing that is not installed.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread

from app.reports.answering import refused
from spark_reports.files import FILE_MODE, FOLDER_MODE, settle, write
from spark_reports.outputs import OutputTaken, alone_in, clear_left, folder_of_parts, resolved

_NAME_BYTES = 16  # ours: of a note, so that two reports never have the same
_ROOM_ENDING = ".dataset"  # behind the report's name, of a hidden folder beside it


class Underway:
    """Those of one profile. ``folder`` is for its notes alone, there only while it has any."""

    def __init__(self, folder: Path) -> None:
        """Touches nothing."""
        self._folder = folder

    @contextmanager
    def noted(self, out: Path) -> Iterator[None]:
        """The block makes a report at ``out``; what it could not take away again stays noted.

        Raises Refused with FOLDER_IN_WORK where another one of this profile is being made there,
        and with FOLDER_TAKEN for a link that leads to itself.
        """
        try:
            out = resolved(out)  # beside that, not beside a link to it, lies what is worked in
        except OutputTaken as taken:
            raise refused(taken, out) from taken
        place = os.fsencode(out)
        note = self._folder / hashlib.blake2b(place, digest_size=_NAME_BYTES).hexdigest()
        with ExitStack() as held:
            with suppress(OSError):  # a full disk: what is to be said of it others say
                self._hold(note, out, held)
                held.callback(self._forget, note, out)
                write(note, place)
                settle(self._folder.parent, [note])  # in which the folder, too, is a new name
            yield

    def clear(self) -> None:
        """What those left whose makers are gone is gone; whatever cannot be yet, the next time."""
        with suppress(OSError):  # mostly there is nothing
            for note in self._folder.iterdir():
                with suppress(OSError, OutputTaken), alone_in(note):
                    out = Path(os.fsdecode(note.read_bytes()))
                    if out.parent.is_dir():  # else its disk is not connected
                        if out.name:  # else its maker was gone before it was written
                            take_away(out)
                        self._forget(note, out)

    def begin_to_clear(self) -> None:
        """The same on a thread of its own: a large history takes a while to be removed, and whoever
        starts the program does not wait.
        """
        Thread(target=self.clear, name="what reports left", daemon=True).start()

    def _hold(self, note: Path, out: Path, held: ExitStack) -> None:
        """The note is there, and until the end of ``held`` nobody else looks after it."""
        self._folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        note.touch(FILE_MODE)
        try:
            held.enter_context(alone_in(note))
        except OutputTaken as taken:
            raise refused(taken, out) from taken

    def _forget(self, note: Path, out: Path) -> None:
        if out.name and (_is_there(room_of(out)) or _is_there(folder_of_parts(out))):
            return  # it could not be taken away
        with suppress(OSError):
            note.unlink(missing_ok=True)
            self._folder.rmdir()


def _is_there(folder: Path) -> bool:
    """Or may be: nobody can look."""
    try:
        return folder.exists()
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG  # nothing can be called so


def room_of(out: Path) -> Path:
    """Where the dataset is while the report at ``out`` is made."""
    return out.with_name(f".{out.name}{_ROOM_ENDING}")


def take_away(out: Path) -> None:
    """What a run that was killed left beside ``out`` is gone. OutputTaken where one is at work."""
    with suppress(FileNotFoundError), alone_in(room_of(out)):
        shutil.rmtree(room_of(out))
    clear_left(out)
