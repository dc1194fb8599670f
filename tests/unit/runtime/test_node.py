"""The node: connections, whom to dial, who is here, what our user sees of it."""

from __future__ import annotations

import pytest

from engine.crypto.blake2b import hash32
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.address import Address
from engine.model.commands import (
    AddPeer,
    BanPeer,
    ForgetPeer,
    Listen,
    ReconcileNow,
    StartDiscovery,
)
from engine.model.events import (
    EngineClosed,
    Listening,
    PeerGone,
    PeerReady,
    PeersChanged,
    PeerViolated,
    SpaceChanged,
)
from engine.model.ids import ConnectionId, PeerId, ProtocolName
from engine.model.views import ListenerView, PeerState, PeerView
from engine.protocols.contract import Ending, Role
from engine.runtime.conversations import INPUT_BYTES_MAX
from engine.runtime.past import PAST_PEERS_MAX
from tests.unit.runtime.fakes import (
    CABLE,
    HYPERCORE,
    OWN_PEER,
    SPACE,
    FakeBook,
    FakeDiscovery,
    FakeLink,
    Remembered,
    World,
)

THERE = Address("127.0.0.5", 7000)
PEER = PeerId(b"p" * 32)


def only_peer(world: World) -> PeerView:
    (view,) = world.node.connections().peers
    return view


def dial(world: World, address: Address = THERE) -> None:
    world.perform(AddPeer(CABLE, address))
    world.settle()


# ---- connections --------------------------------------------------------------------------------


def test_a_greeting_is_told_and_counts_the_peer_as_known() -> None:
    world = World()
    connection, _, link = world.open(address=THERE)
    world.events()
    world.receive(connection, "ready p")

    world.settle()

    assert world.events() == (PeerReady(CABLE, THERE, PEER), PeersChanged())
    assert link.known
    assert only_peer(world).state is PeerState.READY
    assert only_peer(world).peer_id == PEER
    assert world.node.moment().peers == (PEER,)


def test_a_connection_that_has_not_greeted_is_shown_as_greeting() -> None:
    world = World()
    world.open(address=THERE)

    assert only_peer(world).state is PeerState.GREETING


def test_a_violation_is_told_with_its_rule_and_ends_the_connection() -> None:
    world = World()
    connection, _, link = world.open(address=THERE)
    world.events()
    world.receive(connection, "violate")

    world.settle()

    assert world.events() == (
        PeerViolated(CABLE, THERE, "a rule", "section 1"),
        PeerGone(CABLE, THERE, Ending.VIOLATION, None),
        PeersChanged(),
    )
    assert not link.is_open()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", Ending.CLOSED_BY_PEER),
        ("connection_reset", Ending.CLOSED_BY_PEER),
        ("too_slow", Ending.TOO_SLOW),
        ("timed_out", Ending.TIMED_OUT),
    ],
)
def test_how_a_stream_ended_is_told(code: str, reason: Ending) -> None:
    world = World()
    connection, _, _ = world.open(address=THERE)
    world.events()
    world.receiver.ended(connection, code)

    world.settle()

    assert PeerGone(CABLE, THERE, reason, None) in world.events()


def test_spaces_of_a_peer_count_it_as_present_until_it_leaves() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "ready p", "show")
    world.settle()
    assert SpaceChanged(SPACE) in world.events()
    assert world.node.moment().presence == {SPACE: ((PEER, None),)}
    assert only_peer(world).spaces == (SPACE,)

    world.receive(connection, "close closed_by_peer")
    world.settle()

    assert SpaceChanged(SPACE) in world.events()
    assert world.node.moment().presence == {}


def test_who_has_not_greeted_is_present_nowhere() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "show")

    world.settle()

    assert world.node.moment().presence == {}


def test_a_peer_is_paused_above_a_megabyte_of_input_and_read_again_once_that_is_done() -> None:
    world = World()
    connection, _, link = world.open()
    world.receiver.received(connection, b"x" * INPUT_BYTES_MAX)
    assert link.is_reading()
    world.receiver.received(connection, b"x")
    assert not link.is_reading()

    world.settle()

    assert link.is_reading()


def test_nothing_more_is_read_from_a_congested_peer_until_it_is_drained() -> None:
    world = World()
    connection, machine, link = world.open()
    machine.on_wake = "send still-here"
    world.receive(connection, "wake 1")
    world.settle()
    machine.told.clear()
    world.receiver.congested(connection)
    world.receive(connection, "send more")

    world.wait(2)
    assert machine.told == ["wake"], "its timers go on"
    assert not link.is_reading()
    world.receiver.drained(connection)
    world.settle()

    assert machine.told == ["wake", "send more"]
    assert link.is_reading()


