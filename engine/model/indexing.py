"""How a text is handed to the word index, which cuts it into words at whatever is no letter. Pure.

Letters of scripts without blanks between words, and Hangul, are handed over apart, each as a word
of its own: letters of them that are looked for are found wherever they follow each other. In Thai,
Lao, Burmese and Khmer most vowels are marks, which the index would drop; all of those scripts is
handed over as characters of private use, which it takes for letters. ß is handed over as ss.

By this every index that people have was made: another outcome needs a step of the format.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_MARKED_SCRIPTS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai and Lao, Burmese, Khmer
_TO_PRIVATE_USE = 0xE000  # leads from each of these to one of the BMP's

LETTERS_APART = (
    f"{_MARKED_SCRIPTS}"
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"  # Kana
    "\u31f0-\u31ff\uff66-\uff9f"
    "\u3105-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb\uffa0-\uffdc"  # Hangul
)
"""Which they are, as a regular expression has it between brackets."""

_OTHERWISE = f"ßẞ{LETTERS_APART}"
_KEPT = 8_192  # ours: more letters than most people write


@cache
def _one_of(letters: str) -> re.Pattern[str]:
    """Made when it is wanted: Han alone takes as long as loading some ten modules."""
    return re.compile(f"[{letters}]")


class _HandedOver(dict[int, str]):
    """Each character, as it is handed over."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if _one_of(_MARKED_SCRIPTS).match(character):
            character = f" {chr(code + _TO_PRIVATE_USE)} "
        elif _one_of(LETTERS_APART).match(character):
            character = f" {character} "
        elif character in "ßẞ":
            character = "ss"
        if len(self) < _KEPT:
            self[code] = character
        return character


_HANDED_OVER = _HandedOver()


def indexed(text: str) -> str:
    """``text`` as it is handed over; what is neither empty nor blank does not become so."""
    return text if _one_of(_OTHERWISE).search(text) is None else text.translate(_HANDED_OVER)


def holds_words(text: str) -> bool:
    """Whether the index has anything of it: not of signs and emoji alone."""
    return any(character.isalnum() for character in text)


def stands_apart(character: str) -> bool:
    """Whether it is one of ``LETTERS_APART``."""
    return _one_of(LETTERS_APART).match(character) is not None


def goes_on_with(character: str) -> bool:
    """Whether a word that stands before it, or behind it, is only a part of a longer one.

    What stands apart ends every word, as a blank does. So does nothing at all.
    """
    return (character.isalnum() or character == "_") and not stands_apart(character)


def forms_of(word: str) -> tuple[str, ...]:
    """In which forms of Unicode a text may hold ``word``, which the index does not take for one.

    As it is; composed; and taken apart, as names of files come from some computers. Of Latin
    letters the index drops the marks by itself. But for Hangul, what stands apart is not taken so:
    without its mark it would be another letter.
    """
    if word.isascii():
        return (word,)
    composed = unicodedata.normalize("NFC", word)
    return tuple(dict.fromkeys((word, composed, "".join(map(_taken_apart, composed)))))


def _taken_apart(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    is_apart = stands_apart(letter) and not "\uac00" <= letter <= "\ud7a3"
    return letter if parts[0].isascii() or is_apart else parts
