"""Recorded greetings, frames and packets: one check for each kind of case."""

from __future__ import annotations

from engine.model.ids import PeerId, SpaceId
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    decode_shake,
    encode_hello,
    encode_packet,
    encode_shake,
)
from engine.protocols.peerlinks.packets import Error, Notification, Packet, Ping, Pong, SyncResponse
from engine.wire.frames import encode_frame
from tests.vectors.peerlinks_cases import Case, unhex


def shake_direction(case: Case) -> None:
    ours, theirs = PeerId(unhex(case["in"]["local"])), PeerId(unhex(case["in"]["remote"]))
    assert we_shake(ours, theirs) is case["out"]["local_sends_shake"]
    assert we_shake(theirs, ours) is not case["out"]["local_sends_shake"]


def hello(case: Case) -> None:
    known = {**case["in"], **case["out"]}
    hello = decode_hello(unhex(known["wire"]))
    assert (hello.version, hello.peer_id.hex()) == (known["version"], known["peer_id"])
    assert not hello.ours
    if "wire" in case["out"]:
        assert encode_hello(hello.peer_id, ours=False).hex() == known["wire"]


def shake(case: Case) -> None:
    wire = encode_shake(case["in"]["is_duplicate"])
    assert wire.hex() == case["out"]["wire"]
    assert decode_shake(wire).is_duplicate is case["in"]["is_duplicate"]
    assert not decode_shake(b"").is_duplicate


def frame(case: Case) -> None:
    assert encode_frame(unhex(case["in"]["payload"])).hex() == case["out"]["bytes"]


def _packet_of(out: Case) -> Packet:
    fields = out["fields"]
    match out["type"]:
        case "error":
            return Error(fields["reason"])
        case "ping":
            return Ping(fields["seq"])
        case "pong":
            return Pong(fields["seq"])
        case "notification":
            return Notification(SpaceId(unhex(fields["channelId"])))
        case "syncResponse":
            return SyncResponse(SpaceId(unhex(fields["channelId"])), fields["seq"], b"")
        case other:
            raise AssertionError(other)


def packet(case: Case) -> None:
    wire = unhex(case["in"]["packet"])
    assert decode_packet(wire) == _packet_of(case["out"])
    assert encode_packet(_packet_of(case["out"])) == wire
