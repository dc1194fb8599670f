"""One connection of the port: handshake, Select, and the stream inside (1)."""

from __future__ import annotations

import pytest

from engine.crypto.blake2b import hash_of_size
from engine.crypto.noise import key_pair
from engine.errors import PeerViolation
from engine.model.ids import PeerId
from engine.protocols.contract import (
    Charge,
    Close,
    Dial,
    Effect,
    Ending,
    Ready,
    Role,
    Send,
    Store,
    WakeAt,
)
from engine.protocols.tidings.port.common_spaces import space_hint
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.limits import (
    CONNECTIONS_A_KEY_MAX,
    HANDSHAKE_SECONDS,
    PLAINTEXT_BYTES_MAX,
)
from engine.protocols.tidings.port.select import Answer, Select, encode_select
from tests.conversations.tidings.scripted import ScriptedPeer
from tests.conversations.tidings.stage import Stage, Told, post, space

COAST = space("coast")


def scripted(role: Role = Role.DIALLER) -> ScriptedPeer:
    stage = Stage()
    return ScriptedPeer(stage, stage.party("ann"), role)


# ---- Select -------------------------------------------------------------------------------------


def test_an_unknown_protocol_is_named_so_and_ends_it() -> None:
    peer = scripted().shakes_hands()
    assert peer.selects("gopher/1") is Answer.UNKNOWN_PROTOCOL
    assert peer.end.ending is Ending.CLOSED_BY_US


def test_a_protocol_that_names_its_spaces_itself_takes_no_hint() -> None:
    peer = scripted().shakes_hands()
    assert peer.selects("chat/1", bytes(16)) is Answer.NO_SUCH_SPACE


def test_a_meeting_takes_no_hint() -> None:
    assert scripted().shakes_hands().selects("tidings/1", bytes(16)) is Answer.NO_SUCH_SPACE


@pytest.mark.parametrize("hint", [b"", bytes(16)])
def test_a_space_we_do_not_share_is_not_there(hint: bytes) -> None:
    peer = scripted().shakes_hands()
    peer.party.rooms.held[COAST] = []
    assert peer.selects("room/1", hint) is Answer.NO_SUCH_SPACE


def test_a_space_is_named_by_a_hash_that_only_this_connection_understands() -> None:
    peer = scripted().shakes_hands()
    peer.party.rooms.held[COAST] = []
    assert peer.channel.secured is not None
    hint = hash_of_size(COAST, 16, key=peer.channel.secured.hash)
    assert hint == space_hint(peer.channel.secured.hash, COAST)
    assert peer.selects("room/1", hint) is Answer.GO
    assert [talk.space for talk in peer.party.talks] == [COAST]


def test_a_second_connection_for_the_same_space_finds_it_busy() -> None:
    stage = Stage()
    ann, ben = stage.party("ann"), stage.party("ben")
    for party in (ann, ben):
        party.rooms.held[COAST] = []
    meeting, _ = stage.connect(ann, ben)
    dial = next(effect for effect in meeting.effects if isinstance(effect, Dial))
    stage.carry_out(meeting, [dial])
    stage.run()
    assert ann.ends[-1].ending is Ending.DUPLICATE
    assert len(ben.talks) == 1


@pytest.mark.parametrize(
    "select",
    [
        b"\x02\x09tidings/1\x00",  # another version
        b"\x01\x00\x00",  # no name
        b"\x01\x21" + b"x" * 33 + b"\x00",  # a name of 33 bytes
        b"\x01\x02\xc3\xa9\x00",  # not ASCII
        b"\x01\x02a\n\x00",  # not printable
        b"\x01\x09tidings/1\x01\x00",  # a hint of 1 byte
    ],
)
def test_a_select_that_breaks_a_rule_is_answered_by_nothing(select: bytes) -> None:
    peer = scripted().shakes_hands()
    peer.says(select)
    assert peer.heard() == b""
    assert peer.end.ending is Ending.VIOLATION


def test_a_name_of_32_bytes_is_merely_unknown() -> None:
    assert scripted().shakes_hands().selects("x" * 32) is Answer.UNKNOWN_PROTOCOL


@pytest.mark.parametrize(
    ("said", "ending"),
    [
        (Answer.UNKNOWN_PROTOCOL, Ending.ERROR_FROM_PEER),
        (Answer.NO_SUCH_SPACE, Ending.ERROR_FROM_PEER),
        (Answer.BUSY, Ending.DUPLICATE),
        (Answer.REFUSED, Ending.ERROR_FROM_PEER),
    ],
)
def test_an_answer_other_than_go_ends_the_diallers_side(said: Answer, ending: Ending) -> None:
    peer = scripted(Role.LISTENER).shakes_hands()
    assert peer.heard() == encode_select(Select("tidings/1"))
    peer.says(bytes((said,)))
    assert peer.end.ending is ending


