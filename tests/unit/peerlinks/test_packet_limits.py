"""What a packet may cost before it is understood (reliability P-3, A2)."""

from __future__ import annotations

import gc
import weakref
from contextlib import nullcontext

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Close, Effect, Ending, answer
from engine.protocols.peerlinks.conversation.requests import Requests, open_request
from engine.protocols.peerlinks.limits import (
    CONTENTS_MAX,
    CONTROL_BYTES_MAX,
    PAGE_BOX_BYTES_MAX,
    REQUEST_BOX_BYTES_MAX,
    UNSCANNED_BYTES_MAX,
)
from engine.protocols.peerlinks.messages import decode_packet, encode_packet
from engine.protocols.peerlinks.messages.parsing import demand_at_most
from engine.protocols.peerlinks.packets import (
    Layout,
    Notification,
    Query,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel
from engine.schemas import peerlinks_pb2 as schema
from engine.wire.protobuf_scan import FIELDS_MAX
from engine.wire.varint import encode_varint
from tests.unit.peerlinks.wire_fields import field

HERE = SpaceId(bytes(32))
CHANNEL = Channel(HERE, PublicKey(bytes(32)), "here", public=True, left=False)


def padded(packet: bytes, size: int) -> bytes:
    """The packet behind an unknown field that fills it up to about ``size`` bytes."""
    return unknown_field(size - len(packet)) + packet


def unknown_field(size: int) -> bytes:
    """Field 31, which nobody knows, with ``size`` zero bytes."""
    return b"\xfa\x01" + encode_varint(size) + bytes(size)


@pytest.mark.parametrize(("changes", "is_fine"), [(CONTENTS_MAX, True), (CONTENTS_MAX + 1, False)])
def test_contents_that_push_each_other_out_are_counted(changes: int, *, is_fine: bool) -> None:
    request = encode_packet(SyncRequest(HERE, 1, bytes(24), b""))
    response = encode_packet(SyncResponse(HERE, 1, b""))
    data = unknown_field(UNSCANNED_BYTES_MAX) + (request + response) * changes
    if is_fine:
        assert decode_packet(data) == SyncResponse(HERE, 1, b"")
    else:
        with pytest.raises(PeerViolation, match="more elements"):
            decode_packet(data)


@pytest.mark.parametrize("nonce_bytes", [0, 23, 25, 1_000_000])
def test_a_request_whose_nonce_is_not_24_bytes_is_refused_before_it_is_kept(
    nonce_bytes: int,
) -> None:
    raw = schema.SyncRequest(channel_id=HERE, seq=0, nonce=bytes(nonce_bytes), box=b"")
    with pytest.raises(PeerViolation, match="nonce"):
        decode_packet(schema.Packet(sync_request=raw).SerializeToString())


def test_a_packet_without_request_or_answer_has_a_limit_of_its_own() -> None:
    news = encode_packet(Notification(HERE))
    assert decode_packet(padded(news, CONTROL_BYTES_MAX - 100)) == Notification(HERE)
    with pytest.raises(PeerViolation, match="larger than any of its kind"):
        decode_packet(padded(news, CONTROL_BYTES_MAX + 1))
    long_reason = schema.Packet(error=schema.Error(reason="x" * CONTROL_BYTES_MAX))
    with pytest.raises(PeerViolation, match="larger than any of its kind"):
        decode_packet(long_reason.SerializeToString())


@pytest.mark.parametrize(("fields", "is_fine"), [(FIELDS_MAX, True), (FIELDS_MAX + 1, False)])
def test_the_fields_of_all_levels_are_counted_together(fields: int, *, is_fine: bool) -> None:
    inside = fields - 2
    halves = (inside // 2, inside - inside // 2)
    data = b"".join(field(1, field(2, b"") * half) for half in halves)
    with nullcontext() if is_fine else pytest.raises(PeerViolation, match="more fields"):
        demand_at_most(data, {(1, 2): fields}, "a section")


def test_a_violation_lets_go_of_the_packet_at_once() -> None:
    class Packet:
        """Stands for what a step holds while it fails."""

    kept: list[weakref.ref[Packet]] = []

    def step() -> list[Effect]:
        packet = Packet()
        kept.append(weakref.ref(packet))
        raise PeerViolation("anything", "anywhere")

    gc.disable()
    try:
        effects = answer(step)
        assert kept[0]() is None
    finally:
        gc.enable()
    assert isinstance(effects[0], Close)
    assert effects[0].ending is Ending.VIOLATION


@pytest.mark.parametrize(
    ("size", "rule"),
    [
        (16, "without content"),
        (17, "does not open"),
        (REQUEST_BOX_BYTES_MAX, "does not open"),
        (REQUEST_BOX_BYTES_MAX + 1, "larger than any question"),
    ],
)
def test_only_a_box_that_can_hold_a_question_is_opened(size: int, rule: str) -> None:
    with pytest.raises(PeerViolation, match=rule):
        open_request(SyncRequest(CHANNEL.id, 0, bytes(24), bytes(size)), CHANNEL)


@pytest.mark.parametrize(
    ("size", "rule"),
    [(PAGE_BOX_BYTES_MAX, "does not open"), (PAGE_BOX_BYTES_MAX + 1, "larger than any page")],
)
def test_only_a_box_that_can_hold_a_page_is_opened(size: int, rule: str) -> None:
    requests = Requests(SeededEntropy(b"requests"))
    page = Query(0, is_backward=False, limit=1)
    asked = requests.ask(CHANNEL, None, page, Layout.PUBLISHED, 0.0)
    with pytest.raises(PeerViolation, match=rule):
        requests.take(SyncResponse(CHANNEL.id, asked.seq, bytes(size)))
