"""Several programs, several connections: whatever happens meanwhile, all get what somebody has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from typing_extensions import override

from engine.crypto.ed25519 import from_seed
from engine.protocols.contract import Effect, Store
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.records import (
    Evicted,
    FeedStored,
    HypercoreRecord,
    Reclaimed,
    Sought,
)
from tests.conversations.hypercore.test_conversations import blocks_of, feed_of, program
from tests.conversations.hypercore_pipe import NewWire, Pipe, Program
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import append

AUTHOR = from_seed(bytes([1]) * 32)
FEED = feed_of(1)
BLOCKS = [block_of("crowds", n, (53 * n) % 97) for n in range(400)]
WIRES = pytest.mark.parametrize("wire", [Dep0010Wire, Draft1Wire])


class Crowd:
    """The author is the first of ``programs``; every one notices what it stores, wherever from."""

    def __init__(self, count: int, wire: NewWire, random: Random) -> None:
        self.programs = [program(number, FEED) for number in range(1, count + 1)]
        self.pipes: list[Pipe] = []
        self._wire = wire
        self._random = random

    def connect(self, one: int, other: int) -> None:
        crowd = self

        class Line(Pipe):
            @override
            def _do(self, side: int, effects: list[Effect]) -> None:
                super()._do(side, effects)
                for effect in effects:
                    if isinstance(effect, Store):
                        assert isinstance(effect.record, HypercoreRecord)
                        crowd.tell(self.programs[side], effect.record, but=self)

        programs = self.programs[one], self.programs[other]
        cut = self._random.choice([1, 100, 4_096, 1 << 16])
        self.pipes.append(Line(*programs, FEED, self._wire, cut=lambda: cut))

    def tell(self, one: Program, record: HypercoreRecord, but: Pipe | None = None) -> None:
        for pipe in self.pipes:
            for side in (0, 1):
                if pipe is not but and pipe.programs[side] is one and pipe.closed[side] is None:
                    pipe._do(side, pipe.ends[side].notice([record], pipe.now))

    def happens(self, number: int, record: HypercoreRecord) -> None:
        self.programs[number].feeds.apply(record)
        self.tell(self.programs[number], record)

    def append(self, count: int) -> None:
        feeds = self.programs[0].feeds
        length = feeds.shelves[FEED.space].feed.length
        record = append(feeds, FEED.space, BLOCKS[length : length + count], AUTHOR)
        self.tell(self.programs[0], record)

    def pause(self, number: int, *, paused: bool) -> None:
        feed = replace(self.programs[number].feeds.shelves[FEED.space].feed, paused=paused)
        self.happens(number, FeedStored(FEED.space, feed, at=0.0))

    def hang_up(self, pipe: Pipe) -> None:
        self.pipes.remove(pipe)
        for end in pipe.ends:
            list(end.receive(b"", pipe.now))

    def pass_time(self, seconds: float) -> None:
        for _ in range(int(seconds)):
            for pipe in self.pipes:
                pipe.pass_time(1.0)
                pipe.settle()

    def settle(self) -> None:
        while any(any(pipe._wires) for pipe in self.pipes):
            for pipe in self.pipes:
                pipe.settle()


@WIRES
@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_meanwhile_all_get_all(wire: NewWire, seed: int) -> None:
    random = Random(seed)
    crowd = Crowd(4, wire, random)
    crowd.append(30)
    for one, other in ((1, 0), (2, 1), (3, 2), (3, 0)):
        crowd.connect(one, other)
    events: list[Callable[[], None]] = [
        lambda: crowd.append(random.randrange(1, 9)),
        lambda: crowd.pause(random.randrange(4), paused=random.random() < 0.4),
        lambda: _evict(crowd, random),
        lambda: crowd.happens(random.randrange(1, 4), Sought(FEED.space, random.randrange(60), 70)),
        lambda: _redial(crowd, random),
        lambda: crowd.pass_time(4.0),
        crowd.settle,
    ]
    for _ in range(60):
        random.choice(events)()
    for number in range(4):
        crowd.pause(number, paused=False)
        crowd.happens(number, Reclaimed(FEED.space))  # what was let go comes again only so
    crowd.settle()
    for pipe in list(crowd.pipes):  # one that lost its block to eviction may have given up
        crowd.hang_up(pipe)
    for one, other in ((1, 0), (2, 1), (3, 2), (3, 0)):
        crowd.connect(one, other)
    crowd.pass_time(40.0)
    crowd.settle()
    length = crowd.programs[0].feeds.shelves[FEED.space].feed.length
    assert blocks_of(crowd.programs[0], FEED) == dict(enumerate(BLOCKS[:length]))
    for reader in crowd.programs[1:]:
        assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:length]))
        assert not reader.feeds.shelves[FEED.space].forks


def _evict(crowd: Crowd, random: Random) -> None:
    """Readers only: what the author has not is nowhere."""
    start = random.randrange(40)
    crowd.happens(random.randrange(1, 4), Evicted(FEED.space, start, start + random.randrange(6)))


def _redial(crowd: Crowd, random: Random) -> None:
    crowd.hang_up(random.choice(crowd.pipes))
    crowd.connect(*random.choice(((1, 0), (2, 1), (3, 2), (3, 0))))


@WIRES
def test_a_reader_passes_on_what_it_reads_while_it_reads(wire: NewWire) -> None:
    crowd = Crowd(3, wire, Random(1))
    crowd.connect(2, 1)
    crowd.append(100)
    crowd.connect(1, 0)
    crowd.settle()
    assert blocks_of(crowd.programs[2], FEED) == dict(enumerate(BLOCKS[:100]))
    crowd.append(50)
    crowd.settle()
    assert blocks_of(crowd.programs[2], FEED) == dict(enumerate(BLOCKS[:150]))
