"""One folder's row of the database, as it is held while blocks of its feed are read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.model.feeds import FolderUse
from engine.model.ids import SpaceId
from engine.protocols.hypercore.folders.records import Folder

BY_PATH = "hypercore_file INDEXED BY hypercore_file_by_path"
"""Where a statement is about one path: SQLite alone would go through all of the folder."""
BYTES_NOTED_MAX = (1 << 63) - 1  # SQLite's largest number


@dataclass(frozen=True, slots=True)
class FolderRow:
    """``number`` stands for the feed of names inside the file. The rest as its columns."""

    number: int
    folder: Folder
    read: int
    files: int
    bytes: int
    refused: int


def folder_row(  # noqa: PLR0917 - a row's columns
    number: int,
    names: bytes,
    content: bytes | None,
    read: int,
    files: int,
    size: int,
    refused: int,
    directory: str | None,
    use: str | None,
) -> FolderRow:
    folder = Folder(
        SpaceId(names),
        None if content is None else SpaceId(content),
        directory,
        None if use is None else FolderUse(use),
    )
    return FolderRow(number, folder, read, files, size, refused)


def noted(size: int) -> int:
    """As SQLite can note it: what authors say of their files' sizes adds up to anything."""
    return max(0, min(size, BYTES_NOTED_MAX))


def counted(row: FolderRow, sign: int, size: int, *, is_folder: bool, refusal: object) -> FolderRow:
    """``row`` with one file more or less."""
    if is_folder:
        return row
    if refusal is not None:
        return replace(row, refused=row.refused + sign)
    return replace(row, files=row.files + sign, bytes=row.bytes + sign * size)
