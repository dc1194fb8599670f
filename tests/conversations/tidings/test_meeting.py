"""Two of ours meet: who they are, what they share, and what they open (1)."""

from __future__ import annotations

from engine.protocols.contract import Role, Send
from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGE_SECONDS,
    SETTLE_SECONDS,
)
from tests.conversations.tidings.scene import COAST, HARBOUR, INLAND, acknowledged, share, two
from tests.conversations.tidings.stage import Stage, Told, post, space


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
