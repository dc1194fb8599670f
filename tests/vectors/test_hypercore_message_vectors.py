"""Messages as published programs write them, in both wire protocols."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nacl.bindings import crypto_secretbox_open

from engine.crypto.xsalsa20 import key_stream
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010 import messages as dep0010
from engine.protocols.hypercore.draft1 import messages as draft1
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof
from engine.wire.varint import decode_varint

VECTORS: dict[str, Any] = json.loads(  # Any: recorded JSON
    Path(__file__).with_name("hypercore.json").read_text("utf-8")
)
KEYS = [bytes.fromhex(one["publicKey"]) for one in VECTORS["keys"]]


Fields = dict[str, Any]  # Any: recorded JSON


def plain(value: Any) -> Any:  # Any: recorded JSON
    """Recorded bytes are ``{"hex": ...}``."""
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def split(frame: bytes) -> tuple[int, int, bytes]:
    """Lane, type and body of a whole DEP-0010 frame."""
    length, start = decode_varint(frame)
    header, body = decode_varint(frame, start)
    assert len(frame) - start == length
    return header >> 4, header & 15, frame[body:]


def open_span(f: Fields) -> tuple[int, int | None]:
    return f["start"], f["start"] + f["length"] if "length" in f else None


def data(f: Fields) -> packets.Data:
    nodes = [Node(n["index"], bytes.fromhex(n["hash"]["hex"]), n["size"]) for n in f["nodes"]]
    return packets.Data(f["index"], f["value"], Proof(tuple(nodes), f["signature"] or b""))


def have(f: Fields) -> packets.Have:
    start, end = f["start"], f["start"] + f.get("length", 1)
    if "bitfield" not in f:
        return packets.Have(((start, end),))
    assert f["bitfield"].hex() == "0f02aa", "three bytes of ones, then 10101010"
    return packets.Have(((0, 25), (26, 27), (28, 29), (30, 31)), replaces=(start, end))


EXPECTED: dict[str, Callable[[Fields], packets.Packet]] = {
    "feed": lambda f: packets.Feed(f["discoveryKey"], f.get("nonce")),
    "handshake": lambda f: packets.Handshake(
        f["id"], f.get("live", False), tuple(f.get("extensions", ())), f.get("ack", False)
    ),
    "info": lambda f: packets.Info(f.get("uploading"), f.get("downloading")),
    "have": have,
    "unhave": lambda f: packets.Unhave(f["start"], f["start"] + f.get("length", 1)),
    "want": lambda f: packets.Want(*open_span(f)),
    "unwant": lambda f: packets.Unwant(*open_span(f)),
    "request": lambda f: packets.Request(
        f["index"], f.get("bytes", 0), f.get("hash", False), f.get("nodes", 0)
    ),
    "cancel": lambda f: packets.Cancel(f["index"], f.get("bytes", 0), f.get("hash", False)),
    "data": data,
    "extension": lambda f: packets.Extension(f["id"], f["payload"]),
}


@pytest.mark.parametrize(
    "case", VECTORS["frames"], ids=lambda case: f"{case['type']}-{case['frame'][:16]}"
)
def test_frames_are_read_and_written_again(case: dict[str, Any]) -> None:
    lane, kind, body = split(bytes.fromhex(case["frame"]))
    assert lane == case["channel"]
    packet = dep0010.decode(kind, body)
    assert packet == EXPECTED[case["type"]]({n: plain(v) for n, v in case["fields"].items()})
    written_kind, written = dep0010.encode(packet)
    assert written_kind == kind
    assert dep0010.decode(written_kind, written) == packet


@pytest.mark.parametrize("name", ["dep0010_transcript", "session"])
def test_a_recorded_conversation_is_read_through_its_cipher(name: str) -> None:
    recorded = VECTORS[name]
    key = KEYS[recorded["keys"][0] if "keys" in recorded else recorded["key"]]
    streams = {
        side: key_stream(key, bytes.fromhex(recorded[f"nonce{side}"])) for side in ("A", "B")
    }
    heard: list[packets.Packet] = []
    opened: set[str] = set()
    for said in recorded["log"]:
        side, wire = said["from"], bytes.fromhex(said["wire"])
        if side not in opened:
            opened.add(side)
            _, kind, body = split(wire)
            feed = dep0010.decode(kind, body)
            assert isinstance(feed, packets.Feed)
            assert feed.nonce == bytes.fromhex(recorded[f"nonce{side}"])
            continue
        clear = streams[side].crypt(wire)
        assert said.get("plain", clear.hex()) == clear.hex()
        if clear != b"\0":
            _, kind, body = split(clear)
            heard.append(dep0010.decode(kind, body))
    assert not [packet for packet in heard if isinstance(packet, packets.Unknown)]


def incremented(nonce: bytes, by: int) -> bytes:
    return (int.from_bytes(nonce, "big") + by).to_bytes(24, "big")


@pytest.mark.parametrize("case", VECTORS["older_nonce_increment"], ids=lambda case: case["nonce"])
def test_the_older_nonce_is_a_big_endian_number(case: dict[str, Any]) -> None:
    nonce = bytes.fromhex(case["nonce"])
    assert incremented(nonce, 1).hex() == case["after_1"]
    assert incremented(nonce, 301).hex() == case["after_301"]


def test_a_recorded_older_conversation_is_read_out_of_its_boxes_and_written_again() -> None:
    recorded = VECTORS["older_transcript"]
    key = KEYS[recorded["key"]]
    sent = {"A": 0, "B": 0}
    opened: set[str] = set()
    for said in recorded["log"]:
        side, wire = said["from"], bytes.fromhex(said["wire"])
        _, start = decode_varint(wire)
        _, start = decode_varint(wire, start)
        if side not in opened or start == len(wire):
            opened.add(side)
            continue
        nonce = incremented(bytes.fromhex(recorded[f"nonce{side}"]), sent[side])
        sent[side] += 1
        clear = crypto_secretbox_open(wire[start:], nonce, key)
        assert clear.hex() == said["plain"]
        packet = draft1.decode(clear)
        assert not isinstance(packet, packets.Unknown)
        is_bitfield = isinstance(packet, packets.Have) and packet.replaces is not None
        if not is_bitfield:
            assert draft1.encode(packet) == clear


def test_nodes_are_read_in_the_drafts_order_and_in_the_published_one() -> None:
    proof = Proof((Node(2, b"\1" * 32, 7), Node(5, b"\2" * 32, 0)), b"\3" * 64)
    sent = packets.Data(0, b"block", proof)
    for document in (False, True):
        assert draft1.decode(draft1.encode(sent, document=document)) == sent
    assert draft1.encode(sent) != draft1.encode(sent, document=True)
