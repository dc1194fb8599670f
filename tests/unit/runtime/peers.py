"""A peer that a node hears of: its id, where it is, how our user adds it, how it is shown."""

from __future__ import annotations

from engine.model.address import Address
from engine.model.ids import PeerId
from engine.model.peer_commands import AddPeer
from engine.model.peers import PeerView
from tests.unit.runtime.fakes import CABLE
from tests.unit.runtime.world import World

THERE = Address("127.0.0.5", 7000)
PEER = PeerId(b"p" * 32)


def only_peer(world: World) -> PeerView:
    (view,) = world.node.connections().peers
    return view


def dial(world: World, address: Address = THERE) -> None:
    world.perform(AddPeer(CABLE, address))
    world.settle()
