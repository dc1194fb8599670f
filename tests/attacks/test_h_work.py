"""Few bytes that would be much work, in one step, for which everybody else waits: H-4 and H-5."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.errors import PeerViolation
from engine.protocols.contract import Charge
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.limits import BITFIELD_PIECES_MAX, REQUESTS_LOOKED_OVER_MAX
from engine.protocols.hypercore.manner import DEP0010, DRAFT1, KIN
from engine.protocols.hypercore.records import Sought
from engine.wire.varint import encode_varint
from tests.attacks.attack import attack, replaced
from tests.attacks.feeds import EXCHANGE, Attacked
from tests.unit.hypercore.memory_feeds import followed
from tests.unit.hypercore.test_giants import LITTLE, follower
from tests.work import steps_of

RLE = "engine.protocols.hypercore.blocks.rle"
RANGES = "engine.protocols.hypercore.blocks.ranges.BlockRanges"
HUGE = 1 << 62


# ---- H-4 ----------------------------------------------------------------------------------------


def _from_the_first(ranges: list[Range], window: Range) -> Iterator[Range]:
    for start, end in ranges:
        if start >= window[1]:
            return
        if end > window[0]:
            yield max(start, window[0]), min(end, window[1])


@attack("H-4", without=replaced(f"{RLE}._cut", _from_the_first))
def test_h4_an_older_bitfield_costs_what_it_is_long_and_not_that_squared() -> None:
    count = 400
    bits = encode_varint(count) + b"\x01\x00" * count + b"\xaa" * (count // 4 + 1)
    assert steps_of(partial(rle.decode_older, bits, HUGE)) < 50 * count


@attack("H-4", without=replaced(f"{RLE}.BITFIELD_PIECES_MAX", HUGE), succeeds_by=PeerViolation)
def test_h4_pieces_that_say_nothing_are_not_read_to_their_end() -> None:
    """What stands behind would be no piece."""
    assert rle.decode(b"\x01" * BITFIELD_PIECES_MAX + b"\x80", HUGE) == []


def _anywhere(_feeds: object, _space: object, block: int) -> int:
    return block


@attack(
    "H-4",
    without=replaced("tests.unit.hypercore.memory_feeds.MemoryFeeds.next_held", _anywhere),
)
def test_h4_a_feed_that_was_signed_for_2_62_blocks_costs_what_there_is_of_it() -> None:
    feeds = follower(62)
    (feed,) = feeds.feeds()
    for manner in (DEP0010, DRAFT1):
        lane = Lane(feeds, Downloads(feeds), feed.space, manner)
        assert steps_of(partial(lane.open, 0.0)) < LITTLE
        assert steps_of(partial(lane.receive, packets.Want(0, None), 0.0)) < LITTLE


def _next_block(_ranges: object, block: int) -> int:
    return block


@attack("H-4", without=replaced(f"{RANGES}.first_at", _next_block))
def test_h4_a_block_far_away_in_a_wide_wish_is_not_looked_for_from_its_beginning() -> None:
    feeds, space = followed(whole=False)
    lane = Lane(feeds, Downloads(feeds), space, DEP0010, Terms(theirs=(KIN,)))
    lane.open(0.0)
    feeds.apply(Sought(space, 0, HUGE - 2))
    said = lane.receive(packets.Have(((HUGE - 3, HUGE),)), 0.0)
    assert packets.Request(HUGE - 3) in said


# ---- H-5 ----------------------------------------------------------------------------------------


@attack("H-5", without=replaced(f"{EXCHANGE}.heard.REQUESTS_LOOKED_OVER_MAX", HUGE))
def test_h5_requests_that_are_taken_back_are_steps_that_are_paid_for() -> None:
    attacked = Attacked()
    again: list[packets.Packet] = [packets.Request(7), packets.Cancel(7)] * 2_000
    data = attacked.pipe.ends[0]._wire.say(0, *again)
    steps = attacked.pipe.ends[1].receive(data, 0.0)
    assert steps_of(partial(next, steps)) < 100 * REQUESTS_LOOKED_OVER_MAX
    assert [attacked.pipe.ends[1].charge for _ in steps] == [Charge.FULL] * (len(again) // 2 - 1)
