"""Where in a text the words stand that somebody looks for, by the rules of the word index. Pure.

Case and diacritics do not count; all but the last word are whole ones, the last may be a beginning,
unless ``may_begin_a_word`` says otherwise.
Of scripts without blanks between words, letters that follow each other are found anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from engine.model.indexing import LETTERS_APART, bare_letter, forms_of, put_together, stands_apart
from engine.model.terms import may_begin_a_word, terms_of
from ui.text.markdown import utf16_length

LOOKED_AT_MAX = 200_000  # ours: what is ever laid out of a text
FOUND_MAX = 200  # ours: in one post

_MARK = "\ue000"  # of no alphabet: stands for a mark over the letter before it
_APART = f"[{LETTERS_APART}]"
_LETTER = rf"(?:[^\W_{LETTERS_APART}]|{_MARK})"
_BETWEEN = rf"(?:[^\w{LETTERS_APART}]|_)*"  # what is no letter is nothing to the index
_NOT_IN_A_WORD = rf"(?<![^\W_{LETTERS_APART}])(?<!{_MARK})"
_JAMO = re.compile(r"[\u1100-\u11ff]")
_REST_OF_SYLLABLE = r"[\u1160-\u11ff]*"
_S = f"(?:s){_MARK}*"


class Matcher:
    """Looks for one thing in many texts. Nothing is found for words without a letter or digit."""

    def __init__(self, words: str) -> None:
        self._pattern = _pattern(terms_of(words))

    def ranges(self, text: str) -> list[tuple[int, int]]:
        """UTF-16 offsets of what is found, from the start of ``text`` on."""
        if self._pattern is None:
            return []
        looked_at = text[:LOOKED_AT_MAX]
        folded = _folded(looked_at)
        found: list[tuple[int, int]] = []
        for match in self._pattern.finditer(folded):
            start = utf16_length(looked_at[: match.start()])
            found.append((start, start + utf16_length(looked_at[match.start() : match.end()])))
            if len(found) >= FOUND_MAX:
                break
        return found

    def place(self, text: str) -> tuple[int, int] | None:
        """From which to which character the last of the words stands that is there at all.

        Each counts where it stands first: a frequent one shall not hide that another comes later.
        """
        if self._pattern is None:
            return None
        place: tuple[int, int] | None = None
        met: set[int | None] = set()
        for match in self._pattern.finditer(_folded(text[:LOOKED_AT_MAX])):
            if match.lastindex not in met:
                met.add(match.lastindex)
                place = match.span()
                if len(met) == self._pattern.groups:
                    break
        return place


def _pattern(terms: Sequence[str]) -> re.Pattern[str] | None:
    """With a group for each of their words."""
    tokens = re.findall(f"{_APART}+|{_LETTER}+", _folded(put_together(" ".join(terms))))
    tokens = [token for token in (one.replace(_MARK, "") for one in tokens) if token]
    if not tokens:
        return None
    apart = sorted({token for token in tokens if stands_apart(token)}, key=len, reverse=True)
    may_begin = may_begin_a_word(terms[-1])
    whole = tokens[:-1] if may_begin else tokens
    in_words = [f"({_spelled(token)}(?!{_LETTER}))" for token in sorted({*whole} - {*apart})]
    if may_begin and tokens[-1] not in apart:
        in_words.append(f"({_beginning(tokens[-1])})")
    alternatives = [f"({'|'.join(map(_in_a_row, forms_of(token)))})" for token in apart]
    if in_words:
        alternatives.append(f"{_NOT_IN_A_WORD}(?:{'|'.join(in_words)})")
    return re.compile("|".join(alternatives))


def _in_a_row(token: str) -> str:
    """Of Hangul that is taken apart, the last syllable is marked whole."""
    rest = _REST_OF_SYLLABLE if _JAMO.match(token[-1]) else ""
    return _BETWEEN.join(token) + rest


def _beginning(token: str) -> str:
    """An s at its end may be the first one of ß."""
    spelled = _spelled(token)
    if spelled.endswith(_S):
        spelled = f"{spelled.removesuffix(_S)}[sß]{_MARK}*"
    return f"{spelled}{_LETTER}*"


def _spelled(token: str) -> str:
    """The token, whatever marks stand behind its letters; ss may be ß."""
    spelled = "".join(map(_with_marks, token.replace("ß", "ss")))
    return spelled.replace(_S + _S, f"(?:{_S}{_S}|ß{_MARK}*)")


def _with_marks(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    # A mark that makes another letter may be there, but not be left out.
    taken_apart = f"|{parts[0]}{_MARK}" if len(parts) > 1 else ""
    return f"(?:{re.escape(letter)}{taken_apart}){_MARK}*"


def _folded(text: str) -> str:
    """As many characters as ``text``, without case and marks."""
    if text.isascii():
        return text.lower()
    return "".join(_fold(character) for character in text)


@lru_cache(maxsize=4_096)  # ours: strangers choose the letters
def _fold(character: str) -> str:
    if stands_apart(character):
        return character
    if unicodedata.combining(character):
        return _MARK
    return bare_letter(character)
