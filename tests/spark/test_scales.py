"""The marks at the side of a chart: round, whole where something is counted, and written out."""

from __future__ import annotations

import math

import pytest

from spark_reports.render.scales import mark_words, marks_for


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


def test_marks_are_written_out() -> None:
    assert [mark_words(mark) for mark in (0.0, 0.25, 2.0, 1_500_000.0, 12_000_000.0)] == [
        "0", "0.25", "2", "1,500,000", "12,000,000",
    ]  # fmt: skip
