"""What two that share a space tell each other: what they hold, and where they are (1, 4)."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGE_SECONDS,
    PING_SECONDS_MAX,
    SETTLE_SECONDS,
)
from engine.protocols.tidings.port.records import Acknowledged
from tests.conversations.tidings.scene import COAST, INLAND, acknowledged, share, two
from tests.conversations.tidings.stage import Stage, Told, post

# ---- acknowledgements ---------------------------------------------------------------------------


def test_both_acknowledge_what_they_hold_when_they_meet() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ann.chats.held[COAST] = [post("a")]
    ben.chats.held[COAST] = [post("b"), post("c")]
    stage.connect(ann, ben)
    chats = ProtocolName.PEERLINKS
    assert acknowledged(ann) == [Acknowledged(chats, COAST, ben.peer_id, (post("b"), post("c")))]
    assert acknowledged(ben) == [Acknowledged(chats, COAST, ann.peer_id, (post("a"),))]


def test_of_two_kinds_of_one_name_each_is_told_by_itself() -> None:
    """As a feed and the comments on it are."""
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    for party in (ann, ben):
        party.rooms.held[COAST] = [post("never told")]
    ben.chats.held[COAST] = [post("b")]
    stage.connect(ann, ben)
    chats = ProtocolName.PEERLINKS
    assert acknowledged(ann) == [Acknowledged(chats, COAST, ben.peer_id, (post("b"),))]


def test_what_was_acknowledged_is_not_acknowledged_again() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ben.chats.held[COAST] = [post("b")]
    stage.connect(ann, ben)
    ben.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS + ACKNOWLEDGE_SECONDS)
    assert len(acknowledged(ann)) == 1


def test_what_a_peer_acknowledged_before_we_knew_it_counts_once_we_do() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ben.chats.held[COAST] = [post("on top of ann's")]
    stage.connect(ann, ben)
    ann.chats.held[COAST] = [post("on top of ann's")]
    ann.tells(Told(COAST))  # what lies between has come, and tells what ben holds besides
    stage.pass_time(SETTLE_SECONDS)
    told = [record.heads for record in acknowledged(ann)]
    assert told == [(post("on top of ann's"),)] * 2
    stage.pass_time(60.0)
    assert len(acknowledged(ann)) == 2, "that by itself is no news"


def test_what_is_received_later_is_acknowledged_a_moment_later() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    ben.chats.held[COAST] = [post("new")]
    ben.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS)
    assert [record.heads for record in acknowledged(ann)] == [(post("new"),)]


def test_a_storm_of_news_becomes_one_acknowledgement_a_second() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    for number in range(100):
        ben.chats.held[COAST] = [post(str(number))]
        ben.tells(Told(COAST))
        stage.pass_time(0.05)
    stage.pass_time(2.0)
    heads = [record.heads for record in acknowledged(ann)]
    assert heads[-1] == (post("99"),)
    assert 4 <= len(heads) <= 8


def test_news_of_a_space_that_is_not_common_is_not_acknowledged() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ben.chats.held[INLAND] = [post("secret")]
    stage.connect(ann, ben)
    ben.tells(Told(INLAND))
    stage.pass_time(5.0)
    assert acknowledged(ann) == []


# ---- addresses ----------------------------------------------------------------------------------


def test_addresses_are_told_to_those_with_a_space_in_common() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    home = Address("192.0.2.1", 4000)
    ann.port.reachable_at([home, Address("2001:db8::1", 4000)])
    stage.connect(ann, ben)
    assert ben.whereabouts == [(home, Address("2001:db8::1", 4000))]
    assert ann.whereabouts == []


def test_a_name_that_leads_to_us_is_not_told_as_nobody_would_look_it_up() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    home = Address("192.0.2.1", 4000)
    ann.port.reachable_at([Address("relay.example", 4711), home])
    stage.connect(ann, ben)
    assert ben.whereabouts == [(home,)]


def test_addresses_told_by_a_stranger_count_once_a_space_is_common() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ben)
    home = Address("192.0.2.1", 4000)
    ann.port.reachable_at([home])
    stage.connect(ann, ben)
    assert ben.whereabouts == []
    share(ann)
    ann.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS)
    assert ben.whereabouts == [(home,)]


def test_another_address_is_told_within_a_ping() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    ann.port.reachable_at([Address("192.0.2.9", 1)])
    stage.pass_time(PING_SECONDS_MAX)
    assert ben.whereabouts == [(Address("192.0.2.9", 1),)]
