"""Which words a report tells of a channel's month: those that set it apart from the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.spark.making import Made, assert_all_same, made_of
from tests.spark.rows import DAY, GARDEN, NOON, RELAY, dataset, post

pytestmark = pytest.mark.needs_java


def _terms(spark: SparkSession, folder: Path) -> Made:
    made = made_of(spark, folder, names=("terms",))
    assert_all_same(made)
    return made


def _told(made: Made, space: str) -> list[str]:
    rows = made.tables["terms"].sort_by("place").to_pylist()
    return [row["term"] for row in rows if row["space"] == space]


def test_what_is_said_everywhere_sets_no_month_apart_however_often_it_is_said(
    spark: SparkSession, tmp_path: Path
) -> None:
    garden = [post(1, text="the " * 50 + "spade spade rain")]
    relay = [
        post(2, text="the " * 50 + "cable rain"),
        post(3, NOON + 40 * DAY, text="the the fork"),
    ]
    dataset(tmp_path, {GARDEN: garden, RELAY: relay}, include_text=True)
    made = _terms(spark, tmp_path)
    assert _told(made, GARDEN) == ["spade", "rain"]
    assert _told(made, RELAY) == ["cable", "fork", "rain"]


def test_a_month_that_is_alone_is_told_by_its_most_frequent_words(
    spark: SparkSession, tmp_path: Path
) -> None:
    dataset(tmp_path, {GARDEN: [post(1, text="spade the spade rain")]}, include_text=True)
    rows = _terms(spark, tmp_path).tables["terms"].sort_by("place").to_pylist()
    assert [(row["term"], row["score"]) for row in rows] == [
        ("spade", 0.5),
        ("rain", 0.25),
        ("the", 0.25),
    ]


@pytest.mark.parametrize(
    "link", ["https://example.org/seeds?kind=old#top", "HTTP://user@example.org"]
)
def test_the_parts_of_a_link_are_no_words(spark: SparkSession, tmp_path: Path, link: str) -> None:
    text = f"look:{link} spade\u3000{link}\u3000fork"
    dataset(tmp_path, {GARDEN: [post(1, text=text)]}, include_text=True)
    assert _told(_terms(spark, tmp_path), GARDEN) == ["fork", "look", "spade"]


@pytest.mark.parametrize(
    "text",
    [
        "<https://example.org/a>spade",
        "[ben](https://example.org/a),spade ben",
        "ftp://example.org/a\u3002spade",
        "\uff08https://example.org/a\uff09spade",
    ],
)
def test_what_stands_close_behind_a_link_is_a_word(
    spark: SparkSession, tmp_path: Path, text: str
) -> None:
    dataset(tmp_path, {GARDEN: [post(1, text=text)]}, include_text=True)
    made = _terms(spark, tmp_path)
    assert [one for one in _told(made, GARDEN) if one != "ben"] == ["spade"]
