"""The tables of a report as they were made, read back a piece at a time, with people's names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spark_reports.pseudonyms import called
from spark_reports.render.called import plain, told_apart
from spark_reports.render.directions import apart
from spark_reports.render.words import amount

ALL = ""
ROWS_AT_ONCE = 65_536
Row = Mapping[str, Any]  # Any: a cell of any column
Span = tuple[int, int | None]
"""The least and the greatest whole number in it; None: there is no greatest."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a space is called, and the community whose channel it is (empty: none)."""

    name: str
    community: str = ""


def places_in(folder: Path) -> Mapping[str, Place]:
    """By space, as the table of them in ``folder`` has it."""
    rows = pq.read_table(folder / "spaces.parquet").to_pylist()
    return {row["space"]: Place(row["name"], row["community"]) for row in rows}


class Made:
    """Tables in ``folder``, by their names. However long one is, a piece of it is held at a time,
    and what was found so far: Java still has its memory while a page is made.
    """

    def __init__(
        self,
        folder: Path,
        places: Mapping[str, Place],
        zone: str = "UTC",
        *,
        pseudonyms: bool = False,
    ) -> None:
        """``places`` by space; ``zone``: the reader's, of the IANA database; ``pseudonyms``:
        people and spaces are numbers in these tables.
        """
        self.pseudonyms = pseudonyms
        self._folder = folder
        self._places = places
        self._zone = ZoneInfo(zone)

    def rows(self, table: str, **having: object) -> Sequence[Row]:
        """The rows that have those values in those columns, in the table's order; they are few."""
        return self._rows(self._read(table, having))

    def first(self, table: str, by: Sequence[str], count: int) -> Sequence[Row]:
        """The ``count`` rows of the largest ``by[0]``; where equal, by the other columns."""
        best = None
        for piece in self._pieces(table):
            found = piece
            if best is not None and best.num_rows == count:  # most rows end here
                least = best[by[0]][count - 1]
                found = piece.filter(pc.greater_equal(piece[by[0]], least))
            if found.num_rows:
                both = found if best is None else pa.concat_tables([best, found])
                best = _largest(both, by, count)
        return [] if best is None else self._rows(best)

    def foremost(self, table: str, by: str) -> Sequence[Row]:
        """All rows of a table of few people or pairs, those of the largest ``by`` first."""
        return sorted(self.rows(table), key=lambda row: row[by], reverse=True)

    def total(self, table: str, name: str) -> int:
        """The sum of a column of whole numbers."""
        sums = (pc.sum(piece[name]).as_py() for piece in self._pieces(table, [name]))
        return sum(int(one or 0) for one in sums)

    def spread(self, table: str, name: str, spans: Sequence[Span]) -> Sequence[int]:
        """How many values of a column lie in each of the ``spans``."""
        counts = [0] * len(spans)
        for piece in self._pieces(table, [name]):
            found = (_between(piece[name], *one) for one in spans)
            counts = [count + more for count, more in zip(counts, found, strict=True)]
        return counts

    def summed(self, table: str, by: Sequence[str], sums: Sequence[str]) -> Sequence[Row]:
        """Sums over all spaces and channels, sorted by ``by``; they are few."""
        found = self._summed(table, by, sums)
        return [] if found is None else self._rows(found.sort_by([(b, "ascending") for b in by]))

    def largest_sums(
        self, table: str, by: Sequence[str], sums: Sequence[str], count: int
    ) -> tuple[int, Sequence[Row]]:
        """How many ``sums[0]`` there are above 0, and the ``count`` rows of the largest."""
        found = self._summed(table, by, sums)
        if found is None:
            return 0, []
        found = found.filter(pc.greater(found[sums[0]], 0))
        return found.num_rows, self._rows(_largest(found, (sums[0], *by), count))

    def count(self, table: str) -> int:
        """How many rows it has."""
        return int(pq.read_metadata(self._file(table)).num_rows)

    def values(self, table: str, name: str) -> Sequence[Any]:  # Any: cells of that column
        """The different values of a column that has few, in their order."""
        return sorted(self._different(table, name).to_pylist())

    def local(self, moment: datetime) -> datetime:
        """The same moment by the reader's clock, which days and hours are counted by, too."""
        return moment.astimezone(self._zone)

    def people(self) -> int:
        """How many wrote in these days, wherever it was: each once, also who had begun before."""
        return max((row["cumulative_authors"] for row in self.rows("growth", space=ALL)), default=0)

    def spaces(self) -> Sequence[str]:
        """All there are, by what they are called."""
        return sorted(self._places, key=lambda space: (self.place(space), space))

    def place(self, space: str, channel: str = "") -> str:
        """What a channel of a space is called; one of a community by both names."""
        found = self._places.get(space, Place(""))
        inside = channel or (found.name if found.community else "")
        name = plain(found.community or found.name) or self._nameless(space)
        return f"{apart(name)} #{apart(plain(inside))}" if inside else apart(name)

    def placed(self, labels: Sequence[str], rows: Sequence[Row]) -> Sequence[str]:
        """``labels`` of rows by space; where there are several, with the place behind each: people
        may be in more than one.
        """
        if len(self._places) < 2:
            return labels
        both = zip(labels, rows, strict=True)
        return [f"{label} · {self.place(row['space'])}" for label, row in both]

    def places(self, row: Row) -> str:
        """Where it was, of a row that sums up ``places`` spaces, or how many they are."""
        if row["places"] == 1:
            return self.place(row["space"])
        return amount(row["places"], "place", "places")

    def authors(self, whom: Sequence[tuple[str, str]]) -> Sequence[str]:
        """What each of them (space, key) is called there; the beginning of their key where it is
        nothing, and behind names that several of them have. Of pseudonyms no two are the same.
        """
        if self.pseudonyms:
            return [called(key) for _, key in whom]
        rows = self.of_authors([key for _, key in whom], ["space", "author", "name"])
        names = {(row["space"], row["author"]): row["name"] for row in rows}
        shown = [plain(names.get((space, key), "")) or key[:8] for space, key in whom]
        return told_apart(shown, [key for _, key in whom])

    def persons(self, keys: Sequence[str]) -> Sequence[str]:
        """As ``authors``, of people wherever they write: as they are called where that is most."""
        most: dict[str, tuple[int, str]] = {}
        for row in self.of_authors(keys, ["space", "author", "posts"]):
            here = (row["posts"], row["space"])
            most[row["author"]] = max(most.get(row["author"], here), here)
        nowhere = (0, ALL)  # who is spoken to need not have written in these days
        return self.authors([(most.get(key, nowhere)[1], key) for key in keys])

    def of_authors(self, keys: Iterable[str], columns: Sequence[str]) -> Iterator[Row]:
        """Those columns, ``author`` among them, of the people of these keys in each space."""
        wanted = pa.array(sorted(set(keys)), pa.string())
        for found in self._pieces("authors", columns):
            yield from self._rows(found.filter(pc.is_in(found["author"], wanted)))

    def _nameless(self, space: str) -> str:
        return called(space) if self.pseudonyms else space[:8]

    def _summed(self, table: str, by: Sequence[str], sums: Sequence[str]) -> pa.Table | None:
        whole: pa.Table | None = None
        waiting: list[pa.Table] = []
        rows = 0
        for found in self._pieces(table, list(dict.fromkeys(["space", *by, *sums]))):
            kept = found.filter(pc.not_equal(found["space"], ALL)).select([*by, *sums])
            waiting.append(kept)
            rows += kept.num_rows
            if whole is None or rows >= whole.num_rows:  # not all of it anew for each piece
                whole, waiting, rows = _sums(whole, waiting, by, sums), [], 0
        return _sums(whole, waiting, by, sums) if waiting else whole

    def _different(self, table: str, name: str) -> pa.Array:
        found = pa.array([], pq.read_schema(self._file(table)).field(name).type)
        for piece in self._pieces(table, [name]):
            found = pc.unique(pa.chunked_array([found, *piece[name].chunks]))
        return found

    def _file(self, table: str) -> Path:
        return self._folder / f"{table}.parquet"

    def _pieces(self, table: str, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        wanted = None if columns is None else list(columns)
        for batch in pq.ParquetFile(self._file(table)).iter_batches(ROWS_AT_ONCE, columns=wanted):
            yield pa.Table.from_batches([batch])

    def _read(self, table: str, having: Mapping[str, object]) -> pa.Table:
        found = [pq.read_schema(self._file(table)).empty_table()]
        for piece in self._pieces(table):
            kept = piece
            for name, value in having.items():
                kept = kept.filter(pc.equal(kept[name], pa.scalar(value, kept[name].type)))
            found.append(kept)
        return pa.concat_tables(found)

    @staticmethod
    def _rows(table: pa.Table) -> Sequence[Row]:
        rows: list[Row] = table.to_pylist()
        return rows


def _sums(
    before: pa.Table | None, more: Sequence[pa.Table], by: Sequence[str], sums: Sequence[str]
) -> pa.Table:
    # What was summed up may be null and is wide, as Spark's own columns need not be.
    alike = more if before is None else [before, *(one.cast(before.schema) for one in more)]
    grouped = pa.concat_tables(alike).group_by(list(by)).aggregate([(one, "sum") for one in sums])
    names = {f"{one}_sum": one for one in sums}
    renamed = grouped.rename_columns([names.get(name, name) for name in grouped.column_names])
    return renamed.select([*by, *sums])


def _between(values: pa.ChunkedArray, low: int, high: int | None) -> int:
    fits = pc.greater_equal(values, low)
    if high is not None:
        fits = pc.and_(fits, pc.less_equal(values, high))
    return int(pc.sum(fits).as_py() or 0)


def _largest(table: pa.Table, by: Sequence[str], count: int) -> pa.Table:
    order = [(by[0], "descending"), *[(one, "ascending") for one in by[1:]]]
    return table.sort_by(order).slice(0, count)
