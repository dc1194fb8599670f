"""Tables made by Spark here and now, of a small dataset, and whether they are what SQL says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from spark_reports.inputs import inputs_of
from spark_reports.read import Range, open_dataset
from spark_reports.tables import OF_PAGES, STONES, TABLES
from tests.spark.comparing import assert_ranks, assert_same
from tests.spark.oracle import EVERYTHING, Oracle

BY_NAME = {table.name: table for table in (*STONES, *TABLES, *OF_PAGES)}
NAMES = tuple(table.name for table in (*TABLES, *OF_PAGES))


class Given(dict[str, DataFrame]):
    """What tables are made of; what is not there yet is made when it is first asked for."""

    def __missing__(self, name: str) -> DataFrame:
        # As a report has it: what a table gave is what others begin with.
        self[name] = BY_NAME[name].make(self).persist()
        return self[name]


@dataclass(frozen=True, slots=True)
class Made:
    """Tables over the dataset in ``folder``, of the days in ``chosen``."""

    folder: Path
    chosen: Range
    tables: Mapping[str, pa.Table]


def made_of(
    spark: SparkSession,
    folder: Path,
    chosen: Range = EVERYTHING,
    names: Sequence[str] = NAMES,
) -> Made:
    """Spark keeps nothing of them: every further plan would be held against it."""
    given, numbers = inputs_of(open_dataset(spark, folder), chosen, Path(mkdtemp(dir=folder)))
    known = Given(given)
    tables = {name: numbers.decode(known[name]).toArrow() for name in names}
    spark.catalog.clearCache()
    return Made(folder, chosen, tables)


def assert_all_same(made: Made) -> None:
    """Spark's tables are the oracle's."""
    oracle = Oracle(made.folder, made.chosen)
    try:
        for name, table in made.tables.items():
            if name == "pagerank":
                assert_ranks(table, oracle.pagerank())
            else:
                assert_same(table, oracle.rows(name), name)
    finally:
        oracle.close()
