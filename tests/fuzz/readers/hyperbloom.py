"""HyperBloom: messages, filters, links, and comments, whose signatures are looked at elsewhere."""

from __future__ import annotations

from engine.crypto.ed25519 import from_seed
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom import messages, packets
from engine.protocols.hyperbloom.comments.value import read_comment
from engine.protocols.hyperbloom.recon.packets import decode_recon, encode_recon
from engine.protocols.hyperbloom.stream import Incoming
from engine.protocols.hyperbloom.trust.link import read_link
from tests.fuzz.target import Target, same_again

AUTHOR = from_seed(bytes(32))
FEED = PublicKey(AUTHOR.public_key)


def _recon(data: bytes) -> None:
    if not data:
        return
    said = decode_recon(packets.Unknown(data[0], data[1:]))
    if said is not None:
        encode_recon(said)


def _opening(data: bytes) -> None:
    incoming = Incoming()
    incoming.feed(data)
    incoming.opening()


TARGET = Target(
    "hyperbloom",
    (
        same_again(messages.decode_open, messages.encode_open),
        same_again(messages.decode, messages.encode),
        _opening,
        _recon,
        read_link,
        lambda data: read_comment(data, FEED),
    ),
    (PeerViolation,),
    (
        "engine.protocols.hyperbloom.messages",
        "engine.protocols.hyperbloom.recon.packets",
        "engine.protocols.hyperbloom.comments.value",
    ),
    typed=7,
)
