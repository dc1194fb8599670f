"""Numbers in the place of names while a report is made: of spaces, channels and authors.

A key of 64 letters in every row is most of what would be sorted, sent and kept. Tables are made of
what stands in these columns as it is, so they never notice. The same dataset gives the same
numbers, however often and wherever they are made, and they are in the order of the names, or in
that of the ``pseudonyms`` that tables show instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    kinds of which every worker holds all. ``forms``: the kinds of which the number is shown, and
    how it is written (``pseudonyms.forms_of``).
    """

    names: Mapping[str, DataFrame]
    held_everywhere: frozenset[str] = frozenset()
    forms: Mapping[str, str] = field(default_factory=dict)

    def encode(self, table: DataFrame) -> DataFrame:
        """Names become numbers."""
        columns = table.columns
        for column in _numbered_of(columns):
            known = self.names[_KINDS[column]].select(
                f.col("name").alias(column), f.col("number").alias("found")
            )
            others = [one for one in columns if one != column]
            table = table.join(known, column).select(*others, f.col("found").alias(column))
        return table.select(*columns)

    def decode(self, table: DataFrame) -> DataFrame:
        """Numbers become names again, or what is shown instead."""
        numbered = _numbered_of(table.columns)
        return self._named(table, numbered).select(*_shown(table.columns, numbered))

    def decode_in_order(self, table: DataFrame, keys: Sequence[str]) -> DataFrame:
        """The same as one partition, sorted by ``keys``.

        By their numbers, which are compared in no time; and where it can be done, the names come
        behind the shuffle, in which they would be most of what is sent.
        """
        numbered = _numbered_of(table.columns)
        kinds = {_KINDS[one] for one in numbered}
        if self.held_everywhere.union(self.forms) >= kinds:
            named = self._named(table.repartition(1), numbered)
        else:
            named = self._named(table, numbered).repartition(1)
        return named.sortWithinPartitions(*keys).select(*_shown(table.columns, numbered))

    def _named(self, table: DataFrame, numbered: Sequence[str]) -> DataFrame:
        """With the names beside the numbers, or what is shown instead."""
        for column in numbered:
            kind, beside = _KINDS[column], _NAMED.format(column)
            if kind in self.forms:
                table = table.withColumn(beside, written(column, self.forms[kind]))
                continue
            known = self.names[kind].select(
                f.col("number").alias(column), f.col("name").alias(beside)
            )
            table = table.join(known, column)
        return table


def written(column: str, form: str) -> Column:
    """The numbers of a column in that form (printf); nothing of NONE."""
    shown = f.format_string(form, f.col(column))
    return f.when(f.col(column) == NONE, f.lit("")).otherwise(shown)


def _numbered_of(columns: Sequence[str]) -> Sequence[str]:
    return [one for one in columns if one in _KINDS]


def _shown(columns: Sequence[str], numbered: Sequence[str]) -> Sequence[Column | str]:
    return [f.col(_NAMED.format(one)).alias(one) if one in numbered else one for one in columns]


def numbers_of(
    spark: SparkSession,
    names: Mapping[str, pa.Array],
    scratch: Path,
    forms: Mapping[str, str] | None = None,
) -> Numbers:
    """``names``: by kind, each once, in order, and without the empty one; ``scratch`` is a folder
    that all workers reach; ``forms`` as in ``Numbers``. Raises OSError.
    """
    few = {kind for kind, those in names.items() if len(those) <= HELD_EVERYWHERE_MAX}
    kept = {}
    for kind, those in names.items():
        table = _numbered(those)
        if kind in few:
            kept[kind] = f.broadcast(spark.createDataFrame(table, _ROW))
        else:
            kept[kind] = _written(spark, table, scratch / f"{kind}.{FILE}")
    return Numbers(kept, frozenset(few), forms or {})


def _numbered(names: pa.Array) -> pa.Table:
    numbers = pa.array(range(NONE, NONE + 1 + len(names)), pa.int32())
    return pa.table({"name": pa.chunked_array([[""], names], pa.string()), "number": numbers})


def _written(spark: SparkSession, table: pa.Table, file: Path) -> DataFrame:
    """So many that Java had not room for them beside each other."""
    with create(file) as sink:
        pq.write_table(table, sink)
    return spark.read.schema(_ROW).parquet(spelled(file))
