"""Peers as the connections page tells of them, for scenes."""

from __future__ import annotations

from dataclasses import replace

from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.model.peers import PeerState, PeerView
from tests.fake_history import EPOCH


def peer_at(host: str, port: int, state: PeerState, **changes: object) -> PeerView:
    """A peer for the scene."""
    address = Address(host, port)
    peer = PeerView(ProtocolName.TIDINGS, address, None, state, EPOCH, (), None)
    return replace(peer, **changes)  # type: ignore[arg-type]  # a test names real fields
