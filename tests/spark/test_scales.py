"""The marks at the side of a chart: round, whole where something is counted, and written out."""

from __future__ import annotations

import math

import pytest

from spark_reports.render.charts import Lines, Series
from spark_reports.render.scales import mark_words, marks_for, side_of


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
        (1_500_000.0, "1,500,000"),
        (12_000_000, "12,000,000"),
        (1e10, "10,000,000,000"),
        (2e16, "20,000,000,000,000,000"),
    ],
)
def test_marks_are_written_out(mark: float, words: str) -> None:
    assert mark_words(mark) == words


def test_months_of_a_hundred_bytes_have_marks_without_powers_of_ten() -> None:
    side = side_of(Lines(["2025-03", "2025-04"], [Series("MB", [0.0001, 0.00015])], "MB a month"))
    assert side.words == ["0", "0.00005", "0.0001", "0.00015"]
