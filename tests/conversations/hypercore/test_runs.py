"""Programs like ours ask each other for many small blocks at a time (``tidings-run``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.crypto.ed25519 import from_seed
from engine.protocols.contract import Ending, Send
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange import serving
from engine.protocols.hypercore.exchange.runs import carried
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.exchange.trust.extensions import RUN
from engine.protocols.hypercore.limits import (
    EACH_BYTES_MAX,
    REFUSED_SECONDS,
    RUN_BLOCKS_MAX,
    RUN_BYTES_AIMED,
)
from engine.protocols.hypercore.records import Evicted, FeedStored, Sought
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.proof import Proof, prove_at
from tests.conversations.hypercore.test_conversations import (
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.conversations.hypercore_runs import blocks_asked, understood
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import append

FEED = feed_of(1)
AUTHOR = from_seed(bytes([1]) * 32)
DEP0010 = WIRES["dep0010"]
SMALL = [block_of("runs", n, 100 + n % 7) for n in range(200)]


def author_of(blocks: Sequence[bytes]) -> Program:
    one = program(1, FEED)
    append(one.feeds, FEED.space, blocks, AUTHOR)
    return one


class Heard:
    """What both sides of a pipe say from now on, runs as what they are."""

    def __init__(self, pipe: Pipe) -> None:
        self.said: tuple[list[packets.Packet], list[packets.Packet]] = ([], [])
        for side in (0, 1):
            self._tap(pipe, side)

    def _tap(self, pipe: Pipe, side: int) -> None:
        end = pipe.ends[side]
        say = end._wire.say

        def tapped(lane: int, *said: packets.Packet) -> bytes:
            self.said[side].extend(understood(end._speech.terms, one) for one in said)
            return say(lane, *said)

        end._wire.say = tapped  # type: ignore[method-assign]  # we only listen


def reading(
    author: Program, wire: NewWire = DEP0010, reader: Program | None = None
) -> tuple[Program, Pipe, Heard]:
    """Somebody meets the author before there is anything, and is told of it then."""
    reader = reader or program(2, FEED)
    shelf = author.feeds.shelves[FEED.space]
    full = shelf.feed
    shelf.feed = replace(full, paused=True)
    pipe = Pipe(reader, author, FEED, wire)
    heard = Heard(pipe)
    shelf.feed = full
    pipe.stored(1, FeedStored(FEED.space, full, at=0.0))
    return reader, pipe, heard


@EVERY_WIRE
def test_small_blocks_come_many_at_a_time(wire: NewWire) -> None:
    reader, pipe, heard = reading(author_of(SMALL), wire)
    assert blocks_of(reader, FEED) == dict(enumerate(SMALL))
    runs = [one for one in heard.said[1] if isinstance(one, packets.Run)]
    assert sum(len(one.values) for one in runs) >= 180
    assert len(runs) <= 12
    assert max(len(one.values) for one in runs) == RUN_BLOCKS_MAX
    assert pipe.closed == [None, None]


def test_large_blocks_come_one_at_a_time() -> None:
    large = [block_of("large", n, RUN_BYTES_AIMED) for n in range(8)]
    reader, _, heard = reading(author_of(large))
    assert blocks_of(reader, FEED) == dict(enumerate(large))
    assert not any(isinstance(one, packets.Run | packets.RunRequest) for one in heard.said[1])


@pytest.mark.parametrize("who", [0, 1])
def test_by_the_document_alone_they_come_one_at_a_time(who: int) -> None:
    author, reader = author_of(SMALL), program(2, FEED)
    (author, reader)[who].settings = Settings(document=True)
    reader, _, heard = reading(author, reader=reader)
    assert blocks_of(reader, FEED) == dict(enumerate(SMALL))
    assert not any(isinstance(one, packets.Run | packets.RunRequest) for one in heard.said[0])


def test_large_ones_among_small_ones_are_given_by_themselves() -> None:
    """The asker only knows how long they are on average."""
    some = [*SMALL[:64], block_of("large", 1, 500_000), *SMALL[65:]]
    reader, pipe, _ = reading(author_of(some))
    assert blocks_of(reader, FEED) == dict(enumerate(some))
    assert pipe.closed == [None, None]


def test_who_lacks_some_of_a_run_gives_the_others() -> None:
    author = author_of(SMALL)
    between = program(3, FEED)
    Pipe(between, author, FEED, DEP0010)
    reader = program(2, FEED)
    pipe = Pipe(reader, between, FEED, DEP0010)
    for block in (40, 77):  # gone, and nobody has been told yet
        between.feeds.apply(Evicted(FEED.space, block, block + 1))
    reader.feeds.apply(Evicted(FEED.space, 32, 96))
    sought = Sought(FEED.space, 32, 96)
    reader.feeds.apply(sought)
    pipe.stored(0, sought)
    assert blocks_of(reader, FEED).keys() == set(range(200)) - {40, 77}
    assert pipe.closed == [None, None]


def test_what_somebody_waits_for_is_asked_for_first_and_alone() -> None:
    author, reader = author_of(SMALL), program(2, FEED)
    reader.feeds.apply(Sought(FEED.space, 150, 151))
    _, pipe, heard = reading(author, reader=reader)
    asked = [
        list(blocks)
        for one in heard.said[0]
        if (blocks := blocks_asked(pipe.ends[0]._speech.terms, one))
    ]
    assert asked[0] == [150]
    assert blocks_of(reader, FEED) == dict(enumerate(SMALL))


def test_a_run_that_nobody_asked_for_is_not_taken() -> None:
    author, reader = author_of(SMALL), program(2, replace(FEED, whole=False))
    _, pipe, heard = reading(author, reader=reader)
    proof = prove_at(author.feeds.tree(FEED.space), 15, 0)
    assert proof is not None
    run = packets.Run(15, tuple(SMALL[:16]), proof)
    pipe.hear(0, pipe.ends[1]._wire.say(0, carried(pipe.ends[1]._speech.terms, run)))
    assert blocks_of(reader, FEED) == {}
    assert heard.said[0][-1] == packets.Unhave(0, 16)


def test_a_run_whose_blocks_are_not_the_authors_ends_it() -> None:
    author, reader = author_of(SMALL), program(2, FEED)
    author.feeds.shelves[FEED.space].blocks[70] = b"something else"
    _, pipe, _ = reading(author, reader=reader)
    assert pipe.endings()[0] is Ending.VIOLATION
    assert blocks_of(reader, FEED).keys().isdisjoint(range(64, 96))


def test_blocks_of_a_run_that_came_from_another_are_stored_once() -> None:
    author, reader = author_of(SMALL), program(2, FEED)
    first = Pipe(reader, author, FEED, DEP0010, cut=lambda: 700)
    second = Pipe(reader, author, FEED, DEP0010, cut=lambda: 300)
    for pipe in (first, second):
        pipe.pass_time(30.0)
    assert blocks_of(reader, FEED) == dict(enumerate(SMALL))


def test_of_a_forked_feed_no_run_is_taken_behind_the_common_blocks() -> None:
    author, reader = author_of(SMALL), program(2, replace(FEED, common=80))
    _, pipe, heard = reading(author, reader=reader)
    for node in (2 * 64 + 31, 2 * 96 + 31):
        start, end = flat.blocks_below(node)
        proof = prove_at(author.feeds.tree(FEED.space), node, 0)
        assert proof is not None
        run = packets.Run(node, tuple(SMALL[start:end]), proof)
        pipe.hear(0, pipe.ends[1]._wire.say(0, carried(pipe.ends[1]._speech.terms, run)))
    assert blocks_of(reader, FEED).keys() <= set(range(80))
    assert not any(isinstance(one, packets.Run) for one in heard.said[0])


def test_nobody_is_sent_a_run_of_a_paused_feed_or_behind_its_end() -> None:
    author = author_of(SMALL)
    _, pipe, heard = reading(author, reader=program(2, replace(FEED, whole=False)))
    wire, terms = pipe.ends[0]._wire, pipe.ends[0]._speech.terms
    for node, paused in ((15, True), (2 * 192 + 15, False)):
        shelf = author.feeds.shelves[FEED.space]
        shelf.feed = replace(shelf.feed, paused=paused)
        heard.said[1].clear()
        pipe.hear(1, wire.say(0, carried(terms, packets.RunRequest(node, 0))))
        assert not any(isinstance(one, packets.Run) for one in heard.said[1])
        assert heard.said[1]


def test_who_asks_for_a_run_before_we_have_opened_the_feed_is_answered() -> None:
    """What was held until then is heard as if it came now."""
    author, reader = author_of(SMALL), program(2, replace(FEED, whole=False))
    first = feed_of(2)
    for one in (author, reader):
        one.feeds.apply(FeedStored(first.space, first, at=0.0))
    shelf = author.feeds.shelves.pop(FEED.space)
    pipe = Pipe(reader, author, first, DEP0010, shares=lambda space: space == FEED.space)
    heard = Heard(pipe)
    wire, lanes = pipe.ends[0]._wire, pipe.ends[0]._lanes
    asked = carried(pipe.ends[0]._speech.terms, packets.RunRequest(15, 0))
    pipe.hear(1, wire.say(lanes.ours[FEED.space], asked))
    author.feeds.shelves[FEED.space] = shelf
    pipe.stored(1, FeedStored(FEED.space, shelf.feed, at=0.0))
    assert any(isinstance(one, packets.Run) and one.node == 15 for one in heard.said[1])


def test_who_asks_for_a_run_of_a_feed_that_we_gave_up_is_told() -> None:
    author = author_of(SMALL)
    _, pipe, heard = reading(author, reader=program(2, replace(FEED, whole=False)))
    pipe.ends[1]._take_leave(FEED.space, 0.0)
    asked = carried(pipe.ends[0]._speech.terms, packets.RunRequest(15, 0))
    pipe.hear(1, pipe.ends[0]._wire.say(0, asked))
    assert heard.said[1][-1] == packets.Unhave(0, 16)


def test_a_question_of_some_bytes_is_not_answered_with_more_than_memory_bears() -> None:
    """Blocks of 4 MiB, below one node: a run would be 128 MiB."""
    author = author_of([bytes([number]) * (4 << 20) for number in range(32)])
    _, pipe, _ = reading(author, reader=program(2, replace(FEED, whole=False)))
    wire, terms = pipe.ends[0]._wire, pipe.ends[0]._speech.terms
    asked = wire.say(0, carried(terms, packets.RunRequest(31, 0)))
    sent = [one for said in pipe.ends[1].receive(asked, 0.0) for one in said]
    size = sum(len(one.data) for one in sent if isinstance(one, Send))
    assert EACH_BYTES_MAX <= size < EACH_BYTES_MAX + (1 << 20)


def test_blocks_of_a_run_that_were_too_many_at_once_come_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "EACH_BYTES_MAX", 100_000)
    large = [block_of("large", n, 30_000) for n in range(RUN_BLOCKS_MAX)]
    blocks = [*(SMALL * 10)[: 40 * RUN_BLOCKS_MAX], *large]
    author, reader = author_of(blocks), program(2, FEED)
    pipe = Pipe(reader, author, FEED, DEP0010)
    pipe.pass_time(20 * REFUSED_SECONDS)
    assert blocks_of(reader, FEED) == dict(enumerate(blocks))


def test_a_message_about_a_run_that_cannot_be_read_ends_it() -> None:
    pipe = Pipe(program(2, FEED), author_of(SMALL), FEED, DEP0010)
    message = pipe.ends[0]._speech.terms.message(RUN, b"\x07")
    assert message is not None
    pipe.hear(1, pipe.ends[0]._wire.say(0, message))
    assert pipe.endings()[1] is Ending.VIOLATION


def test_runs_without_a_proof_are_not_believed() -> None:
    author, reader = author_of(SMALL), program(2, FEED)
    pipe = Pipe(reader, author, FEED, DEP0010, cut=lambda: Random(1).randint(1, 90))
    lane = pipe.ends[0]._lanes.open[FEED.space]
    reader.feeds.apply(Evicted(FEED.space, 0, 200))
    forged = packets.Run(15, tuple(b"forged" for _ in range(16)), Proof(()))
    pipe.hear(0, pipe.ends[1]._wire.say(0, carried(pipe.ends[1]._speech.terms, forged)))
    assert lane.space == FEED.space
    assert blocks_of(reader, FEED) == {}
