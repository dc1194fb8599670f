"""Finds posts by their words.

What a person types holds no operators: it is cut at blanks, each piece is a quoted string to the
word index (whose tokeniser drops marks and diacritics), all of them must be there, and the last may
be a beginning. Newest first: each space gives the matches it received last, and these are ordered
by their time. A search that takes too long shows what it has found so far.
"""

from __future__ import annotations

import time

from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.views import SearchHit
from engine.store.database import Reading, Row
from engine.store.timeline.pages import author_view
from engine.store.timeline.snippets import snippet
from engine.store.timeline.timeline import ARRIVALS_BITS, ID_BYTES

TERMS_MAX = 32  # reliability, D-2
CHARACTERS_MAX = 256  # reliability, D-2
SECONDS_MAX = 0.25  # reliability, D-2
HITS_MAX = 1_000  # ours
CANDIDATES_PER_HIT = 4  # ours: room for posts that arrived late

_MATCHES = """
    SELECT timeline.number, space.id, order_key, at, author.public_key, path
    FROM (
        SELECT rowid AS found FROM timeline_words
        WHERE timeline_words MATCH ? AND rowid >= ? AND rowid < ?
        ORDER BY rowid DESC LIMIT ?
    )
    JOIN timeline ON timeline.number = found
    JOIN author ON author.number = timeline.author
    JOIN space ON space.number = timeline.space
"""
_TEXT = "SELECT text FROM timeline WHERE number = ?"


def terms_of(words: str) -> list[str]:
    """The pieces of ``words`` that hold something to look for, at most TERMS_MAX."""
    typed = words[:CHARACTERS_MAX].replace("\0", " ").encode("utf-8", "ignore").decode()
    pieces = typed.split()
    terms = [piece for piece in pieces if any(character.isalnum() for character in piece)]
    return terms[:TERMS_MAX]


def match_expression(words: str) -> str | None:
    """``words`` for the word index; None if there is nothing in them to look for."""
    terms = terms_of(words)
    if not terms:
        return None
    return " ".join('"' + term.replace('"', '""') + '"' for term in terms) + "*"


def find(
    reading: Reading, words: str, spaces: tuple[int, ...], limit: int
) -> tuple[SearchHit, ...]:
    """Up to ``limit`` posts of the spaces of these numbers, newest first."""
    expression = match_expression(words)
    wanted = max(0, min(limit, HITS_MAX))
    if expression is None or wanted == 0:
        return ()
    deadline = time.monotonic() + SECONDS_MAX
    rows: list[Row] = []
    for space in spaces:
        first, end = space << ARRIVALS_BITS, (space + 1) << ARRIVALS_BITS
        values = (expression, first, end, wanted * CANDIDATES_PER_HIT)
        rows += reading.rows_until(_MATCHES, values, lambda: time.monotonic() > deadline)
        if time.monotonic() > deadline:
            break
    rows.sort(key=lambda row: (row[3], row[2]), reverse=True)
    terms = terms_of(words)
    return tuple(_hit(reading, terms, row) for row in rows[:wanted])


def _hit(reading: Reading, terms: list[str], row: Row) -> SearchHit:
    number, space, order, at, public_key, path = row
    text: str = reading.value(_TEXT, (number,))
    return SearchHit(
        space=SpaceId(space),
        id=PostId(order[-ID_BYTES:]),
        at=at,
        author=author_view(public_key, path),
        snippet=snippet(text, terms),
        order=OrderKey(order),
    )