def test_beyond_the_bound_of_all_input_the_largest_is_closed_and_only_that() -> None:
    bound = INPUT_BYTES_MAX + 100
    world = World(input_bytes_total_max=bound)
    _, small_machine, small = world.open("small")
    connection, large_machine, large = world.open("large")
    small_machine.buffered, large_machine.buffered = 100, INPUT_BYTES_MAX
    world.receiver.received(connection, b"x" * INPUT_BYTES_MAX)
    conversation = world.node._work.conversations.get(connection)
    assert conversation is not None
    conversation._input.clear()
    conversation.input_bytes = 0
    world.node.advance()
    assert large.is_open(), "exactly the bound is allowed"

    conversation.input_bytes = 1
    world.node._switchboard._received_bytes = INPUT_BYTES_MAX
    world.node.advance()

    assert not large.is_open()
    assert small.is_open()
    assert any(
        isinstance(event, PeerGone) and event.reason == Ending.TOO_MANY for event in world.events()
    )


def test_a_stream_of_a_protocol_we_do_not_speak_is_closed() -> None:
    world = World()
    link = FakeLink("A", world.happened)

    assert world.receiver.opened(link, HYPERCORE, Role.LISTENER, THERE) is None
    assert not link.is_open()


def test_connections_are_asked_for_news_once_they_have_greeted() -> None:
    world = World()
    first, known, _ = world.open("A")
    _, stranger, _ = world.open("B")
    world.receive(first, "ready p")
    world.settle()

    world.perform(ReconcileNow())
    world.settle()

    assert known.told[-1] == "reconcile"
    assert stranger.told == []


def test_a_clock_that_is_set_ends_conversations_and_wakes_the_protocols() -> None:
    world = World()
    dial(world)
    _, machine, link = world.open(role=Role.DIALLER, address=THERE)
    world.network.dialled.clear()
    world.clock.wall_offset += 3_600

    world.node.advance()
    world.wait(2)

    assert not link.is_open()
    assert machine.told == ["end"]
    assert world.protocol.told == ["wake"]
    assert world.network.dialled == [THERE]


def test_a_clock_that_is_set_back_starves_nobody() -> None:
    world = World()
    world.rename("wake 10")
    world.settle()
    world.clock.wall_offset -= 86_400
    world.node.advance()
    world.settle()
    world.protocol.told.clear()

    world.wait(11)

    assert world.protocol.told == ["wake"]


def test_a_clock_that_drifts_disturbs_nobody() -> None:
    world = World()
    _, _, link = world.open()
    for _ in range(100):
        world.clock.wall_offset += 1
        world.wait(1)
        world.node.advance()

    assert link.is_open()


# ---- dialling -----------------------------------------------------------------------------------


def test_remembered_addresses_are_dialled_at_start_and_unknown_protocols_are_not() -> None:
    book = FakeBook()
    other = Address("127.0.0.6", 1)
    book.addresses = {
        (CABLE, THERE): Remembered(CABLE, THERE),
        (HYPERCORE, other): Remembered(HYPERCORE, other),
    }

    world = World(book)

    assert world.network.dialled == [THERE]
    assert only_peer(world).state is PeerState.CONNECTING
    assert only_peer(world).remembered


def test_an_address_that_fails_is_dialled_again_later_and_later() -> None:
    world = World()
    dial(world)
    waits = []
    for _ in range(11):
        world.receiver.unreachable(CABLE, THERE, "connection_refused")
        start, count = world.clock.seconds, len(world.network.dialled)
        while len(world.network.dialled) == count:
            deadline = world.node.next_deadline()
            assert deadline is not None
            world.wait(max(0.0, deadline - world.clock.seconds))
        waits.append(world.clock.seconds - start)

    whole = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert all(0.75 * one <= wait <= one for one, wait in zip(whole, waits, strict=True))
    assert len({wait / one for one, wait in zip(whole, waits, strict=True)}) > 5, "with jitter"


def test_a_failed_dial_is_told_and_shown_with_its_code_and_when_it_is_tried_again() -> None:
    world = World()
    dial(world)
    world.events()

    world.receiver.unreachable(CABLE, THERE, "connection_refused")

    assert world.events() == (PeerGone(CABLE, THERE, Ending.UNREACHABLE, None), PeersChanged())
    view = only_peer(world)
    assert (view.state, view.last_error) == (PeerState.WAITING, "connection_refused")
    assert view.retry_at is not None
    assert 0.75 <= view.retry_at - world.clock.now() <= 1
    assert world.book.notes == [f"connection_refused {THERE}"]


