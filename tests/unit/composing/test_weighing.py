"""When a message must be weighed, and what the weights mean."""

from __future__ import annotations

import base64

import pytest

from engine.model.contents import Attachment, Content, Files, Words
from engine.model.views import Weight
from ui.composing.weighing import (
    FITS,
    Verdict,
    base64_bytes,
    base64_units,
    is_plainly_small,
    takes_files,
    verdict_of,
)
from ui.composing.written import Written

FILE = Attachment("a.bin", "application/octet-stream", b"x" * 9_000)
FIRST, SECOND, THIRD = 2_097_152, 524_288, 8_192


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 8_191, 8_192])
def test_sizes_are_those_of_base64(size: int) -> None:
    units = base64_units(size)
    assert units == len(base64.b64encode(bytes(size)))
    assert base64_bytes(units) >= size > base64_bytes(units) - 3


@pytest.mark.parametrize(
    ("limit", "takes"), [(None, True), (FIRST, True), (SECOND, True), (THIRD, False)]
)
def test_files_have_room_but_at_the_third_step(limit: int | None, takes: bool) -> None:  # noqa: FBT001 - a case
    assert takes_files(limit) is takes


def test_a_file_may_have_about_what_the_notes_say() -> None:
    assert 1_500_000 < base64_bytes(FIRST) < 1_600_000
    assert 380_000 < base64_bytes(SECOND) < 400_000


def test_short_words_need_no_weighing() -> None:
    assert is_plainly_small(Written("hello"), THIRD)
    assert is_plainly_small(Written("x" * 1_000_000), None)
    assert not is_plainly_small(Written("x" * 2_000), THIRD)
    assert not is_plainly_small(Written("", files=(FILE,)), None)


def test_what_fits_is_measured_by_its_fullest_post() -> None:
    contents: tuple[Content, ...] = (Words("a"), Files((FILE,)))
    verdict = verdict_of(contents, (Weight(10, 100), Weight(90, 100)))
    assert verdict == Verdict(90, 100)
    assert verdict.is_near
    assert verdict_of(contents, (Weight(10, None), Weight(90, None))) == FITS


def test_words_that_are_too_long_are_named_by_how_much() -> None:
    verdict = verdict_of((Words("a"),), (Weight(108, 100),))
    assert (verdict.over, verdict.number) == (8, None)


def test_a_file_that_is_too_large_is_named_with_the_room_there_is() -> None:
    around = 120
    contents: tuple[Content, ...] = (Words("a"), Files((FILE,)), Files((FILE,)))
    heavy = Weight(around + base64_units(9_000), 8_192)
    verdict = verdict_of(contents, (Weight(10, 8_192), Weight(10, 8_192), heavy))
    assert verdict.number == 1
    assert verdict.file_room == base64_bytes(8_192 - around)
