"""Who gives way where peers' input fills the memory: nobody is slow for waiting for us."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.ids import ConnectionId
from engine.protocols.contract import Role
from engine.runtime.outfit import InputBounds
from engine.runtime.turns.conversations import INPUT_BYTES_MAX, Conversation
from engine.runtime.turns.holdings import too_much
from tests.unit.runtime.fakes import CABLE, FakeClock, FakeMachine
from tests.unit.runtime.world import FakeLink

LARGE = 4 * INPUT_BYTES_MAX
BOUNDS = InputBounds(total_bytes_max=LARGE, host_bytes_max=LARGE)
LATER = 60.0
"""When the pace of what came at the start has faded."""


def holding(number: int, host: str) -> Conversation:
    """One that holds as much as all may together."""
    return Conversation(
        ConnectionId(number),
        CABLE,
        FakeMachine(FakeClock(), buffered=LARGE),
        FakeLink(host, []),
        Address(host, 1),
        Role.LISTENER,
        0.0,
        host,
        proven=True,
        started=True,
    )


def sending(number: int, host: str, lately: int = LARGE // 2) -> Conversation:
    """One in the middle of its packet, which goes on."""
    one = holding(number, host)
    one.pace.hear(lately, LATER)
    return one


def waiting(number: int, host: str, lately: int = LARGE) -> Conversation:
    """One whose last packet came long ago, and is dealt with in parts. ``lately``: as of then."""
    one = holding(number, host)
    one.pace.hear(lately, 0.0)
    one.feed(b"store a\nstore b\n", 0.0)
    assert one.step(0.0), "a part of it"
    return one


def test_who_waits_for_us_to_deal_with_its_packet_is_as_fast_as_it_sent_it() -> None:
    waits, sends = waiting(1, "127.0.0.2"), sending(2, "127.0.0.3")
    assert too_much([waits, sends], BOUNDS, LATER) is sends


def test_who_sent_slowly_gives_way_also_while_it_waits_for_us() -> None:
    waits, sends = waiting(1, "127.0.0.2", LARGE // 4), sending(2, "127.0.0.3")
    assert too_much([waits, sends], BOUNDS, LATER) is waits


def test_who_is_in_the_middle_of_a_packet_gives_way_to_nobody_that_sent_slower() -> None:
    liar = waiting(1, "127.0.0.2", LARGE // 4)
    honest = [sending(number, f"127.0.0.{number}") for number in range(3, 6)]
    assert too_much([liar, *honest], BOUNDS, LATER) is liar


def test_where_all_wait_for_us_one_of_them_gives_way_all_the_same() -> None:
    both = waiting(1, "127.0.0.2"), waiting(2, "127.0.0.3")
    assert too_much(both, BOUNDS, LATER) in both


def test_a_crowd_that_waits_for_us_gives_way_first_nevertheless() -> None:
    crowd = waiting(1, "127.0.0.2"), waiting(2, "127.0.0.2")
    assert too_much([*crowd, sending(3, "127.0.0.3")], BOUNDS, LATER) in crowd


def test_whoever_does_not_take_what_we_send_does_not_wait_for_us() -> None:
    stuck, sends = waiting(1, "127.0.0.2"), sending(2, "127.0.0.3")
    stuck.congested = True
    assert too_much([stuck, sends], BOUNDS, LATER) is stuck
