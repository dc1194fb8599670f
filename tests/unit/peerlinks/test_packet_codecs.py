"""The codecs of greeting and packets: shapes that are refused, and what is skipped."""

from __future__ import annotations

import pytest

from engine.errors import PeerViolation
from engine.model.ids import RequestId, SpaceId
from engine.protocols.peerlinks.limits import CONTROL_BYTES_MAX
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    decode_shake,
    encode_hello,
    encode_packet,
)
from engine.protocols.peerlinks.packets import (
    EncryptedInvite,
    Error,
    Notification,
    Packet,
    Ping,
    Pong,
    SyncRequest,
    SyncResponse,
)
from tests.unit.peerlinks.wire_fields import PEER, field, scalar

# ---- greeting -------------------------------------------------------------------------------


def test_our_hello_carries_a_mark_that_others_skip() -> None:
    assert decode_hello(encode_hello(PEER, ours=True)).ours
    assert not decode_hello(encode_hello(PEER, ours=False)).ours
    assert encode_hello(PEER, ours=True).startswith(encode_hello(PEER, ours=False))


@pytest.mark.parametrize("peer_id", [b"", bytes(31), bytes(33)])
def test_a_peer_id_is_32_bytes(peer_id: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_hello(scalar(1, 1) + field(2, peer_id))


def test_a_hello_of_another_version_is_read_for_the_handshake_to_judge() -> None:
    assert decode_hello(scalar(1, 2) + field(2, PEER)).version == 2
    assert decode_hello(field(2, PEER)).version == 0


def test_an_empty_shake_says_false() -> None:
    assert not decode_shake(b"").is_duplicate


# ---- packets --------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", scalar(15, 1), field(99, b"news"), b"\x08\x00"])
def test_a_packet_without_a_known_content_is_a_violation(data: bytes) -> None:
    with pytest.raises(PeerViolation):
        decode_packet(data)


def test_unknown_fields_beside_a_content_are_skipped() -> None:
    data = scalar(15, 1) + encode_packet(Ping(7)) + field(99, b"more")
    assert decode_packet(data) == Ping(7)


def test_a_renewal_is_a_field_that_others_skip_beside_a_notification() -> None:
    plain = Notification(SpaceId(bytes(32)))
    asking = Notification(SpaceId(bytes(32)), b"sealed")
    assert encode_packet(asking) == encode_packet(plain) + field(1001, b"sealed")
    assert decode_packet(encode_packet(asking)) == asking
    assert decode_packet(encode_packet(plain)) == plain


def test_a_renewal_alone_is_no_content() -> None:
    with pytest.raises(PeerViolation):
        decode_packet(field(1001, b"sealed"))


def test_of_two_contents_the_later_on_the_wire_counts() -> None:
    assert decode_packet(encode_packet(Ping(1)) + encode_packet(Pong(2))) == Pong(2)
    assert decode_packet(encode_packet(Pong(2)) + encode_packet(Ping(1))) == Ping(1)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_ids_of_a_packet_are_32_bytes(length: int) -> None:
    packets: list[Packet] = [
        Notification(SpaceId(bytes(length))),
        SyncRequest(SpaceId(bytes(length)), 0, bytes(24), bytes(20)),
        SyncResponse(SpaceId(bytes(length)), 0, b""),
        EncryptedInvite(RequestId(bytes(length)), bytes(100)),
    ]
    for packet in packets:
        with pytest.raises(PeerViolation):
            decode_packet(encode_packet(packet))


def test_a_reason_is_cut_to_1023_code_points_and_a_longer_one_is_seen_to_be_longer() -> None:
    assert decode_packet(encode_packet(Error("\u00e4" * 2000))) == Error("\u00e4" * 1023)
    too_long = field(1, field(1, b"x" * 5000))
    assert decode_packet(too_long) == Error("x" * 1024)


def test_a_reason_that_is_not_utf8_is_a_violation() -> None:
    with pytest.raises(PeerViolation):
        decode_packet(field(1, field(1, b"\xed\xa0\x80")))


HUGE = 1 << 33
BOX = b"\x07" * (CONTROL_BYTES_MAX + 1)
ANSWER = field(1, bytes(32)) + scalar(2, 7) + field(3, BOX)


@pytest.mark.parametrize(
    "data",
    [
        field(4, ANSWER),
        field(4, field(3, BOX) + scalar(2, 7) + field(1, bytes(32))),
        field(4, field(3, BOX) + field(99, b"news") + field(1, bytes(32)) + scalar(2, 1)),
        field(4, ANSWER + field(3, b"another")),
        field(4, ANSWER + scalar(2, 8)),
        field(4, ANSWER) + field(4, scalar(2, 9)),
        field(4, ANSWER) + field(99, b"news"),
        field(4, ANSWER) + field(6, scalar(1, 3)),
        field(4, ANSWER + b"\x80"),
        field(4, field(1, bytes(31)) + field(3, BOX)),
        field(4, field(1, bytes(32)) + scalar(3, 5) + field(99, BOX)),
        field(
            4, field(1, bytes(32)) + b"".join(scalar(2, one) for one in range(20)) + field(3, BOX)
        ),
        field(3, field(1, bytes(32)) + field(3, bytes(24)) + field(4, BOX)),
        field(3, field(1, bytes(32)) + field(3, bytes(23)) + field(4, BOX)),
        field(1, field(1, BOX)),
        field(99, BOX),
    ],
)
def test_a_large_packet_reads_as_a_small_one_would(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> Packet | str:
        try:
            return decode_packet(data)
        except PeerViolation as violation:
            return violation.rule

    quickly = read()
    monkeypatch.setattr("engine.protocols.peerlinks.messages.envelope.CONTROL_BYTES_MAX", HUGE)
    plainly = read()
    if isinstance(plainly, SyncRequest | SyncResponse) or isinstance(quickly, Packet):
        assert quickly == plainly
    else:
        assert isinstance(quickly, str)
