"""The only way into a directory of the person's: step by step, and no step follows a link (F-2).

Each folder on the way is opened in the one before, so that nobody can lead us out of the directory
by putting a link in the place of a folder or a file while we work. Where the system cannot do that
(Windows) each step is looked at before and after instead.

Everything here raises OSError; ``NotPlain`` where something is no folder, or no regular file.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

FILE_MODE = 0o666  # the rest is taken off by the umask; never an executable bit (F-4)
FOLDER_MODE = 0o777
_BINARY = getattr(os, "O_BINARY", 0)  # Windows
_CLOSED = getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a named pipe would have us wait for its other end
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_READ = os.O_RDONLY | _BINARY | _CLOSED | _NO_LINK | _AT_ONCE
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | _CLOSED | _NO_LINK
_REPARSE = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
_STEPS_BY_HANDLE = os.open in os.supports_dir_fd and os.scandir in os.supports_fd


class NotPlain(OSError):  # noqa: N818 - a finding
    """It is a link, a device, or a folder where a file was meant, or the other way round."""

    def __init__(self, name: str) -> None:
        super().__init__(errno.ELOOP, "neither a regular file nor a folder", name)


PROFILE_MARKS = frozenset({"tidings.db", "key"})
"""Where these lie together, is a profile: whoever gets its key is its person for everybody."""


class OfProfile(PermissionError):  # noqa: N818 - a finding
    """It is a profile of Tidings, or lies in one: nothing is shared or written there."""

    def __init__(self, name: str) -> None:
        super().__init__(errno.EACCES, "it belongs to a profile of Tidings", name)


@dataclass(frozen=True, slots=True)
class Seen:
    """A regular file as it was at a moment: while all of this stays, so does its content."""

    size: int
    mtime_ns: int
    mode: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> Seen:
        """As the system tells it."""
        return cls(status.st_size, status.st_mtime_ns, status.st_mode, status.st_ino)


class Folder(ABC):
    """An open folder. Names are single ones, without a slash."""

    @abstractmethod
    def names(self) -> list[str]:
        """Whatever lies in it."""

    @abstractmethod
    def status(self, name: str) -> os.stat_result:
        """Of what lies there, of a link itself."""

    @abstractmethod
    def down(self, name: str) -> Folder:
        """The folder of that name. Raises NotPlain for a link or a file."""

    @abstractmethod
    def make(self, name: str) -> None:
        """A new folder."""

    @abstractmethod
    def open(self, name: str) -> int:
        """A regular file, to read from: its descriptor. Raises NotPlain."""

    @abstractmethod
    def create(self, name: str) -> int:
        """A new file, to write to: its descriptor."""

    @abstractmethod
    def rename(self, name: str, new: str) -> None:
        """In the place of whatever file has the new name."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """A file, or a link itself."""

    @abstractmethod
    def remove_folder(self, name: str) -> None:
        """An empty folder."""

    @abstractmethod
    def set_time(self, name: str, mtime_ns: int) -> None:
        """Of a file that nobody has open. Raises NotPlain where that can be seen."""

    @abstractmethod
    def sync(self) -> None:
        """What was renamed in it survives a power cut."""

    @abstractmethod
    def close(self) -> None:
        """Nothing more is done with it."""


class _ByHandle(Folder):
    """Steps from handle to handle."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @override
    def names(self) -> list[str]:
        return os.listdir(self._handle)  # noqa: PTH208 - of a handle

    @override
    def status(self, name: str) -> os.stat_result:
        return os.stat(name, dir_fd=self._handle, follow_symlinks=False)

    @override
    def down(self, name: str) -> Folder:
        try:
            return _ByHandle(os.open(name, _READ | _FOLDER, dir_fd=self._handle))
        except OSError as error:
            if error.errno in {errno.ELOOP, errno.ENOTDIR}:
                raise NotPlain(name) from error
            raise

    @override
    def make(self, name: str) -> None:
        os.mkdir(name, FOLDER_MODE, dir_fd=self._handle)

    @override
    def open(self, name: str) -> int:
        try:
            return _regular(os.open(name, _READ, dir_fd=self._handle), name)
        except OSError as error:
            if error.errno in {errno.ELOOP, errno.ENXIO}:
                raise NotPlain(name) from error
            raise

    @override
    def create(self, name: str) -> int:
        return os.open(name, _WRITE, FILE_MODE, dir_fd=self._handle)

    @override
    def rename(self, name: str, new: str) -> None:
        os.replace(name, new, src_dir_fd=self._handle, dst_dir_fd=self._handle)

    @override
    def remove(self, name: str) -> None:
        os.unlink(name, dir_fd=self._handle)

    @override
    def remove_folder(self, name: str) -> None:
        os.rmdir(name, dir_fd=self._handle)

    @override
    def set_time(self, name: str, mtime_ns: int) -> None:
        times = (time.time_ns(), mtime_ns)
        os.utime(name, ns=times, dir_fd=self._handle, follow_symlinks=False)

    @override
    def sync(self) -> None:
        os.fsync(self._handle)

    @override
    def close(self) -> None:
        os.close(self._handle)


