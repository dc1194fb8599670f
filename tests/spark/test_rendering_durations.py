"""What stands beside a chart and in its tables where durations are told, and below hours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import answers, holdings
from spark_reports.render.charts import Lines, Measure, Report, Section, Series
from spark_reports.render.html import page
from spark_reports.render.made import ALL, Made, Place
from spark_reports.render.scales import side_of
from spark_reports.render.svg import svg
from spark_reports.render.words import duration
from tests.spark.rows import GARDEN
from tests.spark.test_rendering import on_paper

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [
        (0, "0 s"),
        (40, "40 ms"),
        (1_000, "1 s"),
        (999, "999 ms"),
        (1_949, "1.9 s"),
        (1_960, "2 s"),
        (9_999, "10 s"),
        (45 * SECOND, "45 s"),
        (MINUTE, "1 min"),
        (5 * MINUTE + 20 * SECOND, "5 min 20 s"),
        (5 * MINUTE + 20 * SECOND + 600, "5 min 21 s"),
        (12 * MINUTE + 29 * SECOND, "12 min"),
        (12 * MINUTE + 50 * SECOND, "13 min"),
        (MINUTE - 500, "1 min"),
        (HOUR - 31 * SECOND, "59 min"),
        (HOUR - 1, "1 h"),
        (2 * HOUR - 2 * MINUTE, "1 h 58 min"),
        (DAY - HOUR, "23 h"),
        (DAY, "1 d"),
        (2 * DAY + 14 * HOUR, "2 d 14 h"),
        (2 * DAY + 40 * MINUTE, "2 d 1 h"),
        (4_865_394_000, "56 d"),
        (9_000 * DAY, "9,000 d"),
    ],
)
def test_a_duration_is_told_in_its_largest_units(milliseconds: int, told: str) -> None:
    assert duration(milliseconds) == told


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [
        (2 * SECOND, "2 s"),
        (9 * SECOND, "9 s"),
        (MINUTE, "1 min"),
        (2 * MINUTE, "2 min"),
        (12 * MINUTE, "12 min"),
        (HOUR, "1 h"),
        (9 * HOUR, "9 h"),
        (10 * HOUR, "10 h"),
        (24 * HOUR, "1 d"),
        (7 * DAY, "7 d"),
        (56 * DAY, "56 d"),
    ],
)
def test_what_is_as_much_too_short_as_quantiles_are_is_told_whole(
    milliseconds: int, told: str
) -> None:
    assert duration(milliseconds) == told
    assert duration(milliseconds * 992 // 1_000) == told  # 0.8 % less


def took(half: float, most: float, unit: str = "time") -> Lines:
    series = [Series("9 of 10 within", [most] * 24), Series("half within", [half] * 24)]
    hours = [f"{hour:02d}" for hour in range(24)]
    return Lines(hours, series, unit, Measure.DURATION, 4)


@pytest.mark.parametrize(
    ("half", "most", "first", "last"),
    [
        (90, 4_865_394, "1 min", "1 year"),
        (0, 0.4, "≤ 1 s", "10 s"),
        (60, 60, "1 min", "10 min"),
        (3_599, 3_601, "10 min", "1 day"),
        (1e9, 1e12, "10 years", "100 years"),
    ],
)
def test_durations_from_minutes_to_weeks_are_all_seen_on_one_side(
    half: float, most: float, first: str, last: str
) -> None:
    side = side_of(took(half, most))
    assert (side.words[0], side.words[-1]) == (first, last)
    parts = [side.part(mark) for mark in side.marks]
    assert parts == sorted(set(parts))
    assert (parts[0], parts[-1]) == (0, 1)
    assert 0 <= side.part(half) <= side.part(most) <= 1


def test_what_is_counted_stands_at_even_distances() -> None:
    side = side_of(Lines(["d"], [Series("a", [3])], "posts"))
    assert [side.part(mark) for mark in side.marks] == [0, 1 / 3, 2 / 3, 1]


def test_page_and_paper_have_the_same_marks_for_durations() -> None:
    chart = took(90, 4_865_394)
    marks = ["1 min", "10 min", "1 h", "1 day", "1 week", "30 days", "1 year"]
    report = Report("t", [], [Section("s", "", chart, "x")])
    drawn = re.findall(r">([^<>]+)</text>", page(report))
    assert [one for one in drawn if one in marks] == marks
    # On paper each stands at two sides, of which one is not drawn.
    assert list(dict.fromkeys(one for one in on_paper(report) if one in marks)) == marks


def test_hours_are_written_at_even_distances() -> None:
    hours = ["00", "04", "08", "12", "16", "20"]
    chart = took(1, 1)
    assert re.findall(r">(\d\d)</text>", svg(chart, 1, "", "")) == hours
    report = Report("t", [], [Section("s", "", chart, "x")])
    written = [text for text in on_paper(report) if re.fullmatch(r"\d\d", text)]
    assert list(dict.fromkeys(written)) == hours


def test_response_times_and_delays_are_told_in_words(tmp_path: Path) -> None:
    row: dict[str, Any] = {"space": ALL, "channel": "", "hour": 3, "answers": 2}
    row |= {"p50_ms": 90 * SECOND, "p90_ms": 56 * DAY}
    pq.write_table(pa.Table.from_pylist([row]), tmp_path / "response_times.parquet")
    counts = ("rows", "duplicates", "misdated", "ahead", "expired_chains")
    sound: dict[str, Any] = {"space": GARDEN, **dict.fromkeys(counts, 1)}
    sound |= {"skew_ms": 0, "delay_p50_ms": 3_400, "delay_p99_ms": 222_298_100}
    own: dict[str, Any] = {**sound, "rows": 0, "delay_p50_ms": 0, "delay_p99_ms": 0}
    pq.write_table(pa.Table.from_pylist([sound, own]), tmp_path / "quality.parquet")
    made = Made(tmp_path, {GARDEN: Place("Garden")})
    (times,), (quality,) = answers._response_times(made), holdings._quality(made)
    assert times.table is not None
    assert times.table.rows == [("03", "2", "1 min 30 s", "56 d")]
    assert isinstance(times.chart, Lines)
    assert times.chart.measure is Measure.DURATION
    assert quality.table is not None
    assert [row[5:8] for row in quality.table.rows] == [
        ("0 s", "3.4 s", "2 d 14 h"),
        ("0 s", "\u2013", "\u2013"),  # nothing was on its way
    ]
