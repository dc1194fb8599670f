"""Faults, bugs and refusals within a turn: who pays for them (architecture, section 5)."""

from __future__ import annotations

import logging

import pytest

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import CreateIdentity, MarkRead
from engine.model.events import FaultRaised, PeerGone
from engine.model.ids import OrderKey
from engine.protocols.contract import Ending
from tests.unit.runtime.fakes import SPACE, Noted
from tests.unit.runtime.world import World


def test_a_fault_rolls_back_and_drops_who_took_part_and_answers_the_command_with_it() -> None:
    world = World()
    first, _, first_link = world.open("A", greets="p")
    _, _, other_link = world.open("B")
    world.storage.fails_at = "commit"
    world.receive(first, "store x;send never")
    reply = world.rename("store y")

    world.node.advance()

    assert world.storage.committed == []
    assert "rollback" in world.happened
    assert "A send never" not in world.happened
    assert not first_link.is_open()
    assert other_link.is_open(), "it did not take part"
    fault = reply.outcomes[0]
    assert isinstance(fault, Fault)
    assert fault.reason is FaultReason.DISK_FULL
    events = world.events()
    assert FaultRaised(FaultReason.DISK_FULL, "tidings.db") in events
    assert any(isinstance(e, PeerGone) and e.reason == Ending.FAULT for e in events)


@pytest.mark.parametrize("where", ["begin", "apply x"])
def test_a_fault_anywhere_in_the_transaction_ends_the_turn_once(where: str) -> None:
    world = World()
    connection, machine, link = world.open()
    world.storage.fails_at = where
    world.receive(connection, "store x")

    world.settle()

    assert not link.is_open()
    assert machine.told[-1] == "end"
    assert [e for e in world.events() if isinstance(e, FaultRaised)] == [
        FaultRaised(FaultReason.DISK_FULL, "tidings.db")
    ]


def test_a_bug_ends_like_a_fault_and_is_logged_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "store x;bug")

    with caplog.at_level(logging.ERROR):
        world.settle()

    assert not link.is_open()
    assert world.storage.committed == []
    assert FaultRaised(FaultReason.BUG, "ZeroDivisionError") in world.events()
    assert any(record.exc_info for record in caplog.records)


def test_a_refused_command_changes_nothing_and_harms_nobody() -> None:
    world = World()
    connection, _, link = world.open()
    world.receive(connection, "store x")
    reply = world.perform(MarkRead(SPACE, OrderKey(b"")))

    world.settle()

    refused = reply.outcomes[0]
    assert isinstance(refused, Refused)
    assert refused.reason is Refusal.SPACE_UNKNOWN
    assert world.storage.committed == [Noted("x")]
    assert link.is_open()


def test_a_command_nobody_performs_is_refused() -> None:
    world = World()

    reply = world.perform(CreateIdentity("ada"))

    assert isinstance(reply.outcomes[0], Refused)


def test_a_bug_after_the_commit_still_answers_and_gives_notice_and_drops_who_took_part() -> None:
    world = World()
    first, _, first_link = world.open("A")
    _, other, other_link = world.open("B")
    first_link.send_fails = True
    world.receive(first, "send now")
    reply = world.rename("store x")

    world.settle()

    assert world.storage.committed == [Noted("x")]
    assert reply.outcomes == ["done"]
    assert other.told == ["notice x"]
    assert not first_link.is_open()
    assert other_link.is_open()
    assert FaultRaised(FaultReason.BUG, "ZeroDivisionError") in world.events()
