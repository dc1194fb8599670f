"""Frames of a u32 big-endian length and that many bytes (protocols/peerlinks.md section 5). Pure.

The length is judged before a byte of the payload is waited for: beyond the limit is a violation
at once. How the stream was cut into reads never matters. A frame of length 0 is legal framing.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import PeerViolation

LENGTH_BYTES = 4


def encode_frame(payload: bytes) -> bytes:
    """``payload`` behind its length. 2^32 bytes and more are a bug of ours: OverflowError."""
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


class FrameReader:
    """Cuts a byte stream into whole payloads.

    ``feed`` what was read, then take payloads with ``next_payload`` or by iterating until there
    is none. ``limit`` (bytes a payload may have) may change between two payloads; it applies from
    the next prefix looked at. Memory held is what was fed and not yet taken; nothing is reserved
    for what was promised. After a PeerViolation the stream has lost its cut and the reader is
    done with.
    """

    __slots__ = ("_buffer", "limit")

    def __init__(self, limit: int) -> None:
        self._buffer = bytearray()
        self.limit = limit

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet given out as a payload, prefixes included; 0 between two frames."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Appends what was read; linear, in pieces of any size."""
        self._buffer += data

    def next_payload(self) -> bytes | None:
        """The next whole payload, or None while it is incomplete.

        Raises PeerViolation as soon as a length beyond ``limit`` has been read.
        """
        buffer = self._buffer
        if len(buffer) < LENGTH_BYTES:
            return None
        length = int.from_bytes(buffer[:LENGTH_BYTES], "big")
        if length > self.limit:
            raise PeerViolation("a frame larger than the limit", section="framing")
        end = LENGTH_BYTES + length
        if len(buffer) < end:
            return None
        with memoryview(buffer) as view:
            payload = bytes(view[LENGTH_BYTES:end])
        del buffer[:end]  # moves the start of the bytearray, not its content
        return payload

    def __iter__(self) -> Iterator[bytes]:
        """Whole payloads until the next one is incomplete. Raises as ``next_payload`` does."""
        while (payload := self.next_payload()) is not None:
            yield payload
