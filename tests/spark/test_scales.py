"""The marks at the side of a chart: round, whole where something is counted, and written out."""

from __future__ import annotations

import math
import re

import pytest

from spark_reports.render.charts import Bars, Chart, Lines, Measure, Series
from spark_reports.render.fitting import ems
from spark_reports.render.scales import mark_words, marks_for, side_of
from spark_reports.render.svg import WIDTH, svg


@pytest.mark.parametrize("top", [0, 1e-6, 0.3, 1, 3, 7, 99, 100, 101, 12_345_678, 9e15])
def test_marks_are_round_and_reach_the_top(top: float) -> None:
    marks = marks_for([top, None, top / 2])
    assert marks[0] == 0
    assert marks[-1] >= top * (1 - 1e-9)
    assert 2 <= len(marks) <= 6
    step = marks[1]
    assert round(step / 10 ** math.floor(math.log10(step)), 6) in {1, 2, 5}


@pytest.mark.parametrize(("most", "marks"), [(1, [0, 1]), (2, [0, 1, 2]), (5, [0, 2, 4, 6])])
def test_what_is_counted_has_no_marks_between_two_numbers(most: int, marks: list[float]) -> None:
    assert marks_for([most, 1, None]) == marks


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        (0.0, "0"),
        (0.0000005, "0.0000005"),
        (0.00005, "0.00005"),
        (0.25, "0.25"),
        (0.1 + 0.2, "0.3"),
        (2.0, "2"),
        (800_000.0, "800,000"),
        (1_000_000, "1M"),
        (1_500_000.0, "1.5M"),
        (12_000_000, "12M"),
        (1e10, "10B"),
        (2.5e12, "2.5T"),
        (2e16, "20,000T"),
    ],
)
def test_marks_are_written_out_up_to_a_million(mark: float, words: str) -> None:
    assert mark_words(mark, mark) == words


def test_the_marks_of_one_side_have_one_unit() -> None:
    side = side_of(Lines(["2025-03"], [Series("posts", [1_000_000])], "posts a month"))
    assert side.words == ["0", "0.5M", "1M"]


def test_months_of_a_hundred_bytes_have_marks_without_powers_of_ten() -> None:
    side = side_of(Lines(["2025-03", "2025-04"], [Series("MB", [0.0001, 0.00015])], "MB a month"))
    assert side.words == ["0", "0.00005", "0.0001", "0.00015"]


def of_numbers(*values: float) -> Chart:
    return Lines(["2025-03"] * len(values), [Series("posts", values)], "posts a month")


@pytest.mark.parametrize(
    "chart",
    [
        *(of_numbers(1, top) for top in (4, 899_999, 1_000_000, 12_345_678, 2**63 - 1)),
        *(of_numbers(0.1, top) for top in (0.25, 1e-9, 123_456.5)),
        Lines(["00"], [Series("half within", [1e12])], "time", Measure.DURATION),
        Bars(["Garden", "Shed"], [2**63 - 1, 1], "posts"),
        Bars(["Garden", "Shed"], [1_234_567.25, 1], "rank"),
    ],
)
def test_the_widest_mark_beside_a_chart_has_room_on_the_page(chart: Chart) -> None:
    said = re.findall(
        r'x="([0-9.]+)" y="[0-9.]+" text-anchor="(\w+)">([^<]+)<', svg(chart, 1, "", "")
    )
    assert len(said) > 3
    ends = [(float(x), ems(words) * 12) for x, anchor, words in said if anchor == "end"]
    begins = [(float(x), ems(words) * 12) for x, anchor, words in said if anchor == "start"]
    assert all(width <= x for x, width in ends)
    assert all(x + width <= WIDTH for x, width in begins)
