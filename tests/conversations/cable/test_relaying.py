"""Requests that are passed on, and their answers ("ttl"; protocols/cable.md A8 to A10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.exchange.surroundings import Settings
from engine.protocols.cable.limits import (
    ANSWER_SECONDS,
    BATCH_HASHES,
    LOOK_SECONDS,
    LOOP_SECONDS,
    PASSED_BURST,
    PASSED_HASHES_MAX,
    PASSED_MAX,
    PASSED_TO_MAX,
    TTL_MAX,
    UNREQUESTED_MAX,
    WRITTEN_NUMBER_MAX,
)
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.records import ChannelKept, PostsStored
from engine.protocols.contract import Ending
from tests.conversations.cable.stage import HALL, NOON, Peer, Script

NUMBER = RequestNumber(b"from")
OTHER = RequestNumber(b"next")


def hashes_of(said: Sequence[packets.Packet]) -> list[PostId]:
    return [one for a in said if isinstance(a, packets.HashResponse) for one in a.hashes]


class Relay:
    """One of ours between an origin and some others, all of them spoken to by hand.

    It takes part in no channel itself.
    """

    def __init__(self, others: int = 1, wire: WireVersion = WireVersion.S) -> None:
        self.peer = Peer("relay", wire, channels=())
        self.origin = Script(self.peer)
        self.others: list[Script] = []
        for number in range(others):
            beside = [self.origin, *self.others]
            self.others.append(Script(self.peer, number=ConnectionId(10 + number), beside=beside))
        self.ben = Peer("ben", wire)
        self.made = [
            self.ben.makes(posts.Text(HALL, f"text {one}"), NOON - 100 + one) for one in range(3)
        ]
        self.hashes = tuple(one.hash for one in self.made)

    def asks(self, packet: packets.Packet) -> list[packets.Packet]:
        return self.origin.hears(packet)


def time_range(ttl: int, end: int = 0, limit: int = 100) -> packets.TimeRange:
    return packets.TimeRange(NUMBER, ttl, HALL, 0, end, limit)


# ---- passing on ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ttl", "left"), [(1, 0), (2, 1), (16, 15), (17, 15), (255, 15), ((1 << 64) - 1, 15)]
)
def test_a_request_is_passed_on_with_one_hop_less_and_never_more_than_there_may_be(
    ttl: int, left: int
) -> None:
    relay = Relay()
    relay.asks(time_range(ttl))
    assert relay.others[0].take() == [time_range(left)]
    assert left < TTL_MAX


def test_a_request_that_has_no_hop_left_is_not_passed_on() -> None:
    relay = Relay()
    relay.asks(time_range(0))
    assert relay.others[0].take() == []


def test_a_request_is_passed_on_to_some_and_not_to_everybody() -> None:
    relay = Relay(others=PASSED_TO_MAX + 3)
    relay.asks(time_range(1))
    told = [one.take() for one in relay.others]
    assert sum(map(bool, told)) == PASSED_TO_MAX


def test_a_request_for_a_channel_that_we_are_in_is_answered_by_ourselves() -> None:
    relay = Relay()
    relay.origin.learns(ChannelKept(relay.peer.id, HALL, joined=True, at=NOON))
    relay.others[0].take()
    relay.asks(time_range(1))
    assert relay.others[0].take() == []
    relay.others[0].posts(posts.Text(HALL, "told as it comes"))
    assert len(hashes_of(relay.origin.take())) == 1


def test_where_nothing_is_passed_on_by_choice_nothing_is() -> None:
    relay = Relay()
    quiet = Peer("quiet", channels=(), settings=Settings(passes_on=False))
    origin = Script(quiet)
    other = Script(quiet, number=ConnectionId(2), beside=[origin])
    origin.hears(time_range(16))
    assert other.take() == []
    assert relay.others[0].take() == []


def test_draft_8_has_no_hops() -> None:
    relay = Relay(wire=WireVersion.DRAFT_8)
    relay.asks(packets.TimeRange(RequestNumber(b"8 bytes!"), 9, HALL, 0, 0, 100))
    assert relay.others[0].take() == []


def test_a_request_of_ours_that_comes_back_is_a_loop() -> None:
    peer = Peer("ann")
    peer.says("something")
    script = Script(peer)
    (ours,) = [one for one in script.asked if isinstance(one, packets.TimeRange)]
    assert script.hears(ours) == []


def test_a_request_that_goes_on_is_a_loop_as_long_as_it_does() -> None:
    relay = Relay(others=2)
    relay.asks(time_range(3))
    first, second = relay.others
    relay.origin.waits(LOOP_SECONDS + LOOK_SECONDS)
    for one in (first, second):
        one.now = relay.origin.now
        one.take()
    relay.origin.take()
    assert second.hears(time_range(3)) == []
    assert relay.origin.take() == []
    assert first.take() == []


def test_no_more_requests_are_passed_on_than_a_few_a_second() -> None:
    relay = Relay()
    count = 200
    for one in range(count):
        relay.asks(packets.TimeRange(RequestNumber(one.to_bytes(4, "big")), 1, HALL, 0, 1 << 40, 1))
    assert len(relay.others[0].take()) == int(PASSED_BURST)


# ---- answers ------------------------------------------------------------------------------------


def test_hashes_are_passed_back_once_and_the_limit_is_one_for_all() -> None:
    relay = Relay(others=2)
    relay.asks(time_range(1, limit=2))
    first, second = relay.others
    first.take()
    second.take()
    first.hears(packets.HashResponse(NUMBER, relay.hashes[:1]))
    assert hashes_of(relay.origin.take()) == [relay.hashes[0]]
    second.hears(packets.HashResponse(NUMBER, relay.hashes[:1]))
    assert relay.origin.take() == []
    cancel = packets.Cancel(NUMBER, 0, NUMBER)
    assert second.hears(packets.HashResponse(NUMBER, relay.hashes)) == [cancel]
    assert first.take() == [cancel]
    said = relay.origin.take()
    assert hashes_of(said) == [relay.hashes[1]]
    assert said[-1] == packets.HashResponse(NUMBER, ())


def test_the_end_comes_when_nobody_has_more() -> None:
    relay = Relay(others=2)
    said = relay.asks(time_range(1, end=1 << 40))
    assert packets.HashResponse(NUMBER, ()) not in said
    first, second = relay.others
    first.hears(packets.HashResponse(NUMBER, ()))
    assert relay.origin.take() == []
    second.hears(packets.HashResponse(NUMBER, relay.hashes[:1]))
    second.hears(packets.HashResponse(NUMBER, ()))
    assert relay.origin.take() == [
        packets.HashResponse(NUMBER, relay.hashes[:1]),
        packets.HashResponse(NUMBER, ()),
    ]


def test_the_end_comes_too_where_somebody_never_answers() -> None:
    relay = Relay(others=2)
    relay.asks(time_range(1, end=1 << 40))
    relay.others[0].hears(packets.HashResponse(NUMBER, ()))
    assert relay.origin.waits(ANSWER_SECONDS - 6) == []
    relay.others[1].take()
    assert relay.origin.waits(12) == [packets.HashResponse(NUMBER, ())]
    assert relay.others[1].take() == [packets.Cancel(NUMBER, 0, NUMBER)]


def test_somebody_who_never_marks_an_end_is_asked_for_others_later_on() -> None:
    relay = Relay()
    for one in range(PASSED_MAX):
        relay.origin.waits(LOOK_SECONDS)
        relay.asks(lacking(one, 1))
    relay.origin.waits(2 * ANSWER_SECONDS)
    relay.others[0].take()
    asked = lacking(PASSED_MAX, 1)
    assert relay.asks(asked) == []
    assert relay.others[0].take() == [replace(asked, ttl=0)]


def test_a_cancel_travels_the_way_the_request_went_at_once() -> None:
    relay = Relay(others=2)
    relay.asks(time_range(1))
    for one in relay.others:
        one.take()
    relay.asks(packets.Cancel(NUMBER, 0, NUMBER))
    for one in relay.others:
        assert one.take() == [packets.Cancel(NUMBER, 0, NUMBER)]
        one.hears(packets.HashResponse(NUMBER, relay.hashes))
    assert relay.origin.take() == []


def test_who_answers_what_was_just_called_off_is_not_blamed_for_it() -> None:
    relay = Relay()
    (other,) = relay.others
    count = 2 * UNREQUESTED_MAX
    made = [relay.ben.makes(posts.Text(HALL, f"more {one}"), NOON - one) for one in range(count)]
    relay.asks(packets.RequestByHash(OTHER, 1, tuple(one.hash for one in made)))
    other.take()
    relay.asks(packets.Cancel(OTHER, 0, OTHER))
    other.take()
    other.hears(packets.DataResponse(OTHER, tuple(one.encoded for one in made)))
    assert other.ending() is None
    assert relay.peer.held == set()


def test_where_the_origin_goes_its_requests_are_cancelled() -> None:
    relay = Relay()
    relay.asks(time_range(1))
    relay.others[0].take()
    assert list(relay.origin.machine.receive(b"", NOON)) == []
    assert relay.others[0].waits(6) == [packets.Cancel(NUMBER, 0, NUMBER)]


def test_posts_are_asked_for_of_others_where_we_lack_them_and_passed_back() -> None:
    relay = Relay()
    relay.peer.holds(relay.made[0])
    said = relay.asks(packets.RequestByHash(OTHER, 1, relay.hashes))
    assert said == [packets.DataResponse(OTHER, (relay.made[0].encoded,))]
    assert relay.others[0].take() == [packets.RequestByHash(OTHER, 0, relay.hashes[1:])]
    encoded = tuple(one.encoded for one in relay.made[1:])
    relay.others[0].hears(packets.DataResponse(OTHER, encoded))
    assert relay.origin.take() == [
        packets.DataResponse(OTHER, encoded),
        packets.DataResponse(OTHER, ()),
    ]
    assert relay.peer.held == {relay.hashes[0]}  # nobody here had asked for them


def lacking(one: int, count: int) -> packets.RequestByHash:
    hashes = (
        PostId(hash32(one.to_bytes(2, "big") + each.to_bytes(2, "big"))) for each in range(count)
    )
    return packets.RequestByHash(RequestNumber(one.to_bytes(4, "big")), 1, tuple(hashes))


@pytest.mark.parametrize("count", [BATCH_HASHES, BATCH_HASHES + 1])
def test_of_one_request_others_are_asked_for_so_many_posts_and_no_more(count: int) -> None:
    relay = Relay()
    relay.asks(lacking(1, count))
    (passed,) = relay.others[0].take()
    assert isinstance(passed, packets.RequestByHash)
    assert passed.hashes == lacking(1, BATCH_HASHES).hashes


def test_for_one_peer_others_are_asked_for_so_many_posts_and_no_more() -> None:
    relay = Relay()
    full, rest = divmod(PASSED_HASHES_MAX, BATCH_HASHES)
    for one in range(full):
        relay.asks(lacking(one, BATCH_HASHES))
    relay.others[0].take()
    assert relay.asks(lacking(full, rest + 1)) == []
    (passed,) = relay.others[0].take()
    assert isinstance(passed, packets.RequestByHash)
    assert len(passed.hashes) == rest
    end = packets.DataResponse(RequestNumber((full + 1).to_bytes(4, "big")), ())
    assert relay.asks(lacking(full + 1, 1)) == [end]


def test_posts_that_pass_by_and_that_we_wanted_ourselves_are_kept() -> None:
    relay = Relay()
    second = Script(relay.peer, number=ConnectionId(50), beside=[relay.origin, *relay.others])
    second.learns(ChannelKept(relay.peer.id, HALL, joined=True, at=NOON))
    (own,) = [one for one in second.said if isinstance(one, packets.TimeRange)]
    second.hears(packets.HashResponse(own.id, relay.hashes[:1]))
    for one in relay.others:
        one.take()
    relay.asks(packets.RequestByHash(OTHER, 1, relay.hashes[:1]))
    relay.others[0].hears(packets.DataResponse(OTHER, (relay.made[0].encoded,)))
    assert relay.peer.held == {relay.hashes[0]}


# ---- who cheats ---------------------------------------------------------------------------------


def test_posts_that_a_relay_has_rewritten_go_no_further() -> None:
    relay = Relay()
    relay.asks(packets.RequestByHash(OTHER, 1, relay.hashes))
    rewritten = relay.ben.makes(posts.Text(HALL, "never said"), NOON)
    relay.others[0].hears(
        packets.DataResponse(OTHER, (rewritten.encoded, relay.made[0].encoded + b"x"))
    )
    assert relay.origin.take() == []
    relay.others[0].hears(packets.DataResponse(OTHER, (relay.made[0].encoded,)))
    assert relay.origin.take() == [packets.DataResponse(OTHER, (relay.made[0].encoded,))]


def test_posts_that_nobody_signed_go_no_further_even_under_their_own_hash() -> None:
    relay = Relay()
    encoded = relay.made[0].encoded
    forged = encoded[:-1] + bytes([encoded[-1] ^ 1])
    relay.asks(packets.RequestByHash(OTHER, 1, (PostId(hash32(forged)), relay.hashes[1])))
    relay.others[0].hears(packets.DataResponse(OTHER, (forged, relay.made[1].encoded)))
    assert relay.origin.take() == [
        packets.DataResponse(OTHER, (relay.made[1].encoded,)),
        packets.DataResponse(OTHER, ()),
    ]


def test_who_goes_on_giving_what_nobody_asked_for_is_closed_upon() -> None:
    relay = Relay()
    relay.asks(packets.RequestByHash(OTHER, 1, relay.hashes))
    for one in range(UNREQUESTED_MAX):
        relay.others[0].hears(packets.DataResponse(OTHER, (b"junk" + bytes([one]),)))
    assert relay.others[0].ending() is None
    relay.others[0].hears(packets.DataResponse(OTHER, (b"one more",)))
    assert relay.others[0].ending() is Ending.VIOLATION


def test_what_somebody_wrote_whom_we_block_is_not_passed_on() -> None:
    relay = Relay()
    blocks = f'{{"{relay.ben.author.hex()}":{{}}}}'
    relay.origin.posts(posts.Info((("blocks", blocks),)))
    relay.asks(packets.RequestByHash(OTHER, 1, relay.hashes[:1]))
    relay.others[0].hears(packets.DataResponse(OTHER, (relay.made[0].encoded,)))
    assert relay.origin.take() == [packets.DataResponse(OTHER, ())]


def test_hashes_of_what_a_relay_refuses_are_not_passed_on() -> None:
    relay = Relay()
    relay.asks(time_range(1))
    delete = relay.ben.makes(posts.Delete(relay.hashes[:1]))
    relay.peer.records.apply(PostsStored(relay.peer.id, (relay.made[0], delete), NOON))
    relay.others[0].hears(packets.HashResponse(NUMBER, (relay.hashes[0], PostId(hash32(b"new")))))
    assert hashes_of(relay.origin.take()) == [hash32(b"new")]


def test_numbers_that_not_every_program_can_read_are_not_passed_on() -> None:
    relay = Relay()
    huge = (1 << 64) - 1
    relay.asks(packets.TimeRange(NUMBER, 3, HALL, huge, huge, huge))
    relay.asks(packets.ChannelState(OTHER, 3, HALL, huge, huge))
    passed = relay.others[0].take()
    most = WRITTEN_NUMBER_MAX
    assert packets.TimeRange(NUMBER, 2, HALL, most, most, most) in passed
    assert packets.ChannelState(OTHER, 2, HALL, most, most) in passed


def test_a_subscription_is_passed_on_to_who_comes_later_too() -> None:
    relay = Relay(others=0)
    assert hashes_of(relay.asks(time_range(1))) == []
    late = Script(relay.peer, number=ConnectionId(20), beside=[relay.origin])
    relay.origin.waits(2 * LOOK_SECONDS)
    (passed,) = [one for one in late.take() if isinstance(one, packets.TimeRange)]
    assert (passed.id, passed.ttl) == (NUMBER, 0)
    relay.origin.take()
    late.hears(packets.HashResponse(NUMBER, relay.hashes))
    assert hashes_of(relay.origin.take()) == list(relay.hashes)
    relay.asks(packets.Cancel(NUMBER, 0, NUMBER))
    later = Script(relay.peer, number=ConnectionId(21), beside=[relay.origin])
    relay.origin.waits(2 * LOOK_SECONDS)
    assert [one for one in later.take() if isinstance(one, packets.TimeRange)] == []