def test_the_same_error_again_is_not_noted_again() -> None:
    world = World()
    dial(world)
    for _ in range(3):
        world.receiver.unreachable(CABLE, THERE, "timed_out")

    assert world.book.notes == [f"timed_out {THERE}"]


def test_a_conversation_that_lasted_resets_the_back_off() -> None:
    world = World()
    dial(world)
    for _ in range(5):
        world.receiver.unreachable(CABLE, THERE, "timed_out")
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p")
    world.settle()
    assert only_peer(world).last_error is None
    world.wait(60)
    world.receiver.ended(connection, "")
    world.settle()
    world.network.dialled.clear()

    world.wait(1)

    assert world.network.dialled == [THERE]
    assert world.book.notes[-1] == f"seen {THERE}"


def test_a_peer_that_greets_and_leaves_at_once_does_not_reset_the_back_off() -> None:
    world = World()
    dial(world)
    for _ in range(5):
        world.receiver.unreachable(CABLE, THERE, "timed_out")
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p", "close closed_by_peer")
    world.settle()
    world.network.dialled.clear()

    world.wait(20)

    assert world.network.dialled == []


@pytest.mark.parametrize("line", ["violate", "close self_connection"])
def test_a_violator_and_ourselves_are_left_alone_for_an_hour(line: str) -> None:
    world = World()
    dial(world)
    connection, _, _ = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, line)
    world.settle()
    world.network.dialled.clear()

    world.perform(ReconcileNow())
    world.wait(3_599)
    assert world.network.dialled == []
    world.wait(2)

    assert world.network.dialled == [THERE]
    assert world.book.banned == []


def test_an_address_whose_peer_is_connected_otherwise_rests_until_that_peer_is_gone() -> None:
    book = FakeBook(addresses={(CABLE, THERE): Remembered(CABLE, THERE, PEER)})
    world = World(book)
    world.receiver.unreachable(CABLE, THERE, "timed_out")
    inbound, _, _ = world.open()
    world.receive(inbound, "ready p")
    world.settle()
    world.network.dialled.clear()

    world.wait(200)
    assert world.network.dialled == []
    view = only_peer(world)
    assert (view.state, view.remembered) == (PeerState.READY, True)
    world.receiver.ended(inbound, "")
    world.settle()
    world.wait(1)

    assert world.network.dialled == [THERE]


def test_a_duplicate_is_no_failure_and_is_dialled_again_when_the_other_ends() -> None:
    world = World()
    inbound, _, _ = world.open("in")
    world.receive(inbound, "ready p")
    dial(world)
    connection, _, _ = world.open("out", role=Role.DIALLER, address=THERE)
    world.receive(connection, "close duplicate")
    world.settle()
    world.network.dialled.clear()
    waiting = [v for v in world.node.connections().peers if v.address == THERE]
    assert [(v.state, v.last_error) for v in waiting] == [(PeerState.OFFLINE, None)]

    world.wait(100)
    assert world.network.dialled == []
    world.receiver.ended(inbound, "")
    world.settle()
    world.wait(1)

    assert world.network.dialled == [THERE]


def test_asking_for_news_dials_at_once_what_waits() -> None:
    world = World()
    dial(world)
    for _ in range(8):
        world.receiver.unreachable(CABLE, THERE, "timed_out")
    world.network.dialled.clear()

    world.perform(ReconcileNow())
    world.settle()

    assert world.network.dialled == [THERE]


def test_a_stream_that_opens_after_its_address_was_forgotten_is_closed() -> None:
    world = World()
    dial(world)
    world.perform(ForgetPeer(address=THERE))
    world.settle()
    link = FakeLink("A", world.happened)

    assert world.receiver.opened(link, CABLE, Role.DIALLER, THERE) is None
    assert not link.is_open()


