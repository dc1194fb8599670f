"""How a text is handed to the word index, which cuts it into words at whatever is no letter. Pure.

Letters of scripts without blanks between words, and Hangul, are handed over apart, each as a word
of its own: letters of them that are looked for are found wherever they follow each other. In Thai,
Lao, Burmese and Khmer most vowels are marks, which the index would drop; all of those scripts is
handed over as characters of private use, which it takes for letters. ß is handed over as ss.

Of Latin letters the index drops the marks by itself. Of Greek, Hebrew and Arabic ones they are
dropped here, and of the Cyrillic ones that readers take for one letter: ё counts as the letter
without its dots, but й is not и.

By this every index that people have was made: another outcome needs a step of the format.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from typing_extensions import override

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

_WITH_MARKS = (
    "\u0313\u0314\u0342-\u0345\u0370-\u03ff\u1f00-\u1fff"  # Greek
    "\u0400\u0401\u040d\u0450\u0451\u045d"  # Cyrillic
    "\u0591-\u05c7\ufb1d-\ufb4e"  # Hebrew
    "\u0610-\u061a\u0622-\u0626\u064b-\u065f\u0670\u06c0-\u06d3\u06d6-\u06ed"  # Arabic
    "\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff"
)
_NO_MARK = "\u0301"  # the index drops it, and does not end a word at it as at others
_LETTERS_OF_THEIR_OWN = frozenset("ЙйЎўЇїЃѓЌќ")  # whatever of them Unicode takes for a mark
_TAKEN_APART = re.compile("[ИиУу]\u0306|[\u0406\u0456]\u0308|[ГгКк]\u0301")  # those
_FINAL_SIGMA, _SIGMA = "ςσ"

_APART_BEFORE = f"ßẞ{LETTERS_APART}"
_OTHERWISE = f"{_APART_BEFORE}{_WITH_MARKS}\u0301\u0306\u0308"
_KEPT = 8_192  # ours: more letters than most people write


@cache
def _one_of(letters: str) -> re.Pattern[str]:
    """Made when it is wanted: Han alone takes as long as loading some ten modules."""
    return re.compile(f"[{letters}]")


class _HandedOverBefore(dict[int, str]):
    """Each character, as it was handed over by programs of the formats 10 to 12."""

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


class _HandedOver(_HandedOverBefore):
    """Each character, as it is handed over."""

    @override
    def __missing__(self, code: int) -> str:
        character = chr(code)
        if _one_of(_WITH_MARKS).match(character) is None:
            return super().__missing__(code)
        character = _without_marks(character)
        if len(self) < _KEPT:
            self[code] = character
        return character


_HANDED_OVER_BEFORE = _HandedOverBefore()
_HANDED_OVER = _HandedOver()


def indexed(text: str) -> str:
    """``text`` as it is handed over; what is neither empty nor blank does not become so."""
    if _one_of(_OTHERWISE).search(text) is None:
        return text
    return put_together(text).translate(_HANDED_OVER)


def indexed_before(text: str) -> str:
    """As it was handed over by programs of the formats 10 to 12."""
    if _one_of(_APART_BEFORE).search(text) is None:
        return text
    return text.translate(_HANDED_OVER_BEFORE)


def put_together(text: str) -> str:
    """``text`` with each letter that is one only by its mark, as й, in one character."""
    return _TAKEN_APART.sub(_composed, text)


def bare_letter(character: str) -> str:
    """One character for one: small, and without its marks, as the index compares them.

    What stands apart stays as it is.
    """
    if character.isascii():
        return character.lower()
    if stands_apart(character):
        return character
    if character in _LETTERS_OF_THEIR_OWN:
        return character.lower()
    bare = unicodedata.normalize("NFD", character)[0].lower()
    if bare == _FINAL_SIGMA:
        return _SIGMA
    return bare if len(bare) == 1 else character


def _without_marks(character: str) -> str:
    parts = unicodedata.normalize("NFD", character).replace(_FINAL_SIGMA, _SIGMA)
    return "".join(one for one in parts if unicodedata.category(one) != "Mn") or _NO_MARK


def _composed(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found[0])


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

    As it is; composed; and taken apart, as names of files come from some computers. But for Hangul,
    what stands apart is not taken so: without its mark it would be another letter.
    """
    if word.isascii():
        return (word,)
    composed = unicodedata.normalize("NFC", word)
    return tuple(dict.fromkeys((word, composed, "".join(map(_taken_apart, composed)))))


def _taken_apart(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    is_apart = stands_apart(letter) and not "\uac00" <= letter <= "\ud7a3"
    is_one = letter in _LETTERS_OF_THEIR_OWN or _one_of(_WITH_MARKS).match(letter) is not None
    return letter if parts[0].isascii() or is_apart or is_one else parts
