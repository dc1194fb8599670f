"""Many blocks at a time, between programs like ours (the extension ``tidings-run``). Pure.

For small blocks a request and an answer each cost more than the blocks. Whoever shakes hands with
that extension may be asked for all blocks below a node, at most RUN_BLOCKS_MAX, and answers with
them and one proof: that of the node. Who cannot give them so answers for each block by itself.

    request   0, node, digest                       as varints; the digest begins at the node
    run       1, then, each behind its length: a Data without a value whose index is the node's and
              whose nodes and signature prove it; then the blocks
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.messages import Type, decode, encode
from engine.protocols.hypercore.exchange.trust.extensions import RUN, Terms
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    RUN_BLOCKS_MAX,
)
from engine.protocols.hypercore.tree import flat
from engine.wire.varint import decode_varint, encode_varint
from engine.wire.varint_frames import encode_varint_frame

_REQUEST, _RUN = 0, 1
_SECTION = "Extension Procedure"
_DEPTH_MAX = RUN_BLOCKS_MAX.bit_length() - 1


def carried(terms: Terms, packet: packets.Packet) -> packets.Packet:
    """As it is said to who has the extension as well; what is not about runs as it is."""
    match packet:
        case packets.RunRequest(node, digest):
            payload = bytes([_REQUEST]) + encode_varint(node) + encode_varint(digest)
        case packets.Run(node, values, proof):
            said = [encode(packets.Data(node, None, proof))[1], *values]
            payload = bytes([_RUN]) + b"".join(map(encode_varint_frame, said))
        case _:
            return packet
    message = terms.message(RUN, payload)
    assert message is not None, "said to who does not know it"
    return message


def understood(terms: Terms, packet: packets.Packet) -> packets.Packet:
    """What an extension's message says, where that is a packet. Raises PeerViolation."""
    if isinstance(packet, packets.Extension) and terms.name(packet.number) == RUN:
        return read(packet.payload)
    return packet


def read(payload: bytes) -> packets.RunRequest | packets.Run:
    """Raises PeerViolation for what is neither."""
    kind = payload[:1]
    if kind == bytes([_REQUEST]):
        return _read_request(payload)
    if kind != bytes([_RUN]):
        raise PeerViolation("a message about a run of no known kind", _SECTION)
    head, *values = _parts(payload, 1)
    proof = decode(Type.DATA, head)
    if not isinstance(proof, packets.Data) or proof.value is not None:
        raise PeerViolation("a run whose proof cannot be read", _SECTION)
    return packets.Run(_demand_node(proof.block), tuple(values), proof.proof)


def _read_request(payload: bytes) -> packets.RunRequest:
    node, at = decode_varint(payload, 1)
    digest, end = decode_varint(payload, at)
    if end != len(payload):
        raise PeerViolation("a request for a run that does not end", _SECTION)
    return packets.RunRequest(_demand_node(node), digest)


def _demand_node(node: int) -> int:
    if node >= BLOCK_LIMIT or flat.depth(node) > _DEPTH_MAX:
        raise PeerViolation("a run of too many blocks", _SECTION)
    return node


def _parts(payload: bytes, at: int) -> Sequence[bytes]:
    parts: list[bytes] = []
    while at < len(payload) and len(parts) <= RUN_BLOCKS_MAX:  # and the proof
        size, start = decode_varint(payload, at)
        at = start + size
        parts.append(payload[start:at])
    if not parts or at != len(payload):
        raise PeerViolation("a run that does not end with its blocks", _SECTION)
    return parts
