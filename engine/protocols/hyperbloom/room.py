"""How much may be written about one feed: by one author, and by all together. Pure.

Sets only grow, and the network of trust says who may write, not how much. What is beyond is neither
stored nor passed on, so two peers may keep different parts of what one person wrote too much of;
nobody has written so much by hand. Whose set is full asks for no more: each time, most of it would
be dropped again. What it is given unasked, such as that something was taken back, it takes.
"""

from __future__ import annotations

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hyperbloom.comments.value import Kind
from engine.protocols.hyperbloom.records import Records, Summary, Taken

VALUES_OF_AUTHOR_MAX = 100_000  # ours: thirty a day for nine years
VALUES_OF_FEED_MAX = 2_000_000  # ours: some gigabytes; keys are made and let in for nothing
_TAKING_BACK = 2  # so many times as much, that nobody has to leave what they wrote as it is


def is_full(held: Summary) -> bool:
    """Whether who holds so much about a feed asks for no more."""
    return held.count >= VALUES_OF_FEED_MAX


class Room:
    """What one set has room for, as values are taken into it one after the other."""

    __slots__ = ("_of_all", "_of_authors", "_records", "_space")

    def __init__(self, records: Records, space: SpaceId) -> None:
        self._records = records
        self._space = space
        self._of_all = records.summary(space).count
        self._of_authors: dict[PublicKey, int] = {}

    def takes(self, one: Taken) -> bool:
        """Whether there is room for it; it is counted."""
        comment = one.comment
        times = _TAKING_BACK if comment is not None and comment.kind is Kind.RETRACTION else 1
        if self._of_all >= times * VALUES_OF_FEED_MAX:
            return False
        if comment is not None:
            written = self._written_by(comment.author)
            if written >= times * VALUES_OF_AUTHOR_MAX:
                return False
            self._of_authors[comment.author] = written + 1
        self._of_all += 1
        return True

    def _written_by(self, author: PublicKey) -> int:
        if author not in self._of_authors:
            self._of_authors[author] = self._records.written_by(self._space, author)
        return self._of_authors[author]
