"""Safety codes: the same on both sides, and read from whatever somebody pastes or scans."""

from __future__ import annotations

import pytest

from app.links import TidingsLinks
from engine.errors import Refused
from engine.model.found import FoundSafetyCode
from engine.protocols.tidings.fingerprint import safety_code, safety_digits_in
from ui.wording.wanted import SAFETY_CODE, demanded, noun_of

ANN, BEN = bytes(range(32)), bytes(range(32, 64))
DIGITS = "012345678901234567890123456789"


def test_both_sides_see_the_same_thirty_digits() -> None:
    code = safety_code(ANN, BEN)
    assert code == safety_code(BEN, ANN)
    assert [len(group) for group in code.split()] == [5] * 6
    assert code != safety_code(ANN, bytes(32))


@pytest.mark.parametrize(
    "text", [DIGITS, " 01234 56789 01234 56789\n01234\u00a056789 ", "\n".join(DIGITS)]
)
def test_blanks_do_not_matter(text: str) -> None:
    assert safety_digits_in(text) == DIGITS


@pytest.mark.parametrize(
    "text",
    ["", DIGITS[1:], DIGITS + "0", DIGITS[:-1] + "x", DIGITS[:-1] + "\u0663", "code: " + DIGITS],
)
def test_anything_else_is_none(text: str) -> None:
    assert safety_digits_in(text) is None


def test_a_pasted_code_is_found_and_named() -> None:
    found = TidingsLinks().read(safety_code(ANN, BEN))
    assert found == FoundSafetyCode(safety_code(ANN, BEN).replace(" ", ""))
    assert noun_of(found) == "a safety code"
    assert demanded(found, SAFETY_CODE) is found


def test_where_a_safety_code_is_needed_nothing_else_will_do() -> None:
    found = TidingsLinks().read("00" * 32)
    with pytest.raises(Refused) as caught:
        demanded(found, SAFETY_CODE)
    assert "a safety code is needed" in caught.value.detail
