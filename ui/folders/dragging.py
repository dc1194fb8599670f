"""What of a selection can be dragged away: what lies in the folder's directory, and what is here
and can be copied for it.

Only looked for here; what is copied, and what is said, is decided by ``acts``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl

from engine.model.feeds import FolderEntryView, FolderView
from ui.bridge import Bridge
from ui.folders.copying import on_disk, whole_of

_Whole = tuple[FolderEntryView, list[FolderEntryView]]


@dataclass(frozen=True, slots=True)
class Draggable:
    """A file or folder that may be had. ``files``: it itself, or all in it that may be had.

    ``place``: where it lies in the folder's directory, with all of ``files``; None where it does
    not, and has to be copied.
    """

    entry: FolderEntryView
    files: Sequence[FolderEntryView]
    place: Path | None

    @property
    def is_here(self) -> bool:
        """What lies on the disk is, also where the profile holds it no longer."""
        return self.place is not None or all(one.is_here for one in self.files)


async def draggables(
    bridge: Bridge,
    view: FolderView,
    entries: Iterable[FolderEntryView],
    version: int | None,
) -> list[Draggable]:
    """Those of ``entries`` that may be had, here or not, as they were at ``version``."""
    wholes = [
        (one, await whole_of(bridge, view.feed.space, one, version))
        for one in entries
        if one.refusal is None
    ]
    return await asyncio.to_thread(_looked_for, view.directory, wholes)


def _looked_for(directory: str | None, wholes: Sequence[_Whole]) -> list[Draggable]:
    return [Draggable(one, files, _place(directory, one, files)) for one, files in wholes]


def _place(
    directory: str | None, entry: FolderEntryView, files: Sequence[FolderEntryView]
) -> Path | None:
    if entry.is_folder and any(on_disk(directory, file) is None for file in files):
        return None
    return on_disk(directory, entry)


def bytes_to_copy(found: Iterable[Draggable]) -> int:
    """Of all that lies in no directory."""
    return sum(file.size for one in found if one.place is None for file in one.files)


def dragged(places: Sequence[Path]) -> QMimeData:
    """Files of the disk, as they are dragged."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(place)) for place in places])
    return data