# ---- what our user wants of peers ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AddPeer(HYPERCORE, THERE), Refusal.PROTOCOL_UNKNOWN),
        (AddPeer(CABLE, Address("127.0.0.1", 0)), Refusal.ADDRESS_INVALID),
        (ForgetPeer(address=THERE), Refusal.PEER_UNKNOWN),
        (ForgetPeer(peer_id=PEER), Refusal.PEER_UNKNOWN),
        (ForgetPeer(), Refusal.PEER_UNKNOWN),
        (BanPeer(), Refusal.PEER_UNKNOWN),
        (Listen(HYPERCORE, THERE), Refusal.PROTOCOL_UNKNOWN),
    ],
)
def test_wishes_about_peers_that_cannot_be_are_refused(
    command: AddPeer | ForgetPeer | BanPeer | Listen, reason: Refusal
) -> None:
    world = World()

    reply = world.perform(command)
    world.settle()

    (refused,) = reply.outcomes
    assert isinstance(refused, Refused)
    assert refused.reason is reason
    assert world.book.addresses == {}


def test_an_address_is_remembered_only_if_that_is_wished() -> None:
    world = World()
    world.perform(AddPeer(CABLE, THERE, remember=False))
    world.settle()
    assert world.book.addresses == {}
    assert not only_peer(world).remembered

    dial(world)

    assert list(world.book.addresses) == [(CABLE, THERE)]
    assert only_peer(world).remembered


def test_a_forgotten_peer_is_closed_and_not_dialled_again() -> None:
    world = World()
    dial(world)
    connection, _, link = world.open(role=Role.DIALLER, address=THERE)
    world.receive(connection, "ready p")
    world.settle()
    world.network.dialled.clear()

    reply = world.perform(ForgetPeer(peer_id=PEER))
    world.settle()
    world.wait(1_000)

    assert reply.outcomes == [None]
    assert not link.is_open()
    assert world.network.dialled == []
    assert world.book.addresses == {}
    assert world.node.connections().peers == ()


def test_a_banned_peer_is_closed_and_refused_from_wherever_it_comes() -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "ready p")
    world.settle()

    world.perform(BanPeer(peer_id=PEER))
    world.settle()
    assert not link.is_open()
    again, _, second = world.open(address=Address("127.0.0.77", 9))
    world.events()
    world.receive(again, "ready p")
    world.settle()

    assert not second.is_open()
    assert [e.reason for e in world.events() if isinstance(e, PeerGone)] == [Ending.BANNED]
    assert world.node.moment().peers == ()


def test_a_banned_address_is_refused_from_any_port_and_not_dialled() -> None:
    world = World()
    dial(world)
    world.perform(BanPeer(address=THERE))
    world.settle()
    link = FakeLink("A", world.happened)

    opened = world.receiver.opened(link, CABLE, Role.LISTENER, Address(THERE.host, 555))

    assert opened is None
    assert not link.is_open()
    assert [view.state for view in world.node.connections().peers] == [PeerState.BANNED]
    assert world.node.next_deadline() is None


def test_bans_outlive_the_process_and_end_when_they_are_forgotten() -> None:
    book = FakeBook()
    book.ban(PEER, 5.0)
    world = World(book)
    assert only_peer(world).state is PeerState.BANNED

    world.perform(ForgetPeer(peer_id=PEER))
    world.settle()
    connection, _, link = world.open()
    world.receive(connection, "ready p")
    world.settle()

    assert link.is_open()
    assert book.banned == []


def test_adding_a_banned_address_ends_its_ban() -> None:
    world = World()
    world.perform(BanPeer(address=THERE))
    world.settle()

    dial(world)

    assert world.book.banned == []
    assert world.network.dialled == [THERE]


def test_peers_that_came_by_themselves_stay_in_view_after_they_left_and_can_be_forgotten() -> None:
    world = World()
    for number in range(PAST_PEERS_MAX + 1):
        connection, _, _ = world.open()
        world.receive(connection, f"ready {chr(0x21 + number)}", "close closed_by_peer")
        world.settle()
    views = world.node.connections().peers
    assert len(views) == PAST_PEERS_MAX
    assert {view.state for view in views} == {PeerState.OFFLINE}
    latest = views[0].peer_id
    assert latest == PeerId(chr(0x21 + PAST_PEERS_MAX).encode() * 32)

    world.perform(ForgetPeer(peer_id=latest))
    world.settle()

    assert latest not in [view.peer_id for view in world.node.connections().peers]


# ---- doors --------------------------------------------------------------------------------------


def test_an_open_port_is_answered_told_and_shown() -> None:
    world = World()

    reply = world.perform(Listen(CABLE, Address("127.0.0.1", 0)))

    bound = Address("127.0.0.1", 4242)
    assert reply.outcomes == [ListenerView(CABLE, bound, (bound,))]
    assert Listening(CABLE, bound) in world.events()
    view = world.node.connections()
    assert view.peer_id == OWN_PEER
    assert view.listeners == (ListenerView(CABLE, bound, (bound,)),)


