"""The first frames ("Initialization sequence"; protocols/peerlinks.md section 2)."""

from __future__ import annotations

import pytest

from engine.model.ids import PeerId, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    encode_hello,
    encode_packet,
    encode_shake,
)
from engine.protocols.peerlinks.packets import Error, Notification
from tests.conversations.play import End, Play
from tests.conversations.scripted import ScriptedPeer

LOW = PeerId(bytes(31) + b"\x01")
MIDDLE = PeerId(b"\x40" + bytes(31))
HIGH = PeerId(b"\xff" * 32)
YES = encode_shake(True)  # noqa: FBT003 - the message is that boolean
NO = encode_shake(False)  # noqa: FBT003 - the message is that boolean


def ending(end: End) -> Ending | None:
    return None if end.closed is None else end.closed.ending


@pytest.mark.parametrize(
    ("ours", "theirs", "shakes"),
    [(LOW, MIDDLE, True), (MIDDLE, LOW, False), (LOW, HIGH, False), (HIGH, LOW, True)],
)
def test_the_smaller_id_shakes_when_ids_are_close_and_the_larger_when_far(
    ours: PeerId, theirs: PeerId, *, shakes: bool
) -> None:
    assert we_shake(ours, theirs) is shakes


def test_at_a_distance_of_exactly_half_of_all_ids_the_larger_one_shakes() -> None:
    half = PeerId((1 << 255).to_bytes(32, "big"))
    nothing = PeerId(bytes(32))
    assert we_shake(half, nothing)
    assert not we_shake(nothing, half)


@pytest.mark.parametrize(("a", "b"), [(LOW, MIDDLE), (MIDDLE, LOW), (LOW, HIGH), (HIGH, LOW)])
def test_two_of_ours_greet_whichever_of_them_has_to_shake(a: PeerId, b: PeerId) -> None:
    play = Play()
    first, second = play.connect(play.person("ada", peer_id=a), play.person("ben", peer_id=b))
    assert (first.peer_id, second.peer_id) == (b, a)


def test_hello_is_sent_at_once_bare_and_with_our_mark() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"))
    hello = decode_hello(peer.bare[0])
    assert peer.bare[0].startswith(b"\x08\x01\x12\x20" + peer.person.peer_id)
    assert (hello.version, hello.peer_id, hello.ours) == (1, peer.person.peer_id, True)


def test_our_own_id_closes_the_connection_without_another_word() -> None:
    play = Play()
    ada = play.person("ada", peer_id=LOW)
    peer = ScriptedPeer(play, ada, peer_id=LOW)
    peer.sends(encode_hello(LOW, ours=True))
    assert ending(peer.end) is Ending.SELF_CONNECTION
    assert len(peer.end.sent) == 1


def test_who_shakes_says_that_a_second_connection_is_a_duplicate_and_closes_it() -> None:
    play = Play()
    ada, ben = play.person("ada", peer_id=LOW), play.person("ben", peer_id=MIDDLE)
    first = play.connect(ada, ben)
    second = play.connect(ben, ada)
    assert [end.ready for end in first] == [True, True]
    assert [ending(end) for end in second] == [Ending.DUPLICATE, Ending.DUPLICATE]


def test_when_both_dial_at_once_exactly_one_connection_survives() -> None:
    play = Play()
    ada, ben = play.person("ada", peer_id=LOW), play.person("ben", peer_id=MIDDLE)
    wires = []
    for _ in range(2):
        ends = play.open(ada), play.open(ben)
        ends[0].other, ends[1].other = ends[1], ends[0]
        wires.append(ends)
    for ends in wires:
        for end in ends:
            play.start(end)
    play.run()
    assert sorted([a.ready, b.ready] for a, b in wires) == [[False, False], [True, True]]


def test_once_the_first_connection_has_ended_the_same_peer_is_welcome_again() -> None:
    play = Play()
    ada, ben = play.person("ada", peer_id=LOW), play.person("ben", peer_id=MIDDLE)
    first, _ = play.connect(ada, ben)
    play.hang_up(first)
    play.run()
    assert all(end.ready for end in play.connect(ben, ada))


