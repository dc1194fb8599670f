"""What of shared folders is stored beside their feeds, and what commands about them read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.feeds import FolderUse
from engine.model.ids import ProtocolName, SpaceId
from engine.protocols.hypercore.blocks.ranges import Range


@dataclass(frozen=True, slots=True)
class _Folder:
    """Belongs to Hypercore's repository. ``space`` is the feed of names."""

    space: SpaceId

    @property
    def protocol(self) -> ProtocolName:
        """See ``Record``."""
        return ProtocolName.HYPERCORE


@dataclass(frozen=True, slots=True)
class FolderStored(_Folder):
    """That feed, stored before as a folder, is its feed of names, and read as one from now on.

    Its feed of contents is known from its first block, and followed from then on.
    """


@dataclass(frozen=True, slots=True)
class DirectoryUsed(_Folder):
    """What directory of this computer the folder is tied to, for ``use``; None: to none."""

    directory: str | None
    use: FolderUse | None


@dataclass(frozen=True, slots=True)
class FilesWanted(_Folder):
    """The file of that path, or all files below it, are asked for, also as they change; or, not
    ``wanted``, they are no more.
    """

    path: str
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class VersionCalledOff(_Folder):
    """That version of a file is asked for no more; where it is the newest, the file is not either,
    as it changes.
    """

    path: str
    version: int


@dataclass(frozen=True, slots=True)
class NamesRead(_Folder):
    """More of its names that came is read: one record has no more than NAMES_READ_MAX read."""


FolderRecord = FolderStored | DirectoryUsed | FilesWanted | VersionCalledOff | NamesRead


@dataclass(frozen=True, slots=True)
class Folder:
    """A shared folder. ``content``: None until the first block of its names is read."""

    space: SpaceId
    content: SpaceId | None
    directory: str | None
    use: FolderUse | None


@dataclass(frozen=True, slots=True)
class Written:
    """Where the content of a file lies, whose newest version this is."""

    first_block: int
    first_byte: int
    blocks: int
    size: int


class FolderRecords(Protocol):
    """Reads see what the running turn has stored. ``space``, but of the first, is a folder's."""

    def folder(self, space: SpaceId) -> Folder | None:
        """None if there is no folder of that feed of names."""

    def read_up_to(self, space: SpaceId) -> int:
        """How many blocks of its names are read."""

    def unread(self) -> SpaceId | None:
        """A folder whose next block of names is here, and not read yet; None if there is none."""

    def directories(self) -> Mapping[SpaceId, str]:
        """Which folders are tied to a directory, and to which."""

    def file(self, space: SpaceId, path: str) -> Written | None:
        """The newest version of that file, refused or not; None if it is not there."""

    def version(self, space: SpaceId, path: str, version: int) -> Range | None:
        """Blocks of the contents that hold that version of that file; None if there is none that
        a computer should write.
        """

    def has_path(self, space: SpaceId, path: str) -> bool:
        """Whether there is a file of that path, or one below it."""

    def lacking(self, space: SpaceId, path: str) -> Sequence[Range]:
        """Blocks of the contents that files at and below that path need, and we lack; in order."""

    def history(self, space: SpaceId) -> Iterable[tuple[int, str, bool]]:
        """Every block of names that could be read, in order, and its path; whether that goes."""
