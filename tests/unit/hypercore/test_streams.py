"""Both byte streams, cut anywhere, clear and encrypted, as published programs send them."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010 import stream as dep0010
from engine.protocols.hypercore.dep0010.messages import Type
from engine.protocols.hypercore.draft1 import stream as draft1
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.limits import (
    FRAME_BYTES_MAX,
    LENGTH_BYTES_MAX,
    NONCE_BYTES,
    NONCES_KEPT,
)
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.protocols.hypercore.wire import Said
from engine.wire.varint import encode_varint

VECTORS: dict[str, Any] = json.loads(  # Any: recorded JSON
    (Path(__file__).parents[2] / "vectors" / "hypercore.json").read_text("utf-8")
)
KEYS = [bytes.fromhex(one["publicKey"]) for one in VECTORS["keys"]]
SESSION, OLDER = VECTORS["session"], VECTORS["older_transcript"]
CUTS = pytest.mark.parametrize("cut", [1, 7, 62, 63, 100_000])
NONCE, DISCOVERY_KEY = bytes(range(24)), bytes(32)
NOTHING_SAID = Said(0, packets.Unknown(-1))


def wire_of(recorded: dict[str, Any], side: str) -> bytes:
    said = [one["wire"] for one in recorded["log"] if one["from"] == side]
    return bytes.fromhex("".join(said))


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def listen(wire: bytes, cut: int, key: bytes) -> tuple[packets.Feed | None, list[Said]]:
    """The first Feed and all that follows, as it is read from a connection."""
    incoming, feed, heard = dep0010.Incoming(), None, list[Said]()
    for piece in pieces(wire, cut):
        incoming.feed(piece)
        if feed is None:
            feed = incoming.first()
            if feed is not None:
                incoming.unlock(key, feed)
        if feed is not None:
            heard += [said for said in incoming if said != NOTHING_SAID]
    assert incoming.buffered == 0
    return feed, heard


@CUTS
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_published_session_is_heard_whatever_the_cut(cut: int, side: str) -> None:
    key = KEYS[SESSION["key"]]
    feed, heard = listen(wire_of(SESSION, side), cut, key)
    assert feed is not None
    assert feed.discovery_key.hex() == VECTORS["keys"][SESSION["key"]]["discoveryKey_dep0010"]
    shake = heard[0].packet
    assert isinstance(shake, packets.Handshake)
    assert shake.id == bytes.fromhex(SESSION[f"id{side}"])
    kinds = [type(said.packet) for said in heard[1:]]
    data, request = kinds.count(packets.Data), kinds.count(packets.Request)
    assert (data, request) == ((5, 0) if side == "A" else (0, 5))


@CUTS
def test_what_we_say_is_heard_as_it_was(cut: int) -> None:
    key, outgoing = KEYS[0], dep0010.Outgoing()
    feed = packets.Feed(DISCOVERY_KEY, NONCE)
    said: list[tuple[int, packets.Packet]] = [
        (0, packets.Handshake(bytes(32), extensions=("beta", "alpha"))),
        (0, packets.Want(0, 1 << 20)),
        (300, packets.Unhave(5, 9)),
        (0, packets.Request(7, digest=11)),
    ]
    wire = outgoing.open(key, feed)
    for lane, packet in said:
        wire += outgoing.say(lane, packet) + outgoing.keep_alive()
    first, heard = listen(wire, cut, key)
    assert first == feed
    expected = [(0, packets.Handshake(bytes(32), extensions=("alpha", "beta"))), *said[1:]]
    assert [(one.lane, one.packet) for one in heard] == expected


def test_a_million_nonces_of_ours_are_all_different() -> None:
    """H-7, as the machine gives them; the latest of them are known as used."""
    nonces = Nonces()
    draw = nonces.drawing(os.urandom)
    assert len({draw(NONCE_BYTES) for _ in range(10**6)}) == 10**6
    assert len(nonces) == NONCES_KEPT


def test_a_feed_in_clear_and_the_first_cipher_bytes_may_come_in_one_read() -> None:
    key, outgoing = KEYS[0], dep0010.Outgoing()
    wire = outgoing.open(key, packets.Feed(DISCOVERY_KEY, NONCE))
    assert wire[:2] == b"\x3d\x00", "the 62 bytes of both protocols' first frame"
    assert len(wire) == 62
    wire += outgoing.say(0, packets.Info(uploading=True, downloading=True))
    assert listen(wire, len(wire), key)[1] == [Said(0, packets.Info(True, True))]  # noqa: FBT003


def test_lanes_of_draft_1_that_were_opened_and_ended_leave_nothing() -> None:
    feed = Feed(SpaceId(KEYS[0]), PublicKey(KEYS[0]), SuiteName.BLAKE2B)
    wire = Draft1Wire(os.urandom, lambda _: None)

    def come_and_go(times: int) -> None:
        for _ in range(times):
            wire.open(0, feed, None)
            wire.say(0, packets.EndOfLane())

    come_and_go(10)
    tracemalloc.start()
    come_and_go(1_000)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 1_000 * NONCE_BYTES


def test_a_nonce_of_the_documents_32_bytes_counts_by_its_first_24() -> None:
    feed = packets.Feed(DISCOVERY_KEY, NONCE + bytes(8))
    wire = dep0010.Outgoing().open(KEYS[0], feed)
    assert listen(wire, 100, KEYS[0])[0] == packets.Feed(DISCOVERY_KEY, NONCE)


@pytest.mark.parametrize(
    "first",
    [
        dep0010.frame(0, packets.Feed(DISCOVERY_KEY)),
        dep0010.frame(0, packets.Feed(DISCOVERY_KEY, bytes(23))),
        dep0010.frame(1, packets.Feed(DISCOVERY_KEY, NONCE)),
        dep0010.frame(0, packets.Want(0, None)),
        b"\x01\x00",
        b"\x02\x0e\x00",
    ],
)
def test_what_is_no_feed_with_a_nonce_ends_the_conversation(first: bytes) -> None:
    incoming = dep0010.Incoming()
    incoming.feed(first)
    with pytest.raises(PeerViolation):
        incoming.first()


def test_a_frame_beyond_the_limit_is_refused_before_it_is_waited_for() -> None:
    for incoming in (dep0010.Incoming(), draft1.Incoming()):
        incoming.feed(encode_varint(FRAME_BYTES_MAX + 1))
        with pytest.raises(PeerViolation):
            incoming.first() if isinstance(incoming, dep0010.Incoming) else list(incoming)
    incoming = dep0010.Incoming()
    incoming.feed(b"\xff" * 10)
    with pytest.raises(PeerViolation):
        incoming.first()


@CUTS
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_published_older_session_is_heard_whatever_the_cut(cut: int, side: str) -> None:
    incoming, boxes = draft1.Incoming(), None
    heard: list[packets.Packet] = []
    ended = False
    for piece in pieces(wire_of(OLDER, side), cut):
        incoming.feed(piece)
        for framed in filter(None, incoming):
            if boxes is None:
                opened = draft1.decode_open(framed.content)
                assert opened.nonce == bytes.fromhex(OLDER[f"nonce{side}"])
                boxes = draft1.Boxes(KEYS[OLDER["key"]], opened.nonce)
            elif not framed.content:
                ended = True
            else:
                heard.append(boxes.unseal(framed.content))
    assert ended
    assert isinstance(heard[0], packets.Handshake)
    assert not [one for one in heard if isinstance(one, packets.Unknown)]


def test_what_we_box_is_what_the_published_program_boxed() -> None:
    for side in ("A", "B"):
        nonce = bytes.fromhex(OLDER[f"nonce{side}"])
        said = [one for one in OLDER["log"] if one["from"] == side and "plain" in one]
        ours, theirs = (draft1.Boxes(KEYS[OLDER["key"]], nonce) for _ in range(2))
        for one in said:
            wire = bytes.fromhex(one["wire"])
            (framed,) = frames_of(wire)
            packet = theirs.unseal(framed.content)
            if isinstance(packet, packets.Have) and packet.replaces is not None:
                break  # we send ranges
            assert draft1.frame(framed.lane, ours.seal(packet)) == wire


def frames_of(wire: bytes) -> list[draft1.Framed]:
    incoming = draft1.Incoming()
    incoming.feed(wire)
    return list(filter(None, incoming))


def data_frame(size: int) -> bytes:
    """A Data on lane 0, before it is encrypted: its header and body have so many bytes."""
    value = size - 1 - 3 - LENGTH_BYTES_MAX
    body = b"\x08\x00\x12" + encode_varint(value) + bytes(value)
    return encode_varint(size) + bytes([Type.DATA]) + body


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_frame_of_the_largest_size_is_read_and_none_beyond(beyond: int) -> None:
    outgoing, incoming = dep0010.Outgoing(), dep0010.Incoming()
    opening = packets.Feed(DISCOVERY_KEY, NONCE)
    incoming.feed(outgoing.open(KEYS[0], opening))
    first = incoming.first()
    assert first is not None
    incoming.unlock(KEYS[0], first)
    incoming.feed(outgoing._encrypt(data_frame(FRAME_BYTES_MAX + beyond)))
    older = draft1.Incoming()
    older.feed(draft1.frame(0, bytes(FRAME_BYTES_MAX - 1 + beyond)))
    if beyond:
        for one in (incoming, older):
            with pytest.raises(PeerViolation):
                list(one)
        return
    (said,) = incoming
    assert isinstance(said.packet, packets.Data)
    assert len(said.packet.value or b"") == FRAME_BYTES_MAX - 8
    (framed,) = older
    assert framed is not None
    assert len(framed.content) == FRAME_BYTES_MAX - 1


def test_a_box_that_was_tampered_with_ends_the_conversation() -> None:
    boxes = draft1.Boxes(KEYS[0], NONCE)
    box = bytearray(boxes.seal(packets.Pause()))
    box[3] ^= 1
    with pytest.raises(PeerViolation):
        draft1.Boxes(KEYS[0], NONCE).unseal(bytes(box))
    with pytest.raises(PeerViolation):
        draft1.Boxes(KEYS[0], NONCE).unseal(b"short")


def test_opens_are_the_shape_of_the_other_protocols_first_frame() -> None:
    feed = packets.Feed(DISCOVERY_KEY, NONCE)
    wire = draft1.frame(0, draft1.encode_open(feed))
    assert wire == dep0010.Outgoing().open(KEYS[0], feed)
    assert draft1.decode_open(frames_of(wire)[0].content) == feed
    assert draft1.frame(5) == b"\x01\x05", "the end of a lane"
