"""Tables of datasets that hardly anybody has: of the calendar's end, or with each post twice."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports.tables import TABLES
from spark_reports.transforms.health import doubles
from tests.spark.making import assert_all_same, made_of
from tests.spark.rows import GARDEN, RELAY, dataset, post

pytestmark = pytest.mark.needs_java

LATE = int(datetime(9997, 3, 1, tzinfo=UTC).timestamp() * 1e6)
LAST = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp() * 1e6)


@pytest.mark.parametrize("at", [LATE, LAST])
def test_what_a_clock_put_at_the_end_of_the_calendar_stands_there(
    spark: SparkSession, tmp_path: Path, at: int
) -> None:
    dataset(tmp_path, {GARDEN: [post(1, at), post(2, at + 1)]})
    made = made_of(spark, tmp_path, names=("activity_daily", "quality"))
    assert_all_same(made)
    assert made.tables["activity_daily"]["posts"].to_pylist() == [2, 2], "there, and in all"


def test_posts_that_all_lie_there_twice_are_not_sent_to_everybody(
    spark: SparkSession, tmp_path: Path
) -> None:
    """However many they are: Spark joins as their number asks for."""
    rows = [post(n) for n in range(50)]
    dataset(tmp_path, {GARDEN: [*rows, *rows], RELAY: [*rows[:2], *rows]})
    found = doubles(spark.read.parquet(str(tmp_path / "posts")))
    assert {row["space"]: row["duplicates"] for row in found.collect()} == {GARDEN: 50, RELAY: 2}
    threshold = "spark.sql.autoBroadcastJoinThreshold"
    before = spark.conf.get(threshold)
    spark.conf.set(threshold, "-1")
    try:
        again = doubles(spark.read.parquet(str(tmp_path / "posts")))
        assert "Broadcast" not in str(again._jdf.queryExecution().executedPlan().toString())
    finally:
        spark.conf.set(threshold, before or "")


def test_the_words_of_a_month_are_counted_once(spark: SparkSession) -> None:
    """Whatever is reckoned from their numbers."""
    [terms] = (table for table in TABLES if table.name == "terms")
    rows = [("a", "", 1, "tea", 3), ("a", "", 1, "pot", 1), ("a", "", 2, "tea", 1)]
    counts = spark.createDataFrame(rows, "space string, channel string, month int, term string, "
                                         "count bigint")  # fmt: skip
    made = terms.make({"term_counts": counts}).orderBy("month", "place").collect()
    told = [(row["month"], row["place"], row["term"], row["score"]) for row in made]
    assert told == [(1, 1, "pot", 0.173287)]  # a quarter of ln 2; there is tea in every month
