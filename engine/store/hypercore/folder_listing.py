"""What lies in a folder of a shared folder: its files, and the folders in it with their sums."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.model.feed_queries import PAGE_ENTRIES_MAX
from engine.model.feeds import FolderEntryView
from engine.protocols.hypercore.drive.entries import Stat
from engine.store.database import Reading, Row
from engine.store.hypercore.folder_holdings import Holdings
from engine.store.hypercore.folder_row import BY_PATH

COLUMNS = "path, version, mode, size, blocks, first_block, mtime, refusal, is_folder"
_NEWEST = "until IS NULL AND is_deleted = 0"
_THEN = "version < :version AND (until IS NULL OR until >= :version) AND is_deleted = 0"
_LISTED = "hypercore_file INDEXED BY hypercore_file_listed"  # of the newest alone
_SUMMED = "is_folder = 0 AND refusal IS NULL"


class Listing:
    """Of the folder of that number, newest or (``version``) as it was then."""

    def __init__(
        self, reading: Reading, folder: int, holdings: Holdings, version: int | None
    ) -> None:
        """Borrows all."""
        self._reading = reading
        self._holdings = holdings
        self._which = _NEWEST if version is None else _THEN
        self._listed = _LISTED if version is None else "hypercore_file"
        self._values: dict[str, int | str] = {"folder": folder, "version": version or 0}

    def everything(self, path: str, after: str | None) -> Sequence[FolderEntryView]:
        """Every file below ``path``, by path, behind ``after``: a page."""
        low = f"{path}/" if path else ""
        inside = "AND path < :end" if path else ""
        rows = self._reading.rows(
            f"SELECT {COLUMNS} FROM {BY_PATH}"  # noqa: S608 - ours
            f" WHERE folder = :folder AND path > :low {inside} AND {self._which}"
            " AND is_folder = 0 ORDER BY path LIMIT :limit",
            {
                **self._values,
                "low": low if after is None else max(low, after),
                "end": f"{path}0",
                "limit": PAGE_ENTRIES_MAX,
            },
        )
        return [entry_of(row, self._holdings) for row in rows]

    def directly(self, path: str, after: str | None) -> Sequence[FolderEntryView]:
        """Folders, then files, directly in ``path``, behind ``after``: a page, or more."""
        folders = self._folders(path)
        is_among_files = after is not None and after not in folders
        if is_among_files:
            return self._files(path, after)
        left = sorted(one for one in folders if after is None or one > after)
        page = [folders[one] for one in left[:PAGE_ENTRIES_MAX]]
        return page if len(page) == PAGE_ENTRIES_MAX else [*page, *self._files(path, None)]

    def _files(self, path: str, after: str | None) -> list[FolderEntryView]:
        rows = self._reading.rows(
            f"SELECT {COLUMNS} FROM hypercore_file WHERE folder = :folder AND parent = :parent"  # noqa: S608 - ours
            f" AND path > :after AND {self._which} AND is_folder = 0 ORDER BY path LIMIT :limit",
            {**self._values, "parent": path, "after": after or "", "limit": PAGE_ENTRIES_MAX},
        )
        return [entry_of(row, self._holdings) for row in rows]

    def _folders(self, path: str) -> dict[str, FolderEntryView]:
        """By path."""
        below = f"{path}/" if path else ""
        values = {**self._values, "low": below, "end": f"{path}0", "skipped": len(below) + 1}
        inside = "parent > :low AND parent < :end" if path else "parent > ''"
        rest = "substr(parent, :skipped)"
        child = f"substr({rest}, 1, instr({rest} || '/', '/') - 1)"
        rows = self._reading.rows(
            # Sizes are what authors say: only ``total`` cannot overflow.
            f"SELECT {child}, sum({_SUMMED}),"  # noqa: S608 - ours
            f" CAST(total(iif({_SUMMED}, size, 0)) AS INTEGER),"
            f" max(mtime), max(version) FROM hypercore_file WHERE folder = :folder AND {inside}"
            f" AND {self._which} AND refusal IS NOT 'collision' GROUP BY 1",
            values,
        )
        found = {
            below + name: _folder(below + name, files, size, mtime, version)
            for name, files, size, mtime, version in rows
        }
        for made in self._made_folders(path):
            found.setdefault(made.path, made)
        return self._with_holdings(found, (child, inside), values)

    def _made_folders(self, path: str) -> list[FolderEntryView]:
        """Those that their author has made, though nothing need lie in them."""
        rows = self._reading.rows(
            f"SELECT path, version, mtime FROM {self._listed} WHERE folder = :folder"  # noqa: S608 - ours
            f" AND parent = :parent AND {self._which} AND is_folder = 1 AND refusal IS NULL",
            {**self._values, "parent": path},
        )
        return [_folder(path, 0, 0, mtime, version) for path, version, mtime in rows]

    def _with_holdings(
        self,
        folders: dict[str, FolderEntryView],
        where: tuple[str, str],
        values: dict[str, int | str],
    ) -> dict[str, FolderEntryView]:
        holdings = self._holdings
        if holdings.is_none:
            return folders
        child, inside = where
        rows = self._reading.rows(
            f"SELECT {child}, first_block, blocks, size FROM hypercore_file"  # noqa: S608 - ours
            f" WHERE folder = :folder AND {inside} AND {self._which} AND {_SUMMED}",
            values,
        )
        have = dict.fromkeys(folders, 0)
        low = str(values["low"])
        for name, first, blocks, size in rows:
            have[low + name] += holdings.bytes_of(first, blocks, size)
        return {path: replace(one, have=have[path]) for path, one in folders.items()}


def entry_of(row: Row, holdings: Holdings, *, deleted: bool = False) -> FolderEntryView:
    """A row of ``COLUMNS``; what follows them is left alone."""
    path, version, mode, size, blocks, first, mtime, refusal, is_folder = row[:9]
    stat = Stat(mode, size, blocks, first, 0, mtime, mtime)
    have = holdings.bytes_of(first, blocks, size)
    return FolderEntryView(
        path=path,
        is_folder=bool(is_folder),
        size=size,
        mtime=mtime,
        have=have,
        files=0 if is_folder or deleted else 1,
        version=version,
        executable=stat.is_executable,
        wanted=have < size and holdings.is_sought(first, blocks),
        refusal=refusal,
        deleted=deleted,
    )


def marked(entry: FolderEntryView, wanted: Collection[str]) -> FolderEntryView:
    """``entry``, marked where it, or a folder that it lies in, is among ``wanted``."""
    if not wanted or entry.refusal is not None or entry.deleted:
        return entry
    path = entry.path
    ways = ("", path, *(path[:at] for at, one in enumerate(path) if one == "/"))
    if not any(way in wanted for way in ways):
        return entry
    return replace(entry, wanted=not entry.is_here, chosen=True)


def _folder(path: str, files: int, size: int, mtime: float, version: int) -> FolderEntryView:
    return FolderEntryView(
        path=path, is_folder=True, size=size, mtime=mtime, have=0, files=files, version=version
    )
