"""The recorded handshakes of the Noise library that published cable programs use, byte for byte."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import pytest

from engine.crypto.noise import CipherState, Handshake, Pattern, Side, key_pair

SEGMENT = 65_519
LENGTH_BYTES = 4


class Recorded(TypedDict):
    prologue: str
    psk: str
    initiator_static: str
    initiator_ephemeral: str
    responder_static: str
    responder_ephemeral: str
    initiator_static_public: str
    responder_static_public: str
    message_1: str
    message_2: str
    message_3: str
    handshake_hash: str
    key_initiator_to_responder: str
    key_responder_to_initiator: str
    transport_in_order: list[dict[str, str | int]]


RECORDED: list[Recorded] = json.loads(
    Path(__file__).with_name("cable_handshake.json").read_text(encoding="utf-8")
)["handshakes"]

cases = pytest.mark.parametrize(
    "recorded", RECORDED, ids=[f"{n} {one['prologue']}" for n, one in enumerate(RECORDED)]
)


@dataclass
class Pair:
    initiator: Handshake
    responder: Handshake

    @classmethod
    def of(cls, recorded: Recorded) -> Pair:
        def side(name: Side, static: str, ephemeral: str) -> Handshake:
            return Handshake(
                Pattern.XX_PSK0,
                name,
                recorded["prologue"].encode("ascii"),
                key_pair(bytes.fromhex(static)),
                key_pair(bytes.fromhex(ephemeral)),
                bytes.fromhex(recorded["psk"]),
            )

        return cls(
            side(Side.INITIATOR, recorded["initiator_static"], recorded["initiator_ephemeral"]),
            side(Side.RESPONDER, recorded["responder_static"], recorded["responder_ephemeral"]),
        )

    def exchange(self) -> list[bytes]:
        said = []
        for writer, reader in (
            (self.initiator, self.responder),
            (self.responder, self.initiator),
            (self.initiator, self.responder),
        ):
            expected = writer.message_bytes()
            assert reader.message_bytes() == expected
            said.append(writer.write())
            assert len(said[-1]) == expected
            assert reader.read(said[-1]) == b""
        return said


@cases
def test_the_three_messages_are_as_recorded(recorded: Recorded) -> None:
    said = Pair.of(recorded).exchange()
    assert [one.hex() for one in said] == [
        recorded["message_1"],
        recorded["message_2"],
        recorded["message_3"],
    ]


@cases
def test_both_sides_end_with_the_recorded_hash_and_each_others_key(recorded: Recorded) -> None:
    pair = Pair.of(recorded)
    pair.exchange()
    ours, theirs = pair.initiator.secured(), pair.responder.secured()
    assert ours.hash.hex() == theirs.hash.hex() == recorded["handshake_hash"]
    assert ours.remote_static.hex() == recorded["responder_static_public"]
    assert theirs.remote_static.hex() == recorded["initiator_static_public"]


@cases
def test_the_transport_is_as_recorded(recorded: Recorded) -> None:
    pair = Pair.of(recorded)
    pair.exchange()
    initiator, responder = pair.initiator.secured(), pair.responder.secured()
    ways = {
        "initiator": (initiator.sending, responder.receiving),
        "responder": (responder.sending, initiator.receiving),
    }
    for message in recorded["transport_in_order"]:
        sending, receiving = ways[str(message["from"])]
        plain = repeated(str(message["plain_repeats"]), int(message["plain_len"]))
        pieces = list(segments(plain))
        sealed = [sending.encrypt(piece) for piece in pieces]
        wire = b"".join(sealed)
        assert len(wire) == message["wire_len"]
        assert wire[:20].hex() == message["wire_first_20"]
        assert hashlib.sha256(wire).hexdigest() == message["wire_sha256"]
        assert [receiving.decrypt(piece) for piece in sealed] == pieces


@cases
def test_the_recorded_keys_are_those_of_the_transport(recorded: Recorded) -> None:
    pair = Pair.of(recorded)
    pair.exchange()
    secured = pair.initiator.secured()
    there = CipherState(bytes.fromhex(recorded["key_initiator_to_responder"]))
    back = CipherState(bytes.fromhex(recorded["key_responder_to_initiator"]))
    assert there.encrypt(b"there") == secured.sending.encrypt(b"there")
    assert secured.receiving.decrypt(back.encrypt(b"back")) == b"back"


def segments(plain: bytes) -> Iterator[bytes]:
    """The encrypted length of what follows on the wire, then the text in pieces (cable.md 5)."""
    pieces = [plain[at : at + SEGMENT] for at in range(0, len(plain), SEGMENT)]
    total = sum(len(piece) + 16 for piece in pieces)
    yield total.to_bytes(LENGTH_BYTES, "little")
    yield from pieces


def repeated(hexadecimal: str, size: int) -> bytes:
    pattern = bytes.fromhex(hexadecimal)
    return (pattern * (size // len(pattern) + 1))[:size]
