"""Posts dated years before all others do not leave charts over time empty but for one edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import activity, holdings
from spark_reports.render.charts import Section
from spark_reports.render.made import Made
from spark_reports.render.times import EVERYTHING, Start, every_day, start_of
from tests.spark.rows import GARDEN
from tests.spark.test_rendering_times import lines_of

STRAY, BEGINS = date(2000, 1, 1), date(2025, 3, 1)
COLUMNS = ("posts", "words", "bytes", "posts_7_days", "posts_28_days", "trend", "trend_days")
Row = Mapping[str, Any]


def days_with(posts: Mapping[date, int]) -> Sequence[Row]:
    """Every day from the first to the last, as the tables have them."""
    known = [{"day": day, **dict.fromkeys(COLUMNS, count)} for day, count in posts.items()]
    rows = every_day(known, COLUMNS)
    return [{**row, "cumulative_posts": 1, "cumulative_authors": 1} for row in rows]


def month_of(count: int) -> Mapping[date, int]:
    """So many posts on each of thirty days."""
    return {BEGINS + timedelta(day): count for day in range(30)}


@pytest.mark.parametrize(
    ("posts", "start"),
    [
        ({}, EVERYTHING),
        (month_of(1), EVERYTHING),
        ({STRAY: 1, **month_of(7)}, Start(BEGINS)),
        ({STRAY: 11, **month_of(7)}, Start(BEGINS)),
        ({STRAY: 12, **month_of(7)}, EVERYTHING),  # more than one post in twenty
        ({STRAY: 1, **dict(list(month_of(1).items())[:18])}, EVERYTHING),  # one in nineteen
        ({STRAY: 1, date(2015, 1, 1): 1, **month_of(7)}, Start(BEGINS)),
        ({STRAY: 1, date(2005, 1, 1): 1, **month_of(7)}, Start(BEGINS)),
        ({BEGINS - timedelta(364): 1, **month_of(7)}, EVERYTHING),  # less than a year before
        ({BEGINS - timedelta(365): 1, **month_of(7)}, Start(BEGINS)),
        # years of talk, and a silence that is not most of them
        ({STRAY: 1, **{date(2002, 1, 1) + timedelta(n): 1 for n in range(1_000)}}, EVERYTHING),
    ],
)
def test_charts_begin_after_a_few_posts_and_a_silence_longer_than_all_that_follows(
    posts: Mapping[date, int], start: Start
) -> None:
    assert start_of(days_with(posts) if posts else []) == start


def made_with(folder: Path, table: str, rows: Sequence[Row]) -> Made:
    there = [{"space": GARDEN, "channel": "", **row} for row in rows]
    pq.write_table(pa.Table.from_pylist(there), folder / f"{table}.parquet")
    return Made(folder, {})


def drawn_over_time(folder: Path, start: Start) -> Sequence[Section]:
    """Of eleven posts before all others, two of which have files."""
    days = days_with({STRAY: 4, STRAY + timedelta(31): 7, **month_of(7)})
    shapes = [{"day": day, "merges": 1, "forks": 1, "late": 1} for day in (STRAY, BEGINS)]
    months = {STRAY: 1, STRAY + timedelta(31): 1, BEGINS: 5}
    files = [{"month": day, "with_files": posts, "bytes": 9} for day, posts in months.items()]
    return [
        activity._daily(days, start),
        activity._growth(days, start),
        *holdings._graph(made_with(folder, "dag_shape", shapes), start),
        *holdings._media(made_with(folder, "media", files), start),
    ]


def test_every_chart_over_time_begins_there_and_says_what_lies_before(tmp_path: Path) -> None:
    sections = drawn_over_time(tmp_path, Start(BEGINS))
    lengths = [len(lines_of(section)[0]) for section in sections]
    assert lengths == [30, 30, 1, 1]
    assert [lines_of(section)[0][0] for section in sections] == [*["2025-03-01"] * 3, "2025-03"]
    assert [section.says.partition(" Not drawn: ")[2] for section in sections] == [
        "11 posts before 2025-03-01.",
        "11 posts before 2025-03-01.",
        "what lies before 2025-03-01.",
        "2 posts with files before 2025-03-01.",
    ]
    assert sections[0].alternative == "Posts a day from 2025-03-01 to 2025-03-30."


def test_what_lies_before_is_told_beside_what_makes_no_whole_week() -> None:
    posts = {STRAY: 4, **{BEGINS + timedelta(day): 1 for day in range(401)}}
    says = activity._daily(days_with(posts), Start(BEGINS)).says
    assert says.partition(" Not drawn: ")[2] == (
        "4 posts before 2025-03-01."
        " The chart leaves out what makes no whole week: 2 days from 2025-03-01."
    )


def test_files_are_drawn_from_the_first_day_of_the_month_on(tmp_path: Path) -> None:
    months = {STRAY: 1, BEGINS: 5}
    files = [{"month": day, "with_files": posts, "bytes": 9} for day, posts in months.items()]
    start = Start(BEGINS + timedelta(14))
    (section,) = holdings._media(made_with(tmp_path, "media", files), start)
    assert lines_of(section)[0] == ["2025-03"]
    assert section.says.endswith(" Not drawn: 1 post with files before 2025-03-01.")


def test_the_tables_below_those_charts_leave_nothing_out(tmp_path: Path) -> None:
    whole = drawn_over_time(tmp_path, EVERYTHING)
    assert not any("Not drawn" in section.says for section in whole)
    for section, cut in zip(whole, drawn_over_time(tmp_path, Start(BEGINS)), strict=True):
        assert section.table == cut.table
    assert whole[0].table is not None
    assert whole[0].table.rows[0][:2] == ("1999-12-27 (2 of 7 days)", "4")


def test_a_chart_of_nothing_but_what_lies_before_is_drawn(tmp_path: Path) -> None:
    shapes = [{"day": STRAY, "merges": 1, "forks": 0, "late": 0}]
    (section,) = holdings._graph(made_with(tmp_path, "dag_shape", shapes), Start(BEGINS))
    assert lines_of(section)[0] == ["2000-01-01"]
    assert "Not drawn" not in section.says
