"""HyperBloom: every message, coded sets, links and comments."""

from __future__ import annotations

from collections.abc import Iterator

from engine.crypto import ed25519
from engine.model.ids import PostId, PublicKey
from engine.protocols.hyperbloom import messages, packets
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.limits import FRAME_BYTES_MAX, LINKS_MAX
from engine.protocols.hyperbloom.packets import EVERYTHING, BloomFilter, Bounds
from engine.protocols.hyperbloom.recon.packets import (
    ByFilters,
    Done,
    More,
    Want,
    encode_recon,
)
from engine.protocols.hyperbloom.records import Summary
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.schemas import hyperbloom_pb2 as schema
from engine.wire.varint import encode_varint

_OPEN, _MESSAGE, _RECON, _COMMENT = 0, 1, 3, 5
_OWNER, _HOLDER = (ed25519.from_seed(bytes([number]) * 32) for number in (0, 1))
_FEED = PublicKey(_OWNER.public_key)  # as the target's comments have it
_SIGNATURE = bytes(64)
_KNOWN = BloomFilter(b"\xff", 8, 1, 7)

_SAID: tuple[packets.Packet, ...] = (
    packets.Handshake(bytes(32), ("one", "two"), _SIGNATURE, (b"link",)),
    packets.Handshake(bytes(32), (), _SIGNATURE, ()),
    packets.Handshake(bytes(32), (), _SIGNATURE, (b"link",) * (LINKS_MAX + 1)),
    packets.Handshake(bytes(31), (), _SIGNATURE, ()),
    packets.Sync(_KNOWN, 9, EVERYTHING),
    packets.Sync(_KNOWN, 0, Bounds(b"a", b"b")),
    packets.Sync(_KNOWN, 0, Bounds(b"a", None)),
    packets.FilterOptions(8, 1),
    packets.Data((b"value",), _SIGNATURE),
    packets.Request(Bounds(b"a", b"b"), 9),
    packets.Request(Bounds(b"b", b"a"), 9),
    packets.LinkOffer(b"link"),
    packets.Unknown(99, b"later"),
)


def written() -> Iterator[tuple[int, bytes]]:
    """For the readers of the target."""
    for packet in _SAID:
        yield _MESSAGE, messages.encode(packet)
    for number in range(9):
        yield _MESSAGE, encode_varint(number)
        yield _MESSAGE, encode_varint(number) + b"\xff"
        yield _MESSAGE, encode_varint(number) + bytes(FRAME_BYTES_MAX)
    sync = schema.Sync(filter=b"\xff", size=8, n=1, seed=7, range=schema.Range())
    yield _MESSAGE, messages.encode(packets.Sync(_KNOWN, 0, EVERYTHING))[:1] + _partial(sync)
    for said in (Summary(1, 2), More(0, 9), Want((bytes(32),)), Done(), ByFilters()):
        unknown = encode_recon(said)
        yield _RECON, bytes((unknown.id,)) + unknown.body
        yield _RECON, bytes((unknown.id,)) + unknown.body + b"more"
    for comment in _comments():
        yield _COMMENT, comment


def _partial(message: schema.Sync) -> bytes:
    return message.SerializePartialToString()


def _comments() -> Iterator[bytes]:
    for links in (0, 1):
        nonce = bytes(32)
        link = issue_link(_OWNER.secret_key, PublicKey(_HOLDER.public_key), 9e9, nonce)
        chain = Chain(_FEED).with_link(link) if links else Chain(_FEED)
        for kind in Kind:
            for text in ("", "hello"):
                for reference in (None, PostId(bytes(32))):
                    comment = Comment(kind, chain, 9.0, text, 1, reference)
                    yield write_comment(comment, _HOLDER.secret_key)
    said = write_comment(Comment(Kind.COMMENT, Chain(_FEED), 9.0, "ab", 1), _OWNER.secret_key)
    yield said.replace(b"ab", b"\xff\xfe")
    yield said + b"more"
    yield said[:1] + b"\x09" + said[2:]
    yield b"\x09" + said[1:]
