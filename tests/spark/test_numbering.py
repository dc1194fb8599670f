"""Names come back for numbers, in the order of the names, however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from spark_reports import numbering
from spark_reports.numbering import numbers_of
from spark_reports.write import write_parquet

pytestmark = pytest.mark.needs_java

KINDS = ("space", "channel", "author")
NAMES = ("b", "", "a\uff21", "é", "Z", "a", "aa", "z" * 64)


def of_each(names: Iterable[str]) -> Mapping[str, pa.Array]:
    """The same names of every kind, as ``numbers_of`` wants them."""
    ordered = sorted({one for one in names if one}, key=str.encode)
    return {kind: pa.array(ordered, pa.string()) for kind in KINDS}


@pytest.mark.parametrize("held", [numbering.HELD_EVERYWHERE_MAX, 0])
def test_a_table_is_one_file_in_the_order_of_its_names(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr(numbering, "HELD_EVERYWHERE_MAX", held)
    rows = [(one, other, "", n) for n, one in enumerate(NAMES) for other in NAMES]
    table = spark.createDataFrame(rows, "space string, author string, channel string, posts int")
    numbers = numbers_of(spark, of_each(NAMES), tmp_path)
    file = tmp_path / "table.parquet"
    count = write_parquet(numbers.encode(table), ("space", "author"), file, numbers)
    found = pq.read_table(file)
    assert count == len(rows)
    assert found.column_names == ["space", "author", "channel", "posts"]
    ordered = sorted(rows, key=lambda row: (row[0].encode(), row[1].encode()))
    assert [tuple(row.values()) for row in found.to_pylist()] == ordered


def test_a_table_is_one_file_whatever_a_cluster_is_set_to(
    spark: SparkSession, tmp_path: Path
) -> None:
    table = spark.createDataFrame(
        [(name, "", "") for name in NAMES], "space string, author string, channel string"
    )
    numbers, file = numbers_of(spark, of_each(NAMES), tmp_path), tmp_path / "table.parquet"
    spark.conf.set("spark.sql.files.maxRecordsPerFile", "3")
    try:
        assert write_parquet(numbers.encode(table), ("space",), file, numbers) == len(NAMES)
    finally:
        spark.conf.unset("spark.sql.files.maxRecordsPerFile")
    found = pq.read_table(file)["space"].to_pylist()
    assert found == sorted(NAMES, key=str.encode)


@pytest.mark.parametrize("held", [numbering.HELD_EVERYWHERE_MAX, 0])
def test_numbers_that_are_shown_keep_their_order_and_the_place_of_nothing(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr(numbering, "HELD_EVERYWHERE_MAX", held)
    names = {**of_each(NAMES), "author": pa.array(["z" * 64, "a", "é"], pa.string())}
    rows = [("b", one, two) for one in ("a", "é", "z" * 64, "") for two in ("é", "")]
    table = spark.createDataFrame(rows, "channel string, author string, other string")
    numbers = numbers_of(spark, names, tmp_path, {"author": "person-%06d"})
    file = tmp_path / "table.parquet"
    write_parquet(numbers.encode(table), ("author", "other"), file, numbers)
    shown = ("", "person-000001", "person-000002", "person-000003")
    found = [tuple(row.values()) for row in pq.read_table(file).to_pylist()]
    assert found == [("b", one, two) for one in shown for two in ("", "person-000003")]
