"""Where in a line the words stand that were looked for. Pure; no Qt.

It follows the word index: a word is a run of letters and digits, compared small and without its
marks; all but the last word looked for are whole ones, the last may be a beginning, unless it is a
single Latin letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

FOLDED_KEPT_MAX = 4_096  # ours: more characters than most texts of the world use


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared, and where it stands in its text (in characters)."""

    folded: str
    start: int
    end: int


class _Folding(dict[str, str]):
    """One character for one: small, and without its marks."""

    def __missing__(self, character: str) -> str:
        bare = unicodedata.normalize("NFD", character)[0].lower()
        folded = bare if len(bare) == 1 else character
        if len(self) < FOLDED_KEPT_MAX:
            self[character] = folded
        return folded


_FOLDED = _Folding()


def words_of(text: str) -> Iterator[Word]:
    """The words of ``text``, in order."""
    start = -1
    letters: list[str] = []
    for place, character in enumerate(text):
        if character.isalnum():
            start = place if start < 0 else start
            letters.append(_FOLDED[character])
        elif start >= 0 and not unicodedata.category(character).startswith("M"):
            yield Word("".join(letters), start, place)
            start, letters = -1, []
    if start >= 0:
        yield Word("".join(letters), start, len(text))


def marks_in(line: str, looked_for: str) -> tuple[tuple[int, int], ...]:
    """Start and end (in characters) of each match in ``line``, in order, none overlapping."""
    wanted = [word.folded for word in words_of(looked_for)]
    if not wanted:
        return ()
    last = wanted[-1]
    beginning = last if len(last) > 1 or not last.isascii() else ""
    return tuple(_marks(line, frozenset(wanted), beginning))


def _marks(line: str, whole: frozenset[str], beginning: str) -> Iterator[tuple[int, int]]:
    for word in words_of(line):
        if word.folded in whole:
            yield word.start, word.end
        elif beginning and word.folded.startswith(beginning):
            yield word.start, _end_of(line, word, len(beginning))


def _end_of(line: str, word: Word, letters: int) -> int:
    """Behind so many letters of ``word``, with the marks upon the last of them."""
    seen = 0
    for place in range(word.start, word.end):
        if line[place].isalnum():
            if seen == letters:
                return place
            seen += 1
    return word.end


def utf16_offsets(line: str, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same places as Qt's text layouts count them: start and length in UTF-16 units."""
    if line.isascii():
        return [(start, end - start) for start, end in places]
    units = [0]
    for character in line:
        units.append(units[-1] + (2 if ord(character) > 0xFFFF else 1))
    return [(units[start], units[end] - units[start]) for start, end in places]
