"""What a report says of clocks that are wrong, and of how long posts were on their way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.spark.making import assert_all_same, made_of
from tests.spark.rows import DAY, GARDEN, MINUTE, NOON, RELAY, dataset, post

pytestmark = pytest.mark.needs_java

SECOND, MILLISECOND = 1_000_000, 1_000
FIELDS = ("ahead", "skew_ms", "delay_p50_ms", "delay_p99_ms")
FINE = NOON + 7 * MILLISECOND  # a time that was kept finer than in whole seconds


def test_less_than_a_second_of_whole_seconds_is_neither_a_clock_that_is_ahead_nor_a_way(
    spark: SparkSession, tmp_path: Path
) -> None:
    own = [post(number, received_at=NOON) for number in range(10)]
    rounded = post(10, received_at=NOON - SECOND + MILLISECOND)
    ahead = post(11, received_at=NOON - MINUTE)
    # A community of wire S keeps whole seconds of when one wrote, and all of when it came.
    whole = [post(number, received_at=NOON + number * SECOND // 30) for number in range(20, 30)]
    others = [post(12, received_at=NOON + SECOND), post(13, received_at=NOON + 2_048_000)]
    here = [*own, rounded, *whole]
    dataset(tmp_path, {GARDEN: here, RELAY: [*here, ahead, *others]})
    found = _found(spark, tmp_path)
    assert found[GARDEN] == [0, 0, 0, 0]
    assert found[RELAY] == [1, 60_000, 1_000, 2_048]


def test_of_finer_times_every_millisecond_on_the_way_counts(
    spark: SparkSession, tmp_path: Path
) -> None:
    own = [post(number, FINE, received_at=FINE) for number in range(10)]
    quick = [post(number, FINE, received_at=FINE + 256 * MILLISECOND) for number in range(20, 30)]
    slow = post(30, received_at=NOON + 8_192 * MILLISECOND)
    dataset(tmp_path, {GARDEN: own, RELAY: [*own, *quick, slow]})
    found = _found(spark, tmp_path)
    assert found[GARDEN] == [0, 0, 0, 0]
    assert found[RELAY] == [0, 0, 256, 8_192]


@pytest.mark.parametrize("written", [NOON, FINE])
def test_a_second_between_two_clocks_that_are_right_is_not_ahead(
    spark: SparkSession, tmp_path: Path, written: int
) -> None:
    near = [
        post(number, written, received_at=written - number * MILLISECOND) for number in (3, 999)
    ]
    second = post(1, written, received_at=written - SECOND)
    ahead = post(2, written, received_at=written - SECOND - MILLISECOND)
    dataset(tmp_path, {GARDEN: [*near, second], RELAY: [*near, second, ahead]})
    found = _found(spark, tmp_path)
    assert found[GARDEN] == [0, 0, 0, 0]
    assert found[RELAY] == [1, 1_001, 0, 0]


def test_what_came_a_millisecond_more_than_a_day_after_it_was_written_came_late(
    spark: SparkSession, tmp_path: Path
) -> None:
    in_time = [post(1, received_at=NOON + DAY), post(2, FINE, received_at=FINE + DAY)]
    barely = [
        post(3, received_at=NOON + DAY + MILLISECOND),
        post(4, FINE, received_at=FINE + DAY + 900 * MILLISECOND),
    ]
    dataset(tmp_path, {GARDEN: in_time, RELAY: [*in_time, *barely]})
    made = made_of(spark, tmp_path, names=("dag_shape",))
    assert_all_same(made)
    late = {row["space"]: row["late"] for row in made.tables["dag_shape"].to_pylist()}
    assert late == {GARDEN: 0, RELAY: 2}


def _found(spark: SparkSession, folder: Path) -> Mapping[str, Sequence[int]]:
    """FIELDS by space, which are what SQL says, too."""
    made = made_of(spark, folder, names=("quality",))
    assert_all_same(made)
    rows = made.tables["quality"].to_pylist()
    return {row["space"]: [row[one] for one in FIELDS] for row in rows}
