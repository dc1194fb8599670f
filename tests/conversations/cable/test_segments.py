"""Messages cut into sealed segments, and put together again (protocols/cable.md 5)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from engine.crypto.blake2b import hash32
from engine.crypto.noise import CipherState
from engine.errors import PeerViolation
from engine.model.communities import WireVersion
from engine.protocols.cable.limits import MESSAGE_BYTES_MAX, SEGMENT_BYTES_MAX
from engine.protocols.cable.secured.segments import SegmentReader, seal

Recorded = dict[str, Any]  # Any: recorded JSON
VECTORS = Path(__file__).parents[2] / "vectors" / "cable_handshake.json"
RECORDED: list[Recorded] = json.loads(VECTORS.read_text("utf-8"))["handshakes"]
ALL = pytest.mark.parametrize("wire", list(WireVersion))
CUTS = pytest.mark.parametrize("cut", [0, 1, 7])


def ciphers() -> tuple[CipherState, CipherState]:
    key = hash32(b"a key")
    return CipherState(key), CipherState(key)


def opened(reader: SegmentReader, data: bytes, cut: int = 0) -> bytes:
    plain = b""
    for at in range(0, len(data), cut or len(data)):
        reader.feed(data[at : at + (cut or len(data))])
        while (piece := reader.next_plaintext()) is not None:
            plain += piece
    return plain


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda one: str(one["prologue"]))
def test_messages_are_sealed_as_recorded(recorded: Recorded) -> None:
    sides = {
        "initiator": CipherState(bytes.fromhex(recorded["key_initiator_to_responder"])),
        "responder": CipherState(bytes.fromhex(recorded["key_responder_to_initiator"])),
    }
    readers = {
        "initiator": SegmentReader(
            CipherState(bytes.fromhex(recorded["key_initiator_to_responder"]))
        ),
        "responder": SegmentReader(
            CipherState(bytes.fromhex(recorded["key_responder_to_initiator"]))
        ),
    }
    for message in recorded["transport_in_order"]:
        pattern = bytes.fromhex(message["plain_repeats"])
        plain = (pattern * (message["plain_len"] // len(pattern) + 1))[: message["plain_len"]]
        wire = seal(sides[message["from"]], plain)
        assert len(wire) == message["wire_len"]
        assert hashlib.sha256(wire).hexdigest() == message["wire_sha256"]
        reader = readers[message["from"]]
        if reader.ended:
            continue
        assert opened(reader, wire) == plain
        assert reader.ended == (not plain)


@pytest.mark.parametrize("size", [1, 16, 65_518, 65_519, 65_520, 131_037, 131_038, 131_039])
@pytest.mark.parametrize("cut", [0, 1_000])
def test_any_message_is_opened_as_it_was_sealed(size: int, cut: int) -> None:
    sending, receiving = ciphers()
    reader = SegmentReader(receiving)
    for _ in range(2):
        assert opened(reader, seal(sending, b"x" * size), cut) == b"x" * size
    assert not reader.ended
    assert reader.buffered == 0


def test_both_forms_of_the_end_are_read_and_the_shorter_is_written() -> None:
    sending, receiving = ciphers()
    end = seal(sending, b"")
    assert len(end) == 20
    reader = SegmentReader(receiving)
    assert opened(reader, end) == b""
    assert reader.ended
    sending, receiving = ciphers()
    reader = SegmentReader(receiving)
    assert opened(reader, sending.encrypt((16).to_bytes(4, "little")) + sending.encrypt(b"")) == b""
    assert reader.ended


def sealed_bytes(message_bytes: int) -> int:
    return message_bytes + -(-message_bytes // SEGMENT_BYTES_MAX) * 16


@pytest.mark.parametrize("total", [1, 15, 65_536, 65_550, sealed_bytes(MESSAGE_BYTES_MAX) + 1])
def test_a_length_that_cannot_be_is_refused_before_anything_is_waited_for(total: int) -> None:
    sending, receiving = ciphers()
    reader = SegmentReader(receiving)
    reader.feed(sending.encrypt(total.to_bytes(4, "little")))
    with pytest.raises(PeerViolation):
        reader.next_plaintext()


def test_the_largest_message_is_waited_for() -> None:
    sending, receiving = ciphers()
    reader = SegmentReader(receiving)
    reader.feed(sending.encrypt(sealed_bytes(MESSAGE_BYTES_MAX).to_bytes(4, "little")))
    assert reader.next_plaintext() is None
    assert reader.buffered == 0


def test_a_bit_that_was_flipped_is_refused() -> None:
    sending, receiving = ciphers()
    sealed = bytearray(seal(sending, b"words"))
    sealed[30] ^= 1
    reader = SegmentReader(receiving)
    reader.feed(bytes(sealed))
    with pytest.raises(PeerViolation):
        reader.next_plaintext()
