"""How much of what one peer asks is passed on at a time: each bound at N and at N + 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.ids import ConnectionId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange import relaying
from engine.protocols.cable.exchange.answering import passing
from engine.protocols.cable.limits import LOOK_SECONDS
from tests.conversations.cable.questions import number
from tests.conversations.cable.stage import HALL, Script
from tests.conversations.cable.test_relaying import Relay, lacking

BOUND = 3


def ended(asked: packets.RequestByHash) -> list[packets.Packet]:
    return [packets.DataResponse(asked.id, ())]


def test_so_many_requests_of_one_peer_are_passed_on_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passing, "PASSED_MAX", BOUND)
    relay = Relay()
    asked = [lacking(one, 1) for one in range(BOUND + 1)]
    for one in asked[:BOUND]:
        assert relay.asks(one) == []
    assert relay.others[0].take() == [replace(one, ttl=0) for one in asked[:BOUND]]
    assert relay.asks(asked[BOUND]) == ended(asked[BOUND])
    assert relay.others[0].take() == []


def test_so_many_that_go_on_are_passed_on_to_who_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passing, "PASSED_MAX", BOUND)
    relay = Relay(others=0)
    asked = [packets.TimeRange(number(one), 1, HALL, 0, 0, 9) for one in range(BOUND + 1)]
    for one in asked:
        relay.asks(one)
    newcomer = Script(relay.peer, number=ConnectionId(50), beside=[relay.origin])
    relay.origin.waits(LOOK_SECONDS)
    assert newcomer.take() == [replace(one, ttl=0) for one in asked[:BOUND]]


def test_so_many_requests_of_others_are_said_to_one_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "PASSED_MAX", BOUND)
    relay = Relay()
    asked = [lacking(one, 1) for one in range(BOUND + 1)]
    for one in asked[:BOUND]:
        assert relay.asks(one) == []
    assert relay.others[0].take() == [replace(one, ttl=0) for one in asked[:BOUND]]
    assert relay.asks(asked[BOUND]) == ended(asked[BOUND])
    assert relay.others[0].take() == []
