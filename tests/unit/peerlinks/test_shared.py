"""What another Tidings is told of our private channels."""

from __future__ import annotations

from engine.model.ids import SpaceId
from engine.protocols.peerlinks.shared import SharedChannels
from tests.grown_channel import CHANNEL, DAY, GUEST, GUEST_CHAIN, NOW, GrownChannel, message


def test_heads_are_what_nothing_builds_on_lowest_first() -> None:
    channel = GrownChannel()
    shared = SharedChannels(channel.records)
    assert list(shared.heads(CHANNEL.id, 9)) == []
    first = channel.begin()
    branches = sorted(channel.keep(message([first], body=f"{n}"))[2] for n in range(3))
    assert list(shared.heads(CHANNEL.id, 9)) == branches
    assert list(shared.heads(SpaceId(bytes(32)), 9)) == []


def test_of_more_heads_than_can_be_told_the_highest_are() -> None:
    channel = GrownChannel()
    shared = SharedChannels(channel.records)
    first = channel.begin(NOW - DAY)
    tip = channel.post(now=NOW - DAY)
    for number in range(20):
        channel.keep(message([first], GUEST, GUEST_CHAIN, at=NOW, body=f"{number}"))
    before = list(shared.heads(CHANNEL.id, 8))
    own = channel.keep(message([tip], at=NOW))
    heads = list(shared.heads(CHANNEL.id, 8))
    assert heads != before
    assert heads[-1] == own[2]
