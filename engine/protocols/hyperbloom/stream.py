"""HyperBloom's byte stream: an Open in clear each way, then everything under XSalsa20. Pure.

Open: magic, varint length, body. Then frames of ``varint(length) · varint(id) · body``, all of it
encrypted under the feed's public key and the nonce of its sender's Open, in one keystream
(protocols/hyperbloom.md 1). Nothing proves who wrote what comes in, but what carries a signature.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.crypto.xsalsa20 import KeyStream, key_stream
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.limits import DATA_BYTES_MAX, FRAME_BYTES_MAX, OPEN_BYTES_MAX
from engine.protocols.hyperbloom.messages import decode, decode_open, encode, encode_open
from engine.wire.varint_frames import VarintFrameReader, encode_varint_frame

MAGIC = bytes.fromhex("d572c875")


class Outgoing:
    """What we say."""

    def __init__(self, feed: PublicKey, opening: packets.Open) -> None:
        self._opening = opening
        self._cipher: KeyStream = key_stream(feed, opening.nonce)

    def open(self) -> bytes:
        """The first bytes, in clear."""
        return MAGIC + encode_varint_frame(encode_open(self._opening))

    def say(self, packet: packets.Packet) -> bytes:
        """The bytes of a message, to be sent in the order in which they were made."""
        return self._cipher.crypt(encode_varint_frame(encode(packet)))


class Incoming:
    """What the peer says. Behind its Open nothing is read until ``unlock``."""

    def __init__(self) -> None:
        self._magic = b""
        self._frames = VarintFrameReader(OPEN_BYTES_MAX)
        self._cipher: KeyStream | None = None

    @property
    def buffered(self) -> int:
        """Bytes that are not a whole message yet, or not readable yet."""
        magic = len(self._magic) if len(self._magic) < len(MAGIC) else 0
        return magic + self._frames.buffered

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""
        lacking = len(MAGIC) - len(self._magic)
        self._magic += data[:lacking]
        data = data[lacking:]
        self._frames.feed(data if self._cipher is None else self._cipher.crypt(data))

    def opening(self) -> packets.Open | None:
        """The peer's Open, None while it is incomplete. Raises PeerViolation if it is none."""
        if not MAGIC.startswith(self._magic):
            raise PeerViolation("another magic number", "Open")
        payload = self._frames.next_payload()
        return None if payload is None else decode_open(payload)

    def unlock(self, feed: PublicKey, opening: packets.Open) -> None:
        """What comes behind the peer's ``opening`` is encrypted under the feed's key."""
        self._cipher = key_stream(feed, opening.nonce)
        self._frames.limit = FRAME_BYTES_MAX
        self._frames.feed(self._cipher.crypt(self._frames.rest()))

    def trust(self) -> None:
        """The peer has proven to belong to the network: its Data and Sync may be longer."""
        self._frames.limit = DATA_BYTES_MAX

    def __iter__(self) -> Iterator[packets.Packet]:
        """Whole messages until the next one is incomplete. Raises PeerViolation."""
        assert self._cipher is not None
        for payload in self._frames:
            yield decode(payload)
