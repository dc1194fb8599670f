"""What is told of a channel that is being caught up with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.model.communities import WireVersion
from engine.model.events import Event, ReconciliationDone, Reconciling
from engine.model.ids import SpaceId
from engine.protocols.cable.exchange import progress
from engine.protocols.cable.exchange.progress import TOLD_FROM
from engine.protocols.cable.keys import channel_space
from engine.protocols.cable.posts import Info
from tests.conversations.cable.stage import HALL, KEY, Peer, Stage

ALL = pytest.mark.parametrize("wire", list(WireVersion))
SPACE = channel_space(KEY, HALL)
MANY = 300


def met(stage: Stage, *peers: Peer) -> None:
    stage.connect(*peers)
    stage.run(5)


def going_on(told: Sequence[Event], space: SpaceId = SPACE) -> list[tuple[int, int | None]]:
    return [
        (one.received, one.expected)
        for one in told
        if isinstance(one, Reconciling) and one.space == space
    ]


def done(told: Sequence[Event], space: SpaceId = SPACE) -> list[tuple[int, int]]:
    return [
        (one.received, one.sent)
        for one in told
        if isinstance(one, ReconciliationDone) and one.space == space
    ]


@ALL
def test_a_long_channel_is_told_to_come_piece_by_piece_and_to_be_there(wire: WireVersion) -> None:
    ann, ben = Peer("ann", wire), Peer("ben", wire)
    ann.says(*[f"text {number}" for number in range(MANY)])
    met(Stage(), ann, ben)
    received = [one for one, _ in going_on(ben.told)]
    assert received == sorted(received)
    assert len(received) > 1
    assert going_on(ben.told)[-1] == (MANY, MANY)
    assert isinstance(ben.told[-1], ReconciliationDone)
    assert sum(one for one, _ in done(ben.told)) == MANY
    assert going_on(ann.told) == []
    assert sum(sent for _, sent in done(ann.told)) == MANY


@ALL
def test_a_single_post_is_no_catching_up(wire: WireVersion) -> None:
    ann, ben = Peer("ann", wire), Peer("ben", wire)
    stage = Stage()
    met(stage, ann, ben)
    assert ann.told == ben.told == []
    stage.say(ann, "hello")
    stage.run(5)
    assert going_on(ben.told) == []
    assert done(ben.told) == [(1, 0)]
    assert done(ann.told) == [(0, 1)]


def test_each_channel_is_told_of_by_itself() -> None:
    channels = (HALL, "garden")
    ann, ben = Peer("ann", channels=channels), Peer("ben", channels=channels)
    ann.says(*[f"text {number}" for number in range(MANY)])
    ann.says("a rose", channel="garden")
    met(Stage(), ann, ben)
    garden = channel_space(KEY, "garden")
    assert going_on(ben.told, garden) == []
    assert sum(one for one, _ in done(ben.told, garden)) == 1
    assert sum(one for one, _ in done(ben.told)) == MANY


def test_of_what_names_no_channel_nothing_is_told() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    ann.holds(ann.makes(Info((("name", "ann"),))))
    met(Stage(), ann, ben)
    assert ann.told == ben.told == []


def test_what_nobody_gives_is_over_in_the_end() -> None:
    """Another peer brings what this one has named: for both it is done."""
    ann, ben, cleo = Peer("ann"), Peer("ben"), Peer("cleo")
    made = ann.says(*[f"text {number}" for number in range(TOLD_FROM)])
    ben.holds(*made)
    stage = Stage()
    stage.connect(ann, cleo)
    stage.connect(ben, cleo)
    stage.run(5)
    begun = {one.peer_id for one in cleo.told if isinstance(one, Reconciling)}
    ended = {one.peer_id for one in cleo.told if isinstance(one, ReconciliationDone)}
    assert begun
    assert begun <= ended


def test_of_so_many_channels_it_is_told_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "CHANNELS_MAX", 2)
    channels = ["one", "two", "three"]
    ann, ben = Peer("ann", channels=channels), Peer("ben", channels=channels)
    for channel in channels:
        ann.says(*[f"text {number}" for number in range(MANY)], channel=channel)
    met(Stage(), ann, ben)
    told = [bool(going_on(ben.told, channel_space(KEY, channel))) for channel in channels]
    assert sorted(told) == [False, True, True]
    assert all(len(ben.texts(channel)) == MANY for channel in channels)
