"""The tables of a report as they were made, read back a piece at a time, with people's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

ALL = ""
NAME_CHARACTERS_MAX = 40
_UNSEEN = {
    *range(0x20),
    *range(0x7F, 0xA0),
    0x061C,
    0x200E,
    0x200F,
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    0xFEFF,
    *range(0xFFF9, 0xFFFC),
}
_SEEN = dict.fromkeys(_UNSEEN, " ")

Row = Mapping[str, Any]  # Any: a cell of any column


@dataclass(frozen=True, slots=True)
class Place:
    """What a space is called, and the community whose channel it is (empty: none)."""

    name: str
    community: str = ""


def plain(name: str) -> str:
    """A name on one line, without characters that turn or hide what stands beside it."""
    shown = " ".join(name.translate(_SEEN).split())
    return shown if len(shown) <= NAME_CHARACTERS_MAX else f"{shown[: NAME_CHARACTERS_MAX - 1]}…"


class Made:
    """Tables in ``folder``, by their names."""

    def __init__(self, folder: Path, places: Mapping[str, Place]) -> None:
        """``places`` by space."""
        self._folder = folder
        self._places = places
        self._authors: dict[tuple[str, str], str] | None = None

    def rows(self, table: str, space: str | None = None) -> Sequence[Row]:
        """All rows of a small table, in its order; ``space``: only of that one."""
        return self._rows(self._read(table, None, space))

    def first(
        self, table: str, by: Sequence[str], count: int, space: str | None = None
    ) -> Sequence[Row]:
        """The ``count`` rows of the largest ``by[0]``; where equal, by the other columns."""
        found = self._read(table, None, space)
        order = [(by[0], "descending"), *[(one, "ascending") for one in by[1:]]]
        return self._rows(found.sort_by(order).slice(0, count))

    def column(self, table: str, name: str, space: str | None = None) -> pa.ChunkedArray:
        """One column of a table of any size."""
        return self._read(table, [name, *([] if space is None else ["space"])], space)[name]

    def summed(self, table: str, by: Sequence[str], sums: Sequence[str]) -> Sequence[Row]:
        """Sums over all spaces and channels, sorted by ``by``."""
        found = self._read(table, list(dict.fromkeys(["space", *by, *sums])), None)
        found = found.filter(pc.not_equal(found["space"], ALL))
        grouped = found.group_by(list(by)).aggregate([(one, "sum") for one in sums])
        names = {f"{one}_sum": one for one in sums}
        grouped = grouped.rename_columns([names.get(n, n) for n in grouped.column_names])
        return self._rows(grouped.sort_by([(one, "ascending") for one in by]))

    def count(self, table: str) -> int:
        """How many rows it has."""
        return int(pq.read_metadata(self._file(table)).num_rows)

    def distinct(self, table: str, name: str) -> int:
        """How many different values a column has."""
        return int(pc.count_distinct(self.column(table, name)).as_py())

    def place(self, space: str, channel: str = "") -> str:
        """What a channel of a space is called; one of a community by both names."""
        found = self._places.get(space, Place(""))
        inside = channel or (found.name if found.community else "")
        name = plain(found.community or found.name) or space[:8]
        return f"{name} #{plain(inside)}" if inside else name

    def author(self, space: str, author: str) -> str:
        """What somebody is called in a space; the beginning of their key where it is nothing."""
        if self._authors is None:
            found = self._read("authors", ["space", "author", "name"], None)
            columns = [found[name].to_pylist() for name in ("space", "author", "name")]
            self._authors = {(s, a): n for s, a, n in zip(*columns, strict=True)}
        return plain(self._authors.get((space, author), "")) or author[:8]

    def _file(self, table: str) -> Path:
        return self._folder / f"{table}.parquet"

    def _read(self, table: str, columns: Sequence[str] | None, space: str | None) -> pa.Table:
        kept = None if space is None else [("space", "=", space)]
        return pq.read_table(
            self._file(table), columns=None if columns is None else list(columns), filters=kept
        )

    @staticmethod
    def _rows(table: pa.Table) -> Sequence[Row]:
        rows: list[Row] = table.to_pylist()
        return rows
