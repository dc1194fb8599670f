"""Hello and Shake, the two messages that travel bare ("Initialization sequence"). Pure."""

from __future__ import annotations

from engine.model.ids import PeerId
from engine.protocols.peerlinks.limits import HASH_BYTES, PROTOCOL_VERSION
from engine.protocols.peerlinks.messages.parsing import demand_length, parse
from engine.protocols.peerlinks.packets import Hello, Shake
from engine.schemas import peerlinks_pb2 as schema

_SECTION = "Initialization sequence"
_MARK = schema.Mark(version=1).SerializeToString()


def encode_hello(peer_id: PeerId, *, ours: bool) -> bytes:
    """Hello of protocol version 1. ``ours`` adds our mark, which others skip (note 4.2)."""
    hello = schema.Hello(version=PROTOCOL_VERSION, peer_id=peer_id)
    if ours:
        hello.mark = _MARK
    return hello.SerializeToString()


def decode_hello(data: bytes) -> Hello:
    """Any version; that it is the right one is for the handshake to check.

    Raises PeerViolation if it is no Hello or the peer id is not 32 bytes.
    """
    hello = parse(schema.Hello, data, _SECTION)
    demand_length(hello.peer_id, HASH_BYTES, "a peer id that is not 32 bytes", _SECTION)
    return Hello(hello.version, PeerId(hello.peer_id), hello.HasField("mark"))


def encode_shake(is_duplicate: bool) -> bytes:  # noqa: FBT001 - the message is that one boolean
    """Shake; false is written, too."""
    return schema.Shake(is_duplicate=is_duplicate).SerializeToString()


def decode_shake(data: bytes) -> Shake:
    """Empty bytes are a Shake that says false. Raises PeerViolation if it is none."""
    return Shake(parse(schema.Shake, data, _SECTION).is_duplicate)
