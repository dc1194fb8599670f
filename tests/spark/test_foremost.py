"""Who is foremost wherever it was: what people did in several places is added up."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports.transforms.people import FOREMOST
from tests.spark.making import assert_all_same, made_of
from tests.spark.rows import DAY, GARDEN, NOON, RELAY, dataset, name, post

pytestmark = pytest.mark.needs_java

EVERYWHERE = "ee" * 32
LOCALS = [f"{number:064x}" for number in range(1, FOREMOST + 6)]


def test_who_writes_a_little_in_each_place_is_before_who_writes_more_in_one(
    spark: SparkSession, tmp_path: Path
) -> None:
    """And of those who wrote equally much the last place is the first one's by key."""
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


def test_who_speak_to_each_other_in_several_places_are_one_pair_each_way(
    spark: SparkSession, tmp_path: Path
) -> None:
    """Though in one place only one of them speaks: what comes back may come elsewhere."""
    ann, bob, *others = LOCALS
    asked = [post(1, author=ann), post(2, author=bob, reply_to=name(1))]
    answered = [*asked, post(3, author=ann, reply_to=name(2))]
    one_way = [post(1, author=bob), post(2, author=ann, reply_to=name(1))]
    once = [post(10 + n, author=one, reply_to=name(1)) for n, one in enumerate(others)]
    dataset(tmp_path, {GARDEN: asked, RELAY: [*answered, *once], "2f" * 32: one_way})
    made = made_of(spark, tmp_path, names=("pairs",))
    assert_all_same(made)
    rows = {(row["author"], row["other"]): row for row in made.tables["pairs"].to_pylist()}
    assert len(rows) == FOREMOST
    for way in ((ann, bob), (bob, ann)):
        counts = ("places", "answers", "all", "back", "reciprocity", "pairs")
        assert [rows[way][one] for one in counts] == [3, 2, 2, 2, 1.0, 2 + len(others)]
