"""Reactions that were taken back are none, as far as a dataset tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports.dataset import PostRow
from spark_reports.read import Range
from tests.spark.histories import PEOPLE
from tests.spark.making import assert_all_same, made_of
from tests.spark.oracle import EVERYTHING
from tests.spark.rows import DAY, GARDEN, NOON, dataset, name, post

pytestmark = pytest.mark.needs_java

ANN, BEN, _ = PEOPLE
ON, OFF = "reaction", "taken_back"


def _marks(*kinds: str, target: int = 1, first: int = 10) -> Sequence[PostRow]:
    """By Ann of one message by Ben, one a day, each after the one before."""
    return [
        post(
            first + at,
            NOON + at * DAY,
            author=ANN,
            type=kind,
            reply_to=name(target),
            height=first + at,
        )
        for at, kind in enumerate(kinds)
    ]


def _reactions(
    spark: SparkSession, folder: Path, marks: Sequence[PostRow], chosen: Range = EVERYTHING
) -> int:
    said = [post(1, author=BEN, height=1), post(2, author=BEN, height=2)]
    dataset(folder, {GARDEN: [*said, *marks]})
    made = made_of(spark, folder, chosen, ("interactions",))
    assert_all_same(made)
    rows = made.tables["interactions"].to_pylist()
    assert all(row["all"] == row["reactions"] for row in rows)
    return sum(row["reactions"] for row in rows)


@pytest.mark.parametrize(
    ("marks", "count"),
    [
        ([*_marks(ON, OFF), *_marks(ON, target=2, first=20)], 1),
        (_marks(*[ON, OFF] * 10), 0),
        (_marks(*[ON, OFF] * 9, ON), 1),
        (_marks(ON, ON, OFF), 1),  # of two emojis one
        (_marks(OFF, ON), 1),  # what was taken back is not there
    ],
)
def test_a_reaction_counts_if_it_stands_in_the_end(
    spark: SparkSession, tmp_path: Path, marks: Sequence[PostRow], count: int
) -> None:
    assert _reactions(spark, tmp_path, marks) == count


@pytest.mark.parametrize(
    ("day", "marks", "count"),
    [
        (15, _marks(ON, OFF), 0),  # though it was taken back a day later
        (17, _marks(ON, OFF, ON), 1),  # though an earlier one was taken back
        (16, _marks(ON, OFF, ON), 0),
    ],
)
def test_what_was_said_of_it_on_days_that_are_not_asked_for_counts_too(
    spark: SparkSession, tmp_path: Path, day: int, marks: Sequence[PostRow], count: int
) -> None:
    asked = date(2024, 3, day)
    assert _reactions(spark, tmp_path, marks, Range(since=asked, until=asked)) == count
