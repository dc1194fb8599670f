"""Feeds, claims and wishes of any length: what is said of them is as little as what there is (H-4).

An author may sign a tree of 2^62 blocks of which there is one; a peer may claim to have a block at
any number; and somebody may wait for a range that is as wide as all feeds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.serving import holdings, replies
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.limits import (
    BITFIELDS_BYTES_MAX,
    BLOCK_LIMIT,
    CLAIMED_BLOCKS_MAX,
    HAVE_SPAN_MAX,
    LOOKED_AHEAD_BLOCKS,
    NEEDS_A_BLOCK,
    NEEDS_ALWAYS,
    RANGES_TOLD_MAX,
    REMOTE_RANGES_MAX,
    SOUGHT_STRETCHES_LOOKED_AT,
)
from engine.protocols.hypercore.manner import DEP0010, DRAFT1, KIN, Doing, Manner
from engine.protocols.hypercore.records import Feed, FeedStored, HypercoreRecord, Sought
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from tests.unit.hypercore.feeds import giant
from tests.unit.hypercore.memory_feeds import MemoryFeeds, Talk, followed
from tests.work import steps_of

MANNERS = pytest.mark.parametrize("manner", [DEP0010, DRAFT1])
LITTLE = 2_000
"""Lines: what is done for one packet, and that it does not depend on any number in it."""


def follower(height: int) -> MemoryFeeds:
    """One who has block 0 of such a feed."""
    feeds, space = followed(suite=SuiteName.BLAKE2B)
    lane = lane_of(feeds, DEP0010)
    lane.receive(packets.Have(((0, 1),)), 0.0)
    take(feeds, lane.receive(giant(SUITES[SuiteName.BLAKE2B], height), 0.0))
    assert feeds.shelves[space].feed.length == 1 << height
    assert 0 in feeds.shelves[space].blocks
    return feeds


def lane_of(feeds: MemoryFeeds, manner: Manner) -> Lane:
    (feed,) = feeds.feeds()
    lane = Lane(feeds, Downloads(feeds), feed.space, manner, Terms(theirs=(KIN,)))
    lane.open(0.0)
    return lane


def take(feeds: MemoryFeeds, doings: list[Doing]) -> None:
    for doing in doings:
        if isinstance(doing, Store):
            assert isinstance(doing.record, HypercoreRecord)
            feeds.apply(doing.record)


def paused(feeds: MemoryFeeds, *, is_paused: bool) -> FeedStored:
    (feed,) = feeds.feeds()
    shelf = feeds.shelves[feed.space]
    record = FeedStored(feed.space, Feed(feed.space, feed.key, feed.suite, paused=is_paused), 0.0)
    feeds.apply(record)
    assert shelf.feed.paused is is_paused
    return record


@MANNERS
@pytest.mark.parametrize("height", [30, 62])
def test_a_signed_giant_costs_no_more_than_the_block_that_there_is(
    manner: Manner, height: int
) -> None:
    feeds = follower(height)
    assert steps_of(partial(lane_of, feeds, manner)) < LITTLE
    lane = lane_of(feeds, manner)
    for said in (packets.Want(0, None), packets.Want(1 << 29, None), packets.Request(1)):
        assert steps_of(partial(lane.receive, said, 0.0)) < LITTLE
    for is_paused in (True, False):
        record = paused(feeds, is_paused=is_paused)
        assert steps_of(partial(lane.notice, record, 0.0)) < LITTLE
    assert steps_of(partial(lane.wake, 3.0)) < LITTLE


@MANNERS
def test_two_followers_of_a_giant_have_soon_told_each_other_all(manner: Manner) -> None:
    one, other = follower(62), follower(62)
    (feed,) = one.feeds()
    talk = Talk(one, other, feed.space, manner)
    assert len(talk.said) < 5 * CLAIMED_BLOCKS_MAX // HAVE_SPAN_MAX
    for lane in talk.lanes:
        wants = [one for one in lane.wake(3.0) if isinstance(one, packets.Want)]
        assert len(wants) == (1 if manner is DEP0010 else 0), "more of it is asked about by and by"


def test_only_what_we_have_something_of_is_told_stretch_by_stretch() -> None:
    """But the first in any case, as published programs wait for it."""
    feeds = follower(62)
    (feed,) = feeds.feeds()
    far = 5 * HAVE_SPAN_MAX + 3
    feeds.shelves[feed.space].held.add(far, far + 2)
    told = list(replies(feeds, feed, (0, BLOCK_LIMIT)))
    assert told == [
        packets.Bitfield((0, HAVE_SPAN_MAX), b"\x80"),
        packets.Bitfield((5 * HAVE_SPAN_MAX, 6 * HAVE_SPAN_MAX), b"\x18"),
    ]
    told = list(replies(feeds, feed, (8, BLOCK_LIMIT)))
    assert told == [
        packets.Bitfield((8, 8 + HAVE_SPAN_MAX), b""),
        packets.Bitfield((8 + 4 * HAVE_SPAN_MAX, 8 + 5 * HAVE_SPAN_MAX), told[1].bits),  # type: ignore[union-attr]  # a Bitfield
    ]
    assert list(holdings(feeds, feed, (0, BLOCK_LIMIT))) == [
        packets.Have(((0, 1),)),
        packets.Have(((far, far + 2),)),
    ]


@pytest.mark.parametrize("stretches", [RANGES_TOLD_MAX, RANGES_TOLD_MAX + 1])
def test_so_many_stretches_are_told_and_no_more(stretches: int) -> None:
    feeds = follower(62)
    (feed,) = feeds.feeds()
    for number in range(stretches):
        feeds.shelves[feed.space].held.add(number * HAVE_SPAN_MAX, number * HAVE_SPAN_MAX + 1)
    assert len(list(replies(feeds, feed, (0, BLOCK_LIMIT)))) == RANGES_TOLD_MAX


@pytest.mark.parametrize("beyond", [0, 1])
def test_bitfields_of_so_many_bytes_are_made_for_one_answer_and_no_more(beyond: int) -> None:
    """Of each stretch we have the last block: its bits are long, and what is sent is short."""
    feeds = follower(62)
    (feed,) = feeds.feeds()
    stretches = BITFIELDS_BYTES_MAX // (HAVE_SPAN_MAX // 8)
    for end in range(HAVE_SPAN_MAX, (stretches + beyond) * HAVE_SPAN_MAX + 1, HAVE_SPAN_MAX):
        feeds.shelves[feed.space].held.add(end - 1, end)
    told = replies(feeds, feed, (0, BLOCK_LIMIT))
    bitfields = [one for one in told if isinstance(one, packets.Bitfield)]
    assert sum(len(one.bits) for one in bitfields) == BITFIELDS_BYTES_MAX
    assert bitfields[-1].range[1] == stretches * HAVE_SPAN_MAX


@MANNERS
def test_of_a_giant_no_more_answers_are_needed_than_for_the_block_that_there_is(
    manner: Manner,
) -> None:
    """H-5: else whoever signs a length asks without end, and pays nothing."""
    feeds = follower(62)
    lane = lane_of(feeds, manner)
    for _ in range(NEEDS_ALWAYS + NEEDS_A_BLOCK):
        assert lane.is_needed()
        lane.receive(packets.Request(1), 0.0)
    assert not lane.is_needed()


# ---- claims and wishes --------------------------------------------------------------------------


def waiting(start: int, end: int, *, whole: bool = False) -> tuple[MemoryFeeds, Lane]:
    """Somebody waits for these."""
    feeds, space = followed(suite=SuiteName.BLAKE2B, whole=whole)
    lane = lane_of(feeds, DEP0010)
    feeds.apply(Sought(space, start, end))
    return feeds, lane


def asked(doings: list[Doing]) -> list[int]:
    return [one.block for one in doings if isinstance(one, packets.Request) and not one.hash_only]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("far", [1 << 28, 1 << 61])
def test_a_block_far_away_is_found_without_looking_at_all_before_it(
    far: int, *, whole: bool
) -> None:
    have = packets.Have(((far - 1, far), (far + 9, far + 10)))  # of the last the hash is asked
    _, lane = waiting(0, far, whole=whole)
    assert steps_of(partial(lane.receive, have, 0.0)) < LITTLE
    _, lane = waiting(0, far, whole=whole)
    assert asked(lane.receive(have, 0.0))[:1] == [far - 1]


def test_whether_a_peer_has_all_is_told_at_its_first_gap() -> None:
    """It is asked of every peer, once a second."""
    feeds, space = followed(suite=SuiteName.BLAKE2B)
    download, remote = Downloads(feeds).of(space), Remote()
    download.search(remote)
    feed = replace(feeds.shelves[space].feed, length=2 * REMOTE_RANGES_MAX)
    remote.has = BlockRanges((2 * one, 2 * one + 1) for one in range(REMOTE_RANGES_MAX))
    assert steps_of(partial(download.traffic, feed)) < LITTLE
    assert download.traffic(feed).holders == 0
    remote.has = BlockRanges([(0, feed.length + 1)])
    assert download.traffic(feed).holders == 1


def test_of_what_is_waited_for_so_many_stretches_are_looked_at_in_one_go_and_no_more() -> None:
    """A peer has single blocks here and there, all of which we hold but the last."""
    count = SOUGHT_STRETCHES_LOOKED_AT
    for lacking, found in ((count - 1, True), (count, False)):
        feeds, lane = waiting(0, 1 << 61)
        places = [number * LOOKED_AHEAD_BLOCKS for number in range(lacking + 1)]
        for place in places[:-1]:
            feeds.shelves[lane.space].held.add(place, place + 1)
        end = 1 << 61
        have = packets.Have((*((n, n + 1) for n in places), (end, end + 1)))
        said = lane.receive(have, 0.0)
        assert asked(said) == (places[-1:] if found else [])
        assert lane.is_looking()
        assert asked(lane.wake(0.0)) == ([] if found else places[-1:])
        assert not lane.is_looking()


def test_what_is_lost_or_given_up_is_found_again_by_who_waits_for_it() -> None:
    feeds, lane = waiting(0, 9)
    have = packets.Have(((0, 10),))
    assert asked(lane.receive(have, 0.0)) == list(range(9))
    assert not lane.is_looking()
    assert asked(lane.receive(packets.Unhave(4, 5), 0.0)) == []
    other = Lane(feeds, lane._downloads, lane.space, DEP0010)
    other.open(0.0)
    assert asked(other.receive(have, 0.0)) == [4]
    other.close()
    assert asked(lane.receive(have, 31.0)) == []
    assert asked(lane.wake(62.0)) == [4]
