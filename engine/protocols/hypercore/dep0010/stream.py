"""DEP-0010's byte stream: a Feed in clear each way, then everything under XSalsa20. Pure.

Frames are ``varint(length) · varint(lane << 4 | type) · body``. The cipher counts every byte
behind the sender's clear frame, keep-alives too (sections "Encryption Scheme", "Message Details";
protocols/hypercore.md 3.1 and 3.3). Nothing proves who wrote what comes in: all of it is a hint.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.crypto.xsalsa20 import KeyStream, key_stream
from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.messages import Type, decode, encode
from engine.protocols.hypercore.limits import (
    FRAME_BYTES_MAX,
    LENGTH_BYTES_MAX,
    NONCE_BYTES,
    NONCE_BYTES_AS_WRITTEN,
)
from engine.protocols.hypercore.wire import Said
from engine.wire.varint import decode_varint, encode_varint
from engine.wire.varint_frames import VarintFrameReader, encode_varint_frame

_SECTION = "Handshake Procedure"
_LANE_BITS = 4
_TYPE_MASK = 0x0F
KEEP_ALIVE = b"\0"


class Outgoing:
    """What we say. The first packet must be our Feed with a nonce, and goes out in clear."""

    def __init__(self) -> None:
        self._cipher: KeyStream | None = None

    def open(self, key: bytes, feed: packets.Feed) -> bytes:
        """Our first Feed; what follows is encrypted under ``key``, the feed's public key."""
        assert self._cipher is None
        assert feed.nonce is not None
        self._cipher = key_stream(key, feed.nonce[:NONCE_BYTES])
        return frame(0, feed)

    def say(self, lane: int, *said: packets.Packet) -> bytes:
        """The bytes of packets on a lane that we have opened, encrypted in one go."""
        return self._encrypt(b"".join([frame(lane, packet) for packet in said]))

    def keep_alive(self) -> bytes:
        """One byte that says only that we are here."""
        return self._encrypt(KEEP_ALIVE)

    def _encrypt(self, data: bytes) -> bytes:
        assert self._cipher is not None
        return self._cipher.crypt(data)


class Incoming:
    """What the peer says. After its first Feed nothing is read until ``unlock``."""

    def __init__(self) -> None:
        self._frames = VarintFrameReader(FRAME_BYTES_MAX, LENGTH_BYTES_MAX)
        self._cipher: KeyStream | None = None

    @property
    def buffered(self) -> int:
        """Bytes that are not a whole frame yet, or not readable yet."""
        return self._frames.buffered

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""
        self._frames.feed(data if self._cipher is None else self._cipher.crypt(data))

    def first(self) -> packets.Feed | None:
        """The peer's Feed in clear, None while it is incomplete.

        Raises PeerViolation if it is anything else, or its nonce has another length than 24 or 32
        bytes, of which the first 24 count (protocols/hypercore.md 2).
        """
        payload = self._frames.next_payload()
        if payload is None:
            return None
        said = _said(payload or KEEP_ALIVE)
        feed = said.packet
        if said.lane != 0 or not isinstance(feed, packets.Feed) or feed.nonce is None:
            raise PeerViolation("a first message that is no Feed with a nonce", _SECTION)
        if len(feed.nonce) not in {NONCE_BYTES, NONCE_BYTES_AS_WRITTEN}:
            raise PeerViolation("a nonce of another length", _SECTION)
        return packets.Feed(feed.discovery_key, feed.nonce[:NONCE_BYTES])

    def unlock(self, key: bytes, feed: packets.Feed) -> None:
        """What comes behind the peer's ``feed`` is encrypted under ``key``."""
        assert feed.nonce is not None
        self._cipher = key_stream(key, feed.nonce)
        self._frames.feed(self._cipher.crypt(self._frames.rest()))

    def __iter__(self) -> Iterator[Said]:
        """Whole messages until the next one is incomplete; a frame without a body is one as well,
        that nobody knows: there may be any number of them.

        Raises PeerViolation where the stream has lost its cut.
        """
        assert self._cipher is not None
        for payload in self._frames:
            # As published programs do: a header alone says nothing.
            yield _said(payload) if len(payload) > 1 else Said(0, packets.Unknown(-1))


def _said(payload: bytes) -> Said:
    header, start = decode_varint(payload)
    return Said(header >> _LANE_BITS, decode(header & _TYPE_MASK, payload[start:]))


def frame(lane: int, packet: packets.Packet) -> bytes:
    """The bytes of a packet before they are encrypted."""
    kind, body = encode(packet)
    return encode_varint_frame(encode_varint(lane << _LANE_BITS | Type(kind)), body)
