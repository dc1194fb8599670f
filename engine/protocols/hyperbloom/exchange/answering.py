"""What the peer asks, answered in its order, a slice of our values at a time. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.filters import Sieve
from engine.protocols.hyperbloom.limits import (
    ANSWER_BYTES_MAX,
    DATA_BYTES_SENT,
    QUESTIONS_MAX,
    SLICE_VALUES,
)
from engine.protocols.hyperbloom.packets import Bounds
from engine.protocols.hyperbloom.records import Records

_FIELD_BYTES = 5  # a tag and a length, at most


@dataclass(slots=True)
class _Question:
    """What is still to be looked through, and how much may still be given."""

    bounds: Bounds
    sieve: Sieve | None
    values_left: int
    bytes_left: int = ANSWER_BYTES_MAX


class Answering:
    """Questions of one peer. Each ends without a word where nothing is to be given."""

    __slots__ = ("_document", "_questions", "_records", "_space", "finished", "looked_at")

    def __init__(self, records: Records, space: SpaceId, *, document: bool = False) -> None:
        self._records = records
        self._space = space
        self._document = document
        self._questions: deque[_Question] = deque()
        self.looked_at = 0.0
        """Values that the last step went through, as often as it had to."""
        self.finished = False
        """Whether the last step has answered a question to its end."""

    @property
    def is_busy(self) -> bool:
        """Whether ``step`` has more to do."""
        return bool(self._questions)

    def ask(self, question: packets.Sync | packets.Request) -> None:
        """Takes a question. Raises PeerViolation for a false filter, or one question too many;
        FilterRefused for a filter that is too much.
        """
        if len(self._questions) >= QUESTIONS_MAX:
            raise PeerViolation("too many questions at once", "1 Sync")
        sieve = None
        if isinstance(question, packets.Sync):
            sieve = Sieve(question.known, document=self._document)
        values = question.limit or SLICE_VALUES << 10
        self._questions.append(_Question(question.bounds, sieve, values))

    def step(self) -> list[tuple[bytes, ...]]:
        """Goes on with the oldest question; the values to be said, a tuple a Data."""
        question = self._questions[0]
        held = self._records.values(self._space, question.bounds, SLICE_VALUES)
        lacking = held if question.sieve is None else question.sieve.lacking(held)
        self.looked_at = len(held) * (1.0 if question.sieve is None else question.sieve.cost)
        given: list[bytes] = []
        for value in lacking:
            size = len(value) + _FIELD_BYTES
            if question.values_left <= 0 or question.bytes_left < size:
                break
            question.values_left -= 1
            question.bytes_left -= size
            given.append(value)
        is_full = question.values_left <= 0 or question.bytes_left <= DATA_BYTES_SENT
        self.finished = len(held) < SLICE_VALUES or is_full
        if self.finished:
            self._questions.popleft()
        else:
            question.bounds = Bounds(held[-1] + b"\0", question.bounds.end)
        return list(cut(given))


def cut(values: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    """The same values, so many together as a Data of ours may hold, but at least one."""
    piece: list[bytes] = []
    size = 0
    for value in values:
        if piece and size + len(value) + _FIELD_BYTES > DATA_BYTES_SENT:
            yield tuple(piece)
            piece, size = [], 0
        piece.append(value)
        size += len(value) + _FIELD_BYTES
    if piece:
        yield tuple(piece)
