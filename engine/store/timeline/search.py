"""Finds posts by their words.

What a person types holds no operators: it is cut at blanks, each piece is a quoted string to the
word index (whose tokeniser drops marks and diacritics), all of them must be there, and the last may
be a beginning. Newest first: each space gives its matches in the order in which they arrived, and
several spaces are merged by how new all was that had arrived by then (``arrivals``). Each post is
found under what it shows now. A search that takes too long shows what it has found so far, and says
so: who is patient asks again.
"""

from __future__ import annotations

import contextlib
import heapq
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice

from engine.model.ids import OrderKey, PostId, PublicKey, SpaceId
from engine.model.marks import Mark
from engine.model.queries import PATIENCE_MAX, Search
from engine.model.views import AuthorView, FoundPosts, SearchHit
from engine.store.database import Reading, Row
from engine.store.timeline.arrivals import arrived_at, end_of, numbers_of
from engine.store.timeline.authors import author_view
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.marks import edit_of, is_changed_sql, is_retracted
from engine.store.timeline.posts import ID_BYTES, read_detail
from engine.store.timeline.snippets import snippet

TERMS_MAX = 32  # reliability, D-2
CHARACTERS_MAX = 256  # reliability, D-2
SECONDS_MAX = 0.25  # reliability, D-2
PATIENT_TIMES = 4  # ours: so many times as long
HITS_MAX = 1_000  # ours
GATHERED_LETTERS = 3  # as the word index has it (``prefix``)
WORDS_NAMED_MAX = 64  # ours: that begin in one way

_CHANGED = is_changed_sql("substr(timeline.order_key, -32)", Mark.EDIT, Mark.RETRACTION)
_MATCHES = (
    "SELECT timeline.number, aside, about, order_key, at, author.public_key, path"  # noqa: S608 - of fixed texts
    " FROM timeline_words"
    " CROSS JOIN timeline ON timeline.number = timeline_words.rowid"
    " CROSS JOIN author ON author.number = timeline.author"
    " WHERE timeline_words MATCH ? AND timeline_words.rowid >= ? AND timeline_words.rowid < ?"
    f" AND (aside = 'edit' OR (aside IS NULL AND NOT {_CHANGED}))"
    " ORDER BY timeline_words.rowid DESC"
)
_POST = (
    "SELECT at, author.public_key, path, timeline.number FROM timeline"
    " JOIN author ON author.number = timeline.author"
    " WHERE timeline.space = ? AND channel = '' AND order_key = ? AND aside IS NULL"
)
_TEXT = "SELECT text, detail FROM timeline WHERE number = ?"


@dataclass(frozen=True, slots=True)
class Searched:
    """A space to be searched. ``order_of`` as in ``quotes``. What is folded away is not found."""

    number: int
    id: SpaceId
    order_of: Callable[[PostId], OrderKey | None]
    is_folded: IsFolded | None = None


class _Time:
    """How long may be searched; ``is_up`` once somebody was told to halt."""

    def __init__(self, patience: int) -> None:
        times = PATIENT_TIMES ** max(0, min(patience, PATIENCE_MAX))
        self._deadline = time.monotonic() + SECONDS_MAX * times
        self.is_up = False

    def halt(self) -> bool:
        self.is_up = self.is_up or time.monotonic() > self._deadline
        return self.is_up


@dataclass(frozen=True, slots=True)
class _Match:
    """``number``: of the row whose words match, the post's own or that of its newest edit."""

    space: Searched
    number: int
    order: OrderKey
    at: float
    author: AuthorView


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
    expression = " ".join(_quoted(term) for term in terms)
    return expression + "*" * _may_begin_a_word(terms[-1])


def _expression_over(
    reading: Reading, words: str, spaces: int, halt: Callable[[], bool]
) -> str | None:
    """The same for a search of so many spaces.

    The index gathers all that begins in one way anew for each space, unless it is asked for by
    name. Beginnings of two and three letters it has gathered beforehand.
    """
    expression = match_expression(words)
    if expression is None or spaces == 1:
        return expression
    *others, beginning = terms_of(words)
    if not (beginning.isascii() and beginning.isalnum()) or len(beginning) <= GATHERED_LETTERS:
        return expression
    known = _words_beginning(reading, beginning.lower(), halt)
    if known is None:
        return expression
    named = " OR ".join(f'"{word}"' for word in known) or '""'
    return " AND ".join([*(_quoted(term) for term in others), f"({named})"])


def _words_beginning(reading: Reading, letters: str, halt: Callable[[], bool]) -> list[str] | None:
    """All words of all posts that begin so; None if they are many."""
    end = letters[:-1] + chr(ord(letters[-1]) + 1)
    sql = "SELECT term FROM timeline_words_known WHERE term >= ? AND term < ? LIMIT ?"
    found = reading.rows_until(sql, (letters, end, WORDS_NAMED_MAX + 1), halt)
    return [term for (term,) in found] if len(found) <= WORDS_NAMED_MAX else None


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _may_begin_a_word(term: str) -> bool:
    """One Latin letter begins a tenth of all words: it stands for itself.

    One of a script without blanks between words says a lot.
    """
    return len(term) > 1 or not term.isascii()


