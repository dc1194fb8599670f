"""The node's connections: what is told of them, and how much each may take up."""

from __future__ import annotations

import logging

import pytest

from engine.model.events import PeerGone, PeerReady, PeersChanged, PeerViolated, SpaceChanged
from engine.model.ids import ConnectionId
from engine.model.peer_commands import ReconcileNow
from engine.model.peers import PeerState
from engine.protocols.contract import Close, Ending, Role
from engine.runtime.turns.conversations import INPUT_BYTES_MAX
from tests.unit.runtime.fakes import CABLE, HYPERCORE, SPACE
from tests.unit.runtime.peers import PEER, THERE, only_peer
from tests.unit.runtime.world import FakeLink, World


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
    connection, _, link = world.open(address=THERE, greets="p")
    world.events()
    world.receive(connection, "violate")

    world.settle()

    assert world.events() == (
        PeerViolated(CABLE, THERE, "a rule", "section 1"),
        PeerGone(CABLE, THERE, Ending.VIOLATION, PEER),
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
    connection, _, _ = world.open(address=THERE, greets="p")
    world.events()
    world.receiver.ended(connection, code)

    world.settle()

    assert PeerGone(CABLE, THERE, reason, PEER) in world.events()


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


def test_what_the_peer_said_at_the_end_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    connection, _, _ = world.open()
    conversation = world.node._work.conversations.get(connection)
    assert conversation is not None

    with caplog.at_level(logging.INFO, logger="engine.turn"):
        world.node._switchboard.closing(
            conversation, Close(Ending.ERROR_FROM_PEER, detail="too old")
        )

    assert "error_from_peer: too old" in caplog.text


def test_of_a_stranger_that_never_greeted_only_what_it_broke_is_told() -> None:
    world = World()
    first, _, _ = world.open()
    second, _, _ = world.open()
    world.events()

    world.receive(first, "violate")
    world.receiver.ended(second, "")
    world.settle()

    told = [type(event) for event in world.events()]
    assert told.count(PeerViolated) == 1
    assert PeerGone not in told


def test_a_second_connection_that_never_greeted_ends_without_a_word_that_a_peer_is_gone() -> None:
    world = World()
    connection, _, link = world.open()
    greeted, _, _ = world.open("B")
    world.receive(greeted, "ready p")
    world.settle()
    world.events()

    world.receive(connection, "close duplicate")
    world.receive(greeted, "close duplicate")
    world.settle()

    assert not link.is_open()
    assert [e.peer_id for e in world.events() if isinstance(e, PeerGone)] == [PEER]
