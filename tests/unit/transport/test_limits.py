"""Who may come in, and how much may wait: each limit at N and N+1."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

import pytest

from engine.errors import FaultReason
from engine.model.address import Address
from engine.transport.admission import Admission, Ticket
from engine.transport.codes import code_of, fault_of
from engine.transport.limits import Limits
from engine.transport.local_addresses import reachable
from engine.transport.outbound import PIECE_BYTES_MAX, Outbound

LOOSE = Limits(attempts_per_host_max=10_000, arrivals_per_host_max=10_000)
PLACES = Limits().incoming_max
OUR_OWN_FILES = 100  # database, log, control socket, watched folders; some to spare


def _admitted(door: Admission, host: str) -> Ticket:
    """A connection that was let in."""
    ticket = door.admit(host, 0.0)
    assert ticket is not None
    return ticket


def greeted(door: Admission, host: str) -> Ticket:
    """One that has greeted as well, with nothing proven."""
    ticket = _admitted(door, host)
    door.greeted(ticket)
    return ticket


def test_the_programs_own_limits_are_those_of_the_documents() -> None:
    limits = Limits()

    assert (limits.incoming_max, limits.outgoing_max) == (3 * 200, 4 * 64)
    assert limits.incoming_max + limits.outgoing_max <= 1_024 - OUR_OWN_FILES
    assert (limits.half_open_max, limits.half_open_per_host_max) == (64, 8)
    assert limits.unproven_per_host_max == 8
    assert (limits.attempts_per_host_max, limits.attempts_seconds) == (4, 10.0)
    assert limits.arrivals_per_host_max == 128
    assert (limits.outbound_bytes_max, limits.outbound_frames_max) == (1 << 20, 512)
    assert limits.stalled_seconds_max == 30.0


def test_a_host_may_have_eight_connections_that_have_not_greeted() -> None:
    door = Admission(LOOSE)
    tickets = [door.admit("127.0.0.2", 0.0) for _ in range(8)]

    assert all(tickets)
    assert door.admit("127.0.0.2", 0.0) is None
    assert door.admit("127.0.0.3", 0.0) is not None
    first = tickets[0]
    assert first is not None
    door.left(first)
    assert door.admit("127.0.0.2", 0.0) is not None


def test_a_greeting_frees_the_hosts_place_once() -> None:
    door = Admission(Limits(half_open_per_host_max=1, attempts_per_host_max=9))
    ticket = door.admit("127.0.0.2", 0.0)
    assert ticket is not None

    door.greeted(ticket)
    door.greeted(ticket)

    assert door.admit("127.0.0.2", 0.0) is not None
    assert door.admit("127.0.0.2", 0.0) is None
    door.left(ticket)
    assert door.admit("127.0.0.2", 0.0) is None


def test_sixty_four_in_all_may_be_half_open() -> None:
    door = Admission(LOOSE)
    hosts = [f"127.0.{number}.1" for number in range(65)]

    admitted = [door.admit(host, 0.0) is not None for host in hosts]

    assert admitted == [True] * 64 + [False]


def test_sixty_four_may_be_half_open_in_a_full_house_too_and_take_no_place_beyond() -> None:
    evicted: list[Ticket] = []
    door = Admission(LOOSE, evicted.append)
    for _ in range(PLACES):
        door.greeted(_admitted(door, "127.0.0.1"), proven=True)

    admitted = [door.admit(f"127.1.{number}.1", 0.0) is not None for number in range(65)]

    assert admitted == [True] * 64 + [False]
    assert len(evicted) == 64
    assert all(ticket.proven for ticket in evicted), "of the crowded host"


def test_in_a_full_house_too_the_oldest_that_never_greets_makes_room_for_a_newcomer() -> None:
    evicted: list[Ticket] = []
    door = Admission(LOOSE, evicted.append)
    for _ in range(PLACES - 64):
        door.greeted(_admitted(door, "127.0.0.1"), proven=True)
    slow = [_admitted(door, f"127.1.{number}.1") for number in range(64)]

    assert door.admit("127.0.0.1", 1.0) is None, "it is of the crowd"
    assert door.admit("127.2.0.1", 1.0) is not None

    assert evicted == [slow[0]], "nobody else had to give way"


def test_as_many_may_be_inside_as_there_are_places() -> None:
    door = Admission(LOOSE)
    hosts = [f"127.{number >> 8}.{number & 255}.1" for number in range(PLACES)]
    tickets = [greeted(door, host) for host in hosts]

    assert door.admit("127.200.0.1", 0.0) is None
    door.left(tickets[0])
    assert door.admit("127.200.0.1", 0.0) is not None


def test_two_hundred_peers_with_two_connections_each_lose_none_of_them_to_strangers() -> None:
    evicted: list[Ticket] = []
    door = Admission(LOOSE, evicted.append)
    for number in range(2 * 200):
        door.greeted(_admitted(door, f"127.0.{number % 200}.1"), proven=True)

    for number in range(1_000):
        door.admit(f"127.{1 + number // 250}.{number % 250}.1", 0.0)

    assert evicted == []


def test_a_host_may_have_eight_peers_that_have_greeted_and_not_proven_who_they_are() -> None:
    door = Admission(LOOSE)
    tickets = [greeted(door, "127.0.0.2") for _ in range(8)]

    assert door.admit("127.0.0.2", 0.0) is None
    assert door.admit("127.0.0.3", 0.0) is not None
    door.greeted(tickets[0], proven=True)
    assert door.admit("127.0.0.2", 0.0) is not None


def test_the_places_of_a_host_can_be_raised() -> None:
    door = Admission(Limits(unproven_per_host_max=100))

    for _ in range(100):
        greeted(door, "127.0.0.2")

    assert door.admit("127.0.0.2", 0.0) is None


def test_where_all_places_are_taken_the_newest_of_the_most_crowded_host_loses_its_own() -> None:
    evicted: list[Ticket] = []
    door = Admission(Limits(incoming_max=4), evicted.append)
    lone = greeted(door, "127.0.0.2")
    crowd = [greeted(door, "127.0.0.3") for _ in range(3)]

    assert door.admit("127.0.0.4", 0.0) is not None

    assert evicted == [crowd[2]]
    assert lone not in evicted
    assert door.admit("127.0.0.2", 0.0) is None, "it would make its own host the most crowded"


def test_who_has_proven_itself_loses_its_place_only_where_its_host_has_most_and_all_are_taken() -> (
    None
):
    evicted: list[Ticket] = []
    door = Admission(Limits(incoming_max=4), evicted.append)
    crowd = [greeted(door, "127.0.0.3") for _ in range(3)]
    for ticket in crowd:
        door.greeted(ticket, proven=True)
    door.greeted(greeted(door, "127.0.0.2"), proven=True)
    assert not evicted

    assert door.admit("127.0.0.4", 0.0) is not None
    assert evicted == [crowd[2]]
    assert door.admit("127.0.0.2", 0.0) is None, "it would make its own host the most crowded"


def test_a_host_may_come_so_often_in_ten_seconds_whatever_it_proves() -> None:
    door = Admission(Limits())
    for number in range(128):
        ticket = door.admit("127.0.0.2", number / 100)
        assert ticket is not None
        door.greeted(ticket, proven=True)
        door.left(ticket)

    assert door.admit("127.0.0.2", 9.9) is None
    assert door.admit("127.0.0.3", 9.9) is not None
    assert door.admit("127.0.0.2", 10.0) is not None
    assert door.admit("127.0.0.2", 10.0) is None


def test_nothing_is_remembered_of_hosts_that_came_long_ago() -> None:
    door = Admission(LOOSE)
    for number in range(60):
        ticket = door.admit(f"127.0.{number}.1", 0.0)
        assert ticket is not None
        if number % 2:
            door.greeted(ticket)
        door.left(ticket)
    door.admit("127.1.0.1", 20.0)

    assert (len(door._recent), len(door._arrivals), len(door._attempts)) == (1, 1, 1)


def test_a_crowd_that_never_greets_makes_room_for_a_lone_newcomer() -> None:
    evicted: list[Ticket] = []
    door = Admission(LOOSE, evicted.append)
    crowd = [door.admit(f"127.0.0.{number % 8 + 1}", 0.0) for number in range(64)]

    assert door.admit("127.0.1.1", 0.1) is not None

    assert evicted == [crowd[56]]


def test_of_lone_hosts_that_never_greet_the_oldest_loses_its_place_once_it_had_a_second() -> None:
    evicted: list[Ticket] = []
    door = Admission(LOOSE, evicted.append)
    slow = [door.admit(f"127.0.{number}.1", 0.0) for number in range(64)]

    assert door.admit("127.1.0.1", 0.9) is None
    assert door.admit("127.1.0.1", 1.0) is not None

    assert evicted == [slow[0]]


def test_a_host_may_try_four_times_in_ten_seconds() -> None:
    door = Admission(Limits())
    for second in range(4):
        ticket = door.admit("127.0.0.2", float(second))
        assert ticket is not None
        door.left(ticket)

    assert door.admit("127.0.0.2", 9.9) is None
    assert door.admit("127.0.0.2", 10.0) is not None


def test_attempts_that_led_to_a_greeting_do_not_count() -> None:
    door = Admission(Limits())
    for _ in range(20):
        door.left(greeted(door, "127.0.0.2"))


def test_addresses_of_one_ipv6_network_are_one_host() -> None:
    door = Admission(Limits())

    admitted = [door.admit(f"2001:db8::{number}", 0.0) is not None for number in range(1, 6)]

    assert admitted == [True] * 4 + [False]
    assert door.admit("2001:db8:0:1::1", 0.0) is not None


def test_a_megabyte_may_wait_for_a_peer_and_no_byte_more() -> None:
    queue = Outbound(Limits())
    queue.push(bytes(1 << 20))
    assert not queue.congested

    queue.push(b"x")

    assert queue.congested


def test_512_frames_may_wait_for_a_peer_and_none_more() -> None:
    queue = Outbound(Limits())
    for _ in range(512):
        queue.push(b"x")
    assert not queue.congested

    queue.push(b"x")

    assert queue.congested


def test_what_we_hold_at_all_is_bounded() -> None:
    queue = Outbound(Limits(outbound_bytes_hard_max=10))
    queue.push(bytes(10))
    assert not queue.overflowing

    queue.push(b"x")

    assert queue.overflowing


def test_frames_come_out_in_order_in_pieces() -> None:
    queue = Outbound(Limits())
    frames = [b"a" * 10, b"", b"b" * (2 * PIECE_BYTES_MAX), b"c"]
    for frame in frames:
        queue.push(frame)

    pieces = []
    while queue:
        pieces.append(queue.take())

    assert b"".join(pieces) == b"".join(frames)
    assert max(map(len, pieces)) == PIECE_BYTES_MAX
    assert queue.bytes_waiting == 0
    assert queue.take() == b""


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, ""), "connection_refused"),
        (OSError(errno.EHOSTUNREACH, ""), "host_unreachable"),
        (OSError(errno.ENETUNREACH, ""), "network_unreachable"),
        (TimeoutError(), "timed_out"),
        (socket.gaierror(socket.EAI_NONAME, ""), "name_not_found"),
        (ConnectionResetError(errno.ECONNRESET, ""), "connection_reset"),
        (OSError("several errors"), "unreachable"),
        (OSError(errno.ELOOP, ""), "eloop"),
    ],
)
def test_what_the_system_says_has_a_stable_code(error: OSError, code: str) -> None:
    assert code_of(error) == code


def test_a_port_that_cannot_be_opened_is_a_fault_with_its_address() -> None:
    fault = fault_of(OSError(errno.EADDRINUSE, ""), Address("127.0.0.1", 9))

    assert fault.reason is FaultReason.PORT_IN_USE
    assert fault.detail == "127.0.0.1:9"
    assert fault_of(OSError(errno.EACCES, ""), "x").reason is FaultReason.ADDRESS_UNAVAILABLE


OWN = [
    ip_address(text)
    for text in ("2001:db8::7", "127.0.0.1", "8.8.4.4", "192.168.1.5", "fe80::1", "::1")
]


def test_a_port_on_all_addresses_is_reachable_at_each_that_others_can_try() -> None:
    hosts = [one.host for one in reachable(Address("::", 7), OWN)]

    assert hosts == ["192.168.1.5", "8.8.4.4", "2001:db8::7"]


def test_a_port_on_all_ipv4_addresses_has_no_ipv6_one() -> None:
    assert all(":" not in one.host for one in reachable(Address("0.0.0.0", 7), OWN))


@pytest.mark.parametrize("host", ["127.0.0.1", "192.168.1.5", "localhost"])
def test_a_port_bound_to_one_address_is_reachable_there(host: str) -> None:
    assert reachable(Address(host, 7), OWN) == (Address(host, 7),)


def test_the_machines_own_addresses_can_be_looked_up() -> None:
    assert all(one.port == 7 for one in reachable(Address("0.0.0.0", 7)))
