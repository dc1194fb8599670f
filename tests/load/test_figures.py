"""What is made of measured values, and what a goal says of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.logs import LOG_NAME
from tests.load.figures import NEVER, fairness, percentile, slope
from tests.load.process import open_files
from tests.load.soak import Outcome, Sample


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert [percentile(values, share) for share in (0.2, 0.5, 0.8, 1.0)] == [1.0, 3.0, 4.0, 5.0]
    assert percentile([1.0, NEVER], 0.95) == NEVER


def test_fairness_is_one_where_all_have_the_same_and_falls_where_one_has_everything() -> None:
    assert fairness([3.0, 3.0, 3.0]) == fairness([0.0, 0.0]) == 1.0
    assert fairness([0.0, 0.0, 0.0, 8.0]) == 0.25


def test_a_slope_is_that_of_the_line_through_the_middle_of_all() -> None:
    assert slope([(0.0, 7.0)]) == 0.0
    assert slope([(0.0, 7.0), (2.0, 11.0)]) == 2.0
    assert slope([(0.0, 0.0), (1.0, 4.0), (2.0, 2.0), (3.0, 6.0)]) == pytest.approx(1.6)


def test_what_a_process_has_open_is_counted_without_its_log(tmp_path: Path) -> None:
    before = open_files(os.getpid())
    with (tmp_path / LOG_NAME).open("a"):
        assert open_files(os.getpid()) == before
        with (tmp_path / "other").open("a"):
            assert open_files(os.getpid()) == before + 1


def test_what_grows_during_a_soak_is_told_by_the_hour() -> None:
    samples = [Sample(at, 1_000_000 + 2 * at, 20 + (at > 5)) for at in range(9)]
    outcome = Outcome(samples, set(), posted=0)
    assert outcome.growth_bytes_an_hour == pytest.approx(7_200.0)
    assert outcome.more_open_files == 1
