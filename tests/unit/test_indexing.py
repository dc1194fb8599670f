"""How texts are handed to the word index. What stands here stands in people's profiles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.indexing import indexed, stands_apart


@pytest.mark.parametrize(
    ("text", "handed_over"),
    [
        ("The café opens", "The café opens"),
        ("Привет, κόσμε", "Привет, κόσμε"),
        ("Straße, STRAẞE", "Strasse, STRAssE"),
        ("東京", " 東  京 "),
        ("iPhoneを、2", "iPhone を 、2"),
        ("하다", " 하  다 "),
        ("กิ", " \uee01  \uee34 "),
        ("ជា", " \uf787  \uf7b6 "),
        ("မြ", " \uf019  \uf03c "),
    ],
)
def test_letters_without_blanks_between_words_stand_apart(text: str, handed_over: str) -> None:
    assert indexed(text) == handed_over


@given(st.text(), st.text())
def test_each_character_is_handed_over_by_itself(one: str, other: str) -> None:
    assert indexed(one + other) == indexed(one) + indexed(other)
    assert bool(indexed(one)) == bool(one)


@given(st.characters())
def test_only_those_letters_and_sharp_s_are_handed_over_otherwise(character: str) -> None:
    is_kept = indexed(character) == character
    assert is_kept == (not stands_apart(character) and character not in "ßẞ")
