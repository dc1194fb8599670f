"""Packets on their way out: encoded and framed ("Packet"; note 5: u32 frames). Pure."""

from __future__ import annotations

from engine.protocols.contract import Close, Effect, Ending, Send
from engine.protocols.peerlinks.messages import encode_packet
from engine.protocols.peerlinks.packets import Error, Packet
from engine.wire.frames import encode_frame


def send_packet(packet: Packet) -> Send:
    """To the peer of the conversation that returns it."""
    return Send(encode_frame(encode_packet(packet)))


def close_saying(ending: Ending, reason: str) -> list[Effect]:
    """Ends the conversation for a reason that is no violation, and tells the peer why."""
    return [send_packet(Error(reason)), Close(ending, detail=reason)]
