"""Puts a file of somebody else's folder in its place: whole or not at all, and never over what the
person has made there. On a thread of its own.

What lies at the place and is not ours moves aside under a name that says so. The new file is
written beside its place, made durable, and renamed over what was there.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.folders.ignoring import PART_MARK_DIGITS, PART_PREFIX, PART_SUFFIX
from app.folders.inside import (
    Folder,
    NotPlain,
    Seen,
    demand_no_profile_below,
    enter,
    folder_of,
)
from engine.model.file_names import name_beside
from engine.model.file_times import is_as_old, noted_ns

_READ_BYTES = 1 << 20
_TRIES = 4  # ours: to have a folder where something else lies, or comes and goes

IsOurs = Callable[[Seen, bytes | None], bool]
"""Whether a file is one that we have put there: by how it looks, or by its SHA-256."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file belongs, how large it is, and its time."""

    path: str
    size: int
    mtime: float

    @property
    def mtime_ns(self) -> int:
        """As it is written to the disk."""
        return noted_ns(self.mtime)

    def looks_like(self, seen: Seen) -> bool:
        """Whether a file on the disk has its size and time."""
        return seen.size == self.size and is_as_old(seen.mtime_ns, self.mtime)


class Placing:
    """One file on its way to its place. Its methods are called one after another, on any thread.

    Until ``finish`` returns nothing has changed but for folders that were made; ``abandon`` is
    called in the end in any case. All raise OSError.
    """

    def __init__(self, directory: Path, where: Place) -> None:
        """Opens the folder in which it belongs; what is in the way moves aside.

        Raises OfProfile where that is a profile or holds one, before anything is written.
        """
        demand_no_profile_below(directory / where.path)
        self._directory, self._where = directory, where
        self._way = ExitStack()
        self._folder, self._name = self._way.enter_context(_way_to(directory, where.path))
        self._part = _part_of(self._name)
        self._written = 0
        try:
            self._handle = _created(self._folder, self._part)
        except OSError:
            self._way.close()
            raise
        self._way.callback(self._remove_part)

    def write(self, piece: bytes) -> None:
        """The next part of its content."""
        self._written += len(piece)
        left = memoryview(piece)
        while left:
            left = left[os.write(self._handle, left) :]

    def finish(self, is_ours: IsOurs) -> tuple[Seen, str | None]:
        """It lies in its place: how it is seen there, and under what name anything was kept that
        lay there before. All of it has been written.
        """
        assert self._written == self._where.size, "the engine gives all of a file, or none of it"
        seen = self._end_writing()
        place_of_it = self._directory / self._where.path
        kept = _clear(self._folder, place_of_it, is_ours)
        self._folder.rename(self._part, self._name)
        self._folder.sync()
        return seen, kept

    def _end_writing(self) -> Seen:
        """It is on the disk, with its time, and closed: Windows renames nothing that is open."""
        try:
            is_timed = _set_time(self._handle, self._where)
            os.fsync(self._handle)
            seen = Seen.of(os.fstat(self._handle))
        finally:
            self._close()
        return seen if is_timed else _timed(self._folder, self._part, self._where)

    def abandon(self) -> None:
        """Nothing of it is left but what was finished. Idempotent."""
        self._close()
        self._way.close()

    def _close(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)

    def _remove_part(self) -> None:
        with suppress(OSError):
            self._folder.remove(self._part)


def demand_writable(directory: Path, path: str) -> None:
    """Raises OSError where no file can be made in the folder in which that one belongs, or else in
    the nearest above it that is there. Nothing else is touched, and nothing stays.
    """
    part = _part_of(path)  # whoever writes beside us asks for another path
    ways = path.split("/")
    top = enter(directory)
    try:
        for depth in range(len(ways), 0, -1):
            above = "/".join(ways[:depth])
            with suppress(FileNotFoundError, NotPlain), folder_of(top, above) as (folder, _):
                os.close(_created(folder, part))
                folder.remove(part)
                return
    finally:
        top.close()


def adopt(directory: Path, where: Place, digest: bytes) -> Seen | None:
    """What lies there already, if it has that SHA-256: it gets its time. Raises OSError."""
    with _way_to(directory, where.path) as (folder, name):
        handle = folder.open(name)
        try:
            if os.fstat(handle).st_size != where.size or _digest(handle) != digest:
                return None
            if _set_time(handle, where):
                return Seen.of(os.fstat(handle))
        finally:
            os.close(handle)
        return _timed(folder, name, where)


def digest_at(directory: Path, path: str) -> bytes | None:
    """The SHA-256 of what lies there; None where it cannot be read. Raises OSError."""
    top = enter(directory)
    try:
        with folder_of(top, path) as (folder, name):
            handle = folder.open(name)
            try:
                return _digest(handle)
            finally:
                os.close(handle)
    except (FileNotFoundError, NotPlain, PermissionError):
        return None
    finally:
        top.close()


