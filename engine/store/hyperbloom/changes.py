"""What became of comments: taken back, or shown with the newest words of their author.

Others' changes do not count, and of an author's one alone is read: each may be as long as a
comment, and nobody bounds how many there are of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.protocols.hyperbloom.comments.value import Kind
from engine.store.database import Reading, array_of

_DECIDING = (
    "SELECT rowid FROM hyperbloom_comment WHERE ledger = said.ledger AND reference = said.id"
    " AND author = said.author AND kind > 1 ORDER BY kind DESC, at DESC, id DESC LIMIT 1"
)
CHANGED = (
    "SELECT said.id, change.kind, change.at, change.text FROM hyperbloom_comment AS said"  # noqa: S608 - fixed
    f" JOIN hyperbloom_comment AS change ON change.rowid = ({_DECIDING})"
    " WHERE said.ledger = ? AND said.id IN carray(?)"
)


@dataclass(frozen=True, slots=True)
class Change:
    """Of one comment, what counts of its author's changes: the newest ``text``, or None: it was
    taken back.
    """

    at: float
    text: str | None

    @property
    def edited_at(self) -> float | None:
        """When the text was written."""
        return None if self.text is None else self.at


def changes_of(reading: Reading, ledger: int, comments: Sequence[bytes]) -> Mapping[bytes, Change]:
    """What their authors made of these, by the ids of those that they changed."""
    if not comments:
        return {}
    rows = reading.rows(CHANGED, (ledger, array_of(comments)))
    return {
        comment: Change(at, None if kind == Kind.RETRACTION else text)
        for comment, kind, at, text in rows
    }
