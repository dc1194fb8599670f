"""What a turn lets out, and in which order: nothing before the commit (architecture, section 5)."""

from __future__ import annotations

import logging

import pytest
from typing_extensions import override

from engine.model.peer_commands import ReconcileNow
from engine.runtime.turns.outbox import Outbox
from tests.unit.runtime.fakes import CABLE
from tests.unit.runtime.world import World


def test_nothing_is_sent_told_or_answered_before_the_commit() -> None:
    world = World()
    connection, _, _ = world.open()
    world.receive(connection, "send early;store x;emit")
    world.rename("store y;emit")

    world.settle()

    happened = world.happened
    assert happened[:4] == ["begin", "apply y", "apply x", "commit"]
    assert happened[4:6] == ["A send early", "answer done"]


class Released(list[str]):
    """What is let out, each thing after the events that were told before it."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__()
        self._outbox = outbox

    @override
    def append(self, what: str) -> None:
        self += [type(event).__name__ for event in self._outbox.take()]
        super().append(what)


def test_what_is_released_goes_in_order_sends_closes_events_answers() -> None:
    world = World()
    connection, _, link = world.open(greets="p")
    world.events()
    world.receive(connection, "emit;close closed_by_us;send last")
    reply = world.rename("emit")
    link.happened = reply.happened = released = Released(world.node.outbox)

    world.node.advance()

    assert released == [
        "A send last",
        "A close",
        "PeerGone",
        "PeersChanged",
        "SpaceChanged",
        "answer done",
    ]


def test_stores_of_one_packet_are_applied_before_the_next_is_taken() -> None:
    world = World()
    connection, machine, _ = world.open()
    world.receive(connection, "store a;store b", "store c")

    world.node.advance()

    assert machine.told[:2] == ["store a;store b", "store c"]
    assert world.happened[:4] == ["begin", "apply a", "apply b", "apply c"]


def test_a_performer_beside_the_protocols_is_asked_too() -> None:
    world = World()
    reply = world.perform(ReconcileNow())

    world.settle()

    assert reply.outcomes == [None]


def test_the_trace_tells_types_lengths_and_hashes_and_no_content(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    connection, _, _ = world.open()

    with caplog.at_level(logging.DEBUG, logger="engine.turn"):
        world.receive(connection, "send sesame;store x;emit;wake 3")
        world.rename("")
        world.settle()

    text = caplog.text
    assert "Send 6 " in text
    assert "Store Noted" in text
    assert "command RenameSpace" in text
    assert "sesame" not in text
    assert str(CABLE) in text
