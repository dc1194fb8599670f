"""When a sync is over: whom it has met, whom it still tries, and how long it is patient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.cli.encounters import PATIENCE_SECONDS, Encounters, Verdict
from engine.model.address import Address
from engine.model.events import (
    BlocksArrived,
    PeerReady,
    PeersChanged,
    PostsArrived,
    ReconciliationDone,
)
from engine.model.ids import OrderKey, PeerId, ProtocolName, SpaceId
from engine.model.peers import ConnectionsView, ListenerView, PeerState, PeerView

BEGAN = 1_000.0  # on the steady clock
NOW = 1_800_000_000.0  # on the wall
QUIET = 2.0
ANN, BEN = PeerId(b"a" * 32), PeerId(b"b" * 32)
SPACE = SpaceId(b"s" * 32)
HERE, THERE = Address("127.0.0.5", 1), Address("127.0.0.6", 2)
LISTENER = ListenerView(ProtocolName.PEERLINKS, Address("0.0.0.0", 9), ())


def met(*asked_for: Address) -> Encounters:
    return Encounters([(ProtocolName.PEERLINKS, one) for one in asked_for], QUIET, BEGAN)


def peer(
    state: PeerState,
    address: Address = HERE,
    who: PeerId | None = None,
) -> PeerView:
    return PeerView(ProtocolName.PEERLINKS, address, who, state, NOW, (), None)


def waiting(address: Address, seconds: float) -> PeerView:
    """Not reached; tried again in so many seconds."""
    row = peer(PeerState.WAITING, address)
    return replace(row, last_error="connection_refused", retry_at=NOW + seconds)


def connections(
    *peers: PeerView, discovery: bool = False, listeners: tuple[ListenerView, ...] = ()
) -> ConnectionsView:
    return ConnectionsView(PeerId(b"o" * 32), listeners, discovery, None, peers)


def verdict(of: Encounters, view: ConnectionsView, seconds: float) -> Verdict:
    return of.look(view, BEGAN + seconds, NOW)


def test_with_nobody_to_try_it_is_over_at_once() -> None:
    assert verdict(met(), connections(), 0.0) is Verdict.NOBODY


@pytest.mark.parametrize(
    "view",
    [
        connections(discovery=True),
        connections(listeners=(LISTENER,)),
        connections(waiting(HERE, 1)),
    ],
    ids=["discovery", "an open port", "an address that failed"],
)
def test_where_somebody_may_turn_up_it_is_patient_for_a_while(view: ConnectionsView) -> None:
    assert verdict(met(), view, PATIENCE_SECONDS - 0.1) is Verdict.GOES_ON
    assert verdict(met(), view, PATIENCE_SECONDS) is Verdict.NOBODY


def test_who_wants_a_longer_silence_is_patient_for_longer() -> None:
    long = Encounters([], 30.0, BEGAN)
    view = connections(discovery=True)
    assert verdict(long, view, 29.9) is Verdict.GOES_ON
    assert verdict(long, view, 30.0) is Verdict.NOBODY


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(peer(PeerState.CONNECTING), id="connecting"),
        pytest.param(peer(PeerState.GREETING), id="greeting"),
        pytest.param(waiting(HERE, 0.0), id="due"),
    ],
)
def test_an_address_that_is_being_tried_keeps_it_going(row: PeerView) -> None:
    assert verdict(met(), connections(row), 50.0) is Verdict.GOES_ON
    assert verdict(met(HERE), connections(row), 50.0) is Verdict.GOES_ON


def test_an_address_that_has_just_failed_is_tried_again_for_a_while() -> None:
    one = met(HERE)
    assert verdict(one, connections(peer(PeerState.GREETING)), 20.0) is Verdict.GOES_ON
    assert verdict(one, connections(waiting(HERE, 1)), 22.9) is Verdict.GOES_ON
    assert verdict(one, connections(waiting(HERE, 1)), 23.0) is Verdict.NOBODY


def test_with_a_peer_there_it_is_over_once_all_is_quiet() -> None:
    one, view = met(), connections(peer(PeerState.READY, who=ANN))
    assert verdict(one, view, QUIET - 0.1) is Verdict.GOES_ON
    assert verdict(one, view, QUIET) is Verdict.QUIET
    one.hear([PostsArrived(SPACE, 3, OrderKey(b"1"), OrderKey(b"2"), own=1)], BEGAN + 3)
    assert verdict(one, view, 4.9) is Verdict.GOES_ON
    assert verdict(one, view, 5.0) is Verdict.QUIET
    assert (one.received, one.peers) == ({SPACE: 2}, {ANN})


def test_what_only_a_window_needs_is_no_traffic() -> None:
    one = met()
    one.hear([PeersChanged()], BEGAN + 9)
    assert one.moved_at == BEGAN


def test_what_was_sent_is_counted_by_space() -> None:
    one = met()
    one.hear([ReconciliationDone(SPACE, ANN, 0, 2), ReconciliationDone(SPACE, BEN, 0, 1)], BEGAN)
    assert one.sent == {SPACE: 3}


def test_a_peer_that_left_again_was_met() -> None:
    one = met(HERE)
    one.hear([PeerReady(ProtocolName.PEERLINKS, HERE, ANN)], BEGAN + 1)
    view = connections(waiting(HERE, 1))
    assert verdict(one, view, 3.0) is Verdict.QUIET
    assert one.unreached(view) == {}


def test_an_address_asked_for_is_waited_for_though_others_are_there() -> None:
    one = met(THERE)
    other = peer(PeerState.READY, HERE, ANN)
    assert verdict(one, connections(other, waiting(THERE, 1)), 4.9) is Verdict.GOES_ON
    assert verdict(one, connections(other, peer(PeerState.CONNECTING, THERE)), 9) is Verdict.GOES_ON
    assert verdict(one, connections(other, waiting(THERE, 1)), 11.9) is Verdict.GOES_ON
    assert verdict(one, connections(other, waiting(THERE, 1)), 12.0) is Verdict.QUIET
    assert one.unreached(connections(other, waiting(THERE, 1))) == {
        (ProtocolName.PEERLINKS, THERE): "connection_refused"
    }


def test_an_address_whose_peer_is_connected_in_another_way_counts_as_reached() -> None:
    one = met(THERE)
    other = peer(PeerState.READY, HERE, ANN)
    assert verdict(one, connections(other), 2.0) is Verdict.QUIET
    resting = peer(PeerState.OFFLINE, THERE)
    assert one.unreached(connections(other)) == one.unreached(connections(other, resting)) == {}


def test_blocks_that_come_put_the_end_off_and_are_counted() -> None:
    one = met()
    one.hear([PeerReady(ProtocolName.TIDINGS, HERE, ANN)], BEGAN)
    there = connections(peer(PeerState.READY, who=ANN))
    one.hear([BlocksArrived(SPACE, 3, 3_000)], BEGAN + 5)
    assert verdict(one, there, 6.0) is Verdict.GOES_ON
    one.hear([BlocksArrived(SPACE, 4, 4_000)], BEGAN + 6)
    assert verdict(one, there, 9.0) is Verdict.QUIET
    assert one.blocks == {SPACE: 7}
