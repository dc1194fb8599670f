"""Which places of a text are marked for the words that are looked for."""

from __future__ import annotations

import unicodedata

import pytest

from engine.model.terms import TERMS_MAX
from ui.text.markdown import utf16_slice
from ui.timeline.selecting.matching import FOUND_MAX, Matcher

DATES = " ".join(f"2024-01-{day:02}" for day in range(1, 12))


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@pytest.mark.parametrize(
    ("words", "text", "marked"),
    [
        ("apple", "Apple, applesauce", ["Apple", "applesauce"]),
        ("apple ", "Apple, applesauce", ["Apple", "applesauce"]),
        ("red app", "red apples, redder", ["red", "apples"]),
        ("uber", "Über alles", ["Über"]),
        ("et", "\U0001f600 e\u0301t\u00e9", ["e\u0301t\u00e9"]),
        ("apple 1", "number 1, not 10, of apples", ["1"]),
        ("apple 1 -", "number 1, not 10", ["1"]),
        ("a", "Ann and a", ["a"]),
        ("a\0b", "a, band and b", ["a", "b"]),
        ("C++", "cpp", ["cpp"]),
        ("é", "Été, e", ["Été", "e"]),
        ("д", "да", ["да"]),
        ("a.b", "a b", ["a", "b"]),
        ("東京", "私は東京に。東京。", ["東京", "東京"]),
        ("東京", "東\n京", ["東\n京"]),
        ("東 京都", "京都と東", ["京都", "東"]),
        ("買ったiph", "買ったiPhone15を", ["買った", "iPhone15"]),
        ("iphone15を", "iPhone15を iPhone155", ["iPhone15", "を"]),
        ("hone", "買ったiPhone", []),
        ("하세", "안녕하세요 호세", ["하세"]),
        ("한국", decomposed("여기 한국어"), [decomposed("한국")]),
        ("하", decomposed("한국 호세"), [decomposed("한")]),
        (decomposed("한국"), "여기 한국어", ["한국"]),
        ("мой", decomposed("мой"), [decomposed("мой")]),
        (decomposed("мой"), "мой", ["мой"]),
        ("ελλαδα", "Ελλάδα", ["Ελλάδα"]),
        ("λογος", "ΛΌΓΟΣ λόγος", ["ΛΌΓΟΣ", "λόγος"]),
        ("елка", decomposed("ёлка"), [decomposed("ёлка")]),
        ("мой", "мои мой", ["мой"]),
        ("שלום", "(שָׁלוֹם)", ["שָׁלוֹם"]),
        ("مُحمد", "قال مُحَمَّد", ["مُحَمَّد"]),
        ("กิน ", "ฉันกินข้าวกัน", ["กิน"]),
        ("か", "がか", ["か"]),
        ("strasse", "Straße, Strasse", ["Straße", "Strasse"]),
        ("straße ", "STRAẞE Straßen", ["STRAẞE", "Straßen"]),
        ("stras", "Straßen", ["Straßen"]),
        ("*", "a * b", []),
        ("", "anything", []),
        ('"; DROP', "drop it", ["drop"]),
        ("a-b " * 16 + "zebra", "zebra bee", ["zebra"]),
        (DATES, "2024-01-11, not 012345", ["2024", "01", "11"]),
        ("a " * TERMS_MAX + "zebra", "a zebra", ["a"]),
        ("a\ud800b", "a ab", ["ab"]),
    ],
)
def test_words_are_marked_as_the_index_finds_them(words: str, text: str, marked: list[str]) -> None:
    found_at = Matcher(words).ranges(text)
    assert [utf16_slice(text, start, end) for start, end in found_at] == marked


def test_hostile_words_and_texts_are_bounded() -> None:
    assert len(Matcher("a").ranges("a " * 100_000)) == 200
    assert Matcher("(" * 1_000 + "[").ranges("([") == []
    assert Matcher("\\b" * 100).ranges("b") == [(0, 1)]


@pytest.mark.parametrize("times", [FOUND_MAX, FOUND_MAX + 1])
def test_so_many_places_of_a_post_are_marked_and_no_more(times: int) -> None:
    assert len(Matcher("a").ranges("a " * times)) == FOUND_MAX
