"""Numbers in the place of names while a report is made: of spaces, channels and authors.

A key of 64 letters in every row is most of what would be sorted, sent and kept. Tables are made of
what stands in these columns as it is, so they never notice. The same dataset gives the same
numbers, however often and wherever they are made, and they are in the order of the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

NONE = 0
"""The number of the empty name: of all spaces together, and of a space's only channel."""
HELD_EVERYWHERE_MAX = 500_000  # ours: of more names not every worker holds all
_NAMED = "name of {}"
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
    """By kind the names with their numbers, as ``name`` and ``number``. ``held_everywhere``: those
    kinds of which every worker holds all.
    """

    names: Mapping[str, DataFrame]
    held_everywhere: frozenset[str] = frozenset()

    def encode(self, table: DataFrame) -> DataFrame:
        """Names become numbers."""
        return self._changed(table, "name", "number")

    def decode(self, table: DataFrame) -> DataFrame:
        """Numbers become names again."""
        return self._changed(table, "number", "name")

    def decode_in_order(self, table: DataFrame, keys: Sequence[str]) -> DataFrame:
        """The same as one partition, sorted by ``keys``.

        By their numbers, which are compared in no time; and where it can be done, the names come
        behind the shuffle, in which they would be most of what is sent.
        """
        columns = table.columns
        numbered = [one for one in columns if one in _KINDS]
        if self.held_everywhere.issuperset(_KINDS[one] for one in numbered):
            named = self._named(table.repartition(1), numbered)
        else:
            named = self._named(table, numbered).repartition(1)
        shown: list[Column | str] = [
            f.col(_NAMED.format(one)).alias(one) if one in numbered else one for one in columns
        ]
        return named.sortWithinPartitions(*keys).select(*shown)

    def _named(self, table: DataFrame, numbered: Sequence[str]) -> DataFrame:
        """With the names beside the numbers."""
        for column in numbered:
            known = self.names[_KINDS[column]].select(
                f.col("number").alias(column), f.col("name").alias(_NAMED.format(column))
            )
            table = table.join(known, column)
        return table

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
    few = [kind for kind, names in named.items() if names.count() <= HELD_EVERYWHERE_MAX]
    kept = {kind: f.broadcast(names) if kind in few else names for kind, names in named.items()}
    return Numbers(kept, frozenset(few))


def _numbered(columns: list[DataFrame]) -> DataFrame:
    each = [column.toDF("name").distinct() for column in columns]
    names = reduce(DataFrame.union, each).distinct().where("name <> ''")
    number = f.row_number().over(Window.orderBy("name"))
    nothing = names.sparkSession.range(1).select(f.lit(""), f.lit(NONE))
    return names.withColumn("number", number).union(nothing).persist()
