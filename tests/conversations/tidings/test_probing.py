"""Who knocks without knowing what to say, or with what others said, learns nothing (1, 0).

XX shows our static key to whoever goes through a whole handshake, and the threat model says so.
Everybody else gets silence, or 98 bytes that only the owner of the ephemeral key can read.
"""

from __future__ import annotations

import pytest

from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.protocols.contract import Ending, Role
from engine.protocols.tidings.port.messages import Spaces
from tests.conversations.tidings.scripted import ScriptedPeer
from tests.conversations.tidings.stage import End, Party, Stage, post, space

COAST = space("coast")
HELLO_OF_OTHERS = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),  # TLS
    b"SSH-2.0-probe\r\n",
    b"\x00\x00\x00\x2a" + bytes(42),  # PeerLinks, bare
    b"\x13BitTorrent protocol" + bytes(48),
    b"\x00\x00",
    b"\x00\x1f" + bytes(31),
    b"\x00\x21" + bytes(33),
    b"\xff\xff" + bytes(100),
    b"\x00\x20" + bytes(32),  # a key of low order
]


def ann() -> tuple[Stage, Party]:
    stage = Stage()
    party = stage.party("ann")
    party.chats.held[COAST] = [post("first")]
    return stage, party


def knock(stage: Stage, party: Party) -> End:
    end = stage.end(party, Role.LISTENER)
    stage.carry_out(end, end.machine.start(stage.now))
    return end


def test_a_listener_says_nothing_first() -> None:
    stage, party = ann()
    end = knock(stage, party)
    stage.pass_time(60.0)
    assert end.sent == []
    assert end.ending is Ending.TIMED_OUT


@pytest.mark.parametrize("probe", HELLO_OF_OTHERS)
def test_who_does_not_speak_the_handshake_gets_not_one_byte(probe: bytes) -> None:
    stage, party = ann()
    end = knock(stage, party)
    stage.deliver(end, probe)
    assert end.sent == []
    assert end.ending is Ending.VIOLATION


@pytest.mark.parametrize("probe", HELLO_OF_OTHERS)
def test_it_is_judged_by_its_length_before_the_rest_is_waited_for(probe: bytes) -> None:
    stage, party = ann()
    end = knock(stage, party)
    for byte in probe:
        stage.deliver(end, bytes((byte,)))
    assert end.sent == []
    assert end.ending is Ending.VIOLATION
    assert end.machine.buffered <= 34


def test_what_a_prober_gets_for_a_key_it_made_up_shows_neither_key_nor_id() -> None:
    stage, party = ann()
    end = knock(stage, party)
    stage.deliver(end, b"\x00\x20" + hash32(b"a point whose secret nobody has"))
    (reply,) = end.sent
    assert len(reply) == 98
    for secret in (party.static.public_key, party.peer_id, COAST, post("first")):
        assert not any(secret[at : at + 8] in reply for at in range(len(secret) - 7))


def test_two_probes_of_one_listener_have_no_byte_in_common_to_tell_it_by() -> None:
    replies = []
    stage, party = ann()
    for _ in range(2):
        end = knock(stage, party)
        stage.deliver(end, b"\x00\x20" + hash32(b"a point whose secret nobody has"))
        replies.append(end.sent[0][2:])
    common = sum(first == second for first, second in zip(*replies, strict=True))
    assert common <= 8  # of 96, by chance


def test_a_recorded_handshake_played_again_ends_at_its_third_message() -> None:
    stage, party = ann()
    ben = stage.party("ben")
    ben.chats.held[COAST] = []
    dialled, _ = stage.connect(ben, party)
    recorded = list(dialled.sent)
    end = knock(stage, party)
    party.talks.clear()
    for data in recorded:
        stage.deliver(end, data)
    assert end.ending is Ending.VIOLATION
    assert end.ready is None
    assert len(end.sent) == 1
    assert party.talks == []


def test_a_recorded_listener_played_to_a_dialler_proves_nothing() -> None:
    stage, party = ann()
    ben = stage.party("ben")
    _, listened = stage.connect(party, ben)
    recorded = list(listened.sent)
    end = stage.end(party, Role.DIALLER)
    stage.carry_out(end, end.machine.start(stage.now))
    for data in recorded:
        stage.deliver(end, data)
    assert end.ending is Ending.VIOLATION
    assert end.ready is None
    assert len(end.sent) == 1  # its own open ephemeral key


@pytest.mark.parametrize("position", range(98))
def test_a_changed_second_message_is_refused(position: int) -> None:
    stage, party = ann()
    peer = ScriptedPeer(stage, party)
    peer.sends(peer.channel.start())
    reply = bytearray(peer.bytes_heard())
    reply[position] ^= 0x40
    peer.channel.feed(bytes(reply))
    with pytest.raises(PeerViolation):
        peer.channel.next_step()


@pytest.mark.parametrize("position", range(66))
def test_a_changed_third_message_is_answered_by_nothing(position: int) -> None:
    stage, party = ann()
    peer = ScriptedPeer(stage, party)
    peer.sends(peer.channel.start())
    peer.channel.feed(peer.bytes_heard())
    third = bytearray(peer.channel.next_step() or b"")
    third[position] ^= 0x40
    peer.sends(bytes(third))
    assert peer.end.ready is None
    assert peer.end.ending is Ending.VIOLATION
    assert peer.bytes_heard() == b""


def test_a_full_handshake_shows_the_key_and_nothing_of_what_we_share() -> None:
    stage, party = ann()
    peer = ScriptedPeer(stage, party).meets()
    assert peer.channel.secured is not None
    assert peer.channel.secured.remote_static == party.static.public_key
    (spaces,) = peer.messages()
    assert isinstance(spaces, Spaces)
    assert b"".join(spaces.entries).find(COAST) == -1
