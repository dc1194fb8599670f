"""Programs of ours talk about feeds over both wire protocols, as published and as written."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.ed25519 import from_seed
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.limits import HELD_MAX, LANES_MAX
from engine.protocols.hypercore.records import Feed, FeedForgotten, FeedStored, Naming
from engine.protocols.hypercore.tree.suites import SuiteName
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import MemoryFeeds, append

EVERY_WIRE = pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES.keys())
BLOCKS = [block_of("conversations", n, (61 * n) % 211) for n in range(60)]


def feed_of(number: int, **changes: object) -> Feed:
    key = PublicKey(from_seed(bytes([number]) * 32).public_key)
    feed = Feed(SpaceId(key), key, SuiteName.BLAKE2B)
    return replace(feed, **changes)  # type: ignore[arg-type]  # a test names real fields


def program(number: int, *feeds: Feed) -> Program:
    made = MemoryFeeds()
    for feed in feeds:
        made.apply(FeedStored(feed.space, feed, at=0.0))
    return Program(made, Random(number))


def write(author: Program, number: int, count: int) -> None:
    space = feed_of(number).space
    append(author.feeds, space, BLOCKS[:count], from_seed(bytes([number]) * 32))


def blocks_of(one: Program, feed: Feed) -> dict[int, bytes]:
    return one.feeds.shelves[feed.space].blocks


@EVERY_WIRE
@given(st.integers(1, 60), st.integers(0, 60), st.randoms(use_true_random=False))
def test_whoever_dials_both_get_what_the_other_has(
    wire: NewWire, length: int, had: int, random: Random
) -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    write(author, 1, length)
    if had:
        write(reader, 1, min(had, length))
    ends = [author, reader]
    random.shuffle(ends)
    pipe = Pipe(ends[0], ends[1], feed, wire, cut=lambda: random.choice([1, 5, 62, 4_096]))
    assert blocks_of(reader, feed) == dict(enumerate(BLOCKS[:length]))
    assert pipe.closed == [None, None]
    assert pipe.ready == [1, 1]


@EVERY_WIRE
def test_several_feeds_go_over_one_connection(wire: NewWire) -> None:
    """Those that both list; a feed that only one of them has is not spoken of."""
    feeds = [feed_of(number) for number in (1, 2, 3)]
    secret = feed_of(9)
    author, reader = program(1, *feeds, secret), program(2, *feeds)
    for number in (1, 2, 3):
        write(author, number, 10 * number)
    shared = {feed.space for feed in feeds}
    pipe = Pipe(reader, author, feeds[0], wire, shares=shared.__contains__)
    for number, feed in enumerate(feeds, 1):
        assert blocks_of(reader, feed) == dict(enumerate(BLOCKS[: 10 * number]))
    assert [len(end.presence) for end in pipe.ends] == [3, 3]


@EVERY_WIRE
def test_a_stranger_is_told_of_no_other_feed(wire: NewWire) -> None:
    feeds = [feed_of(number) for number in (1, 2)]
    author, reader = program(1, *feeds), program(2, *feeds)
    write(author, 2, 5)
    Pipe(reader, author, feeds[0], wire)
    assert blocks_of(reader, feeds[1]) == {}


@EVERY_WIRE
def test_what_belongs_to_a_feed_travels_beside_it(wire: NewWire) -> None:
    """A folder's files: known to the reader only once it has read of them."""
    names = feed_of(1)
    files = feed_of(2, beside=names.space)
    author, reader = program(1, names, files), program(2, names)
    write(author, 2, 7)
    pipe = Pipe(reader, author, names, wire)
    record = FeedStored(files.space, files, at=0.0)
    reader.feeds.apply(record)
    pipe.stored(0, record)
    assert blocks_of(reader, files) == dict(enumerate(BLOCKS[:7]))


