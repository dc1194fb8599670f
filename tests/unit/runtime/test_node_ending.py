"""The end of a node: what was asked for is still done, and nothing stays open."""

from __future__ import annotations

from engine.model.events import EngineClosed
from engine.model.ids import ProtocolName
from engine.protocols.contract import Role
from tests.unit.runtime.fakes import CABLE
from tests.unit.runtime.peers import THERE, dial
from tests.unit.runtime.world import FakeLink, World


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
