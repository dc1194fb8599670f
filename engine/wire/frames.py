"""Frames of a u32 big-endian length and that many bytes (protocols/peerlinks.md section 5). Pure.

The length is judged before a byte of the payload is waited for: beyond the limit is a violation
at once. How the stream was cut into reads never matters. A frame of length 0 is legal framing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from io import BytesIO

from engine.errors import PeerViolation

LENGTH_BYTES = 4

_PIECE_BYTES_MIN = 16 << 10  # ours: what is kept as it came; smaller ones are put together
_PIECE_BYTES = 64 << 10  # ours: how large those put together become


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

    What is fed stays in the pieces it came in. One buffer that grows would be moved again and
    again, and a crowd of them would leave the process's memory full of holes: eighty peers that
    each send a frame of 64 MiB took twice as much as they were allowed to have waiting.
    """

    __slots__ = ("_offset", "_payload_bytes", "_pieces", "_size", "limit")

    def __init__(self, limit: int) -> None:
        self._pieces: deque[bytes | bytearray] = deque()  # of those, only the last may still grow
        self._offset = 0  # into the first, up to which it was taken
        self._size = 0
        self._payload_bytes: int | None = None  # of the next one, once its prefix was taken
        self.limit = limit

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet given out as a payload, prefixes included; 0 between two frames."""
        return self._size + (0 if self._payload_bytes is None else LENGTH_BYTES)

    def feed(self, data: bytes) -> None:
        """Appends what was read; linear, in pieces of any size."""
        if not data:
            return
        self._size += len(data)
        last = self._pieces[-1] if self._pieces else b""
        if isinstance(last, bytearray) and len(last) + len(data) <= _PIECE_BYTES:
            last += data
        else:
            self._pieces.append(data if len(data) >= _PIECE_BYTES_MIN else bytearray(data))

    def next_payload(self) -> bytes | None:
        """The next whole payload, or None while it is incomplete.

        Raises PeerViolation as soon as a length beyond ``limit`` has been read.
        """
        if self._payload_bytes is None:
            if self._size < LENGTH_BYTES:
                return None
            self._payload_bytes = int.from_bytes(self._take(LENGTH_BYTES), "big")
            if self._payload_bytes > self.limit:
                raise PeerViolation("a frame larger than the limit", section="framing")
        if self._size < self._payload_bytes:
            return None
        payload = self._take(self._payload_bytes)
        self._payload_bytes = None
        return payload

    def __iter__(self) -> Iterator[bytes]:
        """Whole payloads until the next one is incomplete. Raises as ``next_payload`` does."""
        while (payload := self.next_payload()) is not None:
            yield payload

    def _take(self, count: int) -> bytes:
        """The next ``count`` bytes, which are there."""
        self._size -= count
        if count and len(self._pieces[0]) - self._offset >= count:
            return self._take_of_first(count)
        # Not a join, for which all pieces would still have to be there. This one may grow: it is
        # filled and done with in this call, so there is never a crowd of them, and each piece is
        # let go as soon as it is in.
        whole = BytesIO()
        while count:
            count -= whole.write(self._take_of_first(self._of_first(count)))
        return whole.getvalue()

    def _of_first(self, count: int) -> int:
        return min(count, len(self._pieces[0]) - self._offset)

    def _take_of_first(self, count: int) -> bytes:
        piece, start = self._pieces[0], self._offset
        end = start + count
        if end < len(piece):
            self._offset = end
            return bytes(piece[start:end])
        self._pieces.popleft()
        self._offset = 0
        return bytes(piece[start:] if start else piece)
