"""Two with hundreds and thousands of spaces in common: neither is too much for the other (1, 4)."""

from __future__ import annotations

import pytest

from engine.protocols.contract import Ending
from engine.protocols.tidings.port.common_spaces import Padding, Shared, Tagging
from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGE_SECONDS,
    ACKNOWLEDGES_A_SECOND,
    ACKNOWLEDGES_BURST,
    MESSAGES_A_SPACE_BURST,
    MESSAGES_BURST,
    SETTLE_SECONDS,
    SPACES_MAX,
)
from engine.protocols.tidings.port.messages import Acknowledge, Ping, Spaces
from engine.protocols.tidings.port.records import SpaceCode
from tests.conversations.tidings.scene import acknowledged, two
from tests.conversations.tidings.scripted import ScriptedPeer
from tests.conversations.tidings.stage import End, Party, Stage, Told, post, space

FIRST = int(ACKNOWLEDGES_BURST)
A_SECOND = int(ACKNOWLEDGES_A_SECOND)


def share_many(stage: Stage, count: int) -> tuple[Party, Party]:
    ann, ben = two(stage)
    for party in (ann, ben):
        party.chats.held = {space(str(n)): [post(f"first of {n}")] for n in range(count)}
    return ann, ben


def stored_everywhere(stage: Stage, party: Party, label: str) -> None:
    """All spaces have a further post, as where all of them are reconciled at once."""
    for one in party.chats.held:
        party.chats.held[one] = [post(f"{label} of {one.hex()}")]
    for end in party.live:
        told = [Told(one) for one in party.chats.held]
        stage.carry_out(end, end.machine.notice(told, stage.now))
    stage.run()


def known_heads(party: Party) -> dict[bytes, tuple[bytes, ...]]:
    """What the party was told last of each space."""
    return {record.space: record.heads for record in acknowledged(party)}


def all_heads(party: Party) -> dict[bytes, tuple[bytes, ...]]:
    return {one: tuple(heads) for one, heads in party.chats.held.items()}


def endings(*ends: End) -> list[Ending | None]:
    return [end.ending for end in ends]


@pytest.mark.parametrize("count", [FIRST + 1, 1_100, SPACES_MAX])
def test_whatever_is_in_common_is_acknowledged_and_the_meeting_stays(count: int) -> None:
    stage = Stage()
    ann, ben = share_many(stage, count)
    ends = stage.connect(ann, ben)
    stage.pass_time((count - FIRST) / A_SECOND + 2 * ACKNOWLEDGE_SECONDS)
    assert endings(*ends) == [None, None]
    assert known_heads(ann) == all_heads(ben)
    assert known_heads(ben) == all_heads(ann)


@pytest.mark.parametrize("count", [40, 100, 1_000])
def test_all_spaces_are_reconciled_at_once_and_the_meeting_stays(count: int) -> None:
    stage = Stage()
    ann, ben = share_many(stage, count)
    ends = stage.connect(ann, ben)
    for number in range(240):
        stored_everywhere(stage, ben, str(number))
        stage.pass_time(0.5)
    stage.pass_time(count / A_SECOND + ACKNOWLEDGE_SECONDS)
    assert endings(*ends) == [None, None]
    assert known_heads(ann) == all_heads(ben)


def test_of_the_first_ones_a_number_is_told_at_once_and_then_some_a_second() -> None:
    stage = Stage()
    ann, ben = share_many(stage, FIRST + A_SECOND + 1)
    stage.connect(ann, ben)
    assert len(known_heads(ann)) == FIRST
    stage.pass_time(ACKNOWLEDGE_SECONDS)
    assert len(known_heads(ann)) == FIRST + A_SECOND
    stage.pass_time(ACKNOWLEDGE_SECONDS)
    assert known_heads(ann) == all_heads(ben)


@pytest.mark.parametrize("count", [1, A_SECOND, 2 * A_SECOND])
def test_spaces_that_never_rest_keep_no_other_waiting(count: int) -> None:
    stage = Stage()
    ann, ben = share_many(stage, FIRST + 5 * A_SECOND)
    stage.connect(ann, ben)
    busy = list(ben.chats.held)[:count]
    for number in range(12):
        for one in busy:
            ben.chats.held[one] = [post(f"busy {number} of {one.hex()}")]
            ben.tells(Told(one))
        stage.pass_time(ACKNOWLEDGE_SECONDS)
    assert known_heads(ann).keys() == all_heads(ben).keys()
    stage.pass_time(SETTLE_SECONDS + count / A_SECOND + ACKNOWLEDGE_SECONDS)
    assert known_heads(ann) == all_heads(ben)


def test_where_something_has_come_takes_turns_with_what_is_told_for_the_first_time() -> None:
    stage = Stage()
    ann, ben = share_many(stage, FIRST + 5 * A_SECOND)
    stage.connect(ann, ben)
    fresh = [one for one in ben.chats.held if one not in known_heads(ann)][-A_SECOND // 2 :]
    for one in fresh:
        ben.chats.held[one] = [post(f"fresh in {one.hex()}")]
        ben.tells(Told(one))
    stage.pass_time(ACKNOWLEDGE_SECONDS)
    assert [one for one in fresh if one not in known_heads(ann)] == []
    assert len(known_heads(ann)) == FIRST + A_SECOND
    stage.pass_time(4 * ACKNOWLEDGE_SECONDS)
    assert known_heads(ann) == all_heads(ben)


def test_what_waits_for_its_turn_is_told_as_it_is_then() -> None:
    stage = Stage()
    ann, ben = share_many(stage, FIRST + 1)
    stage.connect(ann, ben)
    (last,) = ben.chats.held.keys() - known_heads(ann).keys()
    ben.chats.held[last] = [post("meanwhile")]
    stage.pass_time(2 * ACKNOWLEDGE_SECONDS)
    told = [record.heads for record in acknowledged(ann) if record.space == last]
    assert told == [(post("meanwhile"),)]


def test_what_is_left_before_its_turn_is_not_told() -> None:
    stage = Stage()
    ann, ben = share_many(stage, FIRST + 1)
    ends = stage.connect(ann, ben)
    (last,) = ben.chats.held.keys() - known_heads(ann).keys()
    del ben.chats.held[last]
    ben.tells(Told(last))
    stage.pass_time(5 * ACKNOWLEDGE_SECONDS)
    assert endings(*ends) == [None, None]
    assert last not in known_heads(ann)


@pytest.mark.parametrize("count", [0, 1, 100])
def test_a_peer_may_say_more_the_more_is_in_common_and_no_more_than_that(count: int) -> None:
    stage = Stage()
    ann = stage.party("ann")
    shared = [Shared(SpaceCode.PRIVATE, space(str(n)), "chat/1") for n in range(count)]
    ann.chats.held = {one.space: [] for one in shared}
    peer = ScriptedPeer(stage, ann).meets()
    assert peer.channel.secured is not None
    entries = list(Tagging(peer.channel.secured.hash, peer.role).entries(shared))
    peer.tells(Spaces(Padding(bytes(32)).fill(entries)))
    said = 1
    for entry in entries:
        peer.tells(Acknowledge(entry, (post("x"),)))
        said += 1
    allowed = int(MESSAGES_BURST + MESSAGES_A_SPACE_BURST * count)
    peer.tells(*(Ping(number) for number in range(allowed - said)))
    assert peer.end.ending is None
    peer.tells(Ping(0))
    assert peer.end.ending is Ending.TOO_MANY
