"""What a report shows of days, weeks and months: each of the same width, and none left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import activity, answers, holdings
from spark_reports.render.charts import Lines, Report, Section
from spark_reports.render.html import page
from spark_reports.render.made import ALL, Made, Place
from spark_reports.render.times import EVERYTHING
from tests.spark.rows import GARDEN

MONDAY, WEDNESDAY = date(2021, 1, 4), date(2021, 1, 6)


def lines_of(section: Section) -> tuple[Sequence[str], Sequence[Sequence[float | None]]]:
    assert isinstance(section.chart, Lines)
    return section.chart.labels, [one.values for one in section.chart.series]


def made(folder: Path, table: str, rows: Sequence[Mapping[str, Any]]) -> Made:
    pq.write_table(pa.Table.from_pylist(rows), folder / f"{table}.parquet")
    return Made(folder, {})


def daily(count: int, first: date = WEDNESDAY) -> Sequence[Mapping[str, Any]]:
    columns = ("posts", "words", "bytes", "merges", "forks", "late")
    return [{"day": first + timedelta(n), **dict.fromkeys(columns, 1)} for n in range(count)]


def grown(count: int, *, trend: float = 1, trend_days: int = 28) -> Section:
    columns = ("cumulative_posts", "cumulative_authors", "posts_7_days", "posts_28_days")
    numbers = dict.fromkeys(columns, 1) | {"trend": trend, "trend_days": trend_days}
    return activity._growth(
        [{"day": WEDNESDAY + timedelta(n)} | numbers for n in range(count)], EVERYTHING
    )


def test_of_the_growth_of_years_it_is_said_which_days_are_shown() -> None:
    growth = grown(1_083)
    assert (
        "<p>The last 200 of 361 rows (one day in 3 of 1,083); the CSV files have all.</p>"
        in page(Report("t", [], [growth], has_csv=True))
    )
    assert "one day in" not in page(Report("t", [], [grown(30)]))


def test_the_days_shown_of_the_growth_of_years_are_equally_far_apart_up_to_the_last() -> None:
    growth = grown(1_082)
    days = [date.fromisoformat(one) for one in lines_of(growth)[0]]
    assert {(b - a).days for a, b in pairwise(days)} == {3}
    assert days[-1] == WEDNESDAY + timedelta(1_081)
    assert f"from {days[0]} to {days[-1]}" in growth.alternative


@pytest.mark.parametrize(
    ("trend", "days", "told"),
    [
        (
            0.5,
            28,
            "in these days; over the last 28 days the daily number is growing (+0.50 a day, {}).",
        ),
        (
            -2,
            9,
            "in these days; over the last 9 days the daily number is shrinking (-2.00 a day, {}).",
        ),
        (0.001, 28, "in these days; over the last 28 days the daily number is level."),
        (0, 1, "in these days."),
    ],
)
def test_a_trend_says_of_how_many_days_it_is(trend: float, days: int, told: str) -> None:
    assert grown(28, trend=trend, trend_days=days).says == (
        f"1 post by 1 person {told.format('each day')}"
    )


def test_a_week_of_which_there_are_only_some_days_is_no_quiet_one() -> None:
    section = activity._daily(daily(402), EVERYTHING)  # from a Wednesday to a Friday
    labels, [posts] = lines_of(section)
    assert (labels[0], labels[-1]) == ("2021-01-11", "2022-01-31")
    assert set(posts) == {7}
    assert section.alternative == "Posts a week from 2021-01-11 to 2022-02-06."
    assert section.table is not None
    rows = section.table.rows
    assert rows[0][:2] == ("2021-01-04 (5 of 7 days)", "5")
    assert rows[-1][:2] == ("2022-02-07 (5 of 7 days)", "5")
    assert rows[1][:2] == ("2021-01-11", "7")
    assert sum(int(row[1]) for row in rows) == 402


@pytest.mark.parametrize(
    ("first", "count", "told"),
    [
        (WEDNESDAY, 402, "5 days from 2021-01-06 and 5 days from 2022-02-07."),
        (WEDNESDAY, 404, "5 days from 2021-01-06."),
        (MONDAY, 407, "1 day from 2022-02-14."),
        (MONDAY, 406, ""),
        (WEDNESDAY, 400, ""),  # days are drawn
    ],
)
def test_days_that_are_not_drawn_are_told(
    tmp_path: Path, first: date, count: int, told: str
) -> None:
    """The busiest day may be one of them."""
    days = daily(count, first)
    there = [{"space": GARDEN, "channel": "", **row} for row in days]
    (graph,) = holdings._graph(made(tmp_path, "dag_shape", there), EVERYTHING)
    for section in (activity._daily(days, EVERYTHING), graph):
        says = section.says.partition(" The chart leaves out what makes no whole week: ")[2]
        assert says == told


def test_of_few_days_each_is_drawn() -> None:
    section = activity._daily(daily(400), EVERYTHING)
    assert len(lines_of(section)[0]) == 400
    assert section.alternative == "Posts a day from 2021-01-06 to 2022-02-09."


def test_months_without_files_are_drawn_as_well(tmp_path: Path) -> None:
    sizes = {date(2024, 11, 1): 2_000_000, date(2024, 12, 1): 0, date(2025, 2, 1): 1_000_000}
    rows = [{"space": GARDEN, "channel": "", "month": month, "with_files": 1, "bytes": size}
            for month, size in sizes.items()]  # fmt: skip
    (section,) = holdings._media(made(tmp_path, "media", rows), EVERYTHING)
    months = ["2024-11", "2024-12", "2025-01", "2025-02"]
    assert lines_of(section) == (months, [[2, 0, 0, 1]])


def test_days_on_which_nothing_was_written_are_drawn_as_well(tmp_path: Path) -> None:
    numbers = dict.fromkeys(("merges", "forks", "late"), 3)
    rows = [{"space": GARDEN, "channel": "", "day": WEDNESDAY + timedelta(n)} | numbers
            for n in (0, 3)]  # fmt: skip
    (section,) = holdings._graph(made(tmp_path, "dag_shape", rows), EVERYTHING)
    days = ["2021-01-06", "2021-01-07", "2021-01-08", "2021-01-09"]
    assert lines_of(section) == (days, [[3, 0, 0, 3]] * 3)


def test_hours_without_an_answer_break_the_line(tmp_path: Path) -> None:
    took: Mapping[str, Any] = dict.fromkeys(("p50_ms", "p90_ms"), 60_000)
    rows = [{**took, "space": ALL, "channel": "", "hour": n, "answers": 1} for n in (3, 4, 9)]
    (section,) = answers._response_times(made(tmp_path, "response_times", rows))
    hours, [most, half] = lines_of(section)
    assert len(hours) == len(most) == 24
    assert [at for at, value in enumerate(half) if value is not None] == [3, 4, 9]
    assert section.table is not None
    assert [row[0] for row in section.table.rows] == ["03", "04", "09"]


def test_days_on_which_nobody_wrote_are_told_without_a_busiest_one(tmp_path: Path) -> None:
    """The channel that is there alone fell silent before them."""
    sums = ("posts_7_days", "posts_28_days", "trend")
    columns = ("posts", "words", "bytes", "cumulative_posts", "cumulative_authors", *sums)
    rows = [
        {"space": space, "channel": "", "day": date(2024, 3, 1), "trend_days": 28}
        | dict.fromkeys(columns, 0)
        for space in (ALL, GARDEN)
    ]
    for table in ("activity_daily", "growth"):
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / f"{table}.parquet")
    nobody = pa.table({"space": pa.array([], pa.string()), "author": pa.array([], pa.string())})
    for table in ("persons", "cohorts"):
        columns_of = nobody.append_column("posts", pa.array([], pa.int64()))
        columns_of = columns_of.append_column("name", pa.array([], pa.string()))
        columns_of = columns_of.append_column("cohort", pa.array([], pa.date32()))
        pq.write_table(columns_of, tmp_path / f"{table}.parquet")
    found = list(activity.sections(Made(tmp_path, {GARDEN: Place("Garden")})))
    assert [(one.title, one.says) for one in found] == [
        ("Activity", "0 posts in 1 day."),
        (
            "Growth",
            "0 posts by 0 people in these days; over the last 28 days the daily number is level.",
        ),
        ("Where", "No channel or feed has posts."),
        ("People", "Nobody has written."),
    ]
    assert [(one.chart, one.table) for one in found[2:]] == [(None, None)] * 2, "no bare headings"
