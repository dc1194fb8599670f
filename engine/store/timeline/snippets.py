"""The piece of a text around the first word that was looked for. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.model.indexing import bare_letter, forms_of, put_together, stands_apart

LOOKED_AT_MAX = 65_536  # ours: characters, as many as the word index holds of a text
BEFORE_CHARACTERS = 48  # ours
SNIPPET_CHARACTERS = 160  # ours: about two lines
_ELLIPSIS = "…"


class _Folding(dict[int, str]):
    """One character for one, as the word index compares them; none for a mark."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = "" if _is_mark(character) else bare_letter(character)
        if len(self) < _FOLDED_KEPT:
            self[code] = folded
        return folded


_FOLDED_KEPT = 4_096  # ours: more characters than most texts of the world use
_FOLDED = _Folding()


def snippet(text: str, terms: Sequence[str]) -> str:
    """One line of plain text from ``text``, around the first place that reads like a term."""
    looked_at = text[:LOOKED_AT_MAX]
    found = min(_places(looked_at, terms), default=0)
    start = _word_start(looked_at, found)
    piece = looked_at[start : start + SNIPPET_CHARACTERS]
    is_cut = start + len(piece) < len(text)
    line = " ".join(piece.split())
    return (_ELLIPSIS if start else "") + line + (_ELLIPSIS if is_cut else "")


def _places(text: str, terms: Sequence[str]) -> list[int]:
    """Where the terms stand first."""
    folded = put_together(text).translate(_FOLDED)
    found = [folded.find(spelling) for term in terms for spelling in _spellings(term)]
    places = [place for place in found if place >= 0]
    if len(folded) == len(text) or not places:
        return places
    kept = [at for at, one in enumerate(text) if not _is_mark(one)]
    return [kept[place] for place in places]


def _is_mark(character: str) -> bool:
    return unicodedata.combining(character) > 0 and not stands_apart(character)


def _spellings(term: str) -> tuple[str, ...]:
    folded = [form.translate(_FOLDED) for form in forms_of(put_together(term))]
    sharp = [folded[0].replace("ß", "ss"), folded[0].replace("ss", "ß")]
    return (*folded, *sharp)


def _word_start(text: str, found: int) -> int:
    """Some way before ``found``, at the beginning of a word."""
    earliest = max(0, found - BEFORE_CHARACTERS)
    if earliest == 0:
        return 0
    for place in range(earliest, found):
        if text[place - 1].isspace() and not text[place].isspace():
            return place
        if stands_apart(text[place]) and not unicodedata.category(text[place]).startswith("M"):
            return place
    return found
