"""A feed over a line that takes long there and back: simulated seconds, and no others."""

from __future__ import annotations

import heapq
from itertools import count

from engine.crypto.ed25519 import from_seed
from engine.protocols.contract import Effect, Send, Store, WakeAt
from engine.protocols.hypercore.exchange.conversation import Conversation
from engine.protocols.hypercore.limits import IN_FLIGHT_BYTES_AIMED, REQUESTS_IN_FLIGHT_MAX
from engine.protocols.hypercore.records import HypercoreRecord
from tests.conversations.hypercore.test_conversations import feed_of, program
from tests.conversations.hypercore_pipe import WIRES, Program, nothing
from tests.unit.hypercore.memory_feeds import append

FEED = feed_of(1)
DELAY = 0.1  # each way
WIDE = 20e6  # bytes a second
NARROW = 0.5e6


class Line:
    """Between a reader (side 0) and an author: ``width`` bytes a second, and a delay."""

    def __init__(self, blocks: list[bytes], width: float) -> None:
        self.width = width
        author, reader = program(1, FEED), program(2, FEED)
        append(author.feeds, FEED.space, blocks, from_seed(bytes([1]) * 32))
        self.programs: list[Program] = [reader, author]
        self.ends: list[Conversation] = [
            reader.conversation(WIRES["dep0010"], FEED, nothing),
            author.conversation(WIRES["dep0010"], None, nothing),
        ]
        self.now = 0.0
        self._numbers = count()
        self._due: list[tuple[float, int, int, bytes | None]] = []
        self._free_at = [0.0, 0.0]
        for side, end in enumerate(self.ends):
            self._do(side, end.start(0.0))

    def read(self, blocks: int) -> float:
        """How many seconds it takes until so many are here."""
        here = self.programs[0].feeds.shelves[FEED.space].blocks
        while len(here) < blocks:
            self.now, _, side, data = heapq.heappop(self._due)
            if data is None:
                self._do(side, self.ends[side].wake(self.now))
                continue
            for effects in self.ends[side].receive(data, self.now):
                self._do(side, effects)
        return self.now

    @property
    def asked(self) -> int:
        """How many requests of the reader are on their way."""
        return len(self.ends[0]._lanes.open[FEED.space]._requests._asked)

    def _do(self, side: int, effects: list[Effect]) -> None:
        stored: list[HypercoreRecord] = []
        for effect in effects:
            match effect:
                case Send(data):
                    sent_at = max(self._free_at[side], self.now) + len(data) / self.width
                    self._free_at[side] = sent_at
                    self._put(sent_at + DELAY, 1 - side, data)
                case Store(record):
                    assert isinstance(record, HypercoreRecord)
                    self.programs[side].feeds.apply(record)
                    stored.append(record)
                case WakeAt(deadline):
                    self._put(max(deadline, self.now + 0.001), side, None)
                case _:
                    pass
        if stored:
            self._do(side, self.ends[side].notice(stored, self.now))

    def _put(self, at: float, side: int, data: bytes | None) -> None:
        heapq.heappush(self._due, (at, next(self._numbers), side, data))


def test_a_long_line_is_filled_with_small_blocks() -> None:
    blocks = [bytes([n % 251]) * 1_024 for n in range(4_000)]
    one_window_each_time = len(blocks) / REQUESTS_IN_FLIGHT_MAX * 2 * DELAY
    assert Line(blocks, WIDE).read(len(blocks)) < one_window_each_time / 2


def test_a_long_line_is_filled_with_large_blocks() -> None:
    blocks = [bytes([n % 251]) * 65_536 for n in range(600)]
    one_window_each_time = len(blocks) * 65_536 / IN_FLIGHT_BYTES_AIMED * 2 * DELAY
    assert Line(blocks, WIDE).read(len(blocks)) < one_window_each_time / 2


def test_on_a_line_that_is_full_no_more_waits_than_before() -> None:
    blocks = [bytes([n % 251]) * 1_024 for n in range(4_000)]
    line = Line(blocks, NARROW)
    line.read(3_000)
    assert line.asked <= REQUESTS_IN_FLIGHT_MAX
    assert line.read(len(blocks)) < 1.25 * sum(map(len, blocks)) / NARROW
