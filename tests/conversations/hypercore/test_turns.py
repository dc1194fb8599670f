"""More feeds in common than lanes: they take turns, and who begins with others is not blamed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.ed25519 import from_seed
from engine.model.ids import SpaceId
from engine.protocols.contract import Ending
from engine.protocols.hypercore.draft1 import wire as draft1
from engine.protocols.hypercore.exchange import lanes, openings
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.limits import TURN_SECONDS
from engine.protocols.hypercore.records import Feed, Sought
from tests.conversations.hypercore.overheard import silence
from tests.conversations.hypercore.test_conversations import (
    BLOCKS,
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
    write,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.memory_feeds import append

LANES = 4
DEP0010 = WIRES["dep0010"]
A_TURN = TURN_SECONDS + 4.0
"""In which there is one, and not a second."""


@pytest.fixture(autouse=True)
def few_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lanes, draft1):
        monkeypatch.setattr(module, "LANES_MAX", LANES)


def both(count: int) -> tuple[Program, Program, list[Feed]]:
    """An author of so many feeds and a reader, who followed the last one first."""
    feeds = [feed_of(number) for number in range(1, count + 1)]
    author, reader = program(1, *feeds), program(2, *reversed(feeds))
    for number in range(1, count + 1):
        write(author, number, number)
    return author, reader, feeds


def meet(dialler: Program, listener: Program, first: Feed, wire: NewWire = DEP0010) -> Pipe:
    """Both list all feeds."""
    return Pipe(dialler, listener, first, wire, shares=lambda _space: True)


def exchanged(reader: Program, feeds: list[Feed]) -> list[int]:
    """The numbers of those of which all is there."""
    return [
        number for number, feed in enumerate(feeds, 1) if len(blocks_of(reader, feed)) == number
    ]


@EVERY_WIRE
@pytest.mark.parametrize("count", [LANES, LANES + 1, 3 * LANES])
@pytest.mark.parametrize("author_dials", [False, True])
def test_all_feeds_are_exchanged_however_many_there_are(
    wire: NewWire, count: int, *, author_dials: bool
) -> None:
    author, reader, feeds = both(count)
    ends = (author, reader) if author_dials else (reader, author)
    pipe = meet(*ends, feeds[0], wire)
    assert len(exchanged(reader, feeds)) == LANES, "as many as there are lanes, at once"
    pipe.pass_time(60.0)
    assert exchanged(reader, feeds) == list(range(1, count + 1))
    assert pipe.endings() == [None, None]


@EVERY_WIRE
def test_news_come_when_it_is_their_turn_and_nobody_seems_gone_meanwhile(wire: NewWire) -> None:
    author, reader, feeds = both(2 * LANES)
    pipe = meet(reader, author, feeds[0], wire)
    pipe.pass_time(60.0)
    assert [len(end.presence) for end in pipe.ends] == [2 * LANES, 2 * LANES]
    for number, feed in enumerate(feeds, 1):
        secret = from_seed(bytes([number]) * 32)
        pipe.stored(1, append(author.feeds, feed.space, BLOCKS[number : number + 2], secret))
    pipe.pass_time(60.0)
    for number, feed in enumerate(feeds, 1):
        assert blocks_of(reader, feed) == dict(enumerate(BLOCKS[: number + 2]))


@EVERY_WIRE
def test_of_those_that_wait_nobody_asks_again_whether_they_may_be_named(wire: NewWire) -> None:
    author, reader, feeds = both(2 * LANES)
    asked: list[SpaceId] = []

    def shares(space: SpaceId) -> bool:
        asked.append(space)
        return True

    pipe = Pipe(reader, author, feeds[0], wire, shares=shares)
    asked.clear()
    for end in pipe.ends:
        end._openings.introduce_all(pipe.now)
    assert asked == []


@pytest.mark.parametrize("waiting", [2, 3])
def test_so_many_have_their_turn_at_a_time_and_no_more(
    monkeypatch: pytest.MonkeyPatch, waiting: int
) -> None:
    monkeypatch.setattr(openings, "TURNS_MAX", 2)
    author, reader, feeds = both(LANES + waiting)
    pipe = meet(reader, author, feeds[0])
    before = set(exchanged(reader, feeds))
    pipe.pass_time(A_TURN)
    assert len(set(exchanged(reader, feeds)) - before) == 2


def test_what_somebody_waits_for_has_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "TURNS_MAX", 2)
    author, reader, feeds = both(3 * LANES)
    pipe = meet(reader, author, feeds[0])
    before = exchanged(reader, feeds)
    last = next(number for number in range(1, 3 * LANES + 1) if number not in before)
    reader.feeds.apply(Sought(feeds[last - 1].space, 0, 1))
    pipe.pass_time(A_TURN)
    since = [number for number in exchanged(reader, feeds) if number not in before]
    assert last in since
    assert len(since) == 2, "and one that nobody waits for"


def test_a_feed_of_which_something_is_awaited_keeps_its_lane() -> None:
    author, reader, feeds = both(2 * LANES)
    pipe = meet(reader, author, feeds[0])
    silence(pipe, 1)
    secret = from_seed(bytes([1]) * 32)
    pipe.stored(1, append(author.feeds, feeds[0].space, BLOCKS[1:5], secret))
    before = set(pipe.ends[0]._lanes.ours)
    pipe.pass_time(A_TURN)
    after = set(pipe.ends[0]._lanes.ours)
    assert before & after == {feeds[0].space}


def test_from_a_program_that_is_not_ours_no_lane_is_taken_away() -> None:
    author, reader, feeds = both(LANES + 1)
    pipe = meet(reader, author, feeds[0])
    speech = pipe.ends[0]._speech
    speech.terms = replace(speech.terms, theirs=())
    pipe.pass_time(60.0)
    assert len(exchanged(reader, feeds)) == LANES
    assert pipe.endings() == [None, None]


@pytest.mark.parametrize("leaves", [0, 1])
def test_with_one_that_does_not_stay_it_ends_when_all_had_their_turn(leaves: int) -> None:
    author, reader, feeds = both(2 * LANES + 1)
    (author, reader)[leaves].settings = Settings(live=False)
    pipe = meet(reader, author, feeds[0])
    pipe.pass_time(90.0)
    assert exchanged(reader, feeds) == list(range(1, 2 * LANES + 2))
    assert pipe.endings()[0] is Ending.CLOSED_BY_US


def test_what_lies_beside_a_feed_has_its_turn_too() -> None:
    """Of a folder the files, whether or not its names have a lane just then."""
    names = [feed_of(number) for number in range(1, LANES + 2)]
    files = [feed_of(20 + number, beside=one.space) for number, one in enumerate(names)]
    author, reader = program(1, *names, *files), program(2, *files, *reversed(names))
    for number in range(len(files)):
        write(author, 20 + number, 3)
    shared = {one.space for one in names}
    pipe = Pipe(reader, author, names[0], DEP0010, shares=shared.__contains__)
    pipe.pass_time(90.0)
    for one in files:
        assert blocks_of(reader, one) == dict(enumerate(BLOCKS[:3]))
    assert pipe.endings() == [None, None]
