"""How old a file is, as folders note it and as disks keep it."""

from __future__ import annotations

import pytest

from engine.model.file_times import TIME_MAX, is_about_as_old, is_as_old, noted_ns, noted_time

NOTED = 1_600_000_001.5
NOTED_NS = 1_600_000_001_500_000_000
SECOND_NS = 10**9


@pytest.mark.parametrize(
    ("seconds", "noted"), [(-5.0, 0.0), (1.23456, 1.235), (2.0 * TIME_MAX, float(TIME_MAX))]
)
def test_a_time_is_noted_in_milliseconds_from_1970_on(seconds: float, noted: float) -> None:
    assert noted_time(seconds) == noted
    assert noted_ns(seconds) == round(noted * 1_000) * 1_000_000


def test_a_file_is_as_old_as_is_noted_to_the_millisecond() -> None:
    assert is_as_old(NOTED_NS + 999_999, NOTED)
    assert not is_as_old(NOTED_NS + 1_000_000, NOTED)
    assert is_as_old(-5 * SECOND_NS, 0.0), "one from before 1970 is noted as of then"


@pytest.mark.parametrize(
    ("apart_ns", "other_ns", "is_so"),
    [
        (0, 1, True),
        (500_000_000, 10_000_000, True),  # 2 s, the even second above
        (-1_500_000_000, 10_000_000, True),  # and the one below
        (-2_500_000_000, 10_000_000, False),
        (-500_000_000, 10_000_001, False),  # a disk that keeps more of another time
        (10_000_000, 10_000_000, False),
        (-250_000, 10_000_000, True),
    ],
)
def test_a_disk_that_keeps_little_of_any_time_is_allowed_what_it_rounds_off(
    *, apart_ns: int, other_ns: int, is_so: bool
) -> None:
    assert is_about_as_old(NOTED_NS + apart_ns, other_ns, NOTED) is is_so