def find(reading: Reading, query: Search, spaces: Sequence[Searched]) -> FoundPosts:
    """See ``Search``; ``spaces`` are those it is for."""
    left = _Time(query.patience)
    expression = _expression_over(reading, query.words, len(spaces), left.halt)
    wanted = max(0, min(query.limit, HITS_MAX))
    if expression is None or wanted == 0 or not spaces:
        return FoundPosts()
    ends = _ends(reading, spaces, query.before)
    looking = _Looking(reading, expression, left.halt)
    terms = terms_of(query.words)
    with ExitStack() as closing:
        runs = [looking.at(space, end) for space, end in zip(spaces, ends, strict=True)]
        for run in runs:
            closing.enter_context(contextlib.closing(run))
        found = islice(looking.merged(runs), wanted)
        hits = tuple([_hit(reading, terms, match) for match in found])
    # A space that was given up gives way to older posts of others, however many those are.
    return FoundPosts(hits, is_cut=left.is_up)


def _ends(reading: Reading, spaces: Sequence[Searched], before: SearchHit | None) -> list[int]:
    """For each space the number below which its further matches lie."""
    if before is None:
        return [numbers_of(space.number)[1] for space in spaces]
    last = next((space for space in spaces if space.id == before.space), None)
    number = None if last is None else _number_of(reading, last, before.order)
    if last is None or number is None:
        return [end_of(reading, space.number, before.at, inclusive=False) for space in spaces]
    at = arrived_at(reading, last.number, number)
    return [
        number
        if space is last
        # Of the same time the space of the larger number comes first, as where they are merged.
        else end_of(reading, space.number, at, inclusive=space.number < last.number)
        for space in spaces
    ]


def _number_of(reading: Reading, space: Searched, order: OrderKey) -> int | None:
    """The row under whose words the post is found."""
    row = reading.row(_POST, (space.number, order))
    if row is None:
        return None
    author = PublicKey(row[1])
    edited = edit_of(reading, space.number, PostId(order[-ID_BYTES:]), author)
    return int(row[3]) if edited is None else edited.number


class _Looking:
    """One search: each space's matches as they come, as long as there is time."""

    def __init__(self, reading: Reading, expression: str, halt: Callable[[], bool]) -> None:
        self._reading = reading
        self._expression = expression
        self._halt = halt

    def merged(self, runs: Sequence[Iterator[_Match]]) -> Iterator[_Match]:
        """Those of several spaces, newest first."""
        return runs[0] if len(runs) == 1 else heapq.merge(*runs, key=self._newness, reverse=True)

    def _newness(self, match: _Match) -> tuple[float, int, int]:
        number = match.space.number
        return arrived_at(self._reading, number, match.number), number, match.number

    def at(self, space: Searched, end: int) -> Generator[_Match, None, None]:
        """Of one space, the rows of numbers below ``end``, the highest first."""
        values = (self._expression, numbers_of(space.number)[0], end)
        with contextlib.closing(self._reading.each_until(_MATCHES, values, self._halt)) as rows:
            for row in rows:
                match = self._match(space, row)
                if match is not None:
                    yield match
                elif self._halt():  # what is none, as others' edits, may be any number
                    return

    def _match(self, space: Searched, row: Row) -> _Match | None:
        number, aside, about, order, at, public_key, path = row
        if aside is None:
            post, author = PostId(order[-ID_BYTES:]), PublicKey(public_key)
            if space.is_folded is not None and space.is_folded(post, author):
                return None
            return _Match(space, number, OrderKey(order), at, author_view(public_key, path))
        return self._edited(space, number, PostId(about), PublicKey(public_key))

    def _edited(
        self, space: Searched, number: int, post: PostId, editor: PublicKey
    ) -> _Match | None:
        """The post whose newest text stands in row ``number``; None if there is no such one."""
        order = space.order_of(post)
        row = None if order is None else self._reading.row(_POST, (space.number, order))
        if order is None or row is None or row[1] != editor:
            return None
        edited = edit_of(self._reading, space.number, post, editor)
        if edited is None or edited.number != number:
            return None
        if is_retracted(self._reading, space.number, post, editor):
            return None
        return _Match(space, number, order, row[0], author_view(row[1], row[2]))


def _hit(reading: Reading, terms: list[str], match: _Match) -> SearchHit:
    row = reading.row(_TEXT, (match.number,))
    assert row is not None
    text, detail = row
    names = [file.name for file in read_detail(detail).file_views]
    return SearchHit(
        space=match.space.id,
        id=PostId(match.order[-ID_BYTES:]),
        at=match.at,
        author=match.author,
        snippet=snippet("\n".join([text, *names] if text else names), terms),
        order=match.order,
    )