@EVERY_WIRE
def test_what_comes_to_lie_beside_a_feed_when_another_is_forgotten_is_asked_for(
    wire: NewWire,
) -> None:
    """A folder's contents, which belonged to the other: no record of their own tells of them."""
    names, other = feed_of(1), feed_of(9)
    files = feed_of(2, beside=names.space)
    author, reader = program(1, names, files), program(2, names, other)
    write(author, 2, 7)
    pipe = Pipe(reader, author, names, wire)
    gone = FeedForgotten(other.space)
    reader.feeds.apply(gone)
    reader.feeds.apply(FeedStored(files.space, files, at=0.0))
    pipe.stored(0, gone)
    assert blocks_of(reader, files) == dict(enumerate(BLOCKS[:7]))


@EVERY_WIRE
def test_a_feed_that_the_listener_does_not_have_ends_it_at_once(wire: NewWire) -> None:
    feed = feed_of(1)
    dialler, listener = program(1, feed), program(2, feed_of(2))
    pipe = Pipe(dialler, listener, feed, wire)
    assert pipe.closed[1] is not None
    assert pipe.closed[1].ending is Ending.CLOSED_BY_US
    assert pipe.ready == [0, 0]


@EVERY_WIRE
def test_we_do_not_talk_to_ourselves(wire: NewWire) -> None:
    feed = feed_of(1)
    one, same = program(1, feed), program(2, feed)
    same.id = one.id
    pipe = Pipe(one, same, feed, wire)
    assert all(end is not None and end.ending is Ending.SELF_CONNECTION for end in pipe.closed)


@EVERY_WIRE
def test_news_follow_at_once_and_silence_is_filled(wire: NewWire) -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    pipe = Pipe(reader, author, feed, wire)
    pipe.pass_time(300.0)
    assert pipe.closed == [None, None]
    record = append(author.feeds, feed.space, BLOCKS[:3], from_seed(bytes([1]) * 32))
    pipe.stored(1, record)
    assert blocks_of(reader, feed) == dict(enumerate(BLOCKS[:3]))


@EVERY_WIRE
def test_a_peer_that_says_nothing_is_given_up(wire: NewWire) -> None:
    feed = feed_of(1)
    pipe = Pipe(program(1, feed), program(2, feed), feed, wire)
    pipe.ends[1].receive(b"", 0.0)
    quiet = program(3, feed).conversation(wire, feed, lambda _space: False)
    quiet.start(0.0)
    (closed,) = quiet.wake(10.0)
    assert getattr(closed, "ending", None) is Ending.TIMED_OUT


@EVERY_WIRE
def test_a_request_without_an_answer_ends_it_and_the_block_is_asked_of_others(
    wire: NewWire,
) -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    pipe = Pipe(reader, author, feed, wire)
    claim = packets.Have(((0, 5),))
    lane = pipe.ends[0]._lanes.open[feed.space]
    lane.receive(claim, pipe.now)
    assert reader.downloads.of(feed.space).asked.blocks == 5
    pipe.pass_time(60.0)
    assert pipe.closed[0] is not None
    assert pipe.closed[0].ending is Ending.TIMED_OUT
    assert reader.downloads.of(feed.space).asked.blocks == 0


@pytest.mark.parametrize("wire", [Dep0010Wire, Draft1Wire])
@pytest.mark.parametrize("is_greeted", [False, True])
@given(st.binary(max_size=300))
def test_any_bytes_end_it_or_are_passed_over(
    wire: NewWire, is_greeted: object, noise: bytes
) -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    write(author, 1, 3)
    if is_greeted:
        pipe = Pipe(reader, author, feed, wire)
        pipe.hear(0, noise)
    else:
        end = program(3, feed).conversation(wire, None, lambda _space: False)
        end.start(0.0)
        list(end.receive(noise, 0.0))


def test_our_own_nonce_is_refused() -> None:
    """H-7: the same key and nonce both ways is the same keystream."""
    feed = feed_of(1)
    for wire in (Dep0010Wire, Draft1Wire):
        end = program(1, feed).conversation(wire, feed, lambda _space: False)
        (said, *_) = end.start(0.0)
        (effects, *_) = list(end.receive(said.data[:62], 0.0))  # type: ignore[union-attr]  # a Send
        assert effects[-1].ending is Ending.VIOLATION  # type: ignore[union-attr]  # a Close


