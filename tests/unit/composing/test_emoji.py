"""Emoji by their names and codes, in English and German; codes in a text that is being written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fake_settings import FakeSettings
from ui.emoji.catalogue import TONES, catalogue
from ui.emoji.choices import RECENT_MAX, SETTING_RECENT, EmojiChoices
from ui.emoji.codes import TYPED_LEAST, begun_code, whole_code

ROOT = Path(__file__).parents[3]


def test_the_program_starts_without_the_table_of_emoji() -> None:
    code = "import sys, ui.channel.composer; print('emoji' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False"


def test_every_emoji_has_a_place_a_name_and_a_code() -> None:
    known = catalogue()
    assert len(known.emoji) > 1_800
    assert len(known.categories) == 9
    assert all(one.english and one.german and one.codes for one in known.emoji)
    assert sum(len(known.of(category)) for category in known.categories) == len(known.emoji)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("thumbs up", "\U0001f44d"),
        ("Daumen hoch", "\U0001f44d"),
        ("+1", "\U0001f44d"),
        ("tada", "\U0001f389"),
        ("herz", "\u2764\ufe0f"),
        ("trän", "\U0001f602"),
        ("traen", "\U0001f602"),
        ("TRÄNEN", "\U0001f602"),
    ],
)
def test_an_emoji_is_found_by_words_of_either_language(words: str, found: str) -> None:
    assert found in [one.characters for one in catalogue().search(words)]


def test_the_best_known_code_comes_first() -> None:
    assert catalogue().search("heart")[0].characters == "\u2764\ufe0f"
    assert catalogue().search("germany")[0].characters == "\U0001f1e9\U0001f1ea"


@pytest.mark.parametrize("words", ["", "  ", "qqqqq", "\ud800", "%", "(" * 500, "a" * 100_000])
def test_a_search_for_nothing_finds_nothing(words: str) -> None:
    assert catalogue().search(words) == ()


def test_a_skin_tone_goes_where_there_is_one() -> None:
    known = catalogue()
    thumb, heart = known.by_code("thumbsup"), known.by_code("heart")
    couple = known.find("\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468")
    assert thumb is not None
    assert heart is not None
    assert couple is not None
    assert known.toned(thumb, 3) == f"\U0001f44d{TONES[3]}"
    assert known.toned(thumb, 0) == "\U0001f44d"
    assert known.toned(heart, 3) == "\u2764\ufe0f"
    assert known.toned(couple, 5).count(TONES[5]) == 2


def test_an_emoji_is_known_in_any_tone_and_with_or_without_its_variation_sign() -> None:
    known = catalogue()
    assert known.find(f"\U0001f44d{TONES[2]}") == known.by_code("+1")
    assert known.find("\u2764") == known.find("\u2764\ufe0f") == known.by_code("HEART")
    assert known.find("no emoji") is None


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        (":he", "he"),
        ("well done :he", "he"),
        ("(:he", "he"),
        (":h", None),
        ("12:30", None),
        ("http://he", None),
        ("a::he", None),
        (":he llo", None),
        ("", None),
        (":+1", "+1"),
        (":-1", "-1"),
        (":-D", None),
        (":-3", None),
        ("C:\\he", None),
        ("日本:be", "be"),
        ("すごい:+1", "+1"),
    ],
)
def test_a_code_begins_where_a_word_could(before: str, typed: str | None) -> None:
    assert begun_code(before) == typed


def test_every_code_and_every_beginning_of_two_signs_or_more_is_begun() -> None:
    codes = [
        code for one in catalogue().emoji for code in one.codes if re.fullmatch(r"[\w+-]+", code)
    ]
    assert len(codes) > 3_000
    begun = {code[:length] for code in codes for length in range(TYPED_LEAST, len(code) + 1)}
    assert [one for one in begun if begun_code(f":{one}") != one] == []


@pytest.mark.parametrize(
    ("before", "emoji"),
    [
        (":tada:", "\U0001f389"),
        ("so :Konfettibombe:", "\U0001f389"),
        ("10:30:", None),
        (":nothing_such:", None),
        ("::", None),
        ("x:tada:", None),
        ("日本:tada:", "\U0001f389"),
    ],
)
def test_a_whole_code_is_its_emoji(before: str, emoji: str | None) -> None:
    found = whole_code(before, catalogue())
    assert (found[1].characters if found else None) == emoji


def test_the_latest_emoji_come_first_and_older_ones_are_forgotten() -> None:
    settings = FakeSettings()
    choices = EmojiChoices(settings, settings.store_text)
    known = catalogue()
    for one in known.emoji[: RECENT_MAX + 5]:
        choices.took(one)
    choices.took(known.emoji[10])
    recent = choices.recent(known)
    assert recent[0] == known.emoji[10]
    assert len(recent) == RECENT_MAX


@pytest.mark.parametrize("stored", ["", "no emoji here", "\ud800", "9" * 10_000])
def test_what_is_stored_and_no_emoji_is_left_out(stored: str) -> None:
    settings = FakeSettings({SETTING_RECENT: stored, "emoji.tone": stored})
    choices = EmojiChoices(settings, settings.store_text)
    assert choices.recent(catalogue()) == ()
    assert choices.tone == 0
