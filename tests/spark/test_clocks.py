"""What a report says of clocks that are wrong, and of how long posts were on their way."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.spark.making import assert_all_same, made_of
from tests.spark.rows import GARDEN, MINUTE, NOON, RELAY, dataset, post

pytestmark = pytest.mark.needs_java

SECOND = 1_000_000
FIELDS = ("ahead", "skew_ms", "delay_p50_ms", "delay_p99_ms")


def test_a_clock_is_ahead_by_more_than_a_second_and_only_what_came_a_second_later_has_a_delay(
    spark: SparkSession, tmp_path: Path
) -> None:
    own = [post(number, received_at=NOON) for number in range(10)]
    rounded = post(10, received_at=NOON - SECOND)
    ahead = post(11, received_at=NOON - MINUTE)
    # A community of wire S keeps whole seconds of when one wrote, and all of when it came.
    whole = [post(number, received_at=NOON + number * SECOND // 30) for number in range(20, 30)]
    others = [post(12, received_at=NOON + SECOND), post(13, received_at=NOON + 2_048_000)]
    here = [*own, rounded, *whole]
    dataset(tmp_path, {GARDEN: here, RELAY: [*here, ahead, *others]})
    made = made_of(spark, tmp_path, names=("quality",))
    assert_all_same(made)
    found = {row["space"]: row for row in made.tables["quality"].to_pylist()}
    assert [found[GARDEN][one] for one in FIELDS] == [0, 0, 0, 0]
    assert [found[RELAY][one] for one in FIELDS] == [1, 60_000, 1_000, 2_048]