def hostile(wire: type[Dep0010Wire | Draft1Wire], feed: Feed) -> tuple[Pipe, Dep0010Wire]:
    """A listener of ours, and a wire in the hands of somebody else."""
    author = program(1, feed)
    write(author, 1, 3)
    attacker = program(2, feed)
    pipe = Pipe(attacker, author, feed, wire)
    mine = pipe.ends[0]._wire
    assert isinstance(mine, Dep0010Wire)
    return pipe, mine


def test_messages_on_a_channel_that_only_one_side_opened_are_held_to_a_bound() -> None:
    feed = feed_of(1)
    pipe, wire = hostile(Dep0010Wire, feed)
    pipe.hear(1, wire.say(1, packets.Feed(bytes(32))))
    for _ in range(HELD_MAX):
        pipe.hear(1, wire.say(1, packets.Want(0, None)))
    assert pipe.endings() == [None, None]
    pipe.hear(1, wire.say(1, packets.Want(0, None)))
    assert pipe.endings() == [None, Ending.VIOLATION]


def test_boxes_of_a_feed_that_we_do_not_have_are_held_to_the_same_bound() -> None:
    feed, other = feed_of(1), feed_of(2)
    author, reader = program(1, feed), program(2, feed, other)
    pipe = Pipe(reader, author, feed, Draft1Wire)
    wire = pipe.ends[0]._wire
    opening = wire.open(1, other, Naming.OLDER)
    pipe.hear(1, opening + b"".join(wire.say(1, packets.Want(0, None)) for _ in range(HELD_MAX)))
    assert pipe.endings() == [None, None]
    pipe.hear(1, wire.say(1, packets.Want(0, None)))
    assert pipe.endings() == [None, Ending.VIOLATION]


def test_lanes_are_opened_to_a_bound() -> None:
    feed = feed_of(1)
    pipe, wire = hostile(Dep0010Wire, feed)
    for lane in range(1, LANES_MAX):
        pipe.hear(1, wire.say(lane, packets.Feed(lane.to_bytes(32, "big"))))
    assert pipe.endings() == [None, None]
    pipe.hear(1, wire.say(LANES_MAX, packets.Feed(bytes(32))))
    assert pipe.endings() == [None, Ending.VIOLATION]


def test_a_message_on_a_channel_that_nobody_opened_is_a_violation() -> None:
    pipe, wire = hostile(Dep0010Wire, feed_of(1))
    pipe.hear(1, wire.say(7, packets.Want(0, None)))
    assert pipe.closed[1] is not None
    assert pipe.closed[1].ending is Ending.VIOLATION


def test_an_opening_on_a_number_in_use_closes_the_old_channel() -> None:
    feed = feed_of(1)
    pipe, wire = hostile(Dep0010Wire, feed)
    assert len(pipe.ends[1].presence) == 1
    pipe.hear(1, wire.say(0, packets.Feed(bytes(32))))
    assert pipe.closed[1] is None
    assert pipe.ends[1].presence == []


@EVERY_WIRE
def test_what_lies_beside_a_feed_goes_with_it_whichever_lane_that_has(wire: NewWire) -> None:
    """A folder among other feeds, whose first block is here since an earlier connection."""
    first, names = feed_of(1), feed_of(2)
    content = feed_of(3, beside=names.space)
    author, reader = program(1, first, names, content), program(2, first, names, content)
    for number in (1, 2, 3):
        write(author, number, 10 * number)
    for number in (1, 2):
        write(reader, number, 10 * number)
    shared = {first.space, names.space}
    Pipe(reader, author, first, wire, shares=shared.__contains__)
    assert blocks_of(reader, content) == dict(enumerate(BLOCKS[:30]))
