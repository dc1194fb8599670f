"""Finds comments by their words, as ``CommentWords`` has put them into the index.

Each is found under what it shows now: one that was changed by its newest text, one that was taken
back or whose author is hidden not at all. They come in the order of their arrival, newest first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.hits import SearchHit
from engine.model.ids import OrderKey, PostId, PublicKey, SpaceId
from engine.model.views import AuthorView
from engine.protocols.hyperbloom.comments.value import Kind, comment_id
from engine.store.database import Reading
from engine.store.hyperbloom.comment_words import FIRST_NUMBER
from engine.store.timeline.search import Found, Newness
from engine.store.timeline.snippets import snippet

OrderOfEntry = Callable[[SpaceId, int], OrderKey]
"""Where the entry of a feed stands that is the block of that number."""

_LAST = (1 << 63) - 1
_NO_SPACE = -1  # they are merged among the posts of all spaces, and come behind those of their time
_ID_BYTES = 32
_MATCHES = (
    "SELECT ledger, value FROM timeline_words CROSS JOIN hyperbloom_value"  # noqa: S608 - fixed
    f" ON hyperbloom_value.number = timeline_words.rowid - {FIRST_NUMBER}"
    f" WHERE timeline_words MATCH ? AND timeline_words.rowid >= {FIRST_NUMBER}"
    " AND timeline_words.rowid < ? AND ledger IN ({ledgers}) ORDER BY timeline_words.rowid DESC"
)
_ROW = (
    "SELECT id, kind, author, at, entry, reference, text, received_at, value_number"
    " FROM hyperbloom_comment WHERE ledger = ? AND id = ?"
)
_CHANGES = (
    "SELECT max(kind), (SELECT id FROM hyperbloom_comment WHERE ledger = ?1 AND reference = ?2"
    " AND author = ?3 AND kind = 2 AND kind > 1 ORDER BY at DESC, id DESC LIMIT 1)"
    " FROM hyperbloom_comment WHERE ledger = ?1 AND reference = ?2 AND author = ?3 AND kind > 1"
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A comment, or a change of one."""

    id: PostId
    kind: int
    author: PublicKey
    at: float
    entry: int | None
    reference: PostId | None
    text: str
    received_at: float
    number: int


@dataclass(frozen=True, slots=True)
class _Comment:
    """One that matches. ``shown``: the row of the text that it shows now."""

    space: SpaceId
    said: _Row
    shown: _Row
    order_of_entry: OrderOfEntry

    @property
    def newness(self) -> Newness:
        """See ``Found``."""
        return self.shown.received_at, _NO_SPACE, self.shown.number

    def hit(self, terms: Sequence[str]) -> SearchHit:
        """See ``Found``."""
        said, entry = self.said, self.said.entry
        order = OrderKey(b"") if entry is None else self.order_of_entry(self.space, entry)
        return SearchHit(
            space=self.space,
            id=PostId(order[-_ID_BYTES:]) if order else said.id,
            at=said.at,
            author=AuthorView(said.author, ()),
            snippet=snippet(self.shown.text, terms),
            order=order,
            comment=said.id,
            entry=entry,
        )


class CommentFinder:
    """A ``Finder``."""

    def __init__(self, reading: Reading, order_of_entry: OrderOfEntry) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._order_of_entry = order_of_entry

    def found(
        self,
        expression: str,
        spaces: Mapping[int, SpaceId],
        before: Newness | None,
        halt: Callable[[], bool],
    ) -> Generator[Found, None, None]:
        """See ``Finder``."""
        of_a_comment = before is not None and before[1] == _NO_SPACE
        end = FIRST_NUMBER + before[2] if before is not None and of_a_comment else _LAST
        until = None if before is None or of_a_comment else before[0]
        there = self._reading.rows("SELECT space FROM hyperbloom_ledger WHERE count")
        ledgers = [ledger for (ledger,) in there if ledger in spaces]
        if not ledgers:
            return
        looking = _Looking(self._reading, spaces, self._order_of_entry)
        sql = _MATCHES.format(ledgers=", ".join("?" * len(ledgers)))
        matches = self._reading.each_until(sql, (expression, end, *ledgers), halt)
        with contextlib.closing(matches) as rows:
            for ledger, value in rows:
                found = looking.at(ledger, comment_id(value))
                if found is not None and (until is None or found.shown.received_at <= until):
                    yield found
                elif halt():
                    return

    def newness_of(self, hit: SearchHit, spaces: Mapping[int, SpaceId]) -> Newness | None:
        """See ``Finder``."""
        ledger = next((number for number, space in spaces.items() if space == hit.space), None)
        if ledger is None or hit.comment is None:
            return None
        looking = _Looking(self._reading, spaces, self._order_of_entry)
        found = looking.shown(ledger, hit.comment)
        return None if found is None else found.newness


class _Looking:
    """One search. What was asked of a comment is remembered: it may have been changed often."""

    def __init__(
        self, reading: Reading, spaces: Mapping[int, SpaceId], order_of_entry: OrderOfEntry
    ) -> None:
        self._reading = reading
        self._spaces = spaces
        self._order_of_entry = order_of_entry
        self._shown: dict[tuple[int, PostId], _Comment | None] = {}
        hidden = reading.rows("SELECT ledger, author FROM hyperbloom_hidden")
        self._hidden = {(ledger, PublicKey(author)) for ledger, author in hidden}

    def at(self, ledger: int, match: PostId) -> _Comment | None:
        """The comment whose newest text is in the row of that id; None if there is no such one."""
        row = self._row(ledger, match)
        if row is None or (ledger, row.author) in self._hidden:
            return None
        meant = row.id if row.kind == Kind.COMMENT else row.reference
        found = None if meant is None else self.shown(ledger, meant)
        return found if found is not None and found.shown.id == match else None

    def shown(self, ledger: int, comment: PostId) -> _Comment | None:
        """A comment as it is shown now; None: it is unknown, or was taken back."""
        key = ledger, comment
        if key not in self._shown:
            self._shown[key] = self._look_up(ledger, comment)
        return self._shown[key]

    def _look_up(self, ledger: int, comment: PostId) -> _Comment | None:
        said = self._row(ledger, comment)
        if said is None or said.kind != Kind.COMMENT:
            return None
        changes = self._reading.row(_CHANGES, (ledger, comment, said.author))
        kind, newest = (None, None) if changes is None else changes
        if kind == Kind.RETRACTION:
            return None
        shown = said if newest is None else self._row(ledger, PostId(newest))
        if shown is None:
            return None
        return _Comment(self._spaces[ledger], said, shown, self._order_of_entry)

    def _row(self, ledger: int, comment: PostId) -> _Row | None:
        row = self._reading.row(_ROW, (ledger, comment))
        return None if row is None else _Row(*row)
