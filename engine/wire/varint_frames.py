"""Frames of a varint length and that many bytes: Hypercore, HyperBloom, cable. Pure.

As ``frames``: the length is judged before a byte of the payload is waited for, and how the stream
was cut into reads never matters. A frame of length 0 is legal framing.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import PeerViolation
from engine.wire.varint import VARINT_BYTES_MAX, decode_varint_prefix, encode_varint

_MORE = 0x80
_BITS = 0x7F


def encode_varint_frame(*parts: bytes) -> bytes:
    """``parts``, one behind the other, behind their length."""
    return b"".join((encode_varint(sum(map(len, parts))), *parts))


class VarintFrameReader:
    """Cuts a byte stream into whole payloads; used as ``FrameReader`` is.

    ``limit`` may change between two payloads, and ``rest`` takes what is not cut yet.
    ``length_bytes_max``: lengths written with more bytes are refused, whatever they say.
    """

    __slots__ = ("_buffer", "_length_bytes_max", "limit")

    def __init__(self, limit: int, length_bytes_max: int = VARINT_BYTES_MAX) -> None:
        self._buffer = bytearray()
        self._length_bytes_max = length_bytes_max
        self.limit = limit

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet given out; 0 between two frames."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Appends what was read; linear, in pieces of any size."""
        self._buffer += data

    def next_payload(self) -> bytes | None:
        """The next whole payload, or None while it is incomplete.

        Raises PeerViolation as soon as a length beyond ``limit`` has been read.
        """
        buffer = self._buffer
        if not buffer:
            return None
        length, start = buffer[0], 1
        if length >= _MORE:
            if len(buffer) > 1 and buffer[1] < _MORE:  # most are of one byte or two
                length, start = length & _BITS | buffer[1] << 7, 2
            else:
                decoded = decode_varint_prefix(bytes(buffer[:VARINT_BYTES_MAX]))
                is_long = len(buffer) > self._length_bytes_max
                if is_long and (decoded is None or decoded[1] > self._length_bytes_max):
                    raise PeerViolation("a length of too many bytes", section="framing")
                if decoded is None:
                    return None
                length, start = decoded
        if length > self.limit:
            raise PeerViolation("a frame larger than the limit", section="framing")
        end = start + length
        if len(buffer) < end:
            return None
        with memoryview(buffer) as view:
            payload = bytes(view[start:end])
        del buffer[:end]  # moves the start of the bytearray, not its content
        return payload

    def rest(self) -> bytes:
        """All that is not cut yet, taken out: from here on the stream means something else."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        return rest

    def __iter__(self) -> Iterator[bytes]:
        """Whole payloads until the next one is incomplete. Raises as ``next_payload`` does."""
        while (payload := self.next_payload()) is not None:
            yield payload
