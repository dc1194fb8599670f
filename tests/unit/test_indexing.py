"""How texts are handed to the word index. What stands here stands in people's profiles."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.indexing import indexed, indexed_before, stands_apart


@pytest.mark.parametrize(
    ("text", "handed_over"),
    [
        ("The café opens", "The café opens"),
        ("Привет, мой ёж", "Привет, мой еж"),
        ("мои\u0306 ще\u0308щ", "мой ще\u0308щ"),
        ("κόσμε, ΚΌΣΜΟΣ λόγος", "κοσμε, ΚΟΣΜΟΣ λογοσ"),
        ("ἀρχῇ ἁλός", "αρχη αλοσ"),
        ("\u03b1\u0313\u03c7 \u03bf\u0314", "\u03b1\u0301\u03c7 \u03bf\u0301"),
        ("\u05e9\u05c1\u05c0 \ufb2a", "\u05e9\u0301\u05c0 \u05e9"),
        ("\u0645\u064f\u062d \u0623", "\u0645\u0301\u062d \u0627"),
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
    # But for a mark that makes another letter of the one before it.
    between = "" if other[:1] not in set("\u0301\u0306\u0308") else "."
    assert indexed(one + between + other) == indexed(one) + between + indexed(other)
    assert bool(indexed(one)) == bool(one)
    assert bool(indexed(one).strip()) == bool(one.strip())


@given(st.characters())
def test_only_those_letters_sharp_s_and_what_has_marks_are_handed_over_otherwise(
    character: str,
) -> None:
    if indexed(character) == character:
        assert not stands_apart(character)
        assert character not in "ßẞ"
    else:
        name = unicodedata.name(character, "")
        has_marks = any(script in name for script in ("GREEK", "HEBREW", "ARABIC", "CYRILLIC"))
        is_mark = character in "\u0313\u0314\u0342\u0343\u0344\u0345"
        assert has_marks or is_mark or stands_apart(character) or character in "ßẞ"


@given(st.text(st.sampled_from("aß\u03cc\u0451\u05b8\u6771 ")))
def test_the_older_form_of_it_stays_for_the_steps_of_the_format(text: str) -> None:
    expected = text.replace("ß", "ss").replace("\u6771", " \u6771 ")
    assert indexed_before(text) == expected
