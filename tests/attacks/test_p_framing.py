"""Bytes that cost more than they weigh: P-1, P-2, P-3, P-9, P-13, P-14."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.contract import Ending
from engine.protocols.hyperbloom import messages as hyperbloom
from engine.protocols.hyperbloom.messages import Id
from engine.protocols.hypercore.dep0010 import messages as dep0010
from engine.protocols.hypercore.draft1 import messages as draft1
from engine.protocols.peerlinks import limits
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.conversation.requests import Requests, open_request
from engine.protocols.peerlinks.messages import (
    decode_packet,
    decode_request_content,
    decode_response_content,
    encode_packet,
    parsing,
    read_message,
)
from engine.protocols.peerlinks.packets import Error, Packet, Ping, SyncRequest, SyncResponse
from engine.wire import protobuf_scan
from engine.wire.frames import FrameReader
from engine.wire.protobuf_scan import ScannedField, scan_fields
from engine.wire.varint import encode_varint
from tests.attacks.attack import attack, replaced
from tests.attacks.scenes import Siege, is_refused, peak_rss
from tests.conversations.play import Play
from tests.conversations.scripted import ScriptedPeer

CONNECTION = "engine.protocols.peerlinks.conversation.connection"
REQUESTS = "engine.protocols.peerlinks.conversation.requests"
MESSAGES = "engine.protocols.peerlinks.messages"
HANDSHAKE = "engine.protocols.peerlinks.conversation.handshake"
HUGE = 1 << 33
MIB = 1 << 20


def _element(field: int, value: bytes) -> bytes:
    return encode_varint(field << 3 | 2) + encode_varint(len(value)) + value


_read_payload = FrameReader.next_payload


def _impatient(reader: FrameReader) -> bytes | None:
    payload = _read_payload(reader)
    if payload is None and reader._payload_bytes is not None:
        reader._payload_bytes = None
        return reader._take(reader._size)
    return payload


def _unfolded(reader: FrameReader) -> bytes | None:
    payload = _read_payload(reader)
    with suppress(zlib.error):
        return None if payload is None else zlib.decompress(payload)
    return payload


# ---- lengths ------------------------------------------------------------------------------------

GREETING_LENGTHS = [
    limits.GREETING_FRAME_BYTES_MAX + 1,
    *(1 << power for power in range(17, 32)),
    limits.FRAME_BYTES_MAX + 1,
    (1 << 31) - 1,
    (1 << 32) - 2,
    (1 << 32) - 1,
]


@attack("P-1", without=replaced(f"{CONNECTION}.GREETING_FRAME_BYTES_MAX", HUGE))
def test_p1_a_length_beyond_the_limit_is_refused_before_a_byte_of_it_comes() -> None:
    for length in GREETING_LENGTHS:
        play = Play()
        peer = ScriptedPeer(play, play.person("ben"))
        prefix = length.to_bytes(4, "big")
        assert peak_rss(lambda peer=peer, prefix=prefix: peer.sends_raw(prefix)) < MIB  # type: ignore[misc]  # defaults bind
        assert peer.closed is not None
        assert peer.closed.ending is Ending.VIOLATION


@attack("P-1", without=replaced(f"{CONNECTION}.FRAME_BYTES_MAX", HUGE))
def test_p1_after_the_greeting_the_limit_is_that_of_the_largest_packet() -> None:
    for length in (limits.FRAME_BYTES_MAX + 1, (1 << 32) - 1):
        siege = Siege(posts=0)
        siege.peer.sends_raw(length.to_bytes(4, "big"))
        assert siege.is_refused


@attack("P-1", without=replaced(f"{CONNECTION}.FrameReader.next_payload", _impatient))
def test_p1_what_is_announced_rightly_is_waited_for() -> None:
    siege = Siege(posts=0)
    packet = encode_packet(Ping(7))
    siege.peer.sends_raw(len(packet).to_bytes(4, "big"))
    before = len(siege.peer.packets)
    siege.peer.sends_raw(packet)
    assert len(siege.peer.packets) == before + 1


@attack("P-1", without=replaced(f"{MESSAGES}.envelope.CONTROL_BYTES_MAX", HUGE))
def test_p1_a_huge_packet_is_copied_once() -> None:
    channel, box = SpaceId(bytes(32)), b"\x01" * (48 * MIB)
    for packet in (SyncResponse(channel, 7, box), SyncRequest(channel, 7, bytes(24), box)):
        payload = encode_packet(packet)
        decoded: list[Packet] = []
        grown = peak_rss(lambda payload=payload, to=decoded: to.append(decode_packet(payload)))  # type: ignore[misc]  # defaults bind
        assert grown < 52 * MIB
        assert decoded == [packet]


@attack("P-1", without=replaced(f"{REQUESTS}.PAGE_BOX_BYTES_MAX", HUGE))
def test_p1_a_page_larger_than_any_is_not_opened() -> None:
    siege = Siege(posts=0)
    request = siege.peer.requests()[-1]
    box = bytes(limits.PAGE_BOX_BYTES_MAX + 1)
    answer = SyncResponse(siege.channel.id, request.seq, box)
    with pytest.raises(PeerViolation, match="larger than any page"):
        _requests_of(siege).take(answer)


@attack("P-1", without=replaced(f"{REQUESTS}.REQUEST_BOX_BYTES_MAX", HUGE))
def test_p1_a_question_larger_than_any_is_not_opened() -> None:
    siege = Siege(posts=0)
    box = bytes(limits.REQUEST_BOX_BYTES_MAX + 1)
    asked = SyncRequest(siege.channel.id, 0, bytes(24), box)
    with pytest.raises(PeerViolation, match="larger than any question"):
        open_request(asked, siege.channel)


def _requests_of(siege: Siege) -> Requests:
    machine = siege.peer.end.machine
    assert isinstance(machine, PeerlinksConnection)
    assert machine._session is not None
    return machine._session._asking._requests


# ---- numbers ------------------------------------------------------------------------------------

TOO_LONG = (b"\x80" * 10 + b"\x00", b"\xff" * 9 + b"\x02", b"\x80" * 200)


@attack("P-2", without=replaced("engine.wire.varint.VARINT_BYTES_MAX", 300))
def test_p2_a_number_of_more_than_ten_bytes_is_none() -> None:
    assert is_refused(lambda: list(scan_fields(encode_varint(15 << 3) + TOO_LONG[0])))


@attack("P-2", without=replaced("engine.wire.varint.VARINT_LIMIT", 1 << 80))
def test_p2_a_number_of_more_than_64_bits_is_none() -> None:
    assert is_refused(lambda: list(scan_fields(encode_varint(15 << 3) + TOO_LONG[1])))


@attack("P-2", without=replaced(f"{MESSAGES}.envelope.parse", lambda schema, *_: schema(error={})))
def test_p2_a_packet_with_such_a_number_ends_the_conversation() -> None:
    for number in (TOO_LONG[0], TOO_LONG[2]):
        siege = Siege(posts=0)
        siege.peer.sends(encode_packet(Ping(1)) + encode_varint(15 << 3) + number)
        assert siege.is_refused


# ---- bombs --------------------------------------------------------------------------------------

DOORS = (
    decode_packet,
    decode_request_content,
    decode_response_content,
    read_message,
)


def _bombs(*path: int) -> list[bytes]:
    """A million empty elements each, at that path of field numbers."""
    bombs = []
    for field in range(1, 5):
        bomb = _element(field, b"") * MIB
        for outer in reversed(path):
            bomb = _element(outer, bomb)
        bombs.append(bomb)
    return bombs


@attack("P-3", without=replaced(f"{MESSAGES}.parsing.UNSCANNED_BYTES_MAX", HUGE))
def test_p3_elements_are_counted_before_they_become_objects() -> None:
    bombs = (*_bombs(), *_bombs(1), *_bombs(2), *_bombs(1, 1), *_bombs(1, 2))

    def go_off(decode: Callable[[bytes], object]) -> None:
        for bomb in bombs:
            with suppress(PeerViolation):
                decode(bomb)

    for decode in DOORS:
        assert peak_rss(partial(go_off, decode)) < 16 * MIB


@attack("P-3", without=replaced(f"{MESSAGES}.envelope.CONTROL_BYTES_MAX", HUGE))
def test_p3_a_packet_that_carries_no_box_stays_small() -> None:
    siege = Siege(posts=0)
    siege.peer.sends(encode_packet(Ping(1)) + _element(15, bytes(limits.CONTROL_BYTES_MAX)))
    assert siege.is_refused


PIECES_WALKED_MAX = 30_000
"""Of which each costs up to 3.3 µs, of the worst kind: together the 100 ms of A2."""
DOORS_OF_FEEDS = (
    partial(dep0010.decode, dep0010.Type.HANDSHAKE),
    partial(dep0010.decode, dep0010.Type.DATA),
    lambda body: draft1.decode(encode_varint(draft1.Type.HANDSHAKE) + body),
    lambda body: draft1.decode(encode_varint(draft1.Type.DATA) + body),
    lambda body: hyperbloom.decode(encode_varint(Id.HANDSHAKE) + body),
)


def _walks() -> list[bytes]:
    """Two megabytes each, of which no two neighbours are alike, at some depth; or long varints."""
    uneven = (_element(15, b"") + _element(15, b"a")) * (2 * MIB // 5)
    long = (encode_varint(15 << 3) + b"\xff" * 9 + b"\x01") * (2 * MIB // 11)
    inside = [_element(1, one) for one in (uneven, long)]
    return [uneven, long, *inside, *(_element(1, one) for one in inside), _element(2, uneven)]


def _without_an_end_of_walks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(protobuf_scan, "PIECES_MAX", HUGE)
    patch.setattr(parsing, "PIECES_MAX", HUGE)


@attack("P-3", without=_without_an_end_of_walks)
def test_p3_counting_itself_does_not_take_long() -> None:
    with pytest.MonkeyPatch.context() as patch:
        walked: list[int] = []
        step = protobuf_scan._field_at

        def watched(data: bytes, position: int, stop: int) -> ScannedField:
            walked.append(position)
            return step(data, position, stop)

        patch.setattr(protobuf_scan, "_field_at", watched)
        for decode in (*DOORS, *DOORS_OF_FEEDS):
            for bomb in _walks():
                walked.clear()
                with suppress(PeerViolation):
                    decode(bomb)
                assert len(walked) <= PIECES_WALKED_MAX


# ---- drips --------------------------------------------------------------------------------------


@attack("P-9", without=replaced(f"{CONNECTION}.FRAME_BYTES_A_SECOND_MIN", 0))
def test_p9_a_packet_that_drips_is_given_up() -> None:
    siege = Siege(posts=0)
    siege.peer.knows_nothing_of(siege.channel.id)
    siege.peer.sends_raw(MIB.to_bytes(4, "big"))
    for _ in range(10):
        siege.play.pass_time(4.0)
        siege.peer.sends_raw(b"\x00")
    assert siege.peer.closed is not None
    assert siege.peer.closed.ending is Ending.TOO_SLOW


@attack("P-9", without=replaced(f"{HANDSHAKE}.HELLO_TIMEOUT_SECONDS", 1e9))
def test_p9_a_greeting_that_never_ends_is_given_up() -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ben"))
    peer.sends_raw((100).to_bytes(4, "big"))
    for _ in range(6):
        peer.sends_raw(b"\x08")
        play.pass_time(1.0)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TIMED_OUT


# ---- kinds nobody knows -------------------------------------------------------------------------


@attack("P-13", without=replaced(f"{MESSAGES}.envelope.parse", lambda schema, *_: schema(ping={})))
def test_p13_a_packet_of_an_unknown_kind_is_a_violation() -> None:
    for field in (8, 15, 16, 2_047, (1 << 29) - 1):
        for payload in (_element(field, b""), _element(field, b"x" * 1_000), b""):
            siege = Siege(posts=0)
            siege.peer.sends(payload)
            assert siege.is_refused


@attack("P-14", without=replaced(f"{CONNECTION}.FrameReader.next_payload", _unfolded))
def test_p14_nothing_on_the_wire_unfolds() -> None:
    packed = zlib.compress(encode_packet(Error("a" * 1_000)))
    siege = Siege(posts=0)
    siege.peer.sends(packed)
    assert siege.is_refused
