"""Numbers in the place of names while a report is made: of spaces, channels and authors.

A key of 64 letters in every row is most of what would be sorted, sent and kept. Tables are made of
what stands in these columns as it is, so they never notice. The same dataset gives the same
numbers, however often and wherever they are made, and they are in the order of the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

from spark_reports.files import create
from spark_reports.read import spelled

FILE = "names.parquet"  # ours, in the scratch folder
NONE = 0
"""The number of the empty name: of all spaces together, and of a space's only channel."""
HELD_EVERYWHERE_MAX = 500_000  # ours: of more names not every worker holds all
_NAMED = "name of {}"
_ROW = "name string, number int"
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


def numbers_of(spark: SparkSession, names: Mapping[str, pa.Array], scratch: Path) -> Numbers:
    """``names``: by kind, each once, in order, and without the empty one; ``scratch`` is a folder
    that all workers reach. Raises OSError.
    """
    few = {kind for kind, those in names.items() if len(those) <= HELD_EVERYWHERE_MAX}
    kept = {}
    for kind, those in names.items():
        table = _numbered(those)
        if kind in few:
            kept[kind] = f.broadcast(spark.createDataFrame(table, _ROW))
        else:
            kept[kind] = _written(spark, table, scratch / f"{kind}.{FILE}")
    return Numbers(kept, frozenset(few))


def _numbered(names: pa.Array) -> pa.Table:
    numbers = pa.array(range(NONE, NONE + 1 + len(names)), pa.int32())
    return pa.table({"name": pa.chunked_array([[""], names], pa.string()), "number": numbers})


def _written(spark: SparkSession, table: pa.Table, file: Path) -> DataFrame:
    """So many that Java had not room for them beside each other."""
    with create(file) as sink:
        pq.write_table(table, sink)
    return spark.read.schema(_ROW).parquet(spelled(file))
