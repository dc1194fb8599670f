"""Where in a text the words stand that somebody looks for, by the rules of the word index. Pure.

Case and diacritics do not count; all but the last word are whole ones, the last may be a beginning.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from ui.text.markdown import utf16_length

WORDS_MAX = 32  # reliability.md D-2
CHARACTERS_MAX = 256  # reliability.md D-2
LOOKED_AT_MAX = 200_000  # ours: what is ever laid out of a text
FOUND_MAX = 200  # ours: in one post

_MARK = "\ue000"  # of no alphabet: stands for a mark over the letter before it
_LETTER = rf"(?:[^\W_]|{_MARK})"


class Matcher:
    """Looks for one thing in many texts. Nothing is found for words without a letter or digit."""

    def __init__(self, words: str) -> None:
        self._pattern = _pattern(words[:CHARACTERS_MAX])

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


def _pattern(words: str) -> re.Pattern[str] | None:
    tokens = re.findall(f"{_LETTER}+", _folded(words))[:WORDS_MAX]
    tokens = [token for token in (one.replace(_MARK, "") for one in tokens) if token]
    if not tokens:
        return None
    is_ended = not words[-1:].strip()  # a blank behind it: the last word is whole, too
    whole = sorted({_spelled(token) for token in tokens[: None if is_ended else -1]})
    alternatives = [f"({token}(?!{_LETTER}))" for token in whole]
    if not is_ended:
        alternatives.append(f"({_spelled(tokens[-1])}{_LETTER}*)")
    return re.compile(rf"(?<![^\W_])(?<!{_MARK})(?:{'|'.join(alternatives)})")


def _spelled(token: str) -> str:
    """The token, whatever marks stand behind its letters."""
    return "".join(f"{re.escape(letter)}{_MARK}*" for letter in token)


def _folded(text: str) -> str:
    """As many characters as ``text``, without case and marks."""
    if text.isascii():
        return text.lower()
    return "".join(_fold(character) for character in text)


@cache
def _fold(character: str) -> str:
    if unicodedata.combining(character):
        return _MARK
    plain = unicodedata.normalize("NFD", character)[:1].lower()
    return plain if len(plain) == 1 else character