def test_a_port_that_cannot_be_opened_fails_the_command() -> None:
    world = World()
    world.network.refuses_to_listen = Fault(FaultReason.PORT_IN_USE, "127.0.0.1:9")

    reply = world.perform(Listen(CABLE, Address("127.0.0.1", 9)))

    (fault,) = reply.outcomes
    assert isinstance(fault, Fault)
    assert world.node.connections().listeners == ()


def test_discovery_announces_the_home_port_under_a_mark_of_our_id() -> None:
    discovery = FakeDiscovery()
    world = World(discovery=discovery)
    world.perform(StartDiscovery())

    world.perform(Listen(CABLE, Address("127.0.0.1", 0)))

    assert discovery.mark == hash32(OWN_PEER)[:8]
    assert discovery.announced == [(Address("127.0.0.1", 4242),)]
    assert world.node.connections().discovery


@pytest.mark.parametrize(
    ("discovery", "error"),
    [(FakeDiscovery("network_unreachable"), "network_unreachable"), (None, "not_available")],
)
def test_discovery_that_cannot_start_says_why_and_stops_nothing(
    discovery: FakeDiscovery | None, error: str
) -> None:
    world = World(discovery=discovery)

    reply = world.perform(StartDiscovery())

    assert reply.outcomes == [None]
    view = world.node.connections()
    assert (view.discovery, view.discovery_error) == (False, error)


def test_a_discovered_peer_is_dialled_at_one_address_at_a_time_and_ourselves_never() -> None:
    world = World()
    other = Address("127.0.0.6", 7000)
    world.node.found(hash32(OWN_PEER)[:8], [Address("127.0.0.1", 1)])
    world.node.found(hash32(PEER)[:8], [THERE, other])
    world.settle()
    assert world.network.dialled == [THERE]

    world.receiver.unreachable(CABLE, THERE, "timed_out")
    world.wait(1)

    assert other in world.network.dialled
    assert world.book.addresses == {}, "only what the user adds is remembered"


def test_a_discovered_peer_that_is_connected_already_is_not_dialled() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "ready p")
    world.settle()

    world.node.found(hash32(PEER)[:8], [THERE])
    world.settle()

    assert world.network.dialled == []


def test_a_lost_announcement_ends_dialling_but_not_what_our_user_added() -> None:
    world = World()
    other = Address("127.0.0.6", 7000)
    dial(world, other)
    world.node.found(b"m" * 8, [THERE, other])
    world.settle()
    for address in (THERE, other):
        world.receiver.unreachable(CABLE, address, "timed_out")

    world.node.lost(b"m" * 8)

    assert [view.address for view in world.node.connections().peers] == [other]


def test_a_lost_peer_that_is_connected_stays_until_it_ends() -> None:
    world = World()
    world.node.found(b"m" * 8, [THERE])
    world.settle()
    connection, _, link = world.open(role=Role.DIALLER, address=THERE)
    world.node.lost(b"m" * 8)
    assert link.is_open()

    world.receiver.ended(connection, "")
    world.settle()

    assert world.node.connections().peers == ()


def test_a_flood_of_announcements_is_bounded() -> None:
    world = World()
    for number in range(300):
        world.node.found(number.to_bytes(8, "big"), [Address("127.0.0.8", 1 + number)])

    assert len(world.node.connections().peers) == 256


# ---- the end ------------------------------------------------------------------------------------


def test_stopping_does_what_was_asked_for_and_ends_everything() -> None:
    world = World()
    dial(world)
    _, machine, link = world.open()
    reply = world.rename("store x")

    world.node.stop()

    assert reply.outcomes == ["done"]
    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert world.events()[-1] == EngineClosed()
    assert not world.node.pending
    late = FakeLink("late", world.happened)
    assert world.receiver.opened(late, CABLE, Role.LISTENER, THERE) is None
    assert world.receiver.opened(late, ProtocolName.CABLE, Role.DIALLER, THERE) is None


def test_news_of_a_connection_that_is_over_is_ignored() -> None:
    world = World()
    over = ConnectionId(99)

    world.receiver.received(over, b"x")
    world.receiver.congested(over)
    world.receiver.drained(over)
    world.receiver.ended(over, "")
    world.receiver.unreachable(CABLE, THERE, "timed_out")
    world.settle()

    assert world.events() == ()
