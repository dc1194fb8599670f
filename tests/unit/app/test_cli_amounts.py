"""Amounts of bytes, and ranges, as they are typed and shown."""

from __future__ import annotations

import pytest

from app.cli.amounts import bytes_of, in_words
from app.cli.failures import CommandFailed
from app.cli.spans import Span, span_of


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("0", 0),
        ("1500", 1_500),
        (" 2 kB ", 2_000),
        ("2KiB", 2_048),
        ("1.5 GB", 1_500_000_000),
        ("1.5gib", 1_610_612_736),
        ("10 TB", 10**13),
    ],
)
def test_an_amount_is_read(text: str, count: int) -> None:
    assert bytes_of(text) == count


@pytest.mark.parametrize("text", ["", "GB", "-1", "1e9", "2 apples", "1,5 GB", "1 2", "9" * 30])
def test_what_is_no_amount_is_a_usage_error(text: str) -> None:
    with pytest.raises(CommandFailed) as failed:
        bytes_of(text)
    assert failed.value.failure.code == "usage"


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1_000, "1.0 kB"),
        (123_456, "123 kB"),
        (2_500_000, "2.5 MB"),
        (7_000_000_000_000, "7.0 TB"),
        (1_234_000_000_000_000, "1,234 TB"),
    ],
)
def test_an_amount_is_shown_in_three_digits_or_so(count: int, words: str) -> None:
    assert in_words(count) == words


@pytest.mark.parametrize(
    ("text", "span"),
    [("0", Span(0, 1)), ("7:", Span(7, None)), ("7:9", Span(7, 9)), (" 5:6 ", Span(5, 6))],
)
def test_a_range_is_read(text: str, span: Span) -> None:
    assert span_of(text) == span


@pytest.mark.parametrize(
    "text", ["", ":", ":5", "5:5", "6:5", "-1", "1:2:3", "a", "9" * 19, "\u0663"]
)
def test_what_is_no_range_is_a_usage_error(text: str) -> None:
    with pytest.raises(CommandFailed) as failed:
        span_of(text)
    assert failed.value.failure.code == "usage"
