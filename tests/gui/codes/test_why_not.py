"""Why somebody, or nobody, is connected: in words, of what the engine tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName
from engine.model.peers import ConnectionsView, ListenerView, PeerState
from tests.code_scene import OWN_ADDRESS
from tests.fake_peers import peer_at
from ui.connections.why_not import story_of, why_nobody

WHO = PeerId(bytes(range(32)))


def test_each_reason_that_keeps_everybody_away_is_named_once() -> None:
    alone = ConnectionsView(WHO, (), discovery=False, discovery_error=None, peers=())
    assert [reason.message for reason in why_nobody(alone)] == [
        "No port is open here, so nobody can reach this computer.",
        "Local discovery is off, so people on the same network do not find you.",
        "No address of anybody is known here.",
    ]
    assert all(reason.hint for reason in why_nobody(alone))
    nowhere = ListenerView(ProtocolName.TIDINGS, OWN_ADDRESS, ())
    listening = replace(alone, listeners=(nowhere,), discovery_error="not_permitted")
    assert [reason.message for reason in why_nobody(listening)][:2] == [
        "This computer has no address that others could dial.",
        (
            "Local discovery does not work here: "
            "This computer does not allow connections to that address."
        ),
    ]


def test_an_address_from_outside_leads_to_no_computer_without_a_network() -> None:
    """It was named, or is a router's; without a cable nobody comes by it."""
    for has_own in (True, False):
        port = ListenerView(
            ProtocolName.TIDINGS, OWN_ADDRESS, (Address("name.example", 4_711),), has_own=has_own
        )
        view = ConnectionsView(WHO, (port,), discovery=True, discovery_error=None, peers=())
        reasons = [reason.message for reason in why_nobody(view)]
        assert ("This computer has no address that others could dial." in reasons) != has_own


@pytest.mark.parametrize("state", list(PeerState))
def test_every_state_of_a_peer_has_a_story(state: PeerState) -> None:
    peer = peer_at("192.168.1.9", 4_711, state, since=100.0, last_error="timed_out")
    story = story_of(peer, 160.0)
    assert "1 minute" in story.now
    assert story.now.endswith(".")
    assert bool(story.advice) is (state is not PeerState.READY)
