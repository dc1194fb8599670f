"""What we ask a peer for, part by part of the set, until nothing new comes. Pure.

An answer has no end of its own, and where there is nothing to give a peer says nothing. So behind
each question stands a *fence*: a Request for one value that the peer is known to hold. Peers answer
in order, and the Data with just that value says that the question was answered. A peer of ours says
Done instead. Where neither is to be had, silence answers (protocols/hyperbloom.md 1 and 3).

A value that may stand in the answer itself is a doubtful fence: the first Data with just that value
may be the answer, and the fence's own come later. It is not taken for the end of what is asked
next: another value is the fence there, or silence.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.crypto.entropy import Entropy
from engine.model.ids import SpaceId
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.borders import RUN_VALUES, border
from engine.protocols.hyperbloom.bloom.filters import (
    cost,
    dimensions,
    holds,
    make_filter,
    values_within,
)
from engine.protocols.hyperbloom.limits import (
    ANSWER_BYTES_AIMED,
    ANSWER_VALUES_MAX,
    ANSWER_VALUES_MAX_ELSEWHERE,
    DATA_BYTES_MAX,
    PATIENCE_SECONDS,
    SILENCE_SECONDS,
    VALUE_BYTES_MAX,
)
from engine.protocols.hyperbloom.packets import EVERYTHING, BloomFilter, Bounds
from engine.protocols.hyperbloom.records import Records

_ROUNDS_MAX = 8  # ours: chance hides less than one value in a thousand from each
_ROUNDS_MIN = 2  # an empty answer under one seed is no proof
_LIMIT_MIN = 64
_OPTIONS_SIZE_MIN = 2_048  # ours: a filter of less is worth no message
_FIRST_SIZE = 256  # bytes of a value, as long as none is known
_SHARED_KEPT = 2  # one to be the fence while another is doubtful


@dataclass(slots=True, eq=False)
class Question:
    """One that is under way. ``fence``: the value that ends it."""

    known: BloomFilter | None
    bounds: Bounds
    limit: int
    asked_at: float
    fence: bytes | None = None
    received: int = 0
    _first: list[bytes] = field(default_factory=list)
    _kept_max: int = field(init=False)

    def __post_init__(self) -> None:
        self._kept_max = self.limit

    def note(self, values: Sequence[bytes]) -> None:
        """They have come; what else the peer says meanwhile looks the same as its answer."""
        fresh = {value for value in values if value in self.bounds}.difference(self._first)
        self.received += len(fresh)
        if len(self._first) >= self._kept_max:  # of a large Data most stand behind them
            fresh = {value for value in fresh if value < self._first[-1]}
        self._first = heapq.nsmallest(self._kept_max, (*self._first, *fresh))
        size = sum(map(len, self._first))
        while size > DATA_BYTES_MAX:  # what stands behind those that are left is asked for again
            size -= len(self._first.pop())
            self._kept_max = max(1, len(self._first))

    def rest(self) -> Bounds | None:
        """What is still to be asked for, if the answer was full.

        It has come in order, so it reached the last of the first ``limit`` values at least; others
        may stand behind what was said meanwhile.
        """
        if self.received < self.limit or not self._first:
            return None
        return Bounds(self._first[-1] + b"\0", self.bounds.end)

    def may_be_given(self, value: bytes) -> bool:
        """Whether the answer may hold it: a filter hides what it holds from whoever answers."""
        return value in self.bounds and (self.known is None or not holds(self.known, value))


class Asking:
    """One reconciliation after the other, with one peer."""

    __slots__ = ("_came", "_entropy", "_has_spoken", "_options", "_records", "_round",
                 "_says_done", "_shared", "_size", "_space", "_strays", "looked_at",
                 "question")  # fmt: skip

    def __init__(
        self, records: Records, space: SpaceId, entropy: Entropy, *, says_done: bool
    ) -> None:
        """``says_done``: the peer tells when it has answered."""
        self._records = records
        self._space = space
        self._entropy = entropy
        self._says_done = says_done
        self.question: Question | None = None
        self.looked_at = 0.0
        """Values that the last step has put into a filter, as often as it had to."""
        self._shared: tuple[bytes, ...] = ()
        """Values that the peer holds."""
        self._strays: set[bytes] = set()
        """A Data with just one of these may still come: the answer to a fence of before."""
        self._has_spoken = False
        self._round = self._came = 0
        self._size = _FIRST_SIZE
        self._options: packets.FilterOptions | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a question waits for its answer."""
        return self.question is not None

    @property
    def deadline(self) -> float | None:
        """When ``wake`` has to be called at the latest."""
        question = self.question
        if question is None:
            return None
        return question.asked_at + (PATIENCE_SECONDS if self._is_promised else SILENCE_SECONDS)

    @property
    def _is_promised(self) -> bool:
        """Whether the peer will tell when it has answered."""
        return self._says_done or (self.question is not None and self.question.fence is not None)

    def heed(self, options: packets.FilterOptions) -> None:
        """The peer takes filters of that size and number of hashes."""
        if options.size >= _OPTIONS_SIZE_MIN and options.n:
            self._options = options

    def begin(self, now: float) -> list[packets.Packet]:
        """Asks for everything that we lack. Nothing where that is under way."""
        self.looked_at = 0.0
        if self.question is not None:
            return []
        self._round = self._came = 0
        return self._ask_from(b"", now)

    def take(self, values: Sequence[bytes], now: float) -> None:
        """Some values of a Data that has several; ``hear`` follows the last of them."""
        self._learn(values)
        if self.question is not None:
            self.question.asked_at = now
            self.question.note(values)

    def hear(self, only: bytes | None, new: int, now: float) -> list[packets.Packet]:
        """A Data has come, in which ``new`` values were unknown to us, whose values were taken; or
        one of ``only`` one value.
        """
        self.looked_at = 0.0
        is_first, self._has_spoken = not self._has_spoken, True
        if only is not None:
            self._strays.discard(only)
            self._learn([only])
        question = self.question
        if question is None:  # a peer that had said nothing may just have answered late
            return self.begin(now) if is_first and new and not self._says_done else []
        if only is not None and only == question.fence:
            return self._end_at_fence(question, only, now)
        question.asked_at = now
        question.note([] if only is None else [only])
        self._came += new
        return self._fence_late(question)

    def _end_at_fence(self, question: Question, fence: bytes, now: float) -> list[packets.Packet]:
        is_doubtful = question.may_be_given(fence)
        if is_doubtful:
            self._strays.add(fence)
            question.note([fence])
        else:
            self._strays.clear()  # what was asked before is answered before
        return self.end(now, is_certain=not is_doubtful)

    def _fence_late(self, question: Question) -> list[packets.Packet]:
        """Behind the first that is heard of a peer there may be one, too."""
        if question.fence is not None:
            return []
        question.fence = self._fence_of(question)
        return [] if question.fence is None else [_fence(question.fence)]

    def _fence_of(self, question: Question) -> bytes | None:
        """What ends that question, if there is anything: a value beyond doubt before others."""
        if self._says_done:
            return None
        known = [value for value in self._shared if value not in self._strays]
        return min(known, key=question.may_be_given, default=None)

    def hear_part(self, now: float) -> None:
        """Something is coming in: a large answer on a slow line is no silence."""
        if self.question is not None:
            self.question.asked_at = now

    def _learn(self, values: Sequence[bytes]) -> None:
        """How long values are, and some that the peer holds: they are named in messages of ours."""
        shortest = heapq.nsmallest(_SHARED_KEPT, values, key=len)
        apt = [value for value in shortest if len(value) <= VALUE_BYTES_MAX]
        self._shared = tuple(dict.fromkeys((*apt, *self._shared)))[:_SHARED_KEPT]
        if len(values) > 1:  # one alone is a fence, or was said just now
            self._size = max(1, sum(map(len, values)) // len(values))

    def wake(self, now: float) -> list[packets.Packet]:
        """Nobody has answered for long: there was nothing to say.

        Who has promised to tell the end and does not is not asked any further, until ``begin``.
        """
        self.looked_at = 0.0
        deadline = self.deadline
        if deadline is None or now < deadline:
            return []
        self._strays.clear()  # they would have come by now
        if self._is_promised:
            self.question = None
            return []
        return self.end(now)

    def end(self, now: float, *, is_certain: bool = True) -> list[packets.Packet]:
        """The question was answered; not ``is_certain``: some of the answer may still come."""
        self.looked_at = 0.0
        question = self.question
        if question is None:
            return []
        rest = question.rest()
        if rest is not None:
            return self._ask(question.known, rest, now)
        if question.bounds.end is not None:
            return self._ask_from(question.bounds.end, now)
        return self._end_round(now, was_empty=question.known is None and is_certain)

    def _end_round(self, now: float, *, was_empty: bool) -> list[packets.Packet]:
        self._round += 1
        is_settled = not self._came and self._round >= _ROUNDS_MIN
        if was_empty or is_settled or self._round >= _ROUNDS_MAX:
            self.question = None
            return []
        self._came = 0
        return self._ask_from(b"", now)

    def _ask_from(self, start: bytes, now: float) -> list[packets.Packet]:
        """About the part of the set that begins there, under a fresh seed."""
        most = self._run_values
        held = self._records.values(self._space, Bounds(start), most + 1)
        if not start and not held:
            return self._ask(None, EVERYTHING, now)
        run = held[:most]
        end = border(held[-2], held[-1]) if len(held) > most else None
        size, hashes = dimensions(len(run))
        if self._options is not None:
            hashes = min(hashes, self._options.n)
        seed = int.from_bytes(self._entropy(4), "big")
        self.looked_at = len(held) * cost(hashes)
        return self._ask(make_filter(run, size, hashes, seed), Bounds(start, end), now)

    @property
    def _run_values(self) -> int:
        """How many values one filter holds."""
        options = self._options
        return RUN_VALUES if options is None else min(RUN_VALUES, values_within(options.size))

    @property
    def _most_values(self) -> int:
        """Of one answer. The first is short: behind it there is a fence, however slow the line."""
        if self._says_done:
            return ANSWER_VALUES_MAX
        return ANSWER_VALUES_MAX_ELSEWHERE if self._shared else _LIMIT_MIN

    def _ask(self, known: BloomFilter | None, bounds: Bounds, now: float) -> list[packets.Packet]:
        limit = min(self._most_values, max(_LIMIT_MIN, ANSWER_BYTES_AIMED // self._size))
        question = self.question = Question(known, bounds, limit, now)
        question.fence = self._fence_of(question)
        asked: packets.Packet = (
            packets.Request(bounds, limit) if known is None else packets.Sync(known, limit, bounds)
        )
        return [asked] if question.fence is None else [asked, _fence(question.fence)]


def _fence(value: bytes) -> packets.Packet:
    return packets.Request(Bounds(value, value + b"\0"), 1)