def test_an_answer_that_means_nothing_is_a_violation() -> None:
    peer = scripted(Role.LISTENER).shakes_hands()
    peer.says(b"\x05")
    assert peer.end.ending is Ending.VIOLATION


def test_one_key_has_no_more_connections_than_the_limit() -> None:
    stage = Stage()
    ann = stage.party("ann")
    peers = [ScriptedPeer(stage, ann) for _ in range(CONNECTIONS_A_KEY_MAX + 1)]
    answers = [peer.shakes_hands().selects("chat/1") for peer in peers]
    assert answers == [Answer.GO] * CONNECTIONS_A_KEY_MAX + [Answer.REFUSED]
    assert peers[-1].end.ready is None

    stage.hang_up(peers[0].end)
    stage.run()
    assert ScriptedPeer(stage, ann).shakes_hands().selects("chat/1") is Answer.GO


def test_a_peer_we_do_not_want_is_told_that_and_nothing_else() -> None:
    peer = scripted()
    peer.party.chats.held[COAST] = [post("first")]
    peer.party.port.refuse(lambda one: one == peer.peer_id)
    peer.shakes_hands()
    peer.says(encode_select(Select("tidings/1")))
    assert peer.heard() == bytes((Answer.REFUSED,))
    assert peer.end.ready is None
    assert peer.end.ending is Ending.CLOSED_BY_US


def test_a_peer_we_do_not_want_is_not_shown_our_key_where_we_dialled_it() -> None:
    peer = scripted(Role.LISTENER)
    peer.party.port.refuse(lambda one: one == peer.peer_id)
    peer.channel.feed(peer.bytes_heard())
    peer.sends(peer.channel.next_step() or b"")
    assert peer.bytes_heard() == b""
    assert peer.end.ending is Ending.BANNED


def test_many_connections_of_one_key_take_nothing_from_another() -> None:
    stage = Stage()
    ann = stage.party("ann")
    for _ in range(CONNECTIONS_A_KEY_MAX):
        ScriptedPeer(stage, ann).shakes_hands().selects("chat/1")
    other = ScriptedPeer(stage, ann, static=key_pair(bytes(range(32))))
    assert other.shakes_hands().selects("tidings/1") is Answer.GO


def test_select_looks_as_the_document_says() -> None:
    assert encode_select(Select("peerlinks/1")) == b"\x01\x0bpeerlinks/1\x00"
    assert encode_select(Select("cable/S", bytes(16))) == b"\x01\x07cable/S\x10" + bytes(16)


# ---- time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", list(Role))
def test_a_handshake_that_takes_longer_than_5_seconds_is_given_up(role: Role) -> None:
    stage = Stage()
    end = stage.end(stage.party("ann"), role)
    stage.carry_out(end, end.machine.start(stage.now))
    stage.pass_time(HANDSHAKE_SECONDS - 0.1)
    assert end.ending is None
    stage.pass_time(0.1)
    assert end.ending is Ending.TIMED_OUT


def test_a_dripped_handshake_gets_no_more_time() -> None:
    peer = scripted()
    first = peer.channel.start()
    for number in range(4):
        peer.sends(first[number : number + 1])
        peer.stage.pass_time(HANDSHAKE_SECONDS / 4)
    assert peer.end.ending is Ending.TIMED_OUT


def test_who_never_selects_is_given_up() -> None:
    peer = scripted().shakes_hands()
    peer.stage.pass_time(5.0)
    assert peer.end.ending is Ending.TIMED_OUT
    assert peer.heard() == b""


def test_the_deadline_of_the_greeting_does_not_wake_what_runs_inside() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    peer.stage.pass_time(20.0)
    assert peer.party.talks[0].woken == 0
    peer.stage.pass_time(80.0)
    assert peer.party.talks[0].woken == 1


# ---- inside -------------------------------------------------------------------------------------


def test_the_inner_stream_is_what_the_other_side_wrote() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    (talk,) = peer.party.talks
    peer.says(b"hello")
    peer.says(bytes(200_000))
    assert talk.heard == b"hello" + bytes(200_000)
    assert max(map(len, talk.pieces)) == PLAINTEXT_BYTES_MAX


