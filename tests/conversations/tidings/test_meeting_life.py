"""How meetings and lines last, end, cross and replace each other (1)."""

from __future__ import annotations

import pytest

from engine.protocols.contract import Dial, Ending, Role
from engine.protocols.tidings.port.limits import (
    CROSSING_SECONDS,
    DIAL_SECONDS,
    HELD_BACK_SECONDS,
    PING_SECONDS_MAX,
    RETRY_SECONDS_MAX,
    UNDER_WAY_MAX,
)
from tests.conversations.tidings.scene import share, two
from tests.conversations.tidings.stage import End, Party, Stage, space

# ---- life ---------------------------------------------------------------------------------------


def test_two_silent_peers_keep_their_meeting_for_hours() -> None:
    stage = Stage()
    ann, ben = two(stage)
    ends = stage.connect(ann, ben)
    stage.pass_time(7_200.0)
    assert not any(end.over for end in ends)


def test_a_peer_that_falls_silent_is_given_up_in_about_a_minute() -> None:
    stage = Stage()
    ann, ben = two(stage)
    first, second = stage.connect(ann, ben)
    first.other = second.other = None  # a cable is pulled out
    stage.pass_time(PING_SECONDS_MAX + 25.0)
    assert first.ending is second.ending is Ending.TIMED_OUT


def test_a_line_that_ends_is_opened_again() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    stage.hang_up(ann.ends[1])
    stage.run()
    stage.pass_time(PING_SECONDS_MAX)
    assert len(ann.talks) == 2
    assert len(ann.live) == 2


def test_a_line_that_cannot_be_dialled_is_tried_less_and_less_often() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.reachable = False
    first = stage.connect(ann, ben)[0]
    stage.pass_time(3_600.0)
    assert 10 <= dialled(first) <= 3_600.0 / RETRY_SECONDS_MAX + 15


def test_lines_are_dialled_a_few_at_a_time_and_the_next_as_soon_as_one_has_come_about() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share_rooms(4 * UNDER_WAY_MAX, ann, ben)
    stage.reachable = False
    first = stage.connect(ann, ben)[0]
    assert dialled(first) == UNDER_WAY_MAX
    stage.reachable = True
    stage.pass_time(DIAL_SECONDS)
    assert len(ann.talks) == len(ben.talks) == 4 * UNDER_WAY_MAX
    assert {talk.space for talk in ben.talks} == set(ben.rooms.held)


def test_many_lines_come_about_without_any_pause() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share_rooms(40, ann, ben)
    stage.connect(ann, ben)
    assert len(ann.talks) == len(ben.talks) == 40


def test_lines_that_never_come_about_keep_none_of_the_others_waiting_for_good() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share_rooms(3 * UNDER_WAY_MAX, ann, ben)
    stage.reachable = False
    first = stage.connect(ann, ben)[0]
    stage.pass_time(2 * DIAL_SECONDS)
    stage.reachable = True
    assert dialled(first) == 3 * UNDER_WAY_MAX, "each of them once, and no other one twice"
    stage.pass_time(DIAL_SECONDS)
    assert len(ann.talks) == 3 * UNDER_WAY_MAX


def test_lines_that_are_refused_make_way_at_once() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share_rooms(4 * UNDER_WAY_MAX, ann, ben)
    stage.reachable = False
    stage.connect(ann, ben)
    stage.reachable = True
    kept = list(ben.rooms.held)[2 * UNDER_WAY_MAX :]
    ben.rooms.held = {room: [] for room in kept}  # of which ann does not know yet
    stage.pass_time(DIAL_SECONDS)
    assert sorted(talk.space or b"" for talk in ben.talks) == sorted(kept)


def test_lines_that_end_without_a_word_make_way_soon() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share_rooms(4 * UNDER_WAY_MAX, ann, ben)
    stage.is_shut = True
    first = stage.connect(ann, ben)[0]
    assert dialled(first) == UNDER_WAY_MAX
    stage.pass_time(3 * HELD_BACK_SECONDS)
    assert dialled(first) == 4 * UNDER_WAY_MAX
    stage.is_shut = False
    stage.pass_time(DIAL_SECONDS)
    assert len(ann.talks) == 4 * UNDER_WAY_MAX


