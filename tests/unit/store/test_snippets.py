"""Snippets: one plain line around the first word that was looked for."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from engine.store.timeline.snippets import LOOKED_AT_MAX, SNIPPET_CHARACTERS, snippet


def test_a_short_text_is_its_own_snippet() -> None:
    assert snippet("hello there", ["there"]) == "hello there"


def test_blanks_and_line_breaks_become_one_blank() -> None:
    assert snippet("a\n\n b\t c", ["b"]) == "a b c"


def test_a_long_text_is_cut_at_a_word_before_the_match() -> None:
    shown = snippet("word " * 50 + "needle " + "word " * 50, ["needle"])
    assert shown.startswith("…word ")
    assert shown.endswith("…")
    assert "needle" in shown


def test_marks_and_case_do_not_hide_the_match() -> None:
    shown = snippet("x " * 100 + "Ägypten " + "x " * 100, ["agyp"])
    assert "Ägypten" in shown


def test_a_letter_that_is_one_by_its_mark_is_found_in_whatever_form() -> None:
    for word in ("Чайка", "Київ", "Ќерка", "Ѓорѓи", "воўк"):
        for form in ("NFC", "NFD"):
            text = unicodedata.normalize(form, "слово " * 60 + word + " конец" * 40)
            for looked_for in (word.lower(), unicodedata.normalize("NFD", word)):
                shown = snippet(text, [looked_for])
                assert unicodedata.normalize(form, word) in shown, "as it was written"
    text = unicodedata.normalize("NFD", "мои " * 60 + "мой")
    shown = snippet(text, [unicodedata.normalize("NFD", "мой")])
    assert unicodedata.normalize("NFC", shown).endswith("мои мой")


def test_the_letters_of_one_syllable_are_not_folded() -> None:
    shown = snippet("호 " * 200 + "하늘", ["하늘"])
    assert shown.endswith("하늘")


def test_a_text_without_blanks_is_cut_some_way_before_the_match() -> None:
    shown = snippet("私は" * 100 + "東京" + "に住" * 100, ["東京"])
    assert shown.startswith("…私は")
    assert "は東京に" in shown


def test_a_cut_takes_no_mark_from_its_letter() -> None:
    for before in range(50):
        shown = snippet("กิ" * 100 + "ก" * before + "บ้าน" + "กิ" * 100, ["บ้าน"])
        assert shown.startswith("…ก")


def test_sharp_s_is_two() -> None:
    for words, text in (("strasse", "Straße"), ("straße", "STRASSE"), ("straße", "Straße")):
        assert text in snippet("x " * 100 + text, [words])


def test_where_nothing_reads_like_it_the_beginning_is_shown() -> None:
    assert snippet("alpha " * 100, ["zzz"]).startswith("alpha alpha")


@given(text=st.text(max_size=600), term=st.text(max_size=5))
def test_a_snippet_is_one_line_of_bounded_length(text: str, term: str) -> None:
    shown = snippet(text, [term])
    assert len(shown) <= SNIPPET_CHARACTERS + 2
    assert len(shown.splitlines()) <= 1


def test_where_the_piece_ends_with_what_is_looked_at_it_says_that_the_text_goes_on() -> None:
    text = "x" * (LOOKED_AT_MAX - 6) + " noon" + "."
    assert snippet(text, ["noon"]).endswith("noon.")
    assert snippet(text + ".", ["noon"]).endswith("noon.…")
