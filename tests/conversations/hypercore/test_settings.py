"""Frames, first feeds and settings; what is waited for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from typing_extensions import override

from engine.crypto.ed25519 import from_seed
from engine.model.ids import ConnectionId
from engine.protocols.contract import Ending, Role, Send, WakeAt
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.surroundings import Settings
from engine.protocols.hypercore.hypercore import TOLD_SECONDS, Hypercore
from engine.protocols.hypercore.keys import discovery_key
from engine.protocols.hypercore.limits import (
    KEEP_ALIVE_SECONDS,
    RELAXED_KEEP_ALIVE_SECONDS,
    REQUESTS_IN_FLIGHT_MAX,
    REQUESTS_IN_FLIGHT_MIN,
    SOUGHT_IN_FLIGHT_MAX,
)
from engine.protocols.hypercore.records import Naming, Sought
from engine.protocols.hypercore.wire import KeyOf, Wire
from tests.conversations.hypercore.overheard import Overheard, kinds, silence
from tests.conversations.hypercore.test_conversations import (
    BLOCKS,
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
    write,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe
from tests.unit.hypercore.memory_feeds import append

FEED = feed_of(1)
SECRET = from_seed(bytes([1]) * 32)
DEP0010 = WIRES["dep0010"]


# ---- frames, first feeds, settings --------------------------------------------------------------


@pytest.mark.parametrize("wire", [Dep0010Wire, Draft1Wire])
def test_a_length_of_five_bytes_ends_the_conversation(wire: NewWire) -> None:
    """Whatever it says: published programs read no more than four."""
    pipe = Pipe(program(2, FEED), program(1, FEED), FEED, wire)
    frame = b"\x82\x80\x80\x80\x00" + b"\x00\x00"
    if wire is Dep0010Wire:
        mine = pipe.ends[0]._wire
        assert isinstance(mine, Dep0010Wire)
        frame = mine._outgoing._encrypt(frame)
    pipe.hear(1, frame)
    assert pipe.endings()[1] is Ending.VIOLATION


def test_who_dials_does_not_begin_with_a_feed_that_is_paused_or_forked() -> None:
    feeds = [feed_of(1, paused=True), feed_of(2, common=4), feed_of(3)]
    one = program(1, *feeds)
    hypercore = Hypercore(records=one.feeds, entropy=Random(1).randbytes)
    for shares in (lambda _space: True, lambda _space: False):
        for _ in range(3):
            end = hypercore.connect(ConnectionId(1), Role.DIALLER, shares)
            (said, *_) = end.start(0.0)
            assert isinstance(said, Send)
            assert discovery_key(feeds[2].key, Naming.PUBLISHED) in said.data


def test_it_begins_with_one_of_those_where_there_is_no_other() -> None:
    one = program(1, feed_of(1, paused=True))
    hypercore = Hypercore(records=one.feeds, entropy=Random(1).randbytes)
    end = hypercore.connect(ConnectionId(1), Role.DIALLER)
    (said, *_) = end.start(0.0)
    assert isinstance(said, Send)
    assert discovery_key(FEED.key, Naming.PUBLISHED) in said.data


@pytest.mark.parametrize(("wished", "woken"), [(0.0, 0.0), (9.0, TOLD_SECONDS)])
def test_the_upkeep_is_woken_when_it_wishes_also_while_feeds_are_told_of(
    wished: float, woken: float
) -> None:
    one = program(1, feed_of(1, is_full=True))
    hypercore = Hypercore(
        records=one.feeds, entropy=Random(1).randbytes, upkeep=lambda now: [WakeAt(now + wished)]
    )
    assert hypercore.wake(100.0)[-1] == WakeAt(100.0 + woken)
    assert hypercore.traffic()


def unencrypted(entropy: object, key_of: object) -> Draft1Wire:
    return Draft1Wire(entropy, key_of, unencrypted=True)  # type: ignore[arg-type]  # as a NewWire


def test_draft_1_goes_in_clear_where_both_are_told_to() -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 20)
    heard = bytearray()

    class Tapped(Pipe):
        @override
        def hear(self, side: int, data: bytes) -> None:
            heard.extend(data)
            super().hear(side, data)

    Tapped(reader, author, FEED, unencrypted)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:20]))
    assert BLOCKS[7] in bytes(heard)


@pytest.mark.parametrize("wires", [(unencrypted, Draft1Wire), (Draft1Wire, unencrypted)])
def test_draft_1_in_clear_is_not_understood_where_only_one_is_told_to(
    wires: tuple[NewWire, NewWire],
) -> None:
    author, reader = program(1, FEED), program(2, FEED)
    write(author, 1, 20)
    made = iter(wires)

    def each_its_own(entropy: Callable[[int], bytes], key_of: KeyOf) -> Wire:
        return next(made)(entropy, key_of)

    Pipe(reader, author, FEED, each_its_own)
    assert blocks_of(reader, FEED) == {}


@EVERY_WIRE
def test_keep_alives_may_be_as_seldom_as_the_document_has_them(wire: NewWire) -> None:
    for relaxed, seconds in ((False, KEEP_ALIVE_SECONDS), (True, RELAXED_KEEP_ALIVE_SECONDS)):
        ends = program(1, FEED), program(2, FEED)
        for one in ends:
            one.settings = Settings(relaxed=relaxed)
        pipe = Pipe(*ends, FEED, wire)
        sent: list[float] = []
        keep_alive = pipe.ends[0]._wire.keep_alive

        def tapped(
            sent: list[float] = sent,
            pipe: Pipe = pipe,
            keep_alive: Callable[[], bytes] = keep_alive,
        ) -> bytes:
            sent.append(pipe.now)
            return keep_alive()

        pipe.ends[0]._wire.keep_alive = tapped  # type: ignore[method-assign]  # we only listen
        pipe.pass_time(1_000.0)
        assert pipe.endings() == [None, None]
        assert len(sent) == pytest.approx(1_000.0 / seconds, abs=2)


@pytest.mark.parametrize("listener", [False, True], ids=["usual listens", "document listens"])
@pytest.mark.parametrize("dialler", [False, True], ids=["usual dials", "document dials"])
def test_whoever_dials_is_answered_in_its_own_form_and_later_feeds_are_named_like_the_first(
    *, dialler: bool, listener: bool
) -> None:
    """Setting ``document``: published programs refuse the document's key and nonce, and whoever
    keeps to the document knows no other key.
    """
    feeds = [feed_of(1), feed_of(2)]
    ends = program(2, *feeds), program(1, *feeds)
    for number in (1, 2):
        write(ends[1], number, 5 * number)
    made = iter((dialler, listener))

    def each_its_own(entropy: Callable[[int], bytes], key_of: KeyOf) -> Wire:
        return Dep0010Wire(entropy, key_of, document=next(made))

    pipe = Pipe(*ends, feeds[0], each_its_own, shares=lambda _space: True)
    for number, feed in enumerate(feeds, 1):
        assert blocks_of(ends[0], feed) == dict(enumerate(BLOCKS[: 5 * number]))
    naming = Naming.AS_WRITTEN if dialler else Naming.PUBLISHED
    nonces = []
    for end in pipe.ends:
        named = {theirs.discovery_key for theirs in end._lanes.theirs.values()}
        assert named == {discovery_key(feed.key, naming) for feed in feeds}
        assert isinstance(end._wire, Dep0010Wire)
        nonces.append(len(end._wire._nonce or b""))
    assert nonces == [32 if dialler else 24, 32 if dialler and listener else 24]


# ---- what is waited for --------------------------------------------------------------------------


@EVERY_WIRE
def test_what_somebody_waits_for_is_asked_for_at_once_however_much_is_on_its_way(
    wire: NewWire,
) -> None:
    reader, silent = program(2, FEED), program(3, FEED)
    pipe = Overheard(reader, silent, wire=wire)
    silence(pipe, 1)
    pipe.listen()
    lane = pipe.ends[0]._lanes.open[FEED.space]
    offered = packets.Have(((0, 10_000),))
    pipe._do(0, pipe.ends[0]._speech.do(FEED.space, lane.receive(offered, 0.0), 0.0))
    before = len(kinds(pipe.said[0], packets.Request))
    assert before >= REQUESTS_IN_FLIGHT_MIN, "as much as may be on its way is"
    sought = Sought(FEED.space, 7_000, 7_003)
    reader.feeds.apply(sought)
    pipe.stored(0, sought)
    asked = [one.block for one in pipe.said[0] if isinstance(one, packets.Request)]
    assert asked[before:] == [7_000, 7_001, 7_002]


def test_what_is_waited_for_has_a_bound_too() -> None:
    reader, silent = program(2, FEED), program(3, FEED)
    pipe = Overheard(reader, silent)
    silence(pipe, 1)
    lane = pipe.ends[0]._lanes.open[FEED.space]
    lane.receive(packets.Have(((0, 1 << 40),)), 0.0)
    sought = Sought(FEED.space, 7_000, 1 << 40)
    reader.feeds.apply(sought)
    for _ in range(10):
        lane.notice(sought, 0.0)
    assert len(lane._requests._asked) <= REQUESTS_IN_FLIGHT_MAX + SOUGHT_IN_FLIGHT_MAX


def test_a_request_held_for_a_lane_that_is_not_open_can_be_taken_back() -> None:
    """And takes no room any more."""
    author, reader = program(1, FEED), program(2, FEED)
    pipe = Pipe(reader, author, FEED, DEP0010)
    other = feed_of(5)
    wire = pipe.ends[0]._wire
    name = discovery_key(other.key, Naming.PUBLISHED)
    pipe.hear(1, wire.say(1, packets.Feed(name)))
    before = pipe.ends[1].buffered
    for _ in range(100):
        pipe.hear(1, wire.say(1, packets.Request(3)))
        pipe.hear(1, wire.say(1, packets.Cancel(3)))
    assert pipe.endings() == [None, None]
    assert pipe.ends[1].buffered == before


def test_of_draft_1_who_says_nothing_of_what_it_has_is_asked_once() -> None:
    """The draft only calls it a good idea to tell; and a Want is for what was not told about."""
    ends = program(2, FEED), program(3, FEED)
    pipe = Overheard(*ends, wire=Draft1Wire)
    pipe.listen()
    pipe.pass_time(60.0)
    assert kinds(pipe.said[0], packets.Want) == [packets.Want(0, None)]
    author = program(1, FEED)
    write(author, 1, 5)
    telling = Overheard(program(4, FEED), author, wire=Draft1Wire)
    telling.listen()
    telling.pass_time(60.0)
    assert not kinds(telling.said[0], packets.Want)


@EVERY_WIRE
def test_we_are_never_silent_for_longer_than_a_keep_alive(wire: NewWire) -> None:
    """Whenever it was that we spoke last: published programs hang up after 7.5 seconds."""
    ends = program(1, FEED), program(2, FEED)
    heard: list[float] = []

    class Timed(Pipe):
        @override
        def hear(self, side: int, data: bytes) -> None:
            if side == 0:
                heard.append(self.now)
            super().hear(side, data)

    pipe = Timed(*ends, FEED, wire)
    for number in range(20):
        pipe.pass_time(1.7)
        pipe.stored(1, append(ends[1].feeds, FEED.space, BLOCKS[number : number + 1], SECRET))
        pipe.pass_time(10.0)
    assert pipe.endings() == [None, None]
    gaps = [later - before for before, later in pairwise(heard)]
    assert max(gaps) <= KEEP_ALIVE_SECONDS + 0.001
