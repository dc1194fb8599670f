"""What the peer asks, answered in its order, a slice of our values at a time. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.filters import Sieve, demand_filter
from engine.protocols.hyperbloom.limits import (
    ANSWER_BYTES_MAX,
    DATA_BYTES_SENT,
    FILTERS_BYTES_MAX,
    QUESTIONS_MAX,
    SLICE_VALUES,
    WANTED_SLICE,
)
from engine.protocols.hyperbloom.packets import EVERYTHING, BloomFilter, Bounds
from engine.protocols.hyperbloom.records import Records

_FIELD_BYTES = 5  # a tag and a length, at most
_SIEVED_MIN = 512  # ours: values looked at first under a filter, however few are asked for
_SIEVE_SHARE = 64  # ours: bytes of a filter that cost as much to make ready as a value to look at


@dataclass(slots=True)
class _Question:
    """What is still to be looked through, and how much may still be given.

    ``wanted``: ids of values, which are asked for in the place of what is within ``bounds``.
    ``is_asked``: by the peer; else we know that it lacks them, and all of them are given.
    ``seen``: how many values were looked through for it.
    """

    bounds: Bounds
    known: BloomFilter | None
    values_left: int
    bytes_left: int = ANSWER_BYTES_MAX
    wanted: tuple[bytes, ...] | None = None
    sieve: Sieve | None = None
    is_asked: bool = True
    seen: int = 0

    @property
    def held_bytes(self) -> int:
        """What its filter takes, and the same made ready to be asked."""
        filtered = 0 if self.known is None else len(self.known.bits)
        return filtered if self.sieve is None else filtered + self.sieve.held_bytes

    def takes(self, value: bytes) -> bool:
        """Whether there is room for it in the answer; it is counted."""
        size = len(value) + _FIELD_BYTES
        if self.is_asked and (self.values_left <= 0 or self.bytes_left < size):
            return False
        self.values_left -= 1
        self.bytes_left -= size
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing more is given."""
        is_at_end = self.values_left <= 0 or self.bytes_left <= DATA_BYTES_SENT
        return self.is_asked and is_at_end

    @property
    def next_look(self) -> int:
        """How many values to look through now.

        Without a filter all of them are given. With one, most of them where much is lacking; where
        little is, it shows, and the looks become longer.
        """
        most = self.values_left
        if self.known is not None:
            most = max(_SIEVED_MIN, most, self.seen)
        return min(SLICE_VALUES, most)


class Answering:
    """Questions of one peer. Each ends without a word where nothing is to be given."""

    __slots__ = ("_document", "_questions", "_records", "_space", "finished", "gave", "looked_at")

    def __init__(self, records: Records, space: SpaceId, *, document: bool = False) -> None:
        self._records = records
        self._space = space
        self._document = document
        self._questions: deque[_Question] = deque()
        self.looked_at = 0.0
        """Values that the last step went through, as often as it had to; and what a filter cost."""
        self.finished = False
        """Whether the last step has answered a question of the peer to its end."""
        self.gave = False
        """Whether the last step has said the last of what was to be given."""

    @property
    def is_busy(self) -> bool:
        """Whether ``step`` has more to do."""
        return bool(self._questions)

    @property
    def held_bytes(self) -> int:
        """What the filters of questions that wait take."""
        return sum(one.held_bytes for one in self._questions)

    def ask(self, question: packets.Sync | packets.Request) -> None:
        """Takes a question. Raises PeerViolation for a false filter, or what is too much to wait;
        FilterRefused for a filter that is too much.
        """
        self._demand_place()
        known = None
        if isinstance(question, packets.Sync):
            known = question.known
            demand_filter(known, document=self._document)
            self._demand_room(known)
        values = question.limit or SLICE_VALUES << 10
        self._questions.append(_Question(question.bounds, known, values))

    def want(self, ids: tuple[bytes, ...]) -> None:
        """Takes a question for the values of these ids. Raises PeerViolation for one too many."""
        self._demand_place()
        self._questions.append(_Question(EVERYTHING, None, len(ids), wanted=ids))

    def give(self, ids: tuple[bytes, ...]) -> None:
        """The peer lacks the values of these ids: all of them are said, in their turn."""
        self._questions.append(_Question(EVERYTHING, None, len(ids), wanted=ids, is_asked=False))

    def _demand_place(self) -> None:
        if sum(one.is_asked for one in self._questions) >= QUESTIONS_MAX:
            raise PeerViolation("too many questions at once", "1 Sync")

    def _demand_room(self, known: BloomFilter) -> None:
        waiting = sum(len(one.known.bits) for one in self._questions if one.known is not None)
        if waiting + len(known.bits) > FILTERS_BYTES_MAX:
            raise PeerViolation("too large questions at once", "1 Sync")

    def step(self) -> list[tuple[bytes, ...]]:
        """Goes on with the oldest question; the values to be said, a tuple a Data."""
        question = self._questions[0]
        lacking, is_last = self._look_on(question)
        given: list[bytes] = []
        for value in lacking:
            if not question.takes(value):
                break
            given.append(value)
        is_over = is_last or question.is_full
        self.finished, self.gave = is_over and question.is_asked, is_over and not question.is_asked
        if is_over:
            self._questions.popleft()
        return list(cut(given))

    def _look_on(self, question: _Question) -> tuple[Iterable[bytes], bool]:
        """What of the next slice is to be given, and whether it is the last one."""
        if question.wanted is not None:
            return self._look_up(question, question.wanted)
        self.looked_at = 0.0
        if question.known is not None and question.sieve is None:
            question.sieve = Sieve(question.known, document=self._document)
            self.looked_at = len(question.known.bits) / _SIEVE_SHARE
        most = question.next_look
        held = self._records.values(self._space, question.bounds, most)
        lacking = held if question.sieve is None else question.sieve.lacking(held)
        self.looked_at += len(held) * (1.0 if question.sieve is None else question.sieve.cost)
        question.seen += len(held)
        is_last = len(held) < most
        if not is_last:
            question.bounds = Bounds(held[-1] + b"\0", question.bounds.end)
        return lacking, is_last

    def _look_up(
        self, question: _Question, wanted: tuple[bytes, ...]
    ) -> tuple[Iterable[bytes], bool]:
        some, question.wanted = wanted[:WANTED_SLICE], wanted[WANTED_SLICE:]
        self.looked_at = float(len(some))
        return self._records.of_ids(self._space, some), not question.wanted


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
