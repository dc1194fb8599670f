"""The profiles of a person on this computer: a small file of names and folders, and nothing else.

It lies in the user's configuration folder, beside no profile, for its owner alone. A profile is in
it once it was made or opened from the window's chooser; one that was only named on the command line
is not. Implements ``ui.services.Profiles``.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import platformdirs

from app.profile.another_window import Starting
from app.profile.paths import PROGRAM, paths_of
from engine.errors import Fault
from engine.store.files import FILE_MODE, fault_of, make_private_folder, replace_file
from ui.services import KnownProfile
from ui.text.language import tr

LIST_NAME = "profiles.json"
LOCK_SUFFIX = ".lock"
LIST_BYTES_MAX = 256 * 1024  # ours
PROFILES_MAX = 200  # ours: the first ones of the list
PROFILES_FOLDER = f"{PROGRAM}-profiles"
FOLDER_NAME_CHARACTERS_MAX = 40  # ours

Start = Callable[[Path], object]
"""Starts the program on a profile's folder."""

_log = logging.getLogger(__name__)


class _Entry(msgspec.Struct, frozen=True):
    name: str
    folder: str


class KnownProfiles:
    """``own``: the folder of the profile that is open (None: none is yet)."""

    def __init__(self, file: Path, own: Path | None, start: Start) -> None:
        """``file`` holds the list; it need not be there."""
        self._file = file
        self._own = own
        self._start = start

    def known(self) -> Sequence[KnownProfile]:
        """See ``ui.services.Profiles``."""
        main = paths_of().profile
        names = {Path(entry.folder): entry.name for entry in self._entries()}
        folders = dict.fromkeys([*names, main, *([self._own] if self._own else [])])
        profiles = [
            KnownProfile(
                names.get(folder) or (tr("Main profile") if folder == main else folder.name),
                folder,
                is_own=folder == self._own,
                is_there=_is_profile(folder),
            )
            for folder in folders
        ]
        shown = [one for one in profiles if one.is_there or one.folder in names]
        return sorted(shown, key=lambda one: (not one.is_own, one.name.casefold(), one.folder))

    def add(self, name: str, folder: Path) -> None:
        """See ``ui.services.Profiles``."""
        place = _real(folder)
        with self._alone():
            others = [entry for entry in self._to_change() if Path(entry.folder) != place]
            self._store([_Entry(name, str(place)), *others])

    def remove(self, folder: Path) -> None:
        """See ``ui.services.Profiles``."""
        place = _real(folder)
        with self._alone():
            self._store([entry for entry in self._to_change() if Path(entry.folder) != place])

    def can_hold(self, folder: Path) -> bool:
        """See ``ui.services.Profiles``."""
        try:
            return _is_profile(folder) or not any(folder.iterdir())
        except OSError:
            return False

    def suggested(self, name: str) -> Path:
        """See ``ui.services.Profiles``: in the user's data folder, beside the main profile."""
        letters = "".join(one if one.isalnum() else "-" for one in name.casefold())
        base = letters.strip("-")[:FOLDER_NAME_CHARACTERS_MAX] or "profile"
        room = platformdirs.user_data_path(PROFILES_FOLDER, appauthor=False)
        folder, number = room / base, 1
        while folder.exists():
            number += 1
            folder = room / f"{base}-{number}"
        return folder

    def open(self, folder: Path) -> None:
        """See ``ui.services.Profiles``."""
        try:
            self._start(_real(folder))
        except OSError as error:
            raise fault_of(error, folder) from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else changes the list between our reading and our writing: another window may
        change it as well. Waits for whoever does, which takes as long as writing a small file.
        Raises Fault.
        """
        lock = self._file.with_suffix(LOCK_SUFFIX)
        make_private_folder(lock.parent)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            handle = os.open(lock, flags, FILE_MODE)
        except OSError as error:
            raise fault_of(error, lock) from error
        try:
            with suppress(OSError):  # a disk without locks: as if there were one window alone
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _entries(self) -> Sequence[_Entry]:
        """To be shown: none where the disk does not give them."""
        try:
            return self._read()
        except OSError as error:
            _log.warning("the list of profiles could not be read: %s", error)
            return []

    def _to_change(self) -> Sequence[_Entry]:
        """To be written again: what could not be read must not be lost. Raises Fault."""
        try:
            return self._read()
        except OSError as error:
            raise fault_of(error, self._file) from error

    def _read(self) -> Sequence[_Entry]:
        """What stands in the file; nothing where that is no such list. Raises OSError."""
        try:
            with self._file.open("rb") as file:
                content = file.read(LIST_BYTES_MAX + 1)
            return msgspec.json.decode(content, type=list[_Entry])[:PROFILES_MAX]
        except FileNotFoundError:
            return []
        except (msgspec.DecodeError, RecursionError) as error:
            _log.warning("the list of profiles is none: %s", type(error).__name__)
            return []

    def _store(self, entries: Sequence[_Entry]) -> None:
        content = msgspec.json.format(msgspec.json.encode(entries[:PROFILES_MAX]), indent=1)
        make_private_folder(self._file.parent)
        try:
            replace_file(self._file, content)
        except OSError as error:
            raise fault_of(error, self._file) from error


def known_profiles(own: Path | None) -> KnownProfiles:
    """Those of this user."""
    folder = platformdirs.user_config_path(PROGRAM, appauthor=False)
    return KnownProfiles(folder / LIST_NAME, own, Starting())


def _real(folder: Path) -> Path:
    return Path(os.path.realpath(folder.expanduser()))


def _is_profile(folder: Path) -> bool:
    from engine.store import keys

    try:
        return keys.exists(folder) or paths_of(folder).database.exists()
    except (OSError, Fault):
        return False
