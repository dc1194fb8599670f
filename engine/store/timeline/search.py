"""Finds posts by their words.

What a person types holds no operators: it is cut at blanks, each piece is a quoted string to the
word index (whose tokeniser drops marks and diacritics), all of them must be there, and the last may
be a beginning. Newest first: each space gives its matches in the order in which they arrived, and
several spaces are merged by how new all was that had arrived by then (``arrivals``). Each post is
found under what it shows now. A search that takes too long shows what it has found so far, and says
so: who is patient asks again.

What stands in the same index and is no post, as comments, is found by a ``Finder``.
"""

from __future__ import annotations

import contextlib
import heapq
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from engine.model.hits import FoundPosts, SearchHit
from engine.model.ids import OrderKey, PostId, PublicKey, SpaceId
from engine.model.indexing import forms_of, indexed
from engine.model.marks import Mark
from engine.model.queries import PATIENCE_MAX, Search
from engine.model.terms import may_begin_a_word, terms_of
from engine.model.views import AuthorView
from engine.store.database import Reading, Row
from engine.store.timeline.arrivals import arrived_at, end_of, numbers_of
from engine.store.timeline.authors import author_view
from engine.store.timeline.folds import IsFolded
from engine.store.timeline.marks import edit_of, is_changed_sql, is_retracted
from engine.store.timeline.posts import ID_BYTES, read_detail
from engine.store.timeline.snippets import LOOKED_AT_MAX, snippet

SECONDS_MAX = 0.25  # reliability, D-2
PATIENT_TIMES = 4  # ours: so many times as long
HITS_MAX = 1_000  # ours
GATHERED_LETTERS = 3  # as the word index has it (``prefix``)
WORDS_NAMED_MAX = 64  # ours: that begin in one way
_GONE = -2  # below the numbers of all spaces, and whatever a finder names

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
_TEXT = f"SELECT substr(text, 1, {LOOKED_AT_MAX + 1}), detail FROM timeline WHERE number = ?"  # noqa: S608 - of fixed texts


@dataclass(frozen=True, slots=True)
class Searched:
    """A space to be searched. ``order_of`` as in ``quotes``. What is folded away is not found."""

    number: int
    id: SpaceId
    order_of: Callable[[PostId], OrderKey | None]
    is_folded: IsFolded | None = None

    def hides(self, post: PostId, author: PublicKey) -> bool:
        """Whether it is folded away."""
        return self.is_folded is not None and self.is_folded(post, author)


Newness = tuple[float, int, int]
"""What is merged by, the largest first: how new it is, the number of its space, that of its row."""


class Found(Protocol):
    """Something that matches."""

    @property
    def newness(self) -> Newness:
        """Of what one finder finds, the next one's is never larger."""

    def hit(self, terms: Sequence[str]) -> SearchHit:
        """As it is shown."""


class Finder(Protocol):
    """Finds what is in the index and no post. Its ``newness`` names no space that there is."""

    def found(
        self,
        expression: str,
        spaces: Mapping[int, SpaceId],
        before: Newness | None,
        halt: Callable[[], bool],
    ) -> Generator[Found, None, None]:
        """In those spaces, by their numbers; of less newness than ``before``."""

    def newness_of(self, hit: SearchHit, spaces: Mapping[int, SpaceId]) -> Newness | None:
        """Of something that was found; None: it is gone."""


class _Time:
    """How long may be searched; ``is_up`` once somebody was told to halt."""

    def __init__(self, patience: int, is_to_end: Callable[[], bool]) -> None:
        times = PATIENT_TIMES ** max(0, min(patience, PATIENCE_MAX))
        self._deadline = time.monotonic() + SECONDS_MAX * times
        self._is_to_end = is_to_end
        self.is_up = False

    def halt(self) -> bool:
        self.is_up = self.is_up or self._is_to_end() or time.monotonic() > self._deadline
        return self.is_up


@dataclass(frozen=True, slots=True)
class _Match:
    """``number``: of the row whose words match, the post's own or that of its newest edit."""

    reading: Reading
    space: Searched
    number: int
    order: OrderKey
    at: float
    author: AuthorView

    @property
    def newness(self) -> Newness:
        """See ``Found``."""
        number = self.space.number
        return arrived_at(self.reading, number, self.number), number, self.number

    def hit(self, terms: Sequence[str]) -> SearchHit:
        """See ``Found``."""
        row = self.reading.row(_TEXT, (self.number,))
        assert row is not None
        text, detail = row
        names = [file.name for file in read_detail(detail).file_views]
        return SearchHit(
            space=self.space.id,
            id=PostId(self.order[-ID_BYTES:]),
            at=self.at,
            author=self.author,
            snippet=snippet("\n".join([text, *names] if text else names), terms),
            order=self.order,
        )


