"""Names of a folder that are one file on some systems: the first of them keeps its place (F-1).

Any number of names may be refused for one other, and that one go and come as often as its author
likes. So what is sound and what is refused have an index each, and of all that are refused under
one folded name only the first file and the first folder are looked at: they speak for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.protocols.hypercore.drive.names import Unsafe
from engine.protocols.hypercore.folders.changes import Change
from engine.protocols.hypercore.limits import BLOCK_LIMIT
from engine.store.database import Database, Row, Values

_NEWEST = "until IS NULL AND is_deleted = 0"
_SOUND = (
    "FROM hypercore_file INDEXED BY hypercore_file_sound"
    f" WHERE {_NEWEST} AND refusal IS NULL AND folder = ?"
)
_A_SOUND_ONE = f"SELECT 1 {_SOUND}"
_REFUSED = (
    "FROM hypercore_file INDEXED BY hypercore_file_clashing"
    f" WHERE {_NEWEST} AND refusal = '{Unsafe.COLLISION.value}' AND folder = ?"
)
_CLASHING = (
    "SELECT file.folded FROM hypercore_file AS file INDEXED BY hypercore_file_sound"  # noqa: S608 - ours
    " WHERE file.until IS NULL AND file.is_deleted = 0 AND file.refusal IS NULL"
    " AND file.folder = ? AND file.is_folder = 0"
    f" AND (EXISTS ({_A_SOUND_ONE} AND folded = file.folded AND version <> file.version)"
    f" OR EXISTS ({_A_SOUND_ONE}"
    " AND folded > file.folded || '/' AND folded < file.folded || '0'))"
)
"""The folded names of files that are another one's as well, or a folder's."""
_REFUSE = (
    f"UPDATE hypercore_file SET refusal = '{Unsafe.COLLISION.value}'"  # noqa: S608 - ours
    f" WHERE folder = ? AND version IN (SELECT version {_SOUND} AND folded = ?"
    f" UNION ALL SELECT version {_SOUND} AND folded > ? AND folded < ?)"
)
_First = tuple[int, str, bool]
"""The first of those that are refused: its version, the folded name, and whether it is a folder."""


class Clashes:
    """Over all folders' files. Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database
        self.looks = 0
        """How often names were looked for so far; that is what clashes cost."""

    def of(self, folder: int, change: Change) -> Unsafe | None:
        """COLLISION where that file would be another one's: the same name, or a folder's name.

        No older version of it counts as its newest any more.
        """
        is_folder = change.stat is not None and change.stat.is_folder
        is_taken = self._is_taken(folder, change.folded, is_folder=is_folder)
        clashes = is_taken or self._has_file(folder, _ways(change.folded))
        return Unsafe.COLLISION if clashes else None

    def clear_after(self, folder: int, folded: str, *, is_folder: bool) -> Sequence[int]:
        """A name of that folded form has gone. The sizes of the files that were refused because of
        it and are sound now. ``is_folder``: that it was one; nothing inside is refused for that.
        """
        if next(self._firsts(folder, "", 1, None), None) is None:
            return []
        places = [folded, *_ways(folded)]
        at = [first for place in places for first in self._firsts(folder, place, -1, f"{place}\0")]
        sizes = self._clear(folder, at)
        if is_folder or self._has_file(folder, places):
            return sizes
        return sizes + self._clear(folder, self._firsts(folder, f"{folded}/", 1, f"{folded}0"))

    def settle(self, folder: int) -> None:
        """Much has gone, and much is as it was before: every refusal for a clash is looked at anew,
        and of those that were freed and clash again the first keeps its place.
        """
        self._refuse_clashing(folder)
        self._clear(folder, self._firsts(folder, "", 1, None))

    def _refuse_clashing(self, folder: int) -> None:
        """All that are sound and one file somewhere. What lies below a name is refused with it, so
        that nothing is come across twice.
        """
        found = self._database.rows(_CLASHING, (folder, folder, folder))
        for folded in sorted({folded for (folded,) in found}, key=len):
            values = (folder, folder, folded, folder, f"{folded}/", f"{folded}0")
            self._database.run(_REFUSE, values)

    def _firsts(self, folder: int, after: str, kind: int, end: str | None) -> Iterator[_First]:
        """Behind the folded name ``after``, and there behind the ``kind``, to before ``end``."""
        while True:
            first = self._look(
                f"SELECT version, folded, is_folder {_REFUSED}"
                " AND (folded, is_folder, version) > (?, ?, ?)"
                " ORDER BY folded, is_folder, version LIMIT 1",
                (folder, after, kind, BLOCK_LIMIT),  # SQLite begins there, behind all of its kind
            )
            if first is None or (end is not None and first[1] >= end):
                return
            yield first[0], first[1], bool(first[2])
            _, after, kind = first

    def _clear(self, folder: int, firsts: Iterable[_First]) -> list[int]:
        """Those with nothing in their way are sound, by their versions; the sizes of the files."""
        sizes, taken, barred = list[int](), set[str](), dict[str, bool]()
        for version, folded, is_folder in sorted(firsts):
            ways = _ways(folded)
            way = ways[-1] if ways else ""
            if way not in barred:
                barred[way] = self._has_file(folder, ways)
            if barred[way] or not taken.isdisjoint(ways):
                continue
            if self._is_taken(folder, folded, is_folder=is_folder):
                continue
            if is_folder:
                self._clear_folders(folder, folded)
            else:
                taken.add(folded)
                sizes.append(self._clear_file(folder, version))
        return sizes

    def _clear_file(self, folder: int, version: int) -> int:
        """Its size."""
        row = self._look(
            "UPDATE hypercore_file SET refusal = NULL WHERE folder = ? AND version = ?"
            " RETURNING size",
            (folder, version),
        )
        assert row is not None, "it was just found"
        return int(row[0])

    def _clear_folders(self, folder: int, folded: str) -> None:
        """However their names are written, they are one folder."""
        self._database.run(
            "UPDATE hypercore_file SET refusal = NULL WHERE folder = ? AND version IN"  # noqa: S608 - ours
            f" (SELECT version {_REFUSED} AND folded = ? AND is_folder = 1)",
            (folder, folder, folded),
        )
        self.looks += self._database.changes()

    def _is_taken(self, folder: int, folded: str, *, is_folder: bool) -> bool:
        """Whether that name is a file's, or, of one that is no folder, a folder's as well."""
        if is_folder:
            return self._has_file(folder, [folded])
        if self._look(f"{_A_SOUND_ONE} AND folded = ? LIMIT 1", (folder, folded)) is not None:
            return True
        sql = f"{_A_SOUND_ONE} AND folded > ? AND folded < ? LIMIT 1"
        return self._look(sql, (folder, f"{folded}/", f"{folded}0")) is not None

    def _has_file(self, folder: int, places: Sequence[str]) -> bool:
        """Whether one of those folded names is a file's."""
        if not places:
            return False
        marks = ", ".join("?" * len(places))
        sql = f"{_A_SOUND_ONE} AND folded IN ({marks}) AND is_folder = 0 LIMIT 1"
        return self._look(sql, (folder, *places)) is not None

    def _look(self, sql: str, values: Values) -> Row | None:
        self.looks += 1
        return self._database.row(sql, values)


def _ways(folded: str) -> list[str]:
    """The folders that lead there."""
    return [folded[:at] for at, one in enumerate(folded) if one == "/"]