def share_rooms(count: int, *parties: Party) -> None:
    """So many spaces in common, each of which has a line of its own."""
    for party in parties:
        party.rooms.held = {space(f"room {number}"): [] for number in range(count)}


def dialled(end: End) -> int:
    return sum(isinstance(effect, Dial) for effect in end.effects)


def test_a_command_for_news_reaches_what_runs_inside() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    for end in ann.live:
        stage.carry_out(end, end.machine.reconcile(stage.now))
    stage.run()
    assert ann.talks[0].reconciled == 1
    assert ben.talks[0].heard.endswith(b"any news? ")


# ---- duplicates and ourselves -------------------------------------------------------------------


def test_dialling_oneself_ends_in_silence_before_the_key_is_told() -> None:
    stage = Stage()
    ann = stage.party("ann")
    first, second = stage.connect(ann, ann)
    assert first.ending is Ending.SELF_CONNECTION
    assert second.ready is None
    assert len(first.sent) == 1  # the open ephemeral key, nothing more


def test_a_second_meeting_that_we_dial_is_ended_before_it_is_asked_for() -> None:
    stage = Stage()
    ann, ben = two(stage)
    stage.connect(ann, ben)
    again, theirs = stage.connect(ann, ben)
    assert again.ending is Ending.DUPLICATE
    assert again.ready is not None  # the address now has a name
    assert theirs.ready is None
    assert len(ann.live) == len(ben.live) == 1


@pytest.mark.parametrize("order", ["first", "second", "crossed"])
def test_when_both_dial_exactly_one_meeting_remains(order: str) -> None:
    stage = Stage()
    ann, ben = two(stage)
    pairs = [
        (stage.end(ann, Role.DIALLER), stage.end(ben, Role.LISTENER)),
        (stage.end(ben, Role.DIALLER), stage.end(ann, Role.LISTENER)),
    ]
    if order == "second":
        pairs.reverse()
    for pair in pairs:
        stage.join(*pair)
        if order != "crossed":
            stage.run()
    stage.run()
    stage.pass_time(100.0)
    assert len(ann.live) == len(ben.live) == 1
    assert ann.live[0].other is ben.live[0]
    assert ann.live[0].ready is not None


def test_whoever_dialled_first_a_peer_that_lost_its_power_is_welcome_when_it_is_back() -> None:
    for names in (("ann", "ben"), ("ben", "ann")):  # whichever peer id is the smaller one
        stage = Stage()
        dialler, other = (stage.party(name) for name in names)
        stale, lost = stage.connect(dialler, other)
        stale.other = lost.other = None
        lost.over = True
        other.opens_port()
        stage.pass_time(CROSSING_SECONDS)
        again, _ = stage.connect(other, dialler)
        assert again.ready is not None
        assert again.ending is None
        stage.pass_time(PING_SECONDS_MAX)
        assert stale.ending is Ending.DUPLICATE


def test_who_dials_again_has_lost_what_it_had_and_is_welcome() -> None:
    stage = Stage()
    ann, ben = two(stage)
    old, theirs = stage.connect(ann, ben)
    old.other = theirs.other = None  # ann's computer lost its power
    old.over = True
    ann.opens_port()
    again, _ = stage.connect(ann, ben)
    assert again.ready is not None
    assert again.ending is None
    stage.pass_time(PING_SECONDS_MAX)
    assert theirs.ending is Ending.DUPLICATE


def test_another_peer_at_the_address_is_not_told_what_it_was_dialled_for() -> None:
    stage = Stage()
    ann, ben = two(stage)
    carl = stage.party("carl")
    share(ann, ben, carl)
    stage.reachable = False
    meeting = stage.connect(ann, ben)[0]
    dial = next(effect for effect in meeting.effects if isinstance(effect, Dial))
    first = stage.end(ann, Role.DIALLER, dial.machine(meeting.id))
    stage.join(first, stage.end(carl, Role.LISTENER))
    stage.run()
    assert first.ending is Ending.CLOSED_BY_US
    assert carl.talks == []