def test_what_follows_select_in_the_same_record_belongs_to_the_inner_stream() -> None:
    peer = scripted().shakes_hands()
    peer.says(encode_select(Select("chat/1")) + b"eager")
    assert peer.party.talks[0].heard == b"eager"


def test_an_empty_record_is_not_the_end_of_the_inner_stream() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    assert peer.channel.secured is not None
    empty = peer.channel.secured.sending.encrypt(b"")
    peer.sends(len(empty).to_bytes(2, "big") + empty)
    peer.says(b"on")
    assert peer.party.talks[0].heard == b"on"
    assert not peer.party.talks[0].ended


def test_effects_of_what_runs_inside_are_its_own_and_only_its_bytes_are_sealed() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    (talk,) = peer.party.talks
    effects: list[Effect] = [
        Send(b"one "),
        Store(Told(COAST)),
        WakeAt(peer.stage.now + 1.0),
        Send(b"two"),
    ]
    talk.replies.append(effects)
    peer.heard()
    before = len(peer.end.sent)
    peer.says(b"?")
    assert peer.party.stored == [Told(COAST)]
    assert peer.end.wake_at == peer.stage.now + 1.0
    assert len(peer.end.sent) == before + 1  # in one record
    assert peer.heard() == b"one two"


def test_the_last_words_are_sent_before_the_end() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    peer.party.talks[0].replies.append([Send(b"bye"), Close(Ending.CLOSED_BY_US)])
    peer.heard()
    peer.says(b"?")
    assert isinstance(peer.end.effects[-1], Close)
    assert peer.heard() == b"bye"


def test_what_runs_inside_is_told_of_the_end_whatever_ended_it() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    peer.sends(b"\x00\x20" + bytes(32))  # does not decrypt
    assert peer.end.ending is Ending.VIOLATION
    assert peer.party.talks[0].ended


def test_an_inner_peer_id_that_is_the_keys_is_accepted_and_told_once() -> None:
    peer = scripted()
    peer.party.claims = peer.peer_id
    peer.shakes_hands().selects("chat/1")
    ready = [effect for effect in peer.end.effects if isinstance(effect, Ready)]
    assert ready == [Ready(peer.peer_id, proven=True, hears=ready[0].hears, further=True)]
    assert peer.end.ending is None


def test_an_inner_peer_id_that_is_not_the_keys_breaks_a_rule() -> None:
    peer = scripted().shakes_hands()
    peer.selects("chat/1")
    peer.party.talks[0].replies.append([Store(Told(COAST)), Ready(PeerId(bytes(32)))])
    peer.says(b"I am somebody else")
    assert peer.end.ending is Ending.VIOLATION
    assert peer.party.stored == []


def test_who_broke_a_rule_inside_is_not_dialled_for_that_again_for_an_hour() -> None:
    stage = Stage()
    ann, ben = stage.party("ann"), stage.party("ben")
    for party in (ann, ben):
        party.chats.held[COAST] = [post("first")]
    stage.connect(ann, ben)
    violation = PeerViolation("a rule", "section")
    ann.talks[0].replies.append([Close(Ending.VIOLATION, violation)])
    stage.deliver(ann.ends[1], ben.ends[1].machine._channel.seal(b"wrong"))  # type: ignore[attr-defined]  # as ben's machine would
    stage.run()
    assert ann.ends[1].ending is Ending.VIOLATION
    stage.pass_time(3_500.0)
    assert len(ann.talks) == 1
    stage.pass_time(200.0)
    assert len(ann.talks) == 2


def test_presence_and_unfinished_bytes_are_those_inside() -> None:
    peer = scripted().shakes_hands()
    peer.party.rooms.held[COAST] = []
    assert peer.channel.secured is not None
    peer.selects("room/1", space_hint(peer.channel.secured.hash, COAST))
    assert list(peer.end.machine.presence) == [(COAST, None)]
    assert peer.end.machine.buffered == 0
    peer.sends(b"\x10\x00half")
    assert peer.end.machine.buffered == 6
    assert peer.end.machine.charge is Charge.NONE


def test_nothing_of_what_ran_inside_is_held_once_the_connection_is_over() -> None:
    peer = scripted().shakes_hands()
    peer.party.rooms.held[COAST] = []
    assert peer.channel.secured is not None
    peer.selects("room/1", space_hint(peer.channel.secured.hash, COAST))
    machine = peer.end.machine
    assert list(machine.presence) == [(COAST, None)]
    list(machine.receive(b"", 0.0))
    assert list(machine.presence) == []
    assert isinstance(machine, TidingsConnection)
    assert machine._inside is None
