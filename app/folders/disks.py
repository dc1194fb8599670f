"""Folders inside a shared directory whose disk is not connected: their files have not gone. Pure.

Where a disk lay in a folder and lies there no more, its files are missed until it comes back. What
lay where before we began is not known: an empty folder whose files are published, and lie nowhere
else now, is then taken for such a place. Who means that they are gone removes the folder itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from app.folders.planning import mtime_of, ways_to
from app.folders.scanning import Found
from engine.model.feeds import FolderEntryView


@dataclass(slots=True)
class Disks:
    """Of one directory, from look to look. Paths are those of folders."""

    _mounted: set[str] | None = None
    _missed: dict[str, bool] = field(default_factory=dict)
    """Whether the folder was there when it was last looked for."""
    _empty: set[str] = field(default_factory=set)

    def missed(self, found: Found, published: Mapping[str, FolderEntryView]) -> Collection[str]:
        """Folders of which nobody can say that their files have gone. Called once for each look."""
        if self._mounted is None:
            self._empty = _emptied(found, published)
        else:
            self._empty &= found.empty
            for path in self._mounted - found.mounts:
                self._missed[path] = False
        self._mounted = set(found.mounts)
        self._missed = {
            path: path in found.folders
            for path, was_there in self._missed.items()
            if path not in found.mounts and (path in found.folders or not was_there)
        }
        return {*self._empty, *self._missed}


def _emptied(found: Found, published: Mapping[str, FolderEntryView]) -> set[str]:
    """Empty folders of whose published files at least one is not to be found elsewhere."""
    if not found.empty:
        return set()
    moved = {
        (seen.size, mtime_of(seen)) for path, seen in found.files.items() if path not in published
    }
    lost = (
        path
        for path, entry in published.items()
        if path not in found.files and (entry.size, entry.mtime) not in moved
    )
    return {way for path in lost for way in ways_to(path) if way in found.empty}
