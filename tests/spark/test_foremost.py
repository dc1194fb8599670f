"""Who is foremost wherever it was: what people did in several places is added up."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports.transforms.people import FOREMOST
from tests.spark.making import assert_all_same, made_of
from tests.spark.rows import DAY, GARDEN, NOON, RELAY, dataset, post

pytestmark = pytest.mark.needs_java

EVERYWHERE = "ee" * 32
LOCALS = [f"{number:064x}" for number in range(1, FOREMOST + 6)]


def test_who_writes_a_little_in_each_place_is_before_who_writes_more_in_one(
    spark: SparkSession, tmp_path: Path
) -> None:
    """And of those who wrote equally much the last place is the first one's by name."""
    written = [post(number, author=local) for number, local in enumerate(LOCALS * 3)]
    here = [post(number, NOON + number * DAY, author=EVERYWHERE) for number in (100, 101)]
    there = [post(number, NOON + number * DAY, author=EVERYWHERE) for number in (101, 102)]
    dataset(tmp_path, {GARDEN: [*written, *here], RELAY: there})
    made = made_of(spark, tmp_path, names=("persons",))
    assert_all_same(made)
    rows = {row["author"]: row for row in made.tables["persons"].to_pylist()}
    assert sorted(rows) == [*LOCALS[: FOREMOST - 1], EVERYWHERE]
    found = rows[EVERYWHERE]
    assert [found[one] for one in ("places", "posts", "active_days")] == [2, 4, 3]
    assert (found["last"] - found["first"]).days == 2
