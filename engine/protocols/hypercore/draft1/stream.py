"""Draft 1's byte stream: an Open in clear on each lane, then every message in its own box. Pure.

Frames are ``varint(length) · varint(lane) · box``; the box is XSalsa20-Poly1305 under the feed's
key, with the sender's nonce, which counts up by one a message as a big-endian number. A frame of a
lane alone ends it; an empty frame keeps the connection alive (protocols/hypercore.md 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nacl.bindings import crypto_secretbox, crypto_secretbox_open
from nacl.exceptions import CryptoError
from typing_extensions import override

from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010 import messages as shape_of_open
from engine.protocols.hypercore.draft1.messages import decode, encode
from engine.protocols.hypercore.limits import FRAME_BYTES_MAX, LENGTH_BYTES_MAX, NONCE_BYTES
from engine.wire.varint import decode_varint, encode_varint
from engine.wire.varint_frames import VarintFrameReader, encode_varint_frame

_SECTION = "Open"
_NONCE_LIMIT = 1 << (8 * NONCE_BYTES)
KEEP_ALIVE = b"\0"


@dataclass(frozen=True, slots=True)
class Framed:
    """What came on a lane: an Open in clear, boxes, and nothing at its end."""

    lane: int
    content: bytes


class Boxes:
    """One direction of one lane: the key, and the nonce of the next message."""

    def __init__(self, key: bytes, nonce: bytes) -> None:
        assert len(nonce) == NONCE_BYTES
        self._key = key
        self._nonce = int.from_bytes(nonce, "big")

    def seal(self, packet: packets.Packet, *, document: bool = False) -> bytes:
        """The next message's box."""
        return crypto_secretbox(encode(packet, document=document), self._next_nonce(), self._key)

    def unseal(self, box: bytes) -> packets.Packet:
        """The next message. Raises PeerViolation for a box that was tampered with."""
        try:
            message = crypto_secretbox_open(box, self._next_nonce(), self._key)
        except (CryptoError, ValueError):
            raise PeerViolation("a box that does not open", "Basic Privacy") from None
        return decode(message)

    def _next_nonce(self) -> bytes:
        nonce = self._nonce.to_bytes(NONCE_BYTES, "big")
        self._nonce = (self._nonce + 1) % _NONCE_LIMIT
        return nonce


class Unboxed(Boxes):
    """The same in clear ("when running in encrypted mode": the draft has another one)."""

    @override
    def seal(self, packet: packets.Packet, *, document: bool = False) -> bytes:
        """The next message as it is."""
        return encode(packet, document=document)

    @override
    def unseal(self, box: bytes) -> packets.Packet:
        """See ``Boxes``; nothing shows whether it was tampered with."""
        return decode(box)


class Incoming:
    """Cuts what the peer sends into frames by lane."""

    def __init__(self) -> None:
        self._frames = VarintFrameReader(FRAME_BYTES_MAX, LENGTH_BYTES_MAX)

    @property
    def buffered(self) -> int:
        """Bytes that are not a whole frame yet."""
        return self._frames.buffered

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""
        self._frames.feed(data)

    def __iter__(self) -> Iterator[Framed | None]:
        """Whole frames until the next one is incomplete; None for what keeps it alive."""
        for payload in self._frames:
            if not payload:
                yield None
                continue
            lane, start = decode_varint(payload)
            yield Framed(lane, payload[start:])


def frame(lane: int, content: bytes = b"") -> bytes:
    """The bytes of an Open or a box on that lane; of its end, where there is no content."""
    return encode_varint_frame(encode_varint(lane), content)


def encode_open(feed: packets.Feed) -> bytes:
    """An Open's content: as the body of DEP-0010's Feed."""
    assert feed.nonce is not None
    _, body = shape_of_open.encode(feed)
    return body


def decode_open(content: bytes) -> packets.Feed:
    """The Open that begins a lane. Raises PeerViolation if it is none, or has no nonce of 24."""
    opened = shape_of_open.decode(shape_of_open.Type.FEED, content)
    if not isinstance(opened, packets.Feed) or opened.nonce is None:
        raise PeerViolation("a lane that begins with no Open", _SECTION)
    if len(opened.nonce) != NONCE_BYTES:
        raise PeerViolation("a nonce of another length", _SECTION)
    return opened
