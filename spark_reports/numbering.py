"""Numbers in the place of names while a report is made: of spaces, channels and authors.

A key of 64 letters in every row is most of what would be sorted, sent and kept. Tables are made of
what stands in these columns as it is, so they never notice. The same dataset gives the same
numbers, however often and wherever they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as f

NONE = 0
"""The number of the empty name: of all spaces together, and of a space's only channel."""
HELD_EVERYWHERE_MAX = 500_000  # ours: of more names not every worker holds all
_KINDS: Mapping[str, str] = {
    "space": "space",
    "channel": "channel",
    "author": "author",
    "other": "author",
    "starter": "author",
}
"""By column: names of which kind stand there."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """By kind the names with their numbers, as ``name`` and ``number``."""

    names: Mapping[str, DataFrame]

    def encode(self, table: DataFrame) -> DataFrame:
        """Names become numbers."""
        return self._changed(table, "name", "number")

    def decode(self, table: DataFrame) -> DataFrame:
        """Numbers become names again."""
        return self._changed(table, "number", "name")

    def _changed(self, table: DataFrame, given: str, wanted: str) -> DataFrame:
        columns = table.columns
        for column in [one for one in columns if one in _KINDS]:
            known = self.names[_KINDS[column]].select(
                f.col(given).alias(column), f.col(wanted).alias("found")
            )
            others = [one for one in columns if one != column]
            table = table.join(known, column).select(*others, f.col("found").alias(column))
        return table.select(*columns)


def numbers_of(*tables: DataFrame) -> Numbers:
    """Of all names in the columns of ``tables`` that have the name of a kind."""
    named = {
        kind: _numbered([table.select(kind) for table in tables if kind in table.columns])
        for kind in ("space", "channel", "author")
    }
    return Numbers(named)


def _numbered(columns: list[DataFrame]) -> DataFrame:
    each = [column.toDF("name").distinct() for column in columns]
    names = reduce(DataFrame.union, each).distinct().where("name <> ''")
    number = f.row_number().over(Window.orderBy("name"))
    nothing = names.sparkSession.range(1).select(f.lit(""), f.lit(NONE))
    kept = names.withColumn("number", number).union(nothing).persist()
    return f.broadcast(kept) if kept.count() <= HELD_EVERYWHERE_MAX else kept