def match_expression(words: str) -> str | None:
    """``words`` for the word index; None if there is nothing in them to look for."""
    terms = terms_of(words)
    if not terms:
        return None
    *others, last = terms
    asked = [*(_asked(term) for term in others), _asked(last, may_begin=True)]
    is_plain = not any(one.startswith("(") for one in asked)
    return (" " if is_plain else " AND ").join(asked)


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
    return " AND ".join([*(_asked(term) for term in others), f"({named})"])


def _words_beginning(reading: Reading, letters: str, halt: Callable[[], bool]) -> list[str] | None:
    """All words of all posts that begin so; None if they are many."""
    end = letters[:-1] + chr(ord(letters[-1]) + 1)
    sql = "SELECT term FROM timeline_words_known WHERE term >= ? AND term < ? LIMIT ?"
    found = reading.rows_until(sql, (letters, end, WORDS_NAMED_MAX + 1), halt)
    return [term for (term,) in found] if len(found) <= WORDS_NAMED_MAX else None


def _asked(term: str, *, may_begin: bool = False) -> str:
    """One of the forms in which a text may hold it."""
    forms = list(
        dict.fromkeys(
            _quoted(form) + "*" * (may_begin and may_begin_a_word(form)) for form in forms_of(term)
        )
    )
    return forms[0] if len(forms) == 1 else f"({' OR '.join(forms)})"


def _quoted(term: str) -> str:
    return '"' + indexed(term).replace('"', '""') + '"'


def find(
    reading: Reading,
    query: Search,
    spaces: Sequence[Searched],
    is_to_end: Callable[[], bool] = lambda: False,
    finder: Finder | None = None,
) -> FoundPosts:
    """See ``Search``; ``spaces`` are those it is for. Once ``is_to_end``, it is cut.

    ``finder``: of what else is wanted.
    """
    left = _Time(query.patience, is_to_end)
    expression = _expression_over(reading, query.words, len(spaces), left.halt)
    wanted = max(0, min(query.limit, HITS_MAX))
    if expression is None or wanted == 0 or not spaces:
        return FoundPosts()
    before = _newness_of(reading, spaces, query.before, finder)
    looking = _Looking(reading, expression, left.halt)
    terms = terms_of(query.words)
    with ExitStack() as closing:
        runs: list[Generator[Found, None, None]] = [
            looking.at(space, _end(reading, space, before)) for space in spaces
        ]
        if finder is not None:
            runs.append(finder.found(expression, _by_number(spaces), before, left.halt))
        for run in runs:
            closing.enter_context(contextlib.closing(run))
        hits: list[SearchHit] = []
        for one in islice(_merged(runs), wanted):
            hits.append(one.hit(terms))
            if left.halt():  # a text may be long: the first is shown, whatever it takes
                break
    # A space that was given up gives way to older posts of others, however many those are.
    return FoundPosts(tuple(hits), is_cut=left.is_up)


def _by_number(spaces: Sequence[Searched]) -> Mapping[int, SpaceId]:
    return {space.number: space.id for space in spaces}


def _merged(runs: Sequence[Iterator[Found]]) -> Iterator[Found]:
    """Those of several spaces, newest first."""
    if len(runs) == 1:
        return runs[0]
    return heapq.merge(*runs, key=lambda one: one.newness, reverse=True)


def _newness_of(
    reading: Reading, spaces: Sequence[Searched], hit: SearchHit | None, finder: Finder | None
) -> Newness | None:
    """Of what was found last; of what is gone by its time."""
    if hit is None:
        return None
    gone = (hit.at, _GONE, 0)
    if hit.comment is not None:
        return gone if finder is None else finder.newness_of(hit, _by_number(spaces)) or gone
    last = next((space for space in spaces if space.id == hit.space), None)
    number = None if last is None else _number_of(reading, last, hit.order)
    if last is None or number is None:
        return gone
    return arrived_at(reading, last.number, number), last.number, number


def _end(reading: Reading, space: Searched, before: Newness | None) -> int:
    """The number below which the space's further matches lie."""
    if before is None:
        return numbers_of(space.number)[1]
    at, last, number = before
    if last == space.number:
        return number
    # Of the same time the space of the larger number comes first, as where they are merged.
    return end_of(reading, space.number, at, inclusive=space.number < last)


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

    def at(self, space: Searched, end: int) -> Generator[Found, None, None]:
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
            if space.hides(post, author):
                return None
            who = author_view(public_key, path)
            return _Match(self._reading, space, number, OrderKey(order), at, who)
        return self._edited(space, number, PostId(about), PublicKey(public_key))

    def _edited(
        self, space: Searched, number: int, post: PostId, editor: PublicKey
    ) -> _Match | None:
        """The post whose newest text stands in row ``number``; None if there is no such one."""
        order = space.order_of(post)
        row = None if order is None else self._reading.row(_POST, (space.number, order))
        if order is None or row is None or row[1] != editor or space.hides(post, editor):
            return None
        edited = edit_of(self._reading, space.number, post, editor)
        if edited is None or edited.number != number:
            return None
        if is_retracted(self._reading, space.number, post, editor):
            return None
        who = author_view(row[1], row[2])
        return _Match(self._reading, space, number, order, row[0], who)
