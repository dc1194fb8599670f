"""Durations in words: the two largest units, nothing that is nought."""

from __future__ import annotations

import pytest

from ui.text.durations import in_short_words, in_words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "0 seconds"),
        (0.9, "0 seconds"),
        (1, "1 second"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (61, "1 minute 1 second"),
        (3_600, "1 hour"),
        (3_659, "1 hour"),
        (7_260, "2 hours 1 minute"),
        (86_400 + 59, "1 day"),
        (7 * 86_400 - 1, "6 days 23 hours"),
        (99 * 86_400, "99 days"),
    ],
)
def test_a_duration_is_said_in_its_two_largest_units(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-1, "0 seconds"), (0.9, "0 seconds"), (61, "1 minute"), (7_300, "2 hours"), (9e5, "10 days")],
)
def test_the_largest_unit_alone(seconds: float, words: str) -> None:
    assert in_short_words(seconds) == words
