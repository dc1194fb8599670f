"""What a block of a folder's metadata says. Pure values."""

from __future__ import annotations

from dataclasses import dataclass

MODE_FILE = 0o100644
MODE_EXECUTABLE = 0o100755
_FORMAT_BITS = 0o170000
_FOLDER_BITS = 0o040000
_FILE_BITS = 0o100000
_EXECUTE_BITS = 0o111


@dataclass(frozen=True, slots=True)
class ContentsKey:
    """Block 0: the key of the feed with the files' contents (32 bytes)."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Stat:
    """A file, or a folder. ``size`` bytes in ``blocks`` blocks of the contents, from ``offset`` on.

    ``byte_offset`` is where they begin there. Times are Unix seconds.
    """

    mode: int
    size: int
    blocks: int
    offset: int
    byte_offset: int
    changed_at: float
    made_at: float

    @property
    def is_folder(self) -> bool:
        return self.mode & _FORMAT_BITS == _FOLDER_BITS

    @property
    def is_file(self) -> bool:
        """A regular one: not a link, not a device."""
        return self.mode & _FORMAT_BITS == _FILE_BITS

    @property
    def is_executable(self) -> bool:
        return self.is_file and bool(self.mode & _EXECUTE_BITS)


@dataclass(frozen=True, slots=True)
class Entry:
    """From this block on ``name`` ("/a/b") is ``stat``; None: it is gone.

    ``paths``: the index of names for those who look one up without reading all; may be empty.
    """

    name: str
    stat: Stat | None
    paths: bytes = b""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A block that says nothing we understand. It is left out, and counted."""


FolderBlock = ContentsKey | Entry | Unreadable
