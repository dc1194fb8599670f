"""How well some letters fit a name. Pure; no Qt.

Each word that was typed must be found in the name, in any order, small or capital, with or without
marks: its letters all in a row, or with gaps from the beginning of a word on. Beginnings of words
count most, then letters in a row.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

LETTERS_MAX = 64  # ours: of what is typed, and of what a name gives
_WORD_START, _IN_A_ROW, _NAME_START, _LETTER, _GAP = 16, 12, 10, 4, -1
_NEVER = -(10**6)


@dataclass(frozen=True, slots=True)
class Fit:
    """``score``: larger is better. ``places``: the letters of the name that were meant, sorted."""

    score: int
    places: tuple[int, ...]


def fit(typed: str, name: str) -> Fit | None:
    """How ``typed`` fits ``name``; None if a letter is missing. Nothing typed fits everything."""
    letters = folded(name[:LETTERS_MAX])
    score = 0
    places: set[int] = set()
    for word in folded(typed[:LETTERS_MAX]).split():
        one = _best(word, letters)
        if one is None:
            return None
        score += one.score
        places.update(one.places)
    if places:
        score -= (len(letters) - len(places)) // 4  # of two names the shorter one is meant
    return Fit(score, tuple(sorted(places)))


@lru_cache(maxsize=4_096)
def folded(text: str) -> str:
    """One letter for one: small, and without its marks."""
    return "".join(_bare(letter) for letter in text)


def _bare(letter: str) -> str:
    bare = unicodedata.normalize("NFD", letter)[0].casefold()
    return bare if len(bare) == 1 else letter


def _best(word: str, name: str) -> Fit | None:
    """The best way to find the letters of ``word`` in ``name``, one after the other."""
    ways = [way for way in (_in_a_row(word, name), _with_gaps(word, name)) if way is not None]
    return max(ways, key=lambda way: way.score, default=None)


def _in_a_row(word: str, name: str) -> Fit | None:
    """Where it stands as it was typed, at the beginning of a word if it does anywhere."""
    starts = [at for at in range(len(name)) if name.startswith(word, at)]
    if not starts:
        return None
    start = max(starts, key=lambda at: _of_place(name, at))
    letters = len(word) * _LETTER + (len(word) - 1) * _IN_A_ROW
    return Fit(letters + _of_place(name, start), tuple(range(start, start + len(word))))


def _with_gaps(word: str, name: str) -> Fit | None:
    ends = _rows(word, name)
    if ends is None:
        return None
    last = max(range(len(name)), key=lambda place: ends[-1][place])
    places = [last]
    for row in range(len(word) - 1, 0, -1):
        places.append(_before(ends[row - 1], places[-1]))
    return Fit(ends[-1][last], tuple(reversed(places)))


def _rows(word: str, name: str) -> list[list[int]] | None:
    """Of each letter of ``word``, the best score where it is found at each place of ``name``."""
    rows: list[list[int]] = []
    for number, letter in enumerate(word):
        row = [_NEVER] * len(name)
        for place, other in enumerate(name):
            if other != letter:
                continue
            own = _LETTER + _of_place(name, place)
            if number == 0:
                row[place] = own if _of_place(name, place) else _NEVER
                continue
            before = _before(rows[-1], place)
            if before >= 0 and rows[-1][before] > _NEVER:
                row[place] = rows[-1][before] + own + _of_step(place - before)
        if all(score == _NEVER for score in row):
            return None
        rows.append(row)
    return rows


def _before(row: list[int], place: int) -> int:
    """Where the letter before the one at ``place`` is found best; -1: nowhere."""
    found = range(place)
    return max(found, key=lambda at: row[at] + _of_step(place - at), default=-1)


def _of_place(name: str, place: int) -> int:
    if place == 0:
        return _WORD_START + _NAME_START
    return 0 if name[place - 1].isalnum() else _WORD_START


def _of_step(step: int) -> int:
    return _IN_A_ROW if step == 1 else max(_GAP * step, -_LETTER)
