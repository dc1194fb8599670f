"""Nobody can keep a block from us, or make us wait, remember or calculate without end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    HAVE_SPAN_MAX,
    PATIENCE_SECONDS,
    REFUSED_BLOCKS_MAX,
    REFUSED_SECONDS,
    REMOTE_RANGES_MAX,
    REQUEST_SECONDS_MAX,
    REQUESTS_IN_FLIGHT_MAX,
    WANTS_MAX,
)
from engine.protocols.hypercore.manner import DEP0010, DRAFT1, Doing, Manner
from engine.protocols.hypercore.records import FeedStored, Received, Sought
from engine.protocols.hypercore.tree.proof import Proof
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import MemoryFeeds, Talk, append, followed

MANNERS = pytest.mark.parametrize("manner", [DEP0010, DRAFT1])
BLOCKS = [block_of("patience", n, 40) for n in range(200)]


class Reader:
    """One who follows a feed over several lanes, which share what is asked for."""

    def __init__(self, *, lanes: int = 2, whole: bool = True, manner: Manner = DEP0010) -> None:
        self.author, self.space = followed()
        self.feeds, _ = followed(whole=whole)
        downloads = Downloads(self.feeds)
        self.lanes = [Lane(self.feeds, downloads, self.space, manner) for _ in range(lanes)]
        for lane in self.lanes:
            lane.open(0.0)

    def hear(self, lane: int, packet: packets.Packet, now: float = 0.0) -> list[int]:
        """The blocks that this lane asks for then."""
        return asked(self.lanes[lane].receive(packet, now))

    def wake(self, lane: int, now: float) -> list[int]:
        return asked(self.lanes[lane].wake(now))


def asked(doings: list[Doing]) -> list[int]:
    return [one.block for one in doings if isinstance(one, packets.Request) and not one.hash_only]


def have(start: int, end: int) -> packets.Have:
    return packets.Have(((start, end),))


def test_who_does_not_answer_is_not_the_only_one_to_be_asked_for_long() -> None:
    reader = Reader()
    assert reader.hear(0, have(0, 5)) == [0, 1, 2, 3, 4]
    assert reader.hear(1, have(0, 5)) == [], "a block is asked of one peer"
    assert reader.wake(0, PATIENCE_SECONDS) == [], "it is not asked again"
    assert reader.wake(1, PATIENCE_SECONDS) == [0, 1, 2, 3, 4]
    reader.lanes[0].close()
    assert reader.lanes[1]._requests.download.asked.blocks == 5, "they are asked of the other"


def test_what_comes_late_is_taken_and_the_second_answer_is_passed_over() -> None:
    reader = Reader()
    append(reader.author, reader.space, BLOCKS[:3])
    reader.hear(0, have(0, 3))
    reader.hear(1, have(0, 3))
    reader.wake(0, PATIENCE_SECONDS)
    assert reader.wake(1, PATIENCE_SECONDS) == [0, 1, 2]
    (data,) = Lane(reader.author, Downloads(reader.author), reader.space, DEP0010).receive(
        packets.Request(1), 0.0
    )
    assert isinstance(data, packets.Data)
    (stored,) = [one for one in reader.lanes[0].receive(data, 4.0) if hasattr(one, "record")]
    assert isinstance(stored.record, Received)
    reader.feeds.apply(stored.record)
    for lane in reader.lanes:
        lane.notice(stored.record, 4.0)
    assert reader.lanes[1].receive(data, 4.0) == []


@MANNERS
def test_who_offers_and_withdraws_a_block_is_not_asked_again_soon(manner: Manner) -> None:
    reader = Reader(manner=manner)
    assert reader.hear(0, have(7, 8)) == [7]
    assert reader.hear(0, packets.Unhave(7, 8)) == []
    assert reader.hear(0, have(7, 8)) == [], "it would keep the block from us for ever"
    assert reader.hear(1, have(7, 8)) == [7]
    reader.hear(1, packets.Unhave(7, 8), 1.0)
    assert reader.wake(0, REFUSED_SECONDS - 1) == []
    assert reader.wake(0, REFUSED_SECONDS) == [7]


def test_an_answer_without_the_block_is_a_refusal() -> None:
    reader = Reader()
    assert reader.hear(0, have(7, 8)) == [7]
    assert reader.hear(0, packets.Data(7, None, Proof(()))) == []
    assert reader.hear(1, have(7, 8)) == [7]


def test_who_refuses_endlessly_is_asked_for_nothing_for_a_while() -> None:
    reader = Reader(lanes=1)
    for block in range(0, 3 * REFUSED_BLOCKS_MAX, 2):
        reader.hear(0, have(block, block + 1))
        reader.hear(0, packets.Unhave(block, block + 1))
    assert len(reader.lanes[0]._requests._search.skipped) <= REFUSED_BLOCKS_MAX
    assert reader.hear(0, have(10**6, 10**6 + 1)) == []


def test_who_has_all_of_an_endless_feed_and_gives_nothing_is_not_asked_for_all_of_it() -> None:
    """H-4: the blocks that it takes back lie side by side."""
    reader = Reader(lanes=1)
    waiting = reader.hear(0, have(0, BLOCK_LIMIT))
    refused = 0
    while waiting and refused <= 2 * REFUSED_BLOCKS_MAX:
        block = waiting.pop(0)
        waiting += reader.hear(0, packets.Unhave(block, block + 1))
        refused += 1
    assert refused <= REFUSED_BLOCKS_MAX + REQUESTS_IN_FLIGHT_MAX
    assert reader.wake(0, REFUSED_SECONDS - 1) == []
    assert reader.wake(0, REFUSED_SECONDS), "a while later it may have them again"


def test_who_takes_blocks_back_does_not_make_others_begin_anew() -> None:
    reader = Reader()
    reader.feeds.shelves[reader.space].held.add(100, 10**7)
    reader.hear(1, have(100, 10**7))
    for now in range(100):
        reader.wake(1, float(now))
    before = reader.lanes[1]._requests._search.reached
    assert before == 10**7
    reader.hear(0, have(0, 5))
    reader.hear(0, packets.Unhave(0, 5))
    reader.wake(1, 100.0)
    assert reader.lanes[1]._requests._search.reached == before


def test_a_peer_whose_claims_rise_without_end_is_asked_for_one_hash_at_a_time() -> None:
    reader = Reader(lanes=1, whole=False)
    said: list[Doing] = []
    for block in range(1_000):
        said += reader.lanes[0].receive(have(block, block + 1), 0.0)
    requests = [one for one in said if isinstance(one, packets.Request)]
    assert [one.block for one in requests] == [0]
    said = reader.lanes[0].wake(REQUEST_SECONDS_MAX)
    assert [one.block for one in said if isinstance(one, packets.Request)] == [999]


def test_a_feed_that_grows_while_it_is_measured_is_measured_to_its_end() -> None:
    author, space = followed()
    append(author, space, BLOCKS[:3])
    reader, _ = followed(whole=False)
    talk = Talk(author, reader, space)
    record = append(author, space, BLOCKS[3:9])
    talk._do(0, talk.lanes[0].notice(record, 0.0))
    record = append(author, space, BLOCKS[9:30])
    talk._do(0, talk.lanes[0].notice(record, 0.0))
    talk.settle()
    assert reader.shelves[space].feed.length == 30


def test_all_stretches_of_a_long_feed_are_heard_of() -> None:
    """Published programs tell only what was asked about, 2^20 blocks at a time."""
    reader = Reader(lanes=1)
    lane, length = reader.lanes[0], 9 * HAVE_SPAN_MAX + 5
    wanted = [one for one in lane.receive(have(length - 1, length), 0.0) if _is_want(one)]
    for _ in range(20):
        stretches = [one for one in wanted if isinstance(one, packets.Want)]
        start = stretches[-1].start
        told = packets.Have((), replaces=(start, start + HAVE_SPAN_MAX))
        wanted += [one for one in lane.receive(told, 0.0) if _is_want(one)]
    starts = [one.start for one in wanted if isinstance(one, packets.Want)]
    assert starts == [HAVE_SPAN_MAX * n for n in range(1, 10)]


def _is_want(doing: Doing) -> bool:
    return isinstance(doing, packets.Want)


def test_the_next_stretch_is_wanted_before_a_feed_grows_into_it() -> None:
    reader = Reader(lanes=1)
    (want,) = [
        one
        for one in reader.lanes[0].receive(have(0, HAVE_SPAN_MAX // 2), 0.0)
        if isinstance(one, packets.Want)
    ]
    assert want == packets.Want(HAVE_SPAN_MAX, 2 * HAVE_SPAN_MAX)


def test_a_want_is_answered_even_where_we_have_nothing() -> None:
    """Published programs count the answers, by the length that they asked about."""
    author, space = followed()
    lane = Lane(author, Downloads(author), space, DEP0010)
    stretch = (0, HAVE_SPAN_MAX)
    assert lane.receive(packets.Want(*stretch), 0.0) == [packets.Bitfield(stretch, b"")]
    append(author, space, BLOCKS[:5])
    assert lane.receive(packets.Want(*stretch), 0.0) == [
        have(4, 5),
        packets.Bitfield(stretch, b"\xf8"),
    ]
    assert lane.receive(packets.Want(4, 5), 0.0)[-1] == have(4, 5), "one bit would say all"


def test_what_was_paused_is_offered_again_when_our_user_goes_on() -> None:
    for manner in (DEP0010, DRAFT1):
        author, space = followed()
        append(author, space, BLOCKS[:10])
        reader, _ = followed()
        shelf = author.shelves[space]
        shelf.feed = replace(shelf.feed, paused=True)
        talk = Talk(author, reader, space, manner)
        talk.stored(0, append(author, space, BLOCKS[10:12]))
        assert not [one for side, one in talk.said if isinstance(one, packets.Have) and one.ranges]
        shelf.feed = replace(shelf.feed, paused=False)
        talk.stored(0, FeedStored(space, shelf.feed, at=0.0))
        assert len(reader.shelves[space].blocks) == 12


def test_what_both_have_is_compared_as_soon_as_neither_pauses() -> None:
    first, space = followed()
    second, _ = followed()
    append(first, space, BLOCKS[:5])
    append(second, space, [*BLOCKS[:4], b"another"])
    for side in (first, second):
        shelf = side.shelves[space]
        shelf.feed = replace(shelf.feed, paused=True)
    talk = Talk(first, second, space)
    for number, side in enumerate((first, second)):
        shelf = side.shelves[space]
        shelf.feed = replace(shelf.feed, paused=False)
        talk.stored(number, FeedStored(space, shelf.feed, at=0.0))
    assert first.shelves[space].forks


def test_a_peer_under_suspicion_that_says_nothing_is_given_up() -> None:
    reader = Reader(lanes=1)
    append(reader.author, reader.space, BLOCKS[:5])
    reader.hear(0, have(0, 1))
    reader.hear(0, packets.Data(0, b"no block of the author's", Proof((), bytes(64))), 1.0)
    assert reader.lanes[0].oldest_request == 1.0


def test_data_that_nobody_asked_for_frees_no_block_that_is_on_its_way() -> None:
    reader = Reader(lanes=3, manner=DRAFT1)
    assert reader.hear(0, have(0, 3)) == [0, 1, 2]
    reader.hear(1, packets.Data(1, b"no block of the author's", Proof((), bytes(64))))
    assert reader.hear(2, have(0, 3)) == []


def test_what_is_not_stored_after_all_is_asked_for_again() -> None:
    """A turn that fails is undone, and its conversations are dropped."""
    reader = Reader()
    append(reader.author, reader.space, BLOCKS[:3])
    reader.hear(0, have(1, 2))
    assert reader.hear(1, have(1, 2)) == []
    (data,) = Lane(reader.author, Downloads(reader.author), reader.space, DEP0010).receive(
        packets.Request(1), 0.0
    )
    assert isinstance(data, packets.Data)
    reader.lanes[0].receive(data, 0.0)
    reader.lanes[0].close()
    assert reader.wake(1, 1.0) == [1]


def test_ranges_that_are_sought_twice_are_asked_for_once() -> None:
    reader = Reader(lanes=1, whole=False)
    for start, end in ((0, 5), (3, 8)):
        reader.feeds.apply(Sought(reader.space, start, end))
    assert sorted(reader.hear(0, have(0, 100))) == list(range(8))  # the latest first
    assert reader.hear(0, have(0, 100)) == []


def test_a_feed_that_is_not_signed_keeps_no_signature() -> None:
    author, _ = followed()
    space = next(iter(author.shelves))
    append(author, space, BLOCKS[:2])
    suite_hash = PublicKey(SUITES[SuiteName.BLAKE2B].tree([author.shelves[space].tree.nodes[1]]))
    feeds, key = MemoryFeeds(), SpaceId(suite_hash)
    shelf = author.shelves[space]
    unsigned = replace(shelf.feed, space=key, key=suite_hash, signed=False, length=0, byte_length=0)
    feeds.apply(FeedStored(key, unsigned, at=0.0))
    lane = Lane(feeds, Downloads(feeds), key, DEP0010)
    lane.open(0.0)
    lane.receive(have(0, 2), 0.0)
    proof = Proof((shelf.tree.nodes[2],), b"x" * 5_000_000)
    said = lane.receive(packets.Data(0, BLOCKS[0], proof), 0.0)
    assert not [one for one in said if hasattr(one, "record")]


@pytest.mark.parametrize("wants", [WANTS_MAX, WANTS_MAX + 1])
def test_so_many_ranges_that_a_peer_wants_to_hear_of_are_remembered_and_no_more(wants: int) -> None:
    remote = Remote()
    for start in range(0, 2 * wants, 2):
        remote.note_want(packets.Want(start, start + 1))
    assert list(remote.wants) == [(start, start + 1) for start in range(0, 2 * WANTS_MAX, 2)]


def test_two_bitfields_full_of_ranges_cost_as_many_steps_as_they_have() -> None:
    """Each range put into a long list by itself would move all behind it."""
    remote = Remote()
    high = tuple((n, n + 1) for n in range(1 << 20, (1 << 20) + 2 * REMOTE_RANGES_MAX, 2))
    low = tuple((n, n + 1) for n in range(0, 2 * REMOTE_RANGES_MAX, 2))
    remote.note_have(packets.Have(high, replaces=(1 << 20, 1 << 21)))
    remote.note_have(packets.Have(low, replaces=(0, 1 << 20)))
    assert len(remote.has) == REMOTE_RANGES_MAX
    assert list(remote.has) == list(low)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9))),
    st.integers(0, 40),
    st.integers(0, 30),
    st.sets(st.integers(0, 29)),
)
def test_a_bitfield_replaces_what_was_known_there(
    before: list[tuple[int, int]], start: int, length: int, blocks: set[int]
) -> None:
    remote = Remote()
    known: set[int] = set()
    for low, size in before:
        remote.note_have(have(low, low + size))
        known |= set(range(low, low + size))
    told = sorted(start + n for n in blocks if n < length)
    ranges: list[tuple[int, int]] = []
    for block in told:
        joined = ranges and ranges[-1][1] == block
        ranges.append((ranges.pop()[0], block + 1) if joined else (block, block + 1))
    remote.note_have(packets.Have(tuple(ranges), replaces=(start, start + length)))
    known = {n for n in known if not start <= n < start + length} | set(told)
    assert {n for low, high in remote.has for n in range(low, high)} == known
    assert all(
        low[1] < high[0] for low, high in zip(remote.has, list(remote.has)[1:], strict=False)
    )


def test_a_length_that_nobody_proves_is_asked_about_again_and_then_the_true_one() -> None:
    """A bit of a Have that is flipped on the way names a block that is not there (H-6)."""
    far = (1 << 40, (1 << 40) + 1)
    for answer in (packets.Unhave(*far), None):
        reader = Reader(lanes=1, whole=False)
        (lane,) = reader.lanes
        assert measured(lane.receive(packets.Have((far,)), 0.0)) == [far[0]]
        assert measured(lane.receive(have(0, 5), 1.0)) == []
        later = measured([] if answer is None else lane.receive(answer, 2.0))
        for now in range(3, 25, 3):
            later += measured(lane.wake(float(now)))
        assert later == [4]


def test_who_does_not_tell_how_long_a_feed_is_is_asked_again_after_a_while() -> None:
    reader = Reader(lanes=1, whole=False)
    (lane,) = reader.lanes
    assert measured(lane.receive(have(0, 9), 0.0)) == [8]
    assert measured(lane.wake(REQUEST_SECONDS_MAX - 0.1)) == []
    assert measured(lane.wake(REQUEST_SECONDS_MAX)) == [7], "a bit of the other may be flipped"
    assert measured(lane.wake(2 * REQUEST_SECONDS_MAX)) == [], "one of them will do"
    later = REQUEST_SECONDS_MAX + REFUSED_SECONDS
    assert measured(lane.wake(later - 0.1)) == []
    assert measured(lane.wake(later)) == [8]


def measured(doings: list[Doing]) -> list[int]:
    return [one.block for one in doings if isinstance(one, packets.Request) and one.hash_only]


def test_what_is_merely_claimed_is_not_on_its_way() -> None:
    reader = Reader(lanes=1, whole=False)
    (lane,) = reader.lanes
    (feed,) = reader.feeds.feeds()
    download = lane._requests.download
    lane.receive(have(0, 1 << 50), 0.0)
    assert download.traffic(feed).fetching, "its length is asked about"
    assert download.is_behind(feed)
    lane.receive(packets.Unhave((1 << 50) - 1, 1 << 50), 1.0)
    lane.receive(packets.Unhave((1 << 50) - 2, 1 << 50), 1.0)
    assert not download.traffic(feed).fetching
    assert download.is_behind(feed), "who would go on writing it has to know"


def test_requests_in_flight_are_bounded_whatever_is_claimed() -> None:
    reader = Reader(lanes=1)
    reader.hear(0, have(0, 1 << 62))
    for _ in range(100):
        reader.hear(0, have(0, 1 << 62))
    assert len(reader.lanes[0]._requests._asked) <= REQUESTS_IN_FLIGHT_MAX
