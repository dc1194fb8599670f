"""Whole networks of relays: how far requests go, and how often (protocols/cable.md A8 to A10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest

from engine.model.ids import ConnectionId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.surroundings import Settings
from tests.conversations.cable.stage import End, Peer, Stage

# ---- many ---------------------------------------------------------------------------------------


def crossings(stage: Stage) -> Iterator[tuple[frozenset[ConnectionId], object]]:
    """Each request, with the connection over which it went."""
    for pair in stage.pairs:
        for end in pair:
            for one in end.said:
                if isinstance(
                    one, packets.TimeRange | packets.ChannelState | packets.RequestByHash
                ):
                    yield frozenset(each.id for each in pair), (type(one), one.id)


def members(count: int, ttl: int) -> list[Peer]:
    """The first one is in a channel and the last has posts of it; all others only pass on."""
    settings = Settings(ttl=ttl)
    there = [Peer(f"peer {one}", channels=(), settings=settings) for one in range(count)]
    there[0] = Peer("peer 0", settings=settings)
    there[-1].says("one", "two")
    return there


def connect(stage: Stage, ways: Sequence[tuple[Peer, Peer]]) -> list[tuple[End, End]]:
    return [stage.connect(one, other) for one, other in ways]


def test_a_chain_of_peers_is_crossed_as_far_as_the_ttl_lets_it() -> None:
    for ttl, reached in ((2, False), (3, True)):
        stage = Stage()
        there = members(5, ttl)
        connect(stage, list(pairwise(there)))
        stage.run(60)
        assert bool(there[0].texts()) is reached, ttl


def test_in_a_ring_each_request_crosses_each_connection_at_most_twice() -> None:
    stage = Stage()
    there = members(8, 16)
    connect(stage, [*pairwise(there), (there[-1], there[0])])
    stage.run(60)
    assert there[0].texts() == ["one", "two"]
    assert max(Counter(crossings(stage)).values()) <= 2


@pytest.mark.parametrize("ttl", [1, 16, 255, 1 << 63])
def test_in_a_mesh_of_20_each_request_crosses_each_connection_at_most_twice(ttl: int) -> None:
    stage = Stage()
    there = members(20, ttl)
    connect(stage, list(combinations(there, 2)))
    stage.run(30)
    assert there[0].texts() == ["one", "two"]
    counted = Counter(crossings(stage))
    assert max(counted.values()) <= 2
    edges = len(stage.pairs)
    for request in {request for _, request in counted}:
        assert sum(n for (_, one), n in counted.items() if one == request) <= 2 * edges


def test_what_is_said_later_comes_through_relays_too() -> None:
    stage = Stage()
    there = members(4, 16)
    connect(stage, list(pairwise(there)))
    stage.run(30)
    made = stage.say(there[-1], "three")
    stage.run(10)
    assert made.hash in there[0].held
    assert made.hash not in there[1].held