class _ByPath(Folder):
    """Steps by path, looked at before and after."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @override
    def names(self) -> list[str]:
        return [path.name for path in self._path.iterdir()]

    @override
    def status(self, name: str) -> os.stat_result:
        return (self._path / name).lstat()

    @override
    def down(self, name: str) -> Folder:
        status = self.status(name)
        if not stat.S_ISDIR(status.st_mode) or _is_led_away(status):
            raise NotPlain(name)
        return _ByPath(self._path / name)

    @override
    def make(self, name: str) -> None:
        (self._path / name).mkdir(FOLDER_MODE)

    @override
    def open(self, name: str) -> int:
        before = self._plain(name)
        handle = _regular(os.open(self._path / name, _READ), name)
        if os.fstat(handle).st_ino != before.st_ino:
            os.close(handle)
            raise NotPlain(name)
        return handle

    @override
    def create(self, name: str) -> int:
        return os.open(self._path / name, _WRITE, FILE_MODE)

    @override
    def rename(self, name: str, new: str) -> None:
        (self._path / name).replace(self._path / new)

    @override
    def remove(self, name: str) -> None:
        (self._path / name).unlink()

    @override
    def remove_folder(self, name: str) -> None:
        (self._path / name).rmdir()

    @override
    def set_time(self, name: str, mtime_ns: int) -> None:
        self._plain(name)
        os.utime(self._path / name, ns=(time.time_ns(), mtime_ns))

    def _plain(self, name: str) -> os.stat_result:
        """Of a regular file. Raises NotPlain."""
        status = self.status(name)
        if not stat.S_ISREG(status.st_mode) or _is_led_away(status):
            raise NotPlain(name)
        return status

    @override
    def sync(self) -> None:
        """Windows writes names through by itself."""

    @override
    def close(self) -> None:
        """Nothing is open."""


def _is_led_away(status: os.stat_result) -> bool:
    return bool(getattr(status, "st_file_attributes", 0) & _REPARSE)


def _regular(handle: int, name: str) -> int:
    """That descriptor, if it is a regular file's; else it is closed."""
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise NotPlain(name)


def enter(directory: Path, *, by_handle: bool = _STEPS_BY_HANDLE) -> Folder:
    """The person's directory itself; it may be a link, for they have named it.

    Raises OfProfile where it is, or lies in, a profile.
    """
    demand_no_profile(directory)
    if by_handle:
        return _ByHandle(os.open(directory, os.O_RDONLY | _FOLDER | _CLOSED))
    if not directory.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(directory))
    return _ByPath(directory.resolve())


def demand_no_profile(directory: Path) -> None:
    """Raises OfProfile where it is a profile, or lies in one."""
    place = Path(os.path.realpath(directory))
    for one in (place, *place.parents):
        if all(os.path.isfile(one / mark) for mark in PROFILE_MARKS):  # noqa: PTH113 - never raises
            raise OfProfile(str(directory))


def demand_no_profile_below(place: Path) -> None:
    """Raises OfProfile where it is a profile or one lies in it, and OSError where that cannot be
    seen. A link is followed, as the profile may be known by it; what it leads to does not move.
    """
    for folder, _, files in os.walk(place, onerror=None if place.is_symlink() else _raised):
        if PROFILE_MARKS.issubset(files):
            raise OfProfile(folder)


def _raised(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError | NotADirectoryError):  # a file, or gone just now
        raise error


def _is_there(folder: Folder, name: str) -> bool:
    try:
        folder.status(name)
    except FileNotFoundError:
        return False
    return True


@contextmanager
def folder_of(top: Folder, path: str) -> Iterator[tuple[Folder, str]]:
    """The folder in which ``path`` ("a/b/c") lies below ``top``, open for the block; the name.

    Raises OfProfile where the way leads into a profile.
    """
    *ways, name = path.split("/")
    opened: list[Folder] = []
    folder = top
    try:
        for way in ways:
            folder = folder.down(way)
            opened.append(folder)
            if all(_is_there(folder, mark) for mark in PROFILE_MARKS):
                raise OfProfile(way)
        yield folder, name
    finally:
        for one in reversed(opened):
            with suppress(OSError):
                one.close()
