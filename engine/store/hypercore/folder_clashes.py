"""Names of a folder that are one file on some systems: the first of them keeps its place (F-1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocols.hypercore.drive.names import Unsafe
from engine.protocols.hypercore.folders.changes import Change
from engine.store.database import Database

_NEWEST = "folder = :folder AND until IS NULL AND is_deleted = 0"
_SOUND = f"{_NEWEST} AND refusal IS NULL"
_BY_FOLDED = "hypercore_file INDEXED BY hypercore_file_folded"  # SQLite would take another
_BELOW = "folded > :folded || '/' AND folded < :folded || '0'"


class Clashes:
    """Over all folders' files. Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database

    def of(self, folder: int, change: Change) -> Unsafe | None:
        """COLLISION where that file would be another one's: the same name, or a folder's name."""
        is_folder = change.stat is not None and change.stat.is_folder
        clashes = self._clashes(folder, change.path, change.folded, is_folder=is_folder)
        return Unsafe.COLLISION if clashes else None

    def clear_after(self, folder: int, folded: str) -> Sequence[tuple[int, bool]]:
        """A name of that folded form has gone. Of those refused because of it the ones that are
        sound now: size, and whether it is a folder.
        """
        marks, ways = _marked([folded, *_ways(folded)])
        above = self._clear(f"folded IN ({marks})", {"folder": folder, **ways})
        return [*above, *self._clear(_BELOW, {"folder": folder, "folded": folded})]

    def settle(self, folder: int) -> None:
        """Much has gone: every refusal for a clash is looked at anew."""
        self._clear("folded > ''", {"folder": folder})

    def _clear(self, which: str, values: dict[str, int | str]) -> Sequence[tuple[int, bool]]:
        refused = self._database.rows(
            f"SELECT version, path, folded, is_folder, size FROM {_BY_FOLDED} WHERE {_NEWEST}"  # noqa: S608 - ours
            f" AND refusal = '{Unsafe.COLLISION.value}' AND {which} ORDER BY version",
            values,
        )
        folder, cleared = int(values["folder"]), list[tuple[int, bool]]()
        for version, path, folded, is_folder, size in refused:
            if self._clashes(folder, path, folded, is_folder=is_folder):
                continue
            self._database.run(
                "UPDATE hypercore_file SET refusal = NULL WHERE folder = ? AND version = ?",
                (folder, version),
            )
            cleared.append((size, bool(is_folder)))
        return cleared

    def _clashes(self, folder: int, path: str, folded: str, *, is_folder: bool) -> bool:
        values: dict[str, int | str] = {"folder": folder, "path": path, "folded": folded}
        files_only = " AND is_folder = 0" if is_folder else ""
        if self._has(f"folded = :folded AND path <> :path{files_only}", values):
            return True
        marks, ways = _marked(_ways(folded))
        if ways and self._has(f"folded IN ({marks}) AND is_folder = 0", {"folder": folder, **ways}):
            return True
        return not is_folder and self._has(_BELOW, values)

    def _has(self, which: str, values: dict[str, int | str]) -> bool:
        sql = f"SELECT 1 FROM {_BY_FOLDED} WHERE {_SOUND} AND {which} LIMIT 1"  # noqa: S608 - ours
        return self._database.value(sql, values) is not None


def _ways(folded: str) -> list[str]:
    """The folders that lead there."""
    return [folded[:at] for at, one in enumerate(folded) if one == "/"]


def _marked(ways: Sequence[str]) -> tuple[str, dict[str, int | str]]:
    """Names for as many values, and these by name."""
    values: dict[str, int | str] = {f"way{at}": way for at, way in enumerate(ways)}
    return ", ".join(f":{name}" for name in values), values
