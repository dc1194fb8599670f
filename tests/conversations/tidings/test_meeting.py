"""Two of ours meet: who they are, what they share, what they open, what they tell (1, 4)."""

from __future__ import annotations

import pytest

from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.protocols.contract import Dial, Ending, Role, Send
from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGE_SECONDS,
    PING_SECONDS_MAX,
    RETRY_SECONDS_MAX,
    SETTLE_SECONDS,
)
from engine.protocols.tidings.port.records import Acknowledged
from tests.conversations.tidings.stage import Party, Stage, Told, post, space

COAST, INLAND, HARBOUR = space("coast"), space("inland"), space("harbour")


def two(stage: Stage) -> tuple[Party, Party]:
    return stage.party("ann"), stage.party("ben")


def share(*parties: Party, also: tuple[str, ...] = ()) -> None:
    for party in parties:
        party.chats.held[COAST] = []
        for label in also:
            party.chats.held[space(label)] = []


def acknowledged(party: Party) -> list[Acknowledged]:
    return [record for record in party.stored if isinstance(record, Acknowledged)]


def test_each_side_knows_whom_it_meets_by_the_key() -> None:
    stage = Stage()
    ann, ben = two(stage)
    dialled, listened = stage.connect(ann, ben)
    assert dialled.ready is not None
    assert listened.ready is not None
    assert dialled.ready.proven
    assert listened.ready.proven
    assert (dialled.ready.peer_id, listened.ready.peer_id) == (ben.peer_id, ann.peer_id)


def test_strangers_without_a_space_in_common_open_nothing_more() -> None:
    stage = Stage()
    ann, ben = two(stage)
    ann.chats.held[COAST] = []
    ben.chats.held[INLAND] = []
    stage.connect(ann, ben)
    stage.pass_time(300.0)
    assert len(ann.ends) == len(ben.ends) == 1
    assert ann.talks == ben.talks == []


def test_one_connection_serves_all_spaces_of_a_protocol_that_names_them_itself() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben, also=("inland",))
    stage.connect(ann, ben)
    assert [talk.heard for talk in ann.talks] == [b"this is ben. "]
    assert [talk.heard for talk in ben.talks] == [b"this is ann. "]
    assert [end.role for end in ann.ends] == [Role.DIALLER, Role.DIALLER]


def test_a_protocol_whose_spaces_are_hinted_at_gets_a_connection_for_each() -> None:
    stage = Stage()
    ann, ben = two(stage)
    for label in ("one", "two", "only ann's"):
        ann.rooms.held[space(label)] = []
    for label in ("two", "one", "only ben's"):
        ben.rooms.held[space(label)] = []
    stage.connect(ann, ben)
    expected = [space("one"), space("two")]
    assert sorted(talk.space or b"" for talk in ann.talks) == sorted(expected)
    assert sorted(talk.space or b"" for talk in ben.talks) == sorted(expected)


def test_a_space_joined_later_is_found_to_be_common_soon_after() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann)
    stage.connect(ann, ben)
    assert ben.talks == []
    share(ben)
    ben.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS)
    assert len(ann.talks) == len(ben.talks) == 1


def test_what_runs_inside_knows_which_spaces_the_peer_lists() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ann.chats.held[INLAND] = []
    ben.chats.held[HARBOUR] = []
    stage.connect(ann, ben)
    (talk,) = ann.talks
    assert [talk.shares(one) for one in (COAST, INLAND, HARBOUR)] == [True, False, True]


def test_what_runs_inside_is_told_to_ask_again_when_more_turns_out_to_be_common() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ann.chats.held[INLAND] = []
    stage.connect(ann, ben)
    before = [talk.reconciled for talk in (*ann.talks, *ben.talks)]
    ben.chats.held[INLAND] = []
    ben.tells(Told(INLAND))
    stage.pass_time(SETTLE_SECONDS)
    assert [talk.reconciled for talk in (*ann.talks, *ben.talks)] == [one + 1 for one in before]
    assert ann.talks[0].shares(INLAND)


def test_without_a_meeting_nothing_is_known_to_be_shared() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    stage.hang_up(ann.ends[0])
    stage.run()
    assert not ann.talks[0].shares(COAST)


def test_a_space_that_was_left_is_acknowledged_no_more() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    del ben.chats.held[COAST]
    ben.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS)
    ann.chats.held[COAST] = [post("first")]
    ann.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS + ACKNOWLEDGE_SECONDS)
    assert acknowledged(ben) == []