def seen_at(directory: Path, path: str) -> Seen | None:
    """The regular file of that path; None if there is none. Raises OSError for the directory."""
    top = enter(directory)
    try:
        with folder_of(top, path) as (folder, name):
            status = folder.status(name)
    except (FileNotFoundError, NotPlain):
        return None
    finally:
        top.close()
    return Seen.of(status) if stat.S_ISREG(status.st_mode) else None


def remove(directory: Path, path: str, is_ours: IsOurs) -> bool:
    """Takes away a file that we have put there, and folders that are empty then.

    False where it is the person's own, or has gone by itself. Raises OSError.
    """
    top = enter(directory)
    try:
        with folder_of(top, path) as (folder, name):
            if not _is_ours(folder, name, is_ours):
                return False
            folder.remove(name)
        _remove_empty(top, path)
    except (FileNotFoundError, NotPlain):
        return False
    finally:
        top.close()
    return True


def remove_part(directory: Path, path: str) -> None:
    """A file of ours that a crash left half-written."""
    top = enter(directory)
    try:
        with suppress(FileNotFoundError, NotPlain), folder_of(top, path) as (folder, name):
            folder.remove(name)
    finally:
        top.close()


# ---- on the way ---------------------------------------------------------------------------------


@contextmanager
def _way_to(directory: Path, path: str) -> Iterator[tuple[Folder, str]]:
    """The folder in which it belongs, made where it lacks; what is in the way moves aside."""
    top = enter(directory)
    try:
        ways = path.split("/")[:-1]
        for depth in range(len(ways)):
            with folder_of(top, "/".join(ways[: depth + 1])) as (folder, name):
                _be_folder(folder, directory / "/".join((*ways[:depth], name)))
        with folder_of(top, path) as found:
            yield found
    finally:
        top.close()


def _be_folder(folder: Folder, place: Path) -> None:
    """Several files may need it at the same time: whoever comes second finds it made."""
    name = place.name
    for _ in range(_TRIES):
        try:
            status = folder.status(name)
        except FileNotFoundError:
            with suppress(FileExistsError):
                folder.make(name)
            continue
        if stat.S_ISDIR(status.st_mode):
            return
        with suppress(FileNotFoundError):
            _move_aside(folder, place)
    raise NotPlain(name)


def _remove_empty(top: Folder, path: str) -> None:
    ways = path.split("/")[:-1]
    for depth in range(len(ways), 0, -1):
        try:
            with folder_of(top, "/".join(ways[:depth])) as (folder, name):
                folder.remove_folder(name)
        except OSError:
            return  # something else lies in it


# ---- the file -----------------------------------------------------------------------------------


def _set_time(handle: int, where: Place) -> bool:
    """Whether the system can do that to what is open: else ``_timed`` does it afterwards."""
    if os.utime not in os.supports_fd:
        return False
    os.utime(handle, ns=(time.time_ns(), where.mtime_ns))
    return True


def _timed(folder: Folder, name: str, where: Place) -> Seen:
    """That file, closed just now, with its time."""
    folder.set_time(name, where.mtime_ns)
    return Seen.of(folder.status(name))


def _clear(folder: Folder, place: Path, is_ours: IsOurs) -> str | None:
    """Makes room at the place: what is not ours is kept under another name, which this is."""
    try:
        folder.status(place.name)
    except FileNotFoundError:
        return None
    return None if _is_ours(folder, place.name, is_ours) else _move_aside(folder, place)


def _is_ours(folder: Folder, name: str, is_ours: IsOurs) -> bool:
    try:
        handle = folder.open(name)
    except (NotPlain, PermissionError):
        return False
    try:
        seen = Seen.of(os.fstat(handle))
        return is_ours(seen, None) or is_ours(seen, _digest(handle))
    finally:
        os.close(handle)


def _move_aside(folder: Folder, place: Path) -> str:
    """``place`` lies in ``folder``. Raises OfProfile where that would take a profile along."""
    demand_no_profile_below(place)
    name = place.name
    day = time.strftime("%Y-%m-%d %H.%M.%S", time.localtime())
    for number in range(1, 1_000):
        count = "" if number == 1 else f" {number}"
        aside = name_beside(name, f" (kept {day}{count})")
        try:
            folder.status(aside)
        except FileNotFoundError:
            folder.rename(name, aside)
            return aside
    raise FileExistsError(name)


def _digest(handle: int) -> bytes:
    digest = hashlib.sha256()
    os.lseek(handle, 0, os.SEEK_SET)
    while piece := os.read(handle, _READ_BYTES):
        digest.update(piece)
    return digest.digest()


def _part_of(name: str) -> str:
    mark = hashlib.blake2b(name.encode(), digest_size=PART_MARK_DIGITS // 2).hexdigest()
    return f"{PART_PREFIX}{mark}{PART_SUFFIX}"


def _created(folder: Folder, part: str) -> int:
    with suppress(FileNotFoundError):
        folder.remove(part)  # left by a crash
    return folder.create(part)