def test_the_side_that_does_not_shake_obeys() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada", peer_id=MIDDLE), peer_id=LOW)
    peer.sends(encode_hello(LOW, ours=True), YES)
    assert ending(peer.end) is Ending.DUPLICATE


def test_an_empty_frame_is_a_shake_that_says_no() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada", peer_id=MIDDLE), peer_id=LOW)
    peer.sends(encode_hello(LOW, ours=True), b"")
    assert peer.end.ready


@pytest.mark.parametrize("shake", [YES, NO, b""])
def test_a_shake_from_the_wrong_side_is_a_violation(shake: bytes) -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada", peer_id=LOW), peer_id=MIDDLE)
    peer.sends(encode_hello(MIDDLE, ours=True), shake)
    assert ending(peer.end) is Ending.VIOLATION


@pytest.mark.parametrize(
    "hello",
    [
        b"",
        b"\x08\x02\x12\x20" + bytes(31) + b"\x01",
        b"\x08\x01\x12\x1f" + bytes(31),
        b"\x08\x01",
        b"\xff" * 40,
        encode_packet(Notification(SpaceId(bytes(32)))),
        b"\x0a\x00" + encode_packet(Notification(SpaceId(bytes(32)))),
    ],
)
def test_anything_but_a_hello_of_version_1_is_answered_with_an_error_and_closed(
    hello: bytes,
) -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"))
    peer.sends(hello)
    assert ending(peer.end) is Ending.VIOLATION
    assert peer.closed is not None
    assert peer.closed.violation is not None
    assert isinstance(peer.packets[-1], Error)


def test_a_hello_and_a_shake_may_be_answered_by_the_peers_own_error() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"))
    peer.sends(encode_packet(Error("no thanks")))
    assert ending(peer.end) is Ending.ERROR_FROM_PEER
    assert peer.closed is not None
    assert peer.closed.detail == "no thanks"


def test_a_frame_of_more_than_64_kib_is_refused_before_the_greeting() -> None:
    play = Play()
    allowed, refused = (ScriptedPeer(play, play.person(name)) for name in ("ada", "ben"))
    allowed.sends_raw((64 * 1024).to_bytes(4, "big"))
    refused.sends_raw((64 * 1024 + 1).to_bytes(4, "big"))
    assert (ending(allowed.end), ending(refused.end)) == (None, Ending.VIOLATION)


def test_a_frame_of_64_mib_may_come_after_the_greeting_and_no_longer_one() -> None:
    play = Play()
    allowed, refused = (ScriptedPeer(play, play.person(name)).greets() for name in ("ada", "ben"))
    allowed.sends_raw((64 << 20).to_bytes(4, "big"))
    refused.sends_raw(((64 << 20) + 1).to_bytes(4, "big"))
    assert (ending(allowed.end), ending(refused.end)) == (None, Ending.VIOLATION)


def test_a_peer_that_says_nothing_is_given_five_seconds() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada"))
    play.pass_time(4.9)
    assert peer.closed is None
    play.pass_time(0.2)
    assert ending(peer.end) is Ending.TIMED_OUT
    assert isinstance(decode_packet(encode_packet(peer.packets[-1])), Error)


def test_a_peer_that_does_not_shake_is_given_five_more() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada", peer_id=MIDDLE), peer_id=LOW)
    play.pass_time(4.0)
    peer.sends(encode_hello(LOW, ours=True))
    play.pass_time(4.9)
    assert peer.closed is None
    play.pass_time(0.2)
    assert ending(peer.end) is Ending.TIMED_OUT


def test_a_connection_that_never_greeted_does_not_make_the_next_one_a_duplicate() -> None:
    play = Play()
    ada = play.person("ada", peer_id=MIDDLE)
    silent = ScriptedPeer(play, ada, peer_id=LOW)
    silent.sends(encode_hello(LOW, ours=True))
    assert ScriptedPeer(play, ada, peer_id=LOW).greets().end.ready