def test_neither_side_ever_writes_a_space_id_in_the_clear_or_inside() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ann.rooms.held[INLAND] = []
    meeting = stage.connect(ann, ben)[0].machine
    inside = meeting._inside  # type: ignore[attr-defined]  # the secured machine's content
    written = b"".join(
        effect.data
        for effect in inside._look(stage.now + 1) + inside.start(stage.now)
        if isinstance(effect, Send)
    )
    for end in (*ann.ends, *ben.ends):
        written += end.bytes_sent
    for hidden in (COAST, INLAND, ann.static.public_key, ben.static.public_key, ann.peer_id):
        assert hidden not in written


# ---- the listener's wish ------------------------------------------------------------------------


def test_who_has_something_for_a_stranger_dials_for_it() -> None:
    stage = Stage()
    ann, ben = two(stage)
    ann.chats.waiting.append(ben.peer_id)
    stage.connect(ann, ben)
    assert len(ann.talks) == len(ben.talks) == 1


def test_a_listener_that_has_something_for_the_peer_asks_to_be_dialled() -> None:
    stage = Stage()
    ann, ben = two(stage)
    ben.chats.waiting.append(ann.peer_id)
    stage.connect(ann, ben)
    assert len(ann.talks) == len(ben.talks) == 1
    assert [end.role for end in ann.ends] == [Role.DIALLER, Role.DIALLER]


def test_something_that_comes_up_later_is_seen_when_it_is_stored() -> None:
    stage = Stage()
    ann, ben = two(stage)
    stage.connect(ann, ben)
    ben.chats.waiting.append(ann.peer_id)
    ben.tells(Told(None))
    stage.pass_time(SETTLE_SECONDS)
    assert len(ann.talks) == 1


# ---- acknowledgements ---------------------------------------------------------------------------


def test_both_acknowledge_what_they_hold_when_they_meet() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ann.chats.held[COAST] = [post("a")]
    ben.chats.held[COAST] = [post("b"), post("c")]
    stage.connect(ann, ben)
    chats = ProtocolName.PEERLINKS
    assert acknowledged(ann) == [Acknowledged(chats, COAST, ben.peer_id, (post("b"), post("c")))]
    assert acknowledged(ben) == [Acknowledged(chats, COAST, ann.peer_id, (post("a"),))]


def test_what_was_acknowledged_is_not_acknowledged_again() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ben.chats.held[COAST] = [post("b")]
    stage.connect(ann, ben)
    ben.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS + ACKNOWLEDGE_SECONDS)
    assert len(acknowledged(ann)) == 1


def test_what_is_received_later_is_acknowledged_a_moment_later() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    ben.chats.held[COAST] = [post("new")]
    ben.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS)
    assert [record.heads for record in acknowledged(ann)] == [(post("new"),)]


def test_a_storm_of_news_becomes_one_acknowledgement_a_second() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    for number in range(100):
        ben.chats.held[COAST] = [post(str(number))]
        ben.tells(Told(COAST))
        stage.pass_time(0.05)
    stage.pass_time(2.0)
    heads = [record.heads for record in acknowledged(ann)]
    assert heads[-1] == (post("99"),)
    assert 4 <= len(heads) <= 8


def test_news_of_a_space_that_is_not_common_is_not_acknowledged() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    ben.chats.held[INLAND] = [post("secret")]
    stage.connect(ann, ben)
    ben.tells(Told(INLAND))
    stage.pass_time(5.0)
    assert acknowledged(ann) == []


# ---- addresses ----------------------------------------------------------------------------------


def test_addresses_are_told_to_those_with_a_space_in_common() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    home = Address("192.0.2.1", 4000)
    ann.port.reachable_at([home, Address("2001:db8::1", 4000)])
    stage.connect(ann, ben)
    assert ben.whereabouts == [(home, Address("2001:db8::1", 4000))]
    assert ann.whereabouts == []


def test_addresses_told_by_a_stranger_count_once_a_space_is_common() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ben)
    home = Address("192.0.2.1", 4000)
    ann.port.reachable_at([home])
    stage.connect(ann, ben)
    assert ben.whereabouts == []
    share(ann)
    ann.tells(Told(COAST))
    stage.pass_time(SETTLE_SECONDS)
    assert ben.whereabouts == [(home,)]


def test_another_address_is_told_within_a_ping() -> None:
    stage = Stage()
    ann, ben = two(stage)
    share(ann, ben)
    stage.connect(ann, ben)
    ann.port.reachable_at([Address("192.0.2.9", 1)])
    stage.pass_time(PING_SECONDS_MAX)
    assert ben.whereabouts == [(Address("192.0.2.9", 1),)]


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
    tries = sum(isinstance(effect, Dial) for effect in first.effects)
    assert 10 <= tries <= 3_600.0 / RETRY_SECONDS_MAX + 15


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
